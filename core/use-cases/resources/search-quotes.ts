import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isJsonObject } from '../../domain/json.ts';
import { type CachedRecord, type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import { parseResourceId } from '../../domain/resource-id.ts';
import type { LedgerFindQuery, LedgerPage } from '../../ports/ledger-gateway.ts';
import { parse } from '../../schemas/parse.ts';
import { type QuoteSearch, QuoteSearchRequest } from '../../schemas/requests/quote-search.ts';
import { requireConnection } from '../connections/require-connection.ts';
import { keepLiveRead } from '../usage/take-down.ts';
import { withLedger } from '../with-ledger.ts';
import { findExactly } from './find-exactly.ts';
import { fetched } from './kept-record.ts';
import { type ReadPorts, readLive } from './read-resource.ts';

/** One page of a live search. */
export interface QuotesFound {
  readonly records: readonly CachedRecord[];
  readonly page: number;
  /** How many of the provider's quotes a page looks at. */
  readonly limit: number;
  /** Whether the provider may have more to look at. */
  readonly hasMore: boolean;
}

interface Plan {
  readonly questions: readonly LedgerFindQuery[];
  /** Pages of one list, so that the end of one is the end of all. */
  readonly isOneList: boolean;
}

interface Place {
  readonly caller: Caller;
  readonly connection: Connection;
  readonly search: QuoteSearch;
  readonly page: number;
}

/** What a request looks through where the provider cannot narrow. */
const widePages = 5;
/** What lies behind so many pages counts as empty: whether a provider takes any number for a page is not known. */
const pagesMax = 100_000;
/** Contacts of one name, whose quotes are asked for one by one: archived ones may share it. */
const namesakesMax = 5;

/**
 * Searches a connection's quotes at the provider (the specification's "quotes/search"), one budgeted call a page of its.
 * Its filters only narrow; every filter that was given is compared here, exactly. Several quotes may have one number over
 * time, because a deleted one frees it: all are found.
 */
export function searchQuotes(ports: ReadPorts) {
  return async (
    caller: Caller,
    { connectionId, body }: { connectionId: string; body: unknown },
  ): Promise<QuotesFound> => {
    const connection = await requireConnection(ports, caller, connectionId);
    const search = parse(QuoteSearchRequest, body ?? {});
    const place: Place = { caller, connection, search, page: search.page ?? 1 };
    const found = await find(ports, place);
    await keepLiveRead(ports, connection);
    return found;
  };
}

async function find(ports: ReadPorts, place: Place): Promise<QuotesFound> {
  const { search, page } = place;
  const limit = ports.gateway.traits.findPageSize;
  if (page > pagesMax) return { records: [], page, limit, hasMore: false };
  if (search.provider_id !== undefined) return byId(ports, place, search.provider_id);
  const { questions, isOneList } = await planOf(ports, place);
  const pages = await ask(ports, place, questions, isOneList);
  const now = ports.clock.now();
  const found = pages.flatMap(({ records }) => records).filter((quote) => matches(quote, search));
  return {
    records: found.map((quote) => fetched(quote, now)),
    page: place.page,
    limit: limit * Math.max(1, questions.length),
    hasMore: (isOneList ? pages.slice(-1) : pages).some(({ hasMore }) => hasMore),
  };
}

/** One quote at most; the other filters still apply. */
async function byId(ports: ReadPorts, { caller, connection, search, page }: Place, id: string): Promise<QuotesFound> {
  const reference = parseResourceId('quotes', id);
  const none = { records: [], page, limit: ports.gateway.traits.findPageSize, hasMore: false };
  if (reference.kind !== 'this_type' || page > 1) return none;
  try {
    const quote = await readLive(ports)(caller, connection, 'quotes', reference.providerId);
    return { ...none, records: matches(quote, search) ? [quote] : [] };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return none;
    throw error;
  }
}

/** What to ask for this page. Contacts of the asked name are told apart by their ids, for the provider knows no names here. */
async function planOf(ports: ReadPorts, { caller, connection, search, page }: Place): Promise<Plan> {
  const { number, status, external_reference } = search;
  const narrow = narrowing(ports, { number, status: status?.toUpperCase(), external_reference });
  const question = (where: Readonly<Record<string, string>>, at: number) =>
    ({ type: 'quotes', where, page: at }) as const;
  const named = search.name;
  if (named !== undefined) {
    const { records, isWhole } = await findExactly(ports)(caller, connection, { field: 'name', value: named });
    const questions = records.map(({ providerId }) => question({ ...narrow, contact_id: providerId }, page));
    if (isWhole && questions.length <= namesakesMax) return { questions, isOneList: false };
  }
  const isNarrow = 'number' in narrow || 'external_reference' in narrow;
  const isWide = !isNarrow && (external_reference ?? named) !== undefined;
  const pages = isWide ? widePages : 1;
  const questions = Array.from({ length: pages }, (_, index) => question(narrow, (page - 1) * pages + index + 1));
  return { questions, isOneList: true };
}

/** What was asked for that the provider narrows its answer by. */
function narrowing(
  { gateway }: Pick<ReadPorts, 'gateway'>,
  asked: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const { foundBy } = gateway.traits.families.quotes;
  return Object.fromEntries(
    Object.entries(asked).filter((entry): entry is [string, string] => {
      return entry[1] !== undefined && foundBy.includes(entry[0]);
    }),
  );
}

async function ask(
  ports: ReadPorts,
  { caller, connection }: Place,
  questions: readonly LedgerFindQuery[],
  isOneList: boolean,
): Promise<readonly LedgerPage[]> {
  const pages: LedgerPage[] = [];
  for (const query of questions) {
    const page = await withLedger(ports)(connection, 'interactive', (access) => ports.gateway.find(access, query), {
      requestId: caller.requestId,
    });
    pages.push(page);
    if (isOneList && !page.hasMore) break;
  }
  return pages;
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
