/** Invoices: creation, partial merge, numbers, and what may be edited in which status. */
import type { InvoiceRecord, InvoiceStatus, InvoiceType } from '../books/invoice-record.ts';
import { booleanAt, type JsonObject, textAt } from '../http/json.ts';
import { notFound, refuse, WireProblem } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import { chooseContact, markTrade } from './document-contact.ts';
import type { DocumentWrite } from './document-write.ts';
import {
  currencyField,
  dayField,
  modeField,
  referenceField,
  requireOpenPeriod,
  requireStatusAllowed,
  statusField,
  textField,
  themeField,
  today,
} from './fields.ts';
import { invoiceStatuses, requireInvoiceMove } from './invoice-status.ts';
import { requireStock } from './items.ts';
import { mergeLines } from './merge-lines.ts';
import { totalsOf } from './tax.ts';

export function findInvoice(context: BookContext, idOrNumber: string): InvoiceRecord | undefined {
  const key = idOrNumber.toLowerCase();
  const { invoices } = context.books;
  return invoices.get(key) ?? invoices.find('number', key).find((invoice) => invoice.type === 'ACCREC');
}

const holdsNumber = (invoice: InvoiceRecord): boolean => invoice.type === 'ACCREC' && invoice.status !== 'DELETED';

const numberHolder = (context: BookContext, number: string): InvoiceRecord | undefined =>
  context.books.invoices.find('number', number.toLowerCase()).find(holdsNumber);

/** Finds the invoice of a write by id and, for a sale on POST, also by its number. */
export function matchInvoice(context: BookContext, body: JsonObject, write: DocumentWrite): InvoiceRecord | undefined {
  if (write.how === 'create') return undefined;
  const id = write.how === 'update' ? write.id : textAt(body, 'InvoiceID');
  if (id) {
    const known = findInvoice(context, id);
    if (!known) throw new WireProblem(notFound());
    return known;
  }
  const number = textAt(body, 'InvoiceNumber');
  return number && textAt(body, 'Type') !== 'ACCPAY' ? numberHolder(context, number) : undefined;
}

export function writeInvoice(context: BookContext, body: JsonObject, write: DocumentWrite): InvoiceRecord {
  const before = matchInvoice(context, body, write);
  const status = statusField<InvoiceStatus>(body, invoiceStatuses, before?.status ?? 'DRAFT');
  requireInvoiceMove(before, status);
  requireStatusAllowed(context, (before?.type ?? typeOf(body)) === 'ACCREC' ? 'Invoice' : 'Bill', status, before);
  const contact = chooseContact(context, body, { mayWrite: true, before: before?.contactId });
  const draft = mergeInvoice(context, before, body, status);
  if (before) requireEditable(before, { ...draft, contactId: contact.id ?? '' });
  requireComplete(draft);
  requireStock(context, draft, before);
  requireOpenPeriod(context, draft.date);
  const settled = contact.settle();
  markTrade(context, settled, draft.type === 'ACCREC' ? 'customer' : 'supplier');
  const kept = context.books.invoices.put({ ...draft, contactId: settled.id, updated: context.books.stamp() });
  context.announce('INVOICE', before ? 'UPDATE' : 'CREATE', kept.id);
  return kept;
}

