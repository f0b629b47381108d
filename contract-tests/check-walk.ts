import { deepEqual } from 'node:assert/strict';
import type { Keyset } from '#core/ports';

/** Walks in parts of three; the ids must be `newestFirst`, turned round. */
export async function checkWalk(
  walk: (after: Keyset | null, limit: number) => Promise<readonly Keyset[]>,
  newestFirst: readonly string[],
): Promise<void> {
  const seen: string[] = [];
  for (let after: Keyset | null = null; ; ) {
    const part: readonly Keyset[] = await walk(after, 3);
    seen.push(...part.map(({ id }) => id));
    if (part.length < 3) break;
    after = part.at(-1) ?? null;
  }
  deepEqual(seen, newestFirst.toReversed());
}
