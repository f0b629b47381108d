/**
 * Credit notes: a person at the provider makes them and allocates them to invoices. Here each credits one invoice in
 * part.
 */
import type { Allocation, CreditNoteRecord } from '../books/credit-note-record.ts';
import type { InvoiceRecord } from '../books/invoice-record.ts';
import { momentString } from '../http/wire-dates.ts';
import type { BookContext } from './book-context.ts';
import { today } from './fields.ts';
import { settle } from './payments.ts';
import { minus, plus, totalsOf } from './tax.ts';

export const remainingCredit = ({ totals, allocations }: CreditNoteRecord): number =>
  allocations.reduce((left, { amount }) => minus(left, amount), totals.total);

/** Credits the amount to the invoice's contact, without tax. Allocation to the invoice lowers its amount due. */
export function creditInvoice(
  context: BookContext,
  invoice: InvoiceRecord,
  { amount, isAllocated }: { amount: number; isAllocated: boolean },
): CreditNoteRecord {
  const date = today(context);
  const note = putCreditNote(context, invoice, amount, isAllocated ? [{ invoiceId: invoice.id, amount, date }] : []);
  const data = { Type: note.type, Status: note.status, UpdatedDateUTCString: momentString(note.updated) };
  context.announce('CREDITNOTE', 'CREATE', note.id, data);
  if (isAllocated) settle(context, { ...invoice, amountCredited: plus(invoice.amountCredited, amount) }, invoice.date);
  return note;
}

function putCreditNote(
  context: BookContext,
  invoice: InvoiceRecord,
  amount: number,
  allocations: readonly Allocation[],
): CreditNoteRecord {
  const { accountCode, accountId } = invoice.lines[0] ?? {};
  const price = { quantity: 1, unitAmount: amount, gross: amount, lineAmount: amount, taxAmount: 0 };
  const line = { ...price, description: `Credit for ${invoice.number}`, accountCode, accountId, taxType: 'NONE' };
  const numbers = context.books.creditNotes;
  return context.books.creditNotes.put({
    id: context.newId(),
    updated: context.books.stamp(),
    type: invoice.type === 'ACCREC' ? 'ACCRECCREDIT' : 'ACCPAYCREDIT',
    number: context.books.nextNumber('creditNote', (number) => numbers.find('number', number.toLowerCase()).length > 0),
    status: allocations.length > 0 ? 'PAID' : 'AUTHORISED',
    contactId: invoice.contactId,
    date: today(context),
    lineAmountTypes: 'NoTax',
    lines: [{ ...line, id: context.newId(), taxOverridden: false, tracking: [] }],
    totals: totalsOf([price], 'NoTax'),
    allocations,
    reference: invoice.reference,
    brandingThemeId: invoice.brandingThemeId,
    currencyCode: invoice.currencyCode,
    currencyRate: invoice.currencyRate,
  });
}
