// How much the tests of random histories play: `npm test` a share of them, `npm run test:long` all.

/** `TEST_LONG=1`: all histories, and other ones each time. */
export const isLong = process.env['TEST_LONG'] === '1';

/** `long` of them, or a share: random histories cost time in `npm test`, and a long run plays all of them. */
export function runsOf({ long, short }: { readonly long: number; readonly short: number }): number {
  return isLong ? long : short;
}

/** The wanted number, or `random`; when none is wanted, random in a long run and `usual` in all others. */
export function seedOf(wanted: string | undefined, usual: number): number {
  const chosen = wanted ?? (isLong ? 'random' : String(usual));
  return chosen === 'random' ? Math.floor(Math.random() * 2 ** 30) : Number(chosen);
}
