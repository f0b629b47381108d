import type { QuoteRecord } from '../books/quote-record.ts';
import type { Call, RouteTable } from '../http/call.ts';
import { envelope } from '../http/envelope.ts';
import type { Reply } from '../http/message.ts';
import { notFound } from '../http/problems.ts';
import { type DocumentFamily, writeDocuments } from '../http/write-documents.ts';
import { pageRows } from '../lists/page-rows.ts';
import { dayMs, dayRange, type FieldTable, listFilter, selectRows } from '../lists/select-rows.ts';
import type { DocumentWrite } from '../rules/document-write.ts';
import { matchQuote, writeQuote } from '../rules/quotes.ts';
import { wireQuote } from '../wire/wire-quote.ts';
import { printDocument, wantsPdf } from './print-document.ts';

const fields: FieldTable<QuoteRecord> = {
  QuoteID: (r) => r.id,
  QuoteNumber: (r) => r.number,
  Status: (r) => r.status,
  Date: (r) => dayMs(r.date),
  ExpiryDate: (r) => dayMs(r.expiryDate),
  Total: (r) => r.totals.total,
  UpdatedDateUTC: (r) => r.updated,
};

function shown(call: Call, quote: QuoteRecord, form: 'one' | 'list'): string {
  const contact = call.books.contacts.get(quote.contactId);
  const { inclusive_quotes_net, irreconcilable_quotes } = call.quirks;
  const variant = `${form}${inclusive_quotes_net}${irreconcilable_quotes}`;
  return call.echo.json(quote, variant, contact, () => wireQuote(quote, contact, form, call.quirks));
}

/** It is unknown how exactly the provider's number filter matches; a quirk decides. */
function numberFilter(call: Call): ((quote: QuoteRecord) => boolean) | undefined {
  const wanted = call.query.get('QuoteNumber')?.toLowerCase();
  if (wanted === undefined) return undefined;
  const how = call.quirks.quote_number_filter;
  return ({ number }) => {
    const own = number.toLowerCase();
    return how === 'exact' ? own === wanted : how === 'prefix' ? own.startsWith(wanted) : own.includes(wanted);
  };
}

function listQuotes(call: Call): Reply {
  const rows = selectRows(call, {
    rows: call.books.quotes.list(),
    fields,
    where: false,
    modifiedSince: true,
    keep: [
      listFilter(call, 'ContactID', (r: QuoteRecord) => r.contactId),
      listFilter(call, 'Status', (r: QuoteRecord) => r.status),
      dayRange(call, 'Date', (r: QuoteRecord) => r.date),
      dayRange(call, 'ExpiryDate', (r: QuoteRecord) => r.expiryDate),
      numberFilter(call),
    ],
  });
  const page = pageRows(call, rows, 'bare');
  return envelope(call, { collection: 'Quotes', elements: page.rows.map((quote) => shown(call, quote, 'list')) });
}

function readQuote(call: Call, id: string): Reply | Promise<Reply> {
  const quote = call.books.quotes.get(id.toLowerCase());
  if (!quote) return notFound();
  if (wantsPdf(call)) return printDocument(call, 'Quote', quote);
  return envelope(call, { collection: 'Quotes', elements: [shown(call, quote, 'one')] });
}

function family(write: DocumentWrite): DocumentFamily<QuoteRecord> {
  return {
    collection: 'Quotes',
    singular: 'quote',
    idKey: 'QuoteID',
    errorFlag: undefined,
    write: (call, body) => writeQuote(call, body, write),
    match: (call, body) => matchQuote(call, body, write),
    echo: (call, quote) => wireQuote(quote, call.books.contacts.get(quote.contactId), 'one', call.quirks),
  };
}

function updateQuote(call: Call, id: string): Reply {
  const quote = call.books.quotes.get(id.toLowerCase());
  return quote ? writeDocuments(call, family({ how: 'update', id: quote.id }), true) : notFound();
}

export const quoteRoutes: RouteTable = {
  'GET quotes': { area: 'invoices', handle: listQuotes },
  'PUT quotes': { area: 'invoices', handle: (call) => writeDocuments(call, family({ how: 'create' })) },
  'POST quotes': { area: 'invoices', handle: (call) => writeDocuments(call, family({ how: 'upsert' })) },
  'GET quotes/:id': { area: 'invoices', handle: readQuote },
  'GET quotes/:id/pdf': {
    area: 'invoices',
    handle: (call, id) => readQuote({ ...call, headers: { accept: 'application/pdf' } }, id),
  },
  'POST quotes/:id': { area: 'invoices', handle: updateQuote },
};
