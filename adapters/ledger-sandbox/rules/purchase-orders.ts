/** Purchase orders: partial merge, update by number on POST; they never make a contact. */
import type { PurchaseOrderRecord, PurchaseOrderStatus } from '../books/purchase-order-record.ts';
import { booleanAt, type JsonObject, textAt } from '../http/json.ts';
import { notFound, refuse, WireProblem } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import { chooseContact, markTrade } from './document-contact.ts';
import type { DocumentWrite } from './document-write.ts';
import {
  currencyField,
  dayField,
  lengthsOf,
  modeField,
  requireOpenPeriod,
  requireStatusAllowed,
  statusField,
  textField,
  themeField,
  today,
} from './fields.ts';
import { mergeLines } from './merge-lines.ts';
import { totalsOf } from './tax.ts';

const statuses: readonly PurchaseOrderStatus[] = ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'BILLED', 'DELETED'];

const moves: Record<PurchaseOrderStatus | 'NEW', readonly PurchaseOrderStatus[]> = {
  NEW: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'BILLED'],
  DRAFT: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'BILLED', 'DELETED'],
  SUBMITTED: ['SUBMITTED', 'AUTHORISED', 'BILLED', 'DELETED'],
  AUTHORISED: ['AUTHORISED', 'BILLED', 'DELETED'],
  BILLED: ['BILLED', 'DELETED'],
  DELETED: [],
};

const textLengths = lengthsOf('purchase_orders');

const sentWarning = 'Only AUTHORISED and BILLED purchase orders may have SentToContact updated.';

export function findPurchaseOrder(context: BookContext, idOrNumber: string): PurchaseOrderRecord | undefined {
  const key = idOrNumber.toLowerCase();
  const { purchaseOrders } = context.books;
  const named = purchaseOrders.find('number', key);
  return purchaseOrders.get(key) ?? named.find((order) => order.status !== 'DELETED') ?? named[0];
}

export function matchPurchaseOrder(
  context: BookContext,
  body: JsonObject,
  write: DocumentWrite,
): PurchaseOrderRecord | undefined {
  if (write.how === 'create') return undefined;
  const id = write.how === 'update' ? write.id : textAt(body, 'PurchaseOrderID');
  if (id) {
    const known = findPurchaseOrder(context, id);
    if (!known) throw new WireProblem(notFound());
    return known;
  }
  const number = textAt(body, 'PurchaseOrderNumber');
  return number ? liveHolder(context, number) : undefined;
}

const liveHolder = (context: BookContext, number: string): PurchaseOrderRecord | undefined =>
  context.books.purchaseOrders.find('number', number.toLowerCase()).find((order) => order.status !== 'DELETED');

/** Returns the warnings of a successful write. */
export function purchaseOrderWarnings(body: JsonObject, order: PurchaseOrderRecord): readonly string[] {
  const approved = order.status === 'AUTHORISED' || order.status === 'BILLED';
  return booleanAt(body, 'SentToContact') === true && !approved ? [sentWarning] : [];
}

export function writePurchaseOrder(context: BookContext, body: JsonObject, write: DocumentWrite): PurchaseOrderRecord {
  const before = matchPurchaseOrder(context, body, write);
  const status = statusField<PurchaseOrderStatus>(body, statuses, before?.status ?? 'DRAFT');
  if (before?.status === 'DELETED') {
    refuse(
      `Purchase order status cannot be changed from DELETED to ${status}.`,
      'Deleted purchase orders cannot be updated.',
    );
  }
  if (!moves[before?.status ?? 'NEW'].includes(status)) {
    refuse(`Purchase order status cannot be changed from ${before?.status ?? 'new'} to ${status}.`);
  }
  requireStatusAllowed(context, 'PurchaseOrder', status, before);
  const contact = chooseContact(context, body, { mayWrite: false, before: before?.contactId }).settle();
  const merged = mergeOrder(context, before, body, status);
  requireOpenPeriod(context, merged.date);
  markTrade(context, contact, 'supplier');
  return context.books.purchaseOrders.put({ ...merged, contactId: contact.id, updated: context.books.stamp() });
}

function mergeOrder(
  context: BookContext,
  before: PurchaseOrderRecord | undefined,
  body: JsonObject,
  status: PurchaseOrderStatus,
): PurchaseOrderRecord {
  const mode = modeField(body, before?.lineAmountTypes ?? 'Exclusive');
  // Provider: unit amounts of purchase orders are rounded to four decimals whatever unitdp says.
  const lines = mergeLines(context, before, body, { mode, accountTax: true, unitPlaces: 4, itemSide: 'purchase' });
  if (!before && lines.length === 0) refuse('One or more line items must be specified');
  const approved = status === 'AUTHORISED' || status === 'BILLED';
  const text = Object.entries(textLengths).map(([key, longest]) => [
    key,
    textField(body, key, before?.text[key] ?? '', longest),
  ]);
  return {
    id: before?.id ?? context.newId(),
    updated: before?.updated ?? 0,
    number: numberOf(context, before, body),
    status,
    contactId: before?.contactId ?? '',
    date: dayField(body, 'Date', before?.date) ?? today(context),
    deliveryDate: dayField(body, 'DeliveryDate', before?.deliveryDate),
    expectedArrivalDate: dayField(body, 'ExpectedArrivalDate', before?.expectedArrivalDate),
    lineAmountTypes: mode,
    lines,
    totals: totalsOf(lines, mode),
    reference: textField(body, 'Reference', before?.reference ?? '', 4000),
    text: Object.fromEntries(text) as Record<string, string>,
    brandingThemeId: themeField(context, body, before?.brandingThemeId),
    ...currencyField(context, body, before),
    sentToContact: approved
      ? (booleanAt(body, 'SentToContact') ?? before?.sentToContact ?? false)
      : (before?.sentToContact ?? false),
  };
}

function numberOf(context: BookContext, before: PurchaseOrderRecord | undefined, body: JsonObject): string {
  const sent = textField(body, 'PurchaseOrderNumber', before?.number ?? '', 255);
  const taken = (number: string) => context.books.purchaseOrders.find('number', number.toLowerCase()).length > 0;
  if (sent === '') return context.books.nextNumber('purchaseOrder', taken);
  const holders = context.books.purchaseOrders
    .find('number', sent.toLowerCase())
    .filter((order) => order.id !== before?.id);
  if (holders.some((order) => order.status !== 'DELETED')) refuse('Order number must be unique');
  if (!before && holders.length > 0) {
    refuse(
      'Purchase order status cannot be changed from DELETED to DRAFT.',
      'Deleted purchase orders cannot be updated.',
    );
  }
  return sent;
}
