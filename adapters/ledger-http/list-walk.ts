// Walks the provider's lists, the oldest change first, while the books change.
import type { LedgerRecord } from '#core/ports';

/** A place between two pages. */
export interface ListPlace {
  /** The walk lists from this whole second on, in milliseconds since 1970; null: from the beginning. */
  readonly since: number | null;
  /** Records after `since` that were already seen. */
  readonly seen: number;
  /** The last record seen, with its stamp in milliseconds. If the list shows another stamp, the record has moved. */
  readonly last: { readonly id: string; readonly at: number | null } | null;
  readonly shifts: number;
}

export interface ListWindow {
  readonly size: number;
  readonly isFixed: boolean;
}

export interface ListQuery {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly modifiedSince: Date | null;
}

type Stamped = Pick<LedgerRecord, 'providerId' | 'providerUpdatedAt'>;

export interface ListedPage {
  readonly records: readonly Stamped[];
  readonly unreadable: readonly unknown[];
  readonly hasMore: boolean;
}

/** After this many pages counted from one second, counting begins again at a later second. */
const deepestPages = 20;
const shiftsMax = 3;

/** The cursor's place; without a readable cursor, the changes since `since`, to the second (null: the first record). */
export function placeIn(cursor: string | null, since: Date | null): ListPlace {
  const match = /^(-?\d{1,15})?\/(\d{1,9})\/(\d)\/(-?\d{1,15})?\/(.{0,100})$/.exec(cursor ?? '');
  if (!match) return { since: since && secondOf(since.getTime()), seen: 0, last: null, shifts: 0 };
  const [, from, seen, shifts, at, id] = match;
  const last = id ? { id, at: at === undefined ? null : Number(at) } : null;
  return { since: from === undefined ? null : Number(from), seen: Number(seen), last, shifts: Number(shifts) };
}

/** The place as text, as `placeIn` reads it. */
export function cursorOf({ since, seen, last, shifts }: ListPlace): string {
  return [since, seen, shifts, last?.at, last?.id].join('/');
}

/**
 * A page begins at a multiple of its size. After `seen` records, the size is chosen so that the next page begins a
 * little before the last of them.
 */
export function queryAt({ since, seen }: ListPlace, { size, isFixed }: ListWindow): ListQuery {
  const modifiedSince = since === null ? null : new Date(since);
  if (seen === 0 || isFixed) return { page: Math.floor(seen / size) + 1, pageSize: size, modifiedSince };
  return { ...farthest(seen - Math.max(1, Math.floor(size / 100)), size), modifiedSince };
}

function farthest(offset: number, largest: number): Pick<ListQuery, 'page' | 'pageSize'> {
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
  const at = stampOf(last);
  const next = { ...place, seen, last: { id: last.providerId, at } };
  const second = at === null ? null : secondOf(at);
  if (second === null || second === place.since) return next;
  const again = page.records.filter((record) => secondOf(stampOf(record) ?? 0) === second).length;
  if (window.isFixed || again <= window.size / 10) return { since: second, seen: 0, last: null, shifts: 0 };
  if (seen >= deepestPages * window.size) return { ...next, since: second, seen: again, shifts: 0 };
  return next;
}

/** The records have moved: reads again from the second of the last seen one. */
function restarted({ since, last, shifts }: ListPlace): ListPlace {
  const second = last === null || last.at === null ? since : secondOf(last.at);
  return { since: second, seen: 0, last: null, shifts: second === since ? shifts + 1 : 0 };
}

function isLastSeen({ last }: ListPlace, record: Stamped): boolean {
  return record.providerId === last?.id && stampOf(record) === last.at;
}

function stampOf({ providerUpdatedAt }: Stamped): number | null {
  return providerUpdatedAt?.getTime() ?? null;
}

function secondOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}
