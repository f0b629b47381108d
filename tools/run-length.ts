// How many random histories the tests play: `npm test` a part, `npm run test:long` all.

/** `TEST_LONG=1` plays all histories, with new seeds each time. */
export const isLong = process.env['TEST_LONG'] === '1';

/** Returns `long` in a long run, else `short`, to save time. */
export function runsOf({ long, short }: { readonly long: number; readonly short: number }): number {
  return isLong ? long : short;
}

/**
 * Whether a product's case is played, given by the places of its values: in a long run every one; in a short run those of
 * which the first value's place is the sum of the others', by its `many`. So every value still meets every value of each
 * other list that is no shorter than `many`, with which the first is.
 */
export function isPlayed({ many, place }: { many: number; place: number }, ...others: readonly number[]): boolean {
  return isLong || others.reduce((sum, one) => sum + one, 0) % many === place;
}

/** Returns the wanted seed, where `random` draws one; by default random in a long run, else `usual`. */
export function seedOf(wanted: string | undefined, usual: number): number {
  const chosen = wanted ?? (isLong ? 'random' : String(usual));
  return chosen === 'random' ? Math.floor(Math.random() * 2 ** 30) : Number(chosen);
}
