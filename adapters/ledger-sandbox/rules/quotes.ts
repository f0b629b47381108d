/** Quotes. Provider: an update replaces the header; absent fields are renumbered, emptied or reset. */
import type { QuoteRecord, QuoteStatus } from '../books/quote-record.ts';
import { isObject, type JsonObject, textAt } from '../http/json.ts';
import { notFound, refuse, WireProblem } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import { chooseContact, markTrade } from './document-contact.ts';
import type { DocumentWrite } from './document-write.ts';
import {
  currencyField,
  dayField,
  modeField,
  requireStatusAllowed,
  statusField,
  textField,
  themeField,
} from './fields.ts';
import { mergeLines } from './merge-lines.ts';
import { quoteStatuses, requireQuoteMove } from './quote-status.ts';
import { totalsOf } from './tax.ts';

export function matchQuote(context: BookContext, body: JsonObject, write: DocumentWrite): QuoteRecord | undefined {
  if (write.how === 'create') return undefined;
  const id = write.how === 'update' ? write.id : textAt(body, 'QuoteID');
  if (!id) return undefined;
  const known = context.books.quotes.get(id.toLowerCase());
  if (!known) throw new WireProblem(notFound());
  return known;
}

export function writeQuote(context: BookContext, body: JsonObject, write: DocumentWrite): QuoteRecord {
  const before = matchQuote(context, body, write);
  const status = statusField<QuoteStatus>(body, quoteStatuses, before?.status ?? 'DRAFT');
  requireQuoteMove(before?.status, status);
  requireStatusAllowed(context, 'Quote', status, before);
  if (!isObject(body['Contact'])) refuse('A Contact must be specified for this type of transaction');
  const contact = chooseContact(context, body, { mayWrite: true });
  const next = replaceHeader(context, before, body, status);
  const settled = contact.settle();
  markTrade(context, settled, 'customer');
  const kept = context.books.quotes.put({ ...next, contactId: settled.id, updated: context.books.stamp() });
  if (before && (before.number !== kept.number || kept.status === 'DELETED')) {
    context.books.freeNumber('quote', before.number);
  }
  return kept;
}

function replaceHeader(
  context: BookContext,
  before: QuoteRecord | undefined,
  body: JsonObject,
  status: QuoteStatus,
): QuoteRecord {
  const date = dayField(body, 'Date', undefined) ?? refuse('The Date field must be specified.');
  const mode = modeField(body, 'Exclusive');
  // Provider: a quote's line with an account and no tax type has no tax.
  const lines = mergeLines(context, before, body, {
    mode,
    accountTax: false,
    unitPlaces: 4,
    itemSide: 'sale',
    trackingById: true,
  });
  if (!before && lines.length === 0) refuse('One or more line items must be specified');
  return {
    id: before?.id ?? context.newId(),
    updated: before?.updated ?? 0,
    number: numberOf(context, before, body),
    status,
    contactId: before?.contactId ?? '',
    date,
    expiryDate: dayField(body, 'ExpiryDate', undefined),
    lineAmountTypes: mode,
    lines,
    totals: totalsOf(lines, mode),
    reference: textField(body, 'Reference', '', 4000),
    terms: textField(body, 'Terms', '', 4000),
    title: textField(body, 'Title', '', 100),
    summary: textField(body, 'Summary', '', 3000),
    brandingThemeId: themeField(context, body, undefined),
    ...currencyField(context, body, undefined),
  };
}

const holder = (context: BookContext, number: string): QuoteRecord | undefined =>
  context.books.quotes.find('number', number.toLowerCase()).find((quote) => quote.status !== 'DELETED');

/** Without a sent number, returns the first free automatic one; the quote's own number is not free. */
function numberOf(context: BookContext, before: QuoteRecord | undefined, body: JsonObject): string {
  const sent = textField(body, 'QuoteNumber', '', 255);
  if (sent === '') return context.books.nextNumber('quote', (number) => holder(context, number) !== undefined);
  const taken = holder(context, sent);
  if (taken && taken.id !== before?.id) refuse('The quote number must be unique.');
  return sent;
}
