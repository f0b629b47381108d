import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Lease } from '#core';
import type { Attempts } from './attempts.ts';
import type { Outage } from './outage.ts';
import type { Settled } from './worker-options.ts';

/** The pause between two reads of the next due time, and before a new claim of due work that others held. */
const againMs = 250;

/** A loop's task: claims once and resolves to the pause in milliseconds. */
export function claiming(
  { worker, observer, now, pollMs, outageMs, database: stateOf }: Settled,
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
    // Waits, so that one claim replaces all attempts that end in this turn.
    await nextTurn();
    // What a lost commit has done may be done again, so nothing is claimed and what runs stops at its next step.
    if ((stateOf?.() ?? 'kept') !== 'kept') {
      attempts.stopAll('shutdown');
      return againMs;
    }
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

const renewAgainMs = 1000;
export const renewalsAtOnce = 250;

/** A loop's task: renews every lease except young ones; after a failure the pause is shorter. */
export function renewing(
  { worker, observer, renewMs }: Settled,
  attempts: Attempts,
  database: Outage,
): () => Promise<number> {
  const renew = async (leases: readonly Lease[]): Promise<boolean> => {
    const askedAtMs = performance.now();
    const held = await database.asking(() => worker.renew(leases));
    if (!held) return false;
    const renewedBy = new Map(held.map((renewed) => [renewed.operationId, renewed]));
    for (const { operationId } of leases) {
      const renewed = renewedBy.get(operationId);
      if (!renewed) attempts.stop(operationId, 'lease_lost');
      else if (renewed.cancelRequested) attempts.stop(operationId, 'cancel_requested');
      if (renewed?.prolonged) attempts.prolonged(operationId, askedAtMs);
    }
    observer?.renewed(renewedBy.size, leases.length - renewedBy.size);
    return true;
  };
  return async () => {
    const leases = attempts.leases(renewMs / 2);
    let all = true;
    for (let start = 0; start < leases.length; start += renewalsAtOnce) {
      all = (await renew(leases.slice(start, start + renewalsAtOnce))) && all;
    }
    return all ? renewMs : Math.min(renewAgainMs, renewMs);
  };
}
