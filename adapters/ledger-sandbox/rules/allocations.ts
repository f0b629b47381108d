/** Allocations: a part of a credit note settles an invoice of the same contact and side. */
import type { Allocation, CreditNoteRecord } from '../books/credit-note-record.ts';
import type { InvoiceRecord } from '../books/invoice-record.ts';
import { type JsonObject, numberAt, objectAt, textAt } from '../http/json.ts';
import { refuse } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import { keep, remainingCredit } from './credit-notes.ts';
import { dayField } from './fields.ts';
import { findInvoice } from './invoices.ts';
import { amountDue, settle } from './settle.ts';
import { minus, plus, round } from './tax.ts';

/** Stores the credit note: PAID when nothing of it remains, AUTHORISED when something does again. */
export function spendCredit(context: BookContext, note: CreditNoteRecord): CreditNoteRecord {
  return keep(context, { ...note, status: remainingCredit(note) === 0 ? 'PAID' : 'AUTHORISED' }, 'UPDATE');
}

export function allocate(context: BookContext, noteId: string, body: JsonObject): Allocation {
  const note = context.books.creditNotes.get(noteId);
  if (!note) return refuse('Credit note could not be found');
  const invoice = invoiceOf(context, body);
  const amount = round(numberAt(body, 'Amount') ?? 0, 2);
  requireAllocatable(note, invoice, amount);
  // Provider: the later of both documents' dates, whatever was sent.
  dayField(body, 'Date', undefined);
  const date = note.date > invoice.date ? note.date : invoice.date;
  const allocation = { id: context.newId(), invoiceId: invoice.id, amount, date };
  spendCredit(context, { ...note, allocations: [...note.allocations, allocation] });
  settle(context, { ...invoice, amountCredited: plus(invoice.amountCredited, amount) }, date);
  return allocation;
}

function invoiceOf(context: BookContext, body: JsonObject): InvoiceRecord {
  const named = objectAt(body, 'Invoice') ?? {};
  const key = textAt(named, 'InvoiceID') || textAt(named, 'InvoiceNumber');
  if (!key) return refuse('An invoice must be specified to allocate to.');
  return findInvoice(context, key) ?? refuse(`Invoice could not be found: ${key}`);
}

function requireAllocatable(note: CreditNoteRecord, invoice: InvoiceRecord, amount: number): void {
  if (amount <= 0) refuse('The allocation amount must be greater than zero.');
  if ((note.type === 'ACCRECCREDIT') !== (invoice.type === 'ACCREC')) {
    refuse('The credit note cannot be allocated to an incorrect invoice type.');
  }
  if (note.contactId !== invoice.contactId) refuse('The credit note and the invoice must have the same contact.');
  if (note.currencyCode !== invoice.currencyCode) refuse('The credit note and the invoice must have one currency.');
  if (invoice.status === 'PAID') refuse('The invoice you are trying to allocate to has already been paid off.');
  if (invoice.status !== 'AUTHORISED') refuse('Invoice not of valid status for allocation');
  if (note.status !== 'AUTHORISED') refuse('Credit note not of valid status for allocation');
  if (amount > remainingCredit(note) || amount > amountDue(invoice)) {
    refuse('The allocation amount is greater than amount outstanding.');
  }
}

export const findAllocation = (note: CreditNoteRecord, id: string): Allocation | undefined =>
  note.allocations.find((one) => one.id === id.toLowerCase());

export function removeAllocation(context: BookContext, note: CreditNoteRecord, allocation: Allocation): void {
  const left = note.allocations.filter((one) => one !== allocation);
  spendCredit(context, { ...note, allocations: left });
  const invoice = context.books.invoices.get(allocation.invoiceId);
  if (!invoice) return;
  settle(context, { ...invoice, amountCredited: minus(invoice.amountCredited, allocation.amount) }, invoice.date);
}
