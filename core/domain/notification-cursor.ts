/** How a batch's numbers stand to the ones before; `jump`: so far ahead that they cannot be right. */
export type CursorMove = 'first' | 'next' | 'gap' | 'old' | 'jump';

/** Taken over, a number farther ahead would make all that follow old, and no gap were found any more. */
const aheadMost = 1_000_000;

/** `before` is the last number that an app's batches have reached; null before its first batch. */
export function cursorMoveOf(before: number | null, first: number, last: number): CursorMove {
  if (last - (before ?? first) > aheadMost) return 'jump';
  if (before === null) return 'first';
  if (last <= before) return 'old';
  return first <= before + 1 ? 'next' : 'gap';
}
