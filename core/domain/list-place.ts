// Walking the provider's lists, the oldest change first, while the books change: where to read on after each page.
import type { LedgerRecord } from './ledger-record.ts';

/** Between two pages. Plain data: it is stored, and a walk may continue from it days later. */
export type ListPlace = {
  /** The list is asked for from this second on, by modification stamp (ISO 8601); null: from its beginning. */
  readonly since: string | null;
  /** Records behind `since` that were seen already. */
  readonly seen: number;
  /** The last of them, and its stamp (ISO 8601): with another stamp it is somewhere else. */
  readonly last: { readonly id: string; readonly at: string | null } | null;
  /** How often in a row reading on from here was in vain. */
  readonly shifts: number;
};

/** The pages of one of the provider's lists. */
export interface ListWindow {
  /** Records on a page at most. */
  readonly size: number;
  /** Whether the provider gives pages of this size only. */
  readonly isFixed: boolean;
}

export interface LedgerListQuery {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly modifiedSince: Date | null;
}

type Stamped = Pick<LedgerRecord, 'providerId' | 'providerUpdatedAt'>;

export interface ListedPage {
  readonly records: readonly Stamped[];
  /** What was listed beside them: it counts, though nothing more is known of it. */
  readonly unreadable: readonly unknown[];
  readonly hasMore: boolean;
}

/** Counting from one second goes no deeper than this. */
const deepestPages = 20;
/** After so many vain tries a page is taken as it comes. */
const shiftsMax = 3;

/** The beginning of a list of what changed since then (to the second); null: of everything. */
export function placeAt(since: Date | null): ListPlace {
  return { since: since && secondOf(since).toISOString(), seen: 0, last: null, shifts: 0 };
}

/**
 * What to ask for. Page numbers only know windows that begin at a multiple of their size; where records were seen
 * already, the size is chosen so that the window begins a little before the last of them.
 */
export function queryAt({ since, seen }: ListPlace, { size, isFixed }: ListWindow): LedgerListQuery {
  const modifiedSince = since === null ? null : new Date(since);
  if (seen === 0 || isFixed) return { page: Math.floor(seen / size) + 1, pageSize: size, modifiedSince };
  return { ...farthest(seen - Math.max(1, Math.floor(size / 100)), size), modifiedSince };
}

function farthest(offset: number, largest: number): Pick<LedgerListQuery, 'page' | 'pageSize'> {
  let best = { page: 1, pageSize: largest };
  for (let pageSize = largest; pageSize > 1; pageSize--) {
    const page = Math.floor(Math.max(0, offset) / pageSize) + 1;
    if (page * pageSize > best.page * best.pageSize) best = { page, pageSize };
  }
  return best;
}

/**
 * Where to read on; undefined at the end. A record that changes while we read moves to the end and everything behind it
 * one place forward, so a page number alone would skip one. So the next page begins at the last stamp's second anew; where
 * that would show mostly what was seen, pages are counted, and a page counts only when it shows the last record again
 * where the one before ended. (Lists of fixed pages are counted unseen, within one second only.)
 */
export function placeAfter(place: ListPlace, page: ListedPage, window: ListWindow): ListPlace | undefined {
  const isCounted = place.last !== null && !window.isFixed && place.shifts < shiftsMax;
  const found = isCounted ? page.records.findIndex((record) => isLastSeen(place, record)) : -1;
  if (isCounted && found < 0) return restarted(place);
  const last = page.records.at(-1);
  if (!page.hasMore) return undefined;
  const unread = page.unreadable.length;
  const asked = queryAt(place, window);
  const end = (asked.page - 1) * asked.pageSize + page.records.length + unread;
  if (!last) return unread > 0 ? { ...place, seen: end, last: null } : undefined;
  const seen = isCounted ? place.seen + page.records.length + unread - (found + 1) : end;
  const second = last.providerUpdatedAt && secondOf(last.providerUpdatedAt).toISOString();
  const at = { id: last.providerId, at: last.providerUpdatedAt?.toISOString() ?? null };
  if (second === null || second === place.since) return { ...place, seen, last: at };
  const again = page.records.filter(({ providerUpdatedAt }) => isIn(second, providerUpdatedAt)).length;
  if (window.isFixed || again <= window.size / 10) return { since: second, seen: 0, last: null, shifts: 0 };
  if (seen >= deepestPages * window.size) return { since: second, seen: again, last: at, shifts: 0 };
  return { ...place, seen, last: at };
}

/** The records have moved: from the second of the last one seen on, all are read again. */
function restarted({ since, last, shifts }: ListPlace): ListPlace {
  const second = last?.at ? secondOf(new Date(last.at)).toISOString() : since;
  return { since: second, seen: 0, last: null, shifts: second === since ? shifts + 1 : 0 };
}

function isLastSeen({ last }: ListPlace, { providerId, providerUpdatedAt }: Stamped): boolean {
  return providerId === last?.id && (providerUpdatedAt?.toISOString() ?? null) === last.at;
}

function isIn(second: string, stamp: Date | null): boolean {
  return stamp !== null && secondOf(stamp).toISOString() === second;
}

function secondOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}
