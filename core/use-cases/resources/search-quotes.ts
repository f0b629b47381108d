import type { Caller } from '../../domain/caller.ts';
import { isJsonObject } from '../../domain/json.ts';
import { type CachedRecord, type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import { type QuoteSearch, QuoteSearchRequest } from '../../families/quotes.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerFindQuery, LedgerPage } from '../../ports/ledger-gateway.ts';
import { parse } from '../../schemas/parse.ts';
import { given } from '../../schemas/query.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { type Ledger, requestLedger } from '../ledger/open-ledger.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import { meterLiveRead } from '../usage/metering.ts';
import { findExactly } from './find-record.ts';
import { ifThere, readLive } from './read-live.ts';

export interface QuotesFound {
  readonly records: readonly CachedRecord[];
  readonly page: number;
  readonly limit: number;
  readonly hasMore: boolean;
}

const widePages = 5;
/** Later pages are empty without a call: the provider may not take any number as a page. */
const pagesMost = 100_000;
/** The most contacts of one name whose quotes are asked for one by one; archived contacts may share a name. */
const namesakesMax = 5;

/**
 * Searches a connection's quotes at the provider, one budgeted call for each of its pages. The provider's filters only
 * narrow, so every given filter is compared here, exactly. Deleting a quote frees its number, so one number may find
 * several quotes.
 */
export function searchQuotes(ports: CorePorts) {
  return async (
    caller: Caller,
    path: Patience & { readonly connectionId: string; readonly body: unknown },
  ): Promise<QuotesFound> => {
    const connection = await requireConnection(ports, caller, path.connectionId);
    const search = parse(QuoteSearchRequest, path.body ?? {});
    const found = await find(ports, requestLedger(ports, connection, caller, path), search);
    await meterLiveRead(ports, connection);
    return found;
  };
}

async function find(ports: CorePorts, ledger: Ledger, search: QuoteSearch): Promise<QuotesFound> {
  const { page = 1 } = search;
  const limit = ports.gateway.traits.findPageSize;
  const none = { records: [], page, limit, hasMore: false };
  if (page > pagesMost) return none;
  if (search.provider_id !== undefined) {
    const quote = page === 1 ? await quoteById(ports, ledger, search.provider_id) : undefined;
    return { ...none, records: quote && matches(quote, search) ? [quote] : [] };
  }
  const { questions, isOneList } = await planOf(ports, ledger, search);
  const pages: LedgerPage[] = [];
  for (const question of questions) {
    const answer = await ledger.find(question);
    pages.push(answer);
    if (isOneList && !answer.hasMore) break;
  }
  const fetchedAt = ports.clock.now();
  const found = pages.flatMap(({ records }) => records).filter((quote) => matches(quote, search));
  return {
    records: found.map((quote) => ({ ...quote, fetchedAt })),
    page,
    limit: limit * Math.max(1, questions.length),
    hasMore: (isOneList ? pages.slice(-1) : pages).some(({ hasMore }) => hasMore),
  };
}

async function quoteById(ports: CorePorts, ledger: Ledger, id: string): Promise<CachedRecord | undefined> {
  const providerId = providerIdOf('quotes', id);
  return providerId === undefined ? undefined : ifThere(readLive(ports, ledger, 'quotes', providerId));
}

/**
 * The provider's pages that make up one page of the search. `isOneList`: they are pages of one list, so the end of one is
 * the end of all. The provider cannot search by a contact's name, so the contacts of that name are found first.
 */
async function planOf({ gateway }: CorePorts, ledger: Ledger, search: QuoteSearch) {
  const { number, status, external_reference, name, page = 1 } = search;
  const { foundBy } = gateway.traits.families.quotes;
  const asked = given({ number, status: status?.toUpperCase(), external_reference });
  const narrow = Object.fromEntries(Object.entries(asked).filter(([field]) => foundBy.includes(field)));
  if (name !== undefined) {
    const { records, isWhole } = await findExactly(ledger, { field: 'name', value: name });
    const questions = records.map(({ providerId }) => questionOf({ ...narrow, contact_id: providerId }, page));
    if (isWhole && questions.length <= namesakesMax) return { questions, isOneList: false };
  }
  const isNarrow = 'number' in narrow || 'external_reference' in narrow;
  const isWide = !isNarrow && (external_reference ?? name) !== undefined;
  const pages = isWide ? widePages : 1;
  const questions = Array.from({ length: pages }, (_, index) => questionOf(narrow, (page - 1) * pages + index + 1));
  return { questions, isOneList: true };
}

function questionOf(where: LedgerFindQuery['where'], page: number): LedgerFindQuery {
  return { type: 'quotes', where, page };
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
