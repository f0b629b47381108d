import { encodeCursor, type Listed, type Listing, type Timeline, timelineEntriesMax } from '#core';
import type { ListingMetaShape, TimelineMetaShape } from '#core/schemas';

/** A list read by cursor has no page number: the places before it are not counted, that is what keeps it cheap. */
export function presentListingMeta({ request, total, hasMore, next }: Listing<unknown>): ListingMetaShape {
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
export function presentListed<T, S extends object>(items: readonly Listed<T>[], present: (item: T) => S) {
  return items.map((item) => {
    const shape = present(item);
    const { truncated } = item;
    if (truncated === undefined) return shape;
    const nulls = truncated.filter((name) => name in shape).map((name) => [name, null]);
    return { ...shape, ...Object.fromEntries(nulls), truncated };
  });
}

/** Of a list that is always whole. */
export function onePage(total: number): ListingMetaShape {
  return { page: 1, limit: total, total, total_pages: 1, has_more: false, next_cursor: null };
}

export function presentTimelineMeta({ items, truncated }: Timeline): TimelineMetaShape {
  return {
    page: 1,
    limit: timelineEntriesMax,
    total: truncated ? null : items.length,
    total_pages: 1,
    has_more: false,
    next_cursor: null,
    truncated,
  };
}
