import { within } from './within.ts';

/**
 * What `ask` answered last, asked anew when that is older than `everyMs`; undefined while it fails or takes longer than
 * `timeoutMs`. Any number of callers at once ask once.
 */
export function sampled<T>(
  ask: () => Promise<T>,
  { everyMs, timeoutMs }: { readonly everyMs: number; readonly timeoutMs: number },
): () => Promise<T | undefined> {
  let askedMs = Number.NEGATIVE_INFINITY;
  let latest: Promise<T | undefined> = Promise.resolve(undefined);
  return () => {
    const nowMs = performance.now();
    if (nowMs - askedMs >= everyMs) {
      askedMs = nowMs;
      latest = within(ask(), timeoutMs);
    }
    return latest;
  };
}
