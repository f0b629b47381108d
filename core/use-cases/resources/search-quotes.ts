import type { Caller } from '../../domain/caller.ts';
import { badRequest } from '../../domain/errors.ts';
import { isJsonObject } from '../../domain/json.ts';
import { type CachedRecord, type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import { unknownCursor } from '../../domain/page.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { type QuoteSearch, QuoteSearchRequest, quotes } from '../../families/quotes.ts';
import { notTheIdOf } from '../../families/request-fields.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { foundMost, type LedgerFindQuery } from '../../ports/ledger-gateway.ts';
import { parse } from '../../schemas/parse.ts';
import { given } from '../../schemas/query.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { type Ledger, requestLedger } from '../ledger/open-ledger.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import { assertCan } from '../providers/coverage.ts';
import { familyTraitsOf } from '../providers/provider-of.ts';
import { meterLiveRead } from '../usage/metering.ts';
import { findExactly } from './find-record.ts';
import { ifThere, readLive } from './read-live.ts';

export interface QuotesFound {
  readonly records: readonly CachedRecord[];
  /** Null for a page that was read by a cursor. */
  readonly page: number | null;
  readonly limit: number;
  /** Null at the end. */
  readonly nextCursor: string | null;
}

/** One of the provider's lists that the search reads: all quotes, or a contact's. */
interface Place {
  readonly contactId: string | null;
  readonly after: string | null;
}

const widePages = 5;
/** Later pages are empty without a call. */
const pagesMost = 100_000;
/** The most calls to get to a page by its number. */
const callsBeforeMost = 50;
/** The most contacts of one name whose quotes are asked for one by one; archived contacts may share a name. */
const namesakesMax = 5;

/**
 * Searches a connection's quotes at the provider, one budgeted call for each of its pages; a page by its number also costs
 * the calls of those before it. The provider's filters only narrow, so every given filter is compared here, exactly.
 * Deleting a quote frees its number, so one number may find several quotes.
 */
export function searchQuotes(ports: CorePorts) {
  return async (
    caller: Caller,
    path: Patience & { readonly connectionId: string; readonly body: unknown },
  ): Promise<QuotesFound> => {
    const connection = await requireConnection(ports, caller, path.connectionId);
    const ledger = requestLedger(ports, connection, caller, path);
    assertCan(ledger.provider, { type: 'quotes', can: ['list'] });
    const found = await find(ports, ledger, parse(QuoteSearchRequest, path.body ?? {}));
    await meterLiveRead(ports, connection);
    return found;
  };
}

async function find(ports: CorePorts, ledger: Ledger, search: QuoteSearch): Promise<QuotesFound> {
  const { cursor, page = 1, ...filters } = search;
  if (cursor !== undefined && search.page !== undefined)
    throw badRequest('cursor', 'and page cannot be given together');
  const none = { records: [], page, limit: foundMost, nextCursor: null };
  if (page > pagesMost) return none;
  if (cursor === undefined && search.provider_id !== undefined) {
    const providerId = providerIdOf('quotes', search.provider_id, ledger.provider.traits);
    if (providerId === undefined) throw badRequest('provider_id', notTheIdOf(quotes));
    const quote = page === 1 ? await ifThere(readLive(ports, ledger, 'quotes', providerId)) : undefined;
    return { ...none, records: quote && matches(quote, search) ? [quote] : [] };
  }
  const sign = (text: string) =>
    ports.digester.keyed('quote search', JSON.stringify([ledger.connection.id, filters, text]));
  const narrow = narrowOf(ledger, search);
  let places = cursor === undefined ? await placesOf(ledger, search) : placesIn(cursor, sign);
  const isNarrow = 'number' in narrow || 'external_reference' in narrow || places[0]?.contactId !== null;
  const isWide = !isNarrow && (search.external_reference ?? search.name) !== undefined;
  const pages = isWide ? widePages : 1;
  for (let number = 1, calls = 0; number < page && places.length > 0; number++) {
    calls += places.length * pages;
    if (calls > callsBeforeMost) throw badRequest('page', 'is too far from the first; read on by `cursor`');
    places = (await readOn(ledger, narrow, places, pages)).next;
  }
  const { records, next } = await readOn(ledger, narrow, places, pages);
  const fetchedAt = ports.clock.now();
  const found = records.filter((quote) => matches(quote, search));
  const text = encodeURIComponent(JSON.stringify(next));
  return {
    records: found.map((quote) => ({ ...quote, fetchedAt })),
    page: cursor === undefined ? page : null,
    limit: foundMost * pages * Math.max(1, places.length),
    nextCursor: next.length > 0 ? `${sign(text)}.${text}` : null,
  };
}

function narrowOf({ provider }: Ledger, { number, status, external_reference }: QuoteSearch): LedgerFindQuery['where'] {
  const { foundBy } = familyTraitsOf(provider, 'quotes');
  const asked = given({ number, status: status?.toUpperCase(), external_reference });
  return Object.fromEntries(Object.entries(asked).filter(([field]) => foundBy.includes(field)));
}

/** No provider searches quotes by a contact's name, so the contacts of that name are found first, where they can be. */
async function placesOf(ledger: Ledger, { name }: QuoteSearch): Promise<readonly Place[]> {
  const { families } = ledger.provider.traits;
  const isFound = (type: ResourceType, field: string) => families[type]?.foundBy.includes(field);
  if (name !== undefined && isFound('contacts', 'name') && isFound('quotes', 'contact_id')) {
    const { records, isWhole } = await findExactly(ledger, { field: 'name', value: name });
    if (isWhole && records.length <= namesakesMax)
      return records.map(({ providerId }) => ({ contactId: providerId, after: null }));
  }
  return [{ contactId: null, after: null }];
}

/** Throws BAD_REQUEST `cursor` unless a search with these filters gave it. */
function placesIn(cursor: string, sign: (text: string) => string): readonly Place[] {
  const text = cursor.slice(cursor.indexOf('.') + 1);
  if (cursor !== `${sign(text)}.${text}`) throw unknownCursor();
  return JSON.parse(decodeURIComponent(text)) as readonly Place[];
}

/** Reads up to `pages` pages of each list. */
async function readOn(ledger: Ledger, narrow: LedgerFindQuery['where'], places: readonly Place[], pages: number) {
  const records: LedgerRecord[] = [];
  const next: Place[] = [];
  for (let { contactId, after } of places) {
    const where = contactId === null ? narrow : { ...narrow, contact_id: contactId };
    for (let read = 0; read < pages; read++) {
      const page = await ledger.find({ type: 'quotes', where, after });
      records.push(...page.records);
      after = page.next;
      if (after === null) break;
    }
    if (after !== null) next.push({ contactId, after });
  }
  return { records, next };
}

function matches(quote: LedgerRecord, { number, external_reference, name, status }: QuoteSearch): boolean {
  const contact = quote.fields['contact'];
  const contactName = isJsonObject(contact) ? contact['name'] : null;
  return (
    (number === undefined || textField(quote, 'number') === number) &&
    (external_reference === undefined || textField(quote, 'external_reference') === external_reference) &&
    (status === undefined || textField(quote, 'status') === status.toUpperCase()) &&
    (name === undefined || contactName === name)
  );
}
