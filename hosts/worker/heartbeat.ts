// Keeps the leases of running attempts, and stops those whose lease cannot be kept.
import type { Core } from '#core';
import type { Outage } from './outage.ts';
import { repeat } from './repeat.ts';
import type { Slots } from './slots.ts';

/** How often the ends of leases are looked at; and how long before its end a lease counts as lost. */
const watchMs = 1000;
const leaseMarginMs = 3000;

export function startHeartbeat(
  worker: Pick<Core['worker'], 'renew'>,
  slots: Slots,
  outage: Outage,
  renewMs: number,
): { stop(): Promise<void> } {
  const soonMs = Math.min(watchMs, renewMs);
  const renewing = repeat(async () => ((await renew(worker, slots, outage)) ? renewMs : soonMs));
  // Apart from the renewal, which may hang with the database.
  const watching = repeat(async () => {
    slots.stopExpiring(performance.now(), leaseMarginMs);
    return soonMs;
  });
  return {
    stop: async () => {
      await Promise.all([renewing.stop(), watching.stop()]);
    },
  };
}

/** One call for all leases; false when the database did not take it. */
async function renew(worker: Pick<Core['worker'], 'renew'>, slots: Slots, outage: Outage): Promise<boolean> {
  const leases = slots.leases();
  if (leases.length === 0) return true;
  const askedAtMs = performance.now();
  const held = await outage.guard(() => worker.renew(leases));
  if (!held) return false;
  const kept = new Map(held.map((renewed) => [renewed.operationId, renewed]));
  for (const { operationId } of leases) {
    const renewed = kept.get(operationId);
    if (!renewed) slots.stop(operationId, 'lease_lost');
    else if (renewed.cancelRequested) slots.stop(operationId, 'cancel_requested');
    if (renewed) slots.prolonged(operationId, askedAtMs);
  }
  return true;
}
