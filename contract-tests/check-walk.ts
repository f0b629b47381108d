import { deepEqual } from 'node:assert/strict';
import type { Keyset } from '#core/ports';

/** Walks in parts of two; the ids must be `newestFirst`, turned round. */
export async function checkWalk(
  walk: (after: Keyset | null, limit: number) => Promise<readonly Keyset[]>,
  newestFirst: readonly string[],
): Promise<void> {
  const seen: string[] = [];
  for (let after: Keyset | null = null; ; ) {
    const part: readonly Keyset[] = await walk(after, 2);
    seen.push(...part.map(({ id }) => id));
    if (part.length < 2) break;
    after = part.at(-1) ?? null;
  }
  deepEqual(seen, newestFirst.toReversed());
}
