/** How a batch's numbers stand to the ones before. */
export type CursorMove = 'first' | 'next' | 'gap' | 'old';

/** `before` is the last number that an app's batches have reached; null before its first batch. */
export function cursorMoveOf(before: number | null, first: number, last: number): CursorMove {
  if (before === null) return 'first';
  if (last <= before) return 'old';
  return first <= before + 1 ? 'next' : 'gap';
}
