// One claim at a time: when there is room and there is news, a free slot, a due moment or a poll.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Attempts } from './attempts.ts';
import type { Outage } from './outage.ts';
import type { Settled } from './worker-options.ts';

/** The next due time is asked for no more often; so often, too, is claimed what is due and not to be had. */
const againMs = 250;

/** A loop's task: claims once and resolves to the pause before the next claim. */
export function claiming(
  { worker, observer, now, pollMs, outageMs }: Settled,
  attempts: Attempts,
  database: Outage,
): () => Promise<number> {
  let dueMs = 0;
  let askedMs = Number.NEGATIVE_INFINITY;
  const untilDue = async (): Promise<number> => {
    const nowMs = performance.now();
    if (dueMs <= nowMs || nowMs - askedMs > againMs) {
      const due = await database.asking(() => worker.nextDueAt());
      askedMs = performance.now();
      dueMs = due ? askedMs + due.getTime() - now().getTime() : askedMs + pollMs;
    }
    return Math.min(dueMs - performance.now(), pollMs);
  };
  return async () => {
    // What ends together is replaced together.
    await nextTurn();
    const room = attempts.room();
    if (room.limit === 0) return pollMs;
    const askedAtMs = performance.now();
    const claimed = await database.asking(() => worker.claim(room));
    if (!claimed) {
      observer?.claimFailed();
      return database.pauseMs(outageMs);
    }
    observer?.claimed(claimed, performance.now() - askedAtMs);
    for (const leased of claimed) attempts.start(leased, askedAtMs);
    if (claimed.length >= room.limit) return 0;
    return Math.max(await untilDue(), claimed.length > 0 ? 0 : againMs);
  };
}
