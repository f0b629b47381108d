// Keeps the leases of running attempts, and stops those whose lease cannot be kept.
import type { Core, Lease } from '#core';
import type { WorkerObserver } from './observer.ts';
import type { Outage } from './outage.ts';
import type { Pulse } from './pulse.ts';
import { repeat } from './repeat.ts';
import type { Slots } from './slots.ts';

/** How often the ends of leases are looked at; and how long before its end a lease counts as lost. */
const watchMs = 1000;
const leaseMarginMs = 3000;
/** Leases renewed by one statement. */
export const renewalsAtOnce = 250;

export interface HeartbeatOptions {
  readonly worker: Pick<Core['worker'], 'renew'>;
  readonly slots: Slots;
  readonly outage: Outage;
  readonly observer: WorkerObserver;
  readonly pulse: Pulse;
  readonly renewMs: number;
}

export function startHeartbeat(options: HeartbeatOptions): { stop(): Promise<void> } {
  const { slots, pulse, renewMs } = options;
  const soonMs = Math.min(watchMs, renewMs);
  const renewing = repeat(
    async () => ((await renewAll(options)) ? renewMs : soonMs),
    (pauseMs) => pulse.beat('renewing', pauseMs),
  );
  // Apart from the renewal, which may hang with the database.
  const watching = repeat(
    async () => {
      slots.stopExpiring(performance.now(), leaseMarginMs);
      return soonMs;
    },
    (pauseMs) => pulse.beat('watching', pauseMs),
  );
  return {
    stop: async () => {
      await Promise.all([renewing.stop(), watching.stop()]);
    },
  };
}

/** As few calls as the statement's bound allows; false when the database did not take all of them. */
async function renewAll(options: HeartbeatOptions): Promise<boolean> {
  const leases = options.slots.leases();
  let all = true;
  for (let start = 0; start < leases.length; start += renewalsAtOnce) {
    all = (await renew(options, leases.slice(start, start + renewalsAtOnce))) && all;
  }
  return all;
}

async function renew({ worker, slots, outage, observer }: HeartbeatOptions, leases: readonly Lease[]) {
  const askedAtMs = performance.now();
  const held = await outage.guard(() => worker.renew(leases));
  if (!held) {
    observer.renewalFailed();
    return false;
  }
  const kept = new Map(held.map((renewed) => [renewed.operationId, renewed]));
  for (const { operationId } of leases) {
    const renewed = kept.get(operationId);
    if (!renewed) slots.stop(operationId, 'lease_lost');
    else if (renewed.cancelRequested) slots.stop(operationId, 'cancel_requested');
    if (renewed) slots.prolonged(operationId, askedAtMs);
  }
  observer.renewed(kept.size, leases.length - kept.size);
  return true;
}
