// Keeps the leases of running attempts.
import type { Lease } from '#core';
import type { Attempts } from './attempts.ts';
import type { Outage } from './outage.ts';
import type { Settled } from './worker-options.ts';

/** Before leases are renewed that the database did not take. */
const againMs = 1000;
/** Leases renewed by one statement. */
export const renewalsAtOnce = 250;

/** A loop's task: renews every lease; sooner again when the database did not take all of them. */
export function renewing(
  { worker, observer, renewMs }: Settled,
  attempts: Attempts,
  database: Outage,
): () => Promise<number> {
  /** False when the database did not take it. */
  const renew = async (leases: readonly Lease[]): Promise<boolean> => {
    const askedAtMs = performance.now();
    const held = await database.asking(() => worker.renew(leases));
    if (!held) return false;
    const renewedBy = new Map(held.map((renewed) => [renewed.operationId, renewed]));
    for (const { operationId } of leases) {
      const renewed = renewedBy.get(operationId);
      if (!renewed) attempts.stop(operationId, 'lease_lost');
      else if (renewed.cancelRequested) attempts.stop(operationId, 'cancel_requested');
      if (renewed) attempts.prolonged(operationId, askedAtMs);
    }
    observer?.renewed(renewedBy.size, leases.length - renewedBy.size);
    return true;
  };
  return async () => {
    const leases = attempts.leases();
    let all = true;
    for (let start = 0; start < leases.length; start += renewalsAtOnce) {
      all = (await renew(leases.slice(start, start + renewalsAtOnce))) && all;
    }
    return all ? renewMs : Math.min(againMs, renewMs);
  };
}
