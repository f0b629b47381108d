/** What is due of an invoice, and the status that follows from the money. */
import type { InvoiceRecord } from '../books/invoice-record.ts';
import type { BookContext } from './book-context.ts';
import { minus } from './tax.ts';

export const amountDue = (invoice: InvoiceRecord): number =>
  minus(minus(invoice.totals.total, invoice.amountPaid), invoice.amountCredited);

/** Derives the status from the money: PAID when nothing is due, AUTHORISED when something is due again. */
export function settle(context: BookContext, invoice: InvoiceRecord, date: string): InvoiceRecord {
  const isPaid = amountDue(invoice) === 0;
  const after = context.books.invoices.put({
    ...invoice,
    status: isPaid ? 'PAID' : 'AUTHORISED',
    fullyPaidOn: isPaid ? date : undefined,
    updated: context.books.stamp(),
  });
  context.announce('INVOICE', 'UPDATE', after.id);
  return after;
}
