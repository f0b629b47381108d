/** Allocations: a part of a credit settles an invoice of the same contact and side. */
import type { Allocation } from '../books/credit-note-record.ts';
import type { InvoiceRecord } from '../books/invoice-record.ts';
import { type JsonObject, numberAt, objectAt, textAt } from '../http/json.ts';
import { refuse } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import { type CreditFamily, type CreditRecord, isOfCustomer, remainingCredit, spendCredit } from './credits.ts';
import { dayField } from './fields.ts';
import { findInvoice } from './invoices.ts';
import { amountDue, settle } from './settle.ts';
import { minus, plus, round } from './tax.ts';

export function allocate(
  context: BookContext,
  { family, id }: { readonly family: CreditFamily; readonly id: string },
  body: JsonObject,
): Allocation {
  const credit = context.books[family].get(id);
  if (!credit) return refuse('Credit could not be found');
  const invoice = invoiceOf(context, body);
  const amount = round(numberAt(body, 'Amount') ?? 0, 2);
  requireAllocatable(credit, invoice, amount);
  // Provider: the later of both documents' dates, whatever was sent.
  dayField(body, 'Date', undefined);
  const date = credit.date > invoice.date ? credit.date : invoice.date;
  const allocation = { id: context.newId(), invoiceId: invoice.id, amount, date };
  spendCredit(context, { ...credit, allocations: [...credit.allocations, allocation] });
  settle(context, { ...invoice, amountCredited: plus(invoice.amountCredited, amount) }, date);
  return allocation;
}

function invoiceOf(context: BookContext, body: JsonObject): InvoiceRecord {
  const named = objectAt(body, 'Invoice') ?? {};
  const key = textAt(named, 'InvoiceID') || textAt(named, 'InvoiceNumber');
  if (!key) return refuse('An invoice must be specified to allocate to.');
  return findInvoice(context, key) ?? refuse(`Invoice could not be found: ${key}`);
}

function requireAllocatable(credit: CreditRecord, invoice: InvoiceRecord, amount: number): void {
  if (amount <= 0) refuse('The allocation amount must be greater than zero.');
  if (isOfCustomer(credit) !== (invoice.type === 'ACCREC')) {
    refuse('The credit cannot be allocated to an incorrect invoice type.');
  }
  if (credit.contactId !== invoice.contactId) refuse('The credit and the invoice must have the same contact.');
  if (credit.currencyCode !== invoice.currencyCode) refuse('The credit and the invoice must have one currency.');
  if (invoice.status === 'PAID') refuse('The invoice you are trying to allocate to has already been paid off.');
  if (invoice.status !== 'AUTHORISED') refuse('Invoice not of valid status for allocation');
  if (credit.status !== 'AUTHORISED') refuse('Credit not of valid status for allocation');
  if (amount > remainingCredit(credit) || amount > amountDue(invoice)) {
    refuse('The allocation amount is greater than amount outstanding.');
  }
}

export const findAllocation = (credit: CreditRecord, id: string): Allocation | undefined =>
  credit.allocations.find((one) => one.id === id.toLowerCase());

export function removeAllocation(context: BookContext, credit: CreditRecord, allocation: Allocation): void {
  const left = credit.allocations.filter((one) => one !== allocation);
  spendCredit(context, { ...credit, allocations: left });
  const invoice = context.books.invoices.get(allocation.invoiceId);
  if (!invoice) return;
  settle(context, { ...invoice, amountCredited: minus(invoice.amountCredited, allocation.amount) }, invoice.date);
}
