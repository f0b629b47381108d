import type { OperationType } from './operation.ts';

/** The wait before each further attempt, in seconds. The attempts of a run are one more than the waits. */
export interface RetryPolicy {
  readonly delaysSeconds: readonly number[];
}

const minute = 60;
const hour = 60 * minute;

/** 10 attempts after 5 s, 20 s, 1 min, 5 min, 15 min, 1 h, 2 h, 4 h, 8 h. */
const work: RetryPolicy = {
  delaysSeconds: [5, 20, minute, 5 * minute, 15 * minute, hour, 2 * hour, 4 * hour, 8 * hour],
};
/** Attempts after 0, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const delivery: RetryPolicy = {
  delaysSeconds: [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
};

export const retryPolicies: Readonly<Record<OperationType, RetryPolicy>> = {
  'automation.invoice.create_and_deliver': work,
  'automation.invoice.create_with_contact': work,
  'automation.invoice.record_payment': work,
  'automation.invoice.void_and_reissue': work,
  'automation.quote.create_and_send': work,
  'automation.quote.convert_to_invoice': work,
  'automation.purchase_order.create_and_deliver': work,
  'connection.sync': work,
  'connection.reconcile': work,
  'notification.process': work,
  'webhook.deliver': delivery,
  'webhook.recover': work,
  'retention.purge': work,
  'secrets.reencrypt': work,
};

/** Up to a fifth is added, so that what failed together does not come back together. */
const jitter = 0.2;

/** Seconds to wait after the `failed`-th attempt of a run (1-based). `spread` is a random number in [0, 1). */
export function retryDelaySeconds(type: OperationType, failed: number, spread: number): number {
  const { delaysSeconds } = retryPolicies[type];
  return jittered(delaysSeconds[Math.min(failed, delaysSeconds.length) - 1] ?? 0, spread);
}

export function jittered(seconds: number, spread: number): number {
  return seconds * (1 + jitter * spread);
}
