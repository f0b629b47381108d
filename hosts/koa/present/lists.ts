import { encodeCursor, type Listed, type Timeline, timelineEntriesMax } from '#core';
import {
  type AnswerOf,
  type Listing,
  type ListingMetaAnswer,
  TimelineEntryAnswer,
  type TimelineMetaAnswer,
} from '#core/schemas';
import { presenter } from './present.ts';

/** A list read by cursor has no page number: the items before it are not counted, which makes it cheap. */
export function presentListingMeta({
  request,
  total,
  hasMore,
  next,
}: Listing<unknown>): AnswerOf<typeof ListingMetaAnswer> {
  return {
    page: 'page' in request ? request.page : null,
    limit: request.limit,
    total,
    total_pages: Math.ceil(total / request.limit),
    has_more: hasMore,
    next_cursor: next === null ? null : encodeCursor(next),
  };
}

/** The items of a list: null where a document is too large for one. */
function presentListed<T, S extends object>(items: readonly Listed<T>[], present: (item: T) => S) {
  return items.map((item) => {
    const shape = present(item);
    const { truncated } = item;
    if (truncated === undefined) return shape;
    const nulls = truncated.filter((name) => name in shape).map((name) => [name, null]);
    return { ...shape, ...Object.fromEntries(nulls), truncated };
  });
}

/** What a handler answers with one page of a list. */
export function pageOf<T>(message: string, listing: Listing<Listed<T>>, present: (item: T) => object) {
  return { message, data: { items: presentListed(listing.items, present) }, meta: presentListingMeta(listing) };
}

const onlyPage = { page: 1, total_pages: 1, has_more: false, next_cursor: null } as const;

/** What a handler answers with a list that is always whole. */
export function wholeList(message: string, items: readonly object[]) {
  return { message, data: { items }, meta: { ...onlyPage, limit: items.length, total: items.length } };
}

const presentEntry = presenter(TimelineEntryAnswer);

/** What a handler answers with a timeline, which is one page. */
export function timelineOf(message: string, { items, truncated }: Timeline) {
  const total = truncated ? null : items.length;
  const meta: AnswerOf<typeof TimelineMetaAnswer> = { ...onlyPage, limit: timelineEntriesMax, total, truncated };
  return { message, data: { items: items.map(presentEntry) }, meta };
}
