import { type ListPlace, placeAt } from '../../domain/list-place.ts';

/** What a walk did to one family. */
export type FamilyCounts = {
  /** Records that came, those that came twice counted twice. */
  readonly read: number;
  /** Records that were new to the cache or differed from what it held. */
  readonly changed: number;
  /** Invoices that were announced. */
  readonly announced: number;
  /** Records that the provider no longer lists. */
  readonly removed: number;
};

/**
 * How far the walk of one family got: the result of the step that has its name. There is one such step a family,
 * replaced with each page, so that a sync's steps do not grow with the customer's books.
 */
export type WalkCheckpoint = FamilyCounts & {
  readonly pages: number;
  /** Where to read on; null at the end. */
  readonly place: ListPlace | null;
  /** The latest modification stamp that was seen (ISO 8601). */
  readonly newest: string | null;
  readonly began_at: string;
};

export function firstCheckpoint(since: Date | null, now: Date): WalkCheckpoint {
  return {
    ...{ read: 0, changed: 0, announced: 0, removed: 0, pages: 0 },
    place: placeAt(since),
    newest: null,
    began_at: now.toISOString(),
  };
}

export function countsOf({ read, changed, announced, removed }: WalkCheckpoint): FamilyCounts {
  return { read, changed, announced, removed };
}
