/** Quotes. Provider: an update replaces the header; what is left out is renumbered, emptied or reset. */
import type { QuoteRecord, QuoteStatus } from '../books/quote-record.ts';
import { isObject, type JsonObject, textAt } from '../http/json.ts';
import { notFound, refuse, WireProblem } from '../http/problems.ts';
import type { Desk } from './desk.ts';
import { chooseContact, markTrade } from './document-contact.ts';
import type { DocumentWrite } from './document-write.ts';
import { currencyField, dayField, modeField, statusField, textField, themeField } from './fields.ts';
import { mergeLines } from './merge-lines.ts';
import { quoteStatuses, requireQuoteMove } from './quote-status.ts';
import { totalsOf } from './tax.ts';

export function matchQuote(desk: Desk, body: JsonObject, write: DocumentWrite): QuoteRecord | undefined {
  if (write.how === 'create') return undefined;
  const id = write.how === 'update' ? write.id : textAt(body, 'QuoteID');
  if (!id) return undefined;
  const known = desk.books.quotes.get(id.toLowerCase());
  if (!known) throw new WireProblem(notFound());
  return known;
}

export function writeQuote(desk: Desk, body: JsonObject, write: DocumentWrite): QuoteRecord {
  const before = matchQuote(desk, body, write);
  const status = statusField<QuoteStatus>(body, quoteStatuses, before?.status ?? 'DRAFT');
  requireQuoteMove(before?.status, status);
  if (!isObject(body['Contact'])) refuse('A Contact must be specified for this type of transaction');
  const contact = chooseContact(desk, body, { mayWrite: true });
  const next = replaceHeader(desk, before, body, status);
  const settled = contact.settle();
  markTrade(desk, settled, 'customer');
  const kept = desk.books.quotes.put({ ...next, contactId: settled.id, updated: desk.books.stamp() });
  if (before && (before.number !== kept.number || kept.status === 'DELETED')) {
    desk.books.freeNumber('quote', before.number);
  }
  return kept;
}

function replaceHeader(
  desk: Desk,
  before: QuoteRecord | undefined,
  body: JsonObject,
  status: QuoteStatus,
): QuoteRecord {
  const date = dayField(body, 'Date', undefined) ?? refuse('The Date field must be specified.');
  const mode = modeField(body, 'Exclusive');
  // Provider: a quote line with an account but no tax type has no tax.
  const lines = mergeLines(desk, before, body, { mode, accountTax: false, unitPlaces: 4 });
  if (!before && lines.length === 0) refuse('One or more line items must be specified');
  return {
    id: before?.id ?? desk.newId(),
    updated: before?.updated ?? 0,
    number: numberOf(desk, before, body),
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
    brandingThemeId: themeField(desk, body, undefined),
    ...currencyField(desk, body, undefined),
  };
}

const holder = (desk: Desk, number: string): QuoteRecord | undefined =>
  desk.books.quotes.find('number', number.toLowerCase()).find((quote) => quote.status !== 'DELETED');

/** Left out: the first free automatic number, the quote's own not counting as free. */
function numberOf(desk: Desk, before: QuoteRecord | undefined, body: JsonObject): string {
  const sent = textField(body, 'QuoteNumber', '', 255);
  if (sent === '') return desk.books.nextNumber('quote', (number) => holder(desk, number) !== undefined);
  const taken = holder(desk, sent);
  if (taken && taken.id !== before?.id) refuse('The quote number must be unique.');
  return sent;
}
