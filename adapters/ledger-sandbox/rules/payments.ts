/** Payments: made on approved invoices, never edited, undone by the status DELETED. */
import type { AccountRecord } from '../books/account-record.ts';
import type { InvoiceRecord } from '../books/invoice-record.ts';
import type { PaymentRecord } from '../books/payment-record.ts';
import { booleanAt, type JsonObject, numberAt, objectAt, textAt } from '../http/json.ts';
import { refuse } from '../http/problems.ts';
import { momentString } from '../http/wire-dates.ts';
import type { AnnouncedChange, BookContext } from './book-context.ts';
import { currencyField, dayField, requireOpenPeriod, textField, today } from './fields.ts';
import { findInvoice } from './invoices.ts';
import { minus, plus, round } from './tax.ts';

export const amountDue = (invoice: InvoiceRecord): number =>
  minus(minus(invoice.totals.total, invoice.amountPaid), invoice.amountCredited);

export function createPayment(context: BookContext, body: JsonObject): PaymentRecord {
  const invoice = targetOf(context, body);
  const account = accountOf(context, body);
  const amount = numberAt(body, 'Amount');
  if (amount === undefined || amount <= 0) refuse('The Amount field must be specified and greater than zero.');
  if (invoice.status !== 'AUTHORISED') refuse('Payments can only be made against Authorised documents');
  const rounded = round(amount ?? 0, 2);
  if (rounded > amountDue(invoice)) refuse('Payment amount exceeds the amount outstanding on this document');
  const date = dayField(body, 'Date', undefined) ?? today(context);
  requireOpenPeriod(context, date);
  const payment = context.books.payments.put({
    id: context.newId(),
    updated: context.books.stamp(),
    invoiceId: invoice.id,
    accountId: account.id,
    amount: rounded,
    currencyRate: currencyField(context, { ...body, CurrencyCode: invoice.currencyCode }, invoice).currencyRate,
    date,
    reference: textField(body, 'Reference', '', 255),
    isReconciled: booleanAt(body, 'IsReconciled') ?? false,
    status: 'AUTHORISED',
    type: invoice.type === 'ACCREC' ? 'ACCRECPAYMENT' : 'ACCPAYPAYMENT',
  });
  settle(context, { ...invoice, amountPaid: plus(invoice.amountPaid, rounded) }, date);
  announce(context, 'CREATE', payment);
  return payment;
}

/** Provider: a payment allows no other change. */
export function deletePayment(context: BookContext, payment: PaymentRecord, body: JsonObject): PaymentRecord {
  if (textAt(body, 'Status')?.toUpperCase() !== 'DELETED')
    refuse('Payments cannot be edited; only the status DELETED can be set.');
  if (payment.status === 'DELETED') refuse('Payment has already been deleted.');
  if (payment.isReconciled) refuse('This payment has been reconciled and cannot be deleted.');
  const invoice = context.books.invoices.get(payment.invoiceId);
  const deleted = context.books.payments.put({ ...payment, status: 'DELETED', updated: context.books.stamp() });
  if (invoice) settle(context, { ...invoice, amountPaid: minus(invoice.amountPaid, payment.amount) }, payment.date);
  announce(context, 'UPDATE', deleted);
  return deleted;
}

function announce(context: BookContext, change: AnnouncedChange, { id, type, status, updated }: PaymentRecord): void {
  context.announce('PAYMENT', change, id, { Type: type, Status: status, UpdatedDateUTCString: momentString(updated) });
}

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

function targetOf(context: BookContext, body: JsonObject): InvoiceRecord {
  const nested = objectAt(body, 'Invoice');
  const key =
    (nested && (textAt(nested, 'InvoiceID') || textAt(nested, 'InvoiceNumber'))) || textAt(body, 'InvoiceNumber');
  if (!key) return refuse('A valid Invoice, Credit Note, Prepayment or Overpayment must be specified.');
  return findInvoice(context, key) ?? refuse(`Invoice could not be found: ${key}`);
}

function accountOf(context: BookContext, body: JsonObject): AccountRecord {
  const nested = objectAt(body, 'Account') ?? {};
  const id = textAt(nested, 'AccountID')?.toLowerCase();
  const code = textAt(nested, 'Code') ?? textAt(body, 'Code');
  if (!id && !code) refuse('Account code or ID must be specified');
  const { accounts } = context.books;
  const account = id ? accounts.get(id) : accounts.find('code', (code ?? '').toLowerCase())[0];
  if (account?.status !== 'ACTIVE')
    return refuse(`Account code '${code ?? id}' is not a valid code for this document.`);
  if (account.type !== 'BANK' && !account.enablePayments) {
    refuse(`The account '${account.code ?? account.name}' is not a bank account and does not have payments enabled.`);
  }
  return account;
}
