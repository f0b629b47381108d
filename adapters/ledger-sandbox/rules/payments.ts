/** Payments: made on approved invoices and, as refunds, on what holds credit; never edited, undone by the status DELETED. */
import type { AccountRecord } from '../books/account-record.ts';
import type { InvoiceRecord } from '../books/invoice-record.ts';
import type { PaymentRecord } from '../books/payment-record.ts';
import { booleanAt, type JsonObject, numberAt, objectAt, textAt } from '../http/json.ts';
import { refuse } from '../http/problems.ts';
import { momentString } from '../http/wire-dates.ts';
import type { AnnouncedChange, BookContext } from './book-context.ts';
import { type CreditRecord, creditFamilyOf, isOfCustomer, remainingCredit, spendCredit } from './credits.ts';
import { currencyField, dayField, requireAllowed, requireOpenPeriod, textField, today } from './fields.ts';
import { findInvoice } from './invoices.ts';
import { amountDue, settle } from './settle.ts';
import { minus, plus, round } from './tax.ts';

/** What a payment is made on: an invoice, or a credit that is refunded. */
type Target =
  | { readonly kind: 'invoice'; readonly document: InvoiceRecord }
  | { readonly kind: 'credit'; readonly document: CreditRecord };

export function createPayment(context: BookContext, body: JsonObject): PaymentRecord {
  const target = targetOf(context, body);
  if (target.kind === 'invoice') requireAllowed(context, 'CreateInvoicePayment');
  const { document } = target;
  const account = accountOf(context, body);
  const amount = numberAt(body, 'Amount');
  if (amount === undefined || amount <= 0) refuse('The Amount field must be specified and greater than zero.');
  if (document.status !== 'AUTHORISED') refuse('Payments can only be made against Authorised documents');
  const rounded = round(amount ?? 0, 2);
  const open = target.kind === 'invoice' ? amountDue(target.document) : remainingCredit(target.document);
  if (rounded > open) refuse('Payment amount exceeds the amount outstanding on this document');
  const date = dayField(body, 'Date', undefined) ?? today(context);
  requireOpenPeriod(context, date);
  const isCredit = target.kind === 'credit';
  const refunds = isCredit && creditFamilyOf(target.document) === 'creditNotes' ? 'creditNoteId' : 'depositId';
  const payment = context.books.payments.put({
    id: context.newId(),
    updated: context.books.stamp(),
    invoiceId: isCredit ? '' : document.id,
    ...(isCredit && { [refunds]: document.id }),
    accountId: account.id,
    amount: rounded,
    currencyRate: currencyField(context, { ...body, CurrencyCode: document.currencyCode }, document).currencyRate,
    date,
    reference: textField(body, 'Reference', '', 255),
    isReconciled: booleanAt(body, 'IsReconciled') ?? false,
    status: 'AUTHORISED',
    type: typeOf(target),
  });
  move(context, payment, rounded);
  announce(context, 'CREATE', payment);
  return payment;
}

function typeOf({ kind, document }: Target): PaymentRecord['type'] {
  if (kind === 'invoice') return document.type === 'ACCREC' ? 'ACCRECPAYMENT' : 'ACCPAYPAYMENT';
  const family = creditFamilyOf(document);
  const what = family === 'creditNotes' ? 'CREDIT' : family === 'prepayments' ? 'PREPAYMENT' : 'OVERPAYMENT';
  return `${isOfCustomer(document) ? 'AR' : 'AP'}${what}PAYMENT`;
}

/** The document follows its payment; a negative amount takes one back. */
function move(context: BookContext, payment: PaymentRecord, amount: number): void {
  const { invoiceId, date } = payment;
  const credit = refundedCredit(context, payment);
  if (credit) spendCredit(context, { ...credit, refunded: plus(credit.refunded ?? 0, amount) });
  const invoice = context.books.invoices.get(invoiceId);
  if (invoice) settle(context, { ...invoice, amountPaid: plus(invoice.amountPaid, amount) }, date);
}

export function refundedCredit(
  { books }: Pick<BookContext, 'books'>,
  { creditNoteId, depositId }: Pick<PaymentRecord, 'creditNoteId' | 'depositId'>,
): CreditRecord | undefined {
  if (creditNoteId !== undefined) return books.creditNotes.get(creditNoteId);
  return depositId === undefined ? undefined : (books.prepayments.get(depositId) ?? books.overpayments.get(depositId));
}

/** Provider: a payment allows no other change. */
export function deletePayment(context: BookContext, payment: PaymentRecord, body: JsonObject): PaymentRecord {
  if (textAt(body, 'Status')?.toUpperCase() !== 'DELETED')
    refuse('Payments cannot be edited; only the status DELETED can be set.');
  if (payment.status === 'DELETED') refuse('Payment has already been deleted.');
  if (payment.isReconciled) refuse('This payment has been reconciled and cannot be deleted.');
  const deleted = context.books.payments.put({ ...payment, status: 'DELETED', updated: context.books.stamp() });
  move(context, payment, minus(0, payment.amount));
  announce(context, 'UPDATE', deleted);
  return deleted;
}

function announce(context: BookContext, change: AnnouncedChange, { id, type, status, updated }: PaymentRecord): void {
  context.announce('PAYMENT', change, id, { Type: type, Status: status, UpdatedDateUTCString: momentString(updated) });
}

function targetOf(context: BookContext, body: JsonObject): Target {
  const credit = objectAt(body, 'CreditNote');
  const creditKey =
    (credit && (textAt(credit, 'CreditNoteID') || textAt(credit, 'CreditNoteNumber'))) ||
    textAt(body, 'CreditNoteNumber');
  if (creditKey) {
    const { creditNotes } = context.books;
    const key = creditKey.toLowerCase();
    const document = creditNotes.get(key) ?? creditNotes.find('number', key)[0];
    return document ? { kind: 'credit', document } : refuse(`Credit note could not be found: ${creditKey}`);
  }
  for (const [name, family] of [
    ['Prepayment', 'prepayments'],
    ['Overpayment', 'overpayments'],
  ] as const) {
    const id = textAt(objectAt(body, name) ?? {}, `${name}ID`)?.toLowerCase();
    if (!id) continue;
    const document = context.books[family].get(id);
    return document ? { kind: 'credit', document } : refuse(`${name} could not be found: ${id}`);
  }
  const nested = objectAt(body, 'Invoice');
  const key =
    (nested && (textAt(nested, 'InvoiceID') || textAt(nested, 'InvoiceNumber'))) || textAt(body, 'InvoiceNumber');
  if (!key) return refuse('A valid Invoice, Credit Note, Prepayment or Overpayment must be specified.');
  const document = findInvoice(context, key);
  return document ? { kind: 'invoice', document } : refuse(`Invoice could not be found: ${key}`);
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
