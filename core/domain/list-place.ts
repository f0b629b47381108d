// Walks the provider's lists, the oldest change first, while the books change.
import type { LedgerRecord } from './ledger-record.ts';

/** A place between two pages. Plain data: a walk may continue from it days later. */
export type ListPlace = {
  /** The walk lists from this second on (ISO 8601 stamp); null: from the beginning. */
  readonly since: string | null;
  /** Records after `since` that were already seen. */
  readonly seen: number;
  /** The last record seen, with its stamp (ISO 8601). If the list shows another stamp, the record has moved. */
  readonly last: { readonly id: string; readonly at: string | null } | null;
  readonly shifts: number;
};

export interface ListWindow {
  readonly size: number;
  readonly isFixed: boolean;
}

export interface LedgerListQuery {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly modifiedSince: Date | null;
}

type Stamped = Pick<LedgerRecord, 'providerId' | 'providerUpdatedAt'>;

interface ListedPage {
  readonly records: readonly Stamped[];
  readonly unreadable: readonly unknown[];
  readonly hasMore: boolean;
}

/** After this many pages counted from one second, counting begins again at a later second. */
const deepestPages = 20;
const shiftsMax = 3;

/** Begins at the changes since `since`, to the second; null begins at the first record. */
export function placeAt(since: Date | null): ListPlace {
  return { since: since && secondOf(since).toISOString(), seen: 0, last: null, shifts: 0 };
}

/**
 * A page begins at a multiple of its size. After `seen` records, the size is chosen so that the next page begins a
 * little before the last of them.
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
 * The next place; undefined at the end. A record that changes during the walk moves to the end and the later ones move up,
 * so a page number alone would skip a record. The next page therefore lists from the second of the last stamp. If it would
 * show mostly seen records, the walk counts pages instead and restarts unless each page shows the last seen record again.
 * (Fixed pages are counted without that check, within one second only.)
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

/** The records have moved: reads again from the second of the last seen one. */
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