function mergeInvoice(
  context: BookContext,
  before: InvoiceRecord | undefined,
  body: JsonObject,
  status: InvoiceStatus,
): InvoiceRecord {
  const type = before?.type ?? typeOf(body);
  const mode = modeField(body, before?.lineAmountTypes ?? 'Exclusive');
  const itemSide = type === 'ACCREC' ? 'sale' : 'purchase';
  const lines = mergeLines(context, before, body, {
    mode,
    accountTax: true,
    unitPlaces: context.unitPlaces,
    itemSide,
  });
  const date = dayField(body, 'Date', before?.date) ?? today(context);
  return {
    id: before?.id ?? context.newId(),
    updated: before?.updated ?? 0,
    type,
    number: numberOf(context, before, body, type),
    status,
    contactId: before?.contactId ?? '',
    date,
    dueDate: dayField(body, 'DueDate', before?.dueDate),
    lineAmountTypes: mode,
    lines,
    totals: totalsOf(lines, mode),
    amountPaid: before?.amountPaid ?? 0,
    amountCredited: before?.amountCredited ?? 0,
    reference: referenceField(context, body, before?.reference ?? '', type === 'ACCREC'),
    brandingThemeId: themeField(context, body, before?.brandingThemeId),
    url: textAt(body, 'Url') ?? before?.url,
    ...currencyField(context, body, before),
    sentToContact: sentFlag(body, status, before?.sentToContact ?? false),
    timesMailed: before?.timesMailed,
    expectedPaymentDate: dayField(body, 'ExpectedPaymentDate', before?.expectedPaymentDate),
    plannedPaymentDate: dayField(body, 'PlannedPaymentDate', before?.plannedPaymentDate),
    fullyPaidOn: before?.fullyPaidOn,
    clientId: before?.clientId ?? context.clientId,
  };
}

function typeOf(body: JsonObject): InvoiceType {
  const type = textAt(body, 'Type')?.toUpperCase();
  if (type === 'ACCREC' || type === 'ACCPAY') return type;
  return refuse(type === undefined ? 'The Type field must be specified.' : `The invoice type '${type}' is not valid.`);
}

/** Provider: only approved documents can be marked as sent. */
const sentFlag = (body: JsonObject, status: InvoiceStatus, before: boolean): boolean =>
  status === 'AUTHORISED' || status === 'PAID' ? (booleanAt(body, 'SentToContact') ?? before) : before;

function numberOf(
  context: BookContext,
  before: InvoiceRecord | undefined,
  body: JsonObject,
  type: InvoiceType,
): string {
  const sent = textField(body, 'InvoiceNumber', before?.number ?? '', 255);
  if (type === 'ACCPAY') return sent;
  if (sent === '') return context.books.nextNumber('invoice', (number) => numberHolder(context, number) !== undefined);
  const holder = numberHolder(context, sent);
  if (holder && holder.id !== before?.id) refuse('Invoice # must be unique.');
  return sent;
}

type Content = Pick<InvoiceRecord, 'status' | 'lines' | 'totals'>;

/** What keeps an invoice or a credit note that is no draft from being booked. */
export function faultsOfContent({ status, lines, totals }: Content): string[] {
  const messages: string[] = [];
  if (lines.length === 0) messages.push('One or more line items must be specified');
  const unbooked = lines.some((line) => line.unitAmount !== undefined && line.accountId === undefined);
  if (status !== 'SUBMITTED' && unbooked) messages.push('Account code or ID must be specified');
  if (totals.total < 0) messages.push('The document total must not be negative.');
  return messages;
}

function requireComplete(invoice: InvoiceRecord): void {
  if (invoice.status === 'DRAFT' || invoice.status === 'DELETED' || invoice.status === 'VOIDED') return;
  const messages = faultsOfContent(invoice);
  const needsDueDate = invoice.status !== 'SUBMITTED' || invoice.type === 'ACCREC';
  if (needsDueDate && invoice.dueDate === undefined) messages.push('The document DueDate field must be specified.');
  if (messages.length > 0) refuse(...messages);
}

const paidMessage = 'This document cannot be edited as it has a payment or credit note allocated to it.';
const isPaidInPart = (invoice: InvoiceRecord): boolean => invoice.amountPaid > 0 || invoice.amountCredited > 0;

/** After a partial payment, only fields that do not affect money may change. */
function requireEditable(before: InvoiceRecord, after: InvoiceRecord): void {
  if (!isPaidInPart(before)) return;
  const money = (invoice: InvoiceRecord) =>
    JSON.stringify([
      invoice.lines.map(({ id: _id, ...line }) => line),
      invoice.contactId,
      invoice.lineAmountTypes,
      invoice.date,
      invoice.currencyCode,
      invoice.currencyRate,
      invoice.number,
    ]);
  if (money(before) !== money(after)) refuse(paidMessage);
}
