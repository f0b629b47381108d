/** Batch payments: payments of bills alone or of sales alone, from one account, made together or not at all. */
import type { BatchPaymentRecord } from '../books/batch-payment-record.ts';
import type { PaymentRecord } from '../books/payment-record.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../http/json.ts';
import { refuse } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import { dayField, textField, today } from './fields.ts';
import { findInvoice } from './invoices.ts';
import { createPayment, deletePayment } from './payments.ts';
import { plus } from './tax.ts';

/** Provider: a batch is never changed. What was paid before a refusal is taken back. */
export function createBatch(context: BookContext, body: JsonObject): BatchPaymentRecord {
  const sent = objectsAt(body, 'Payments') ?? [];
  if (sent.length === 0) refuse('At least one payment must be supplied.');
  const account = objectAt(body, 'Account');
  if (!account) refuse('Account code or ID must be specified');
  const invoices = sent.map((payment) => {
    const named = objectAt(payment, 'Invoice') ?? {};
    const key = textAt(named, 'InvoiceID') || textAt(named, 'InvoiceNumber') || '';
    return findInvoice(context, key) ?? refuse(`Invoice could not be found: ${key}`);
  });
  const types = new Set(invoices.map(({ type }) => type));
  if (types.size > 1) refuse('A batch payment can only be of bills, or of sales invoices.');
  if (new Set(invoices.map(({ id }) => id)).size < invoices.length) refuse('An invoice can be paid once in a batch.');
  const date = dayField(body, 'Date', undefined) ?? today(context);
  const reference = textField(body, 'Reference', '', 255);
  const payments: PaymentRecord[] = [];
  try {
    for (const payment of sent) payments.push(createPayment(context, { ...payment, Account: account, Date: date }));
  } catch (error) {
    for (const made of payments) deletePayment(context, made, { Status: 'DELETED' });
    throw error;
  }
  return context.books.batchPayments.put({
    id: context.newId(),
    updated: context.books.stamp(),
    accountId: payments[0]?.accountId ?? '',
    date,
    type: types.has('ACCPAY') ? 'PAYBATCH' : 'RECBATCH',
    reference,
    paymentIds: payments.map(({ id }) => id),
    total: payments.reduce((sum, { amount }) => plus(sum, amount), 0),
  });
}
