import { secondsAfter } from '../../domain/backoff.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { turnsFor } from '../ledger/key-places.ts';
import { usableTenant } from '../ledger/refused-access.ts';
import type { LedgerWrite } from './holder.ts';

/** Held from the live read to the provider's answer. */
export interface RecordLease {
  /**
   * Call it right before the attempt is stored, which makes the lease durable. Throws CONFLICT `record_busy` if the lease
   * was lost.
   */
  renew(): Promise<void>;
  /** Awaits the answer. A write without one may still reach the books, so its lease is left to run out. */
  answerOf<T>(sent: Promise<T>): Promise<T>;
  /** The books have shown how the write ended, so that nothing of it is under way. */
  settled(): void;
  /** Ends the lease, unless a write may still reach the books. */
  release(): Promise<void>;
}

/** A write whose claim says who owns its leases. */
export interface LeasingWrite extends Pick<LedgerWrite, 'ports' | 'ledger'> {
  readonly claim: Pick<LedgerWrite['claim'], 'leaseOwner'>;
}

/** A process may stall for 20 s before it sends, the call may take 30 s, and clocks differ. */
const leaseSeconds = 60;
/** How long a second change waits; a worker soon frees its slot for other work. */
export const waitSeconds = { interactive: 10, background: 1 } as const;
const retryAfterSeconds = 5;

/**
 * Leases a record of the ledger's tenant. The lease belongs to the claim, so that the next holder of the claim continues at
 * once. Throws CONFLICT `record_busy` if another change holds the record for too long.
 */
export async function leaseRecord(
  { ports, ledger, claim }: LeasingWrite,
  { type, providerId }: { readonly type: ResourceType; readonly providerId: string },
): Promise<RecordLease> {
  if (ledger.isDry) return noLease;
  const { clock, ids, storage } = ports;
  const { cause = 'requests', actor } = ledger.context;
  const record = { tenantId: usableTenant(ledger.connection), type, providerId };
  const owner = claim.leaseOwner(`${record.tenantId} ${providerId}`);
  const token = ids.next('req');
  const isRequest = cause === 'requests' || cause === 'attachments';
  const seconds = waitSeconds[isRequest ? 'interactive' : 'background'];
  let mayReachTheBooks = false;
  const lease: RecordLease = {
    async renew() {
      const until = secondsAfter(clock.now(), leaseSeconds);
      if (!(await storage.recordLeases.renew(record, token, until))) throw recordBusy();
    },
    async answerOf(sent) {
      try {
        return await sent;
      } catch (error) {
        mayReachTheBooks = mayStillHappen(error);
        throw error;
      }
    },
    settled() {
      mayReachTheBooks = false;
    },
    async release() {
      // A lease that cannot be released runs out.
      if (!mayReachTheBooks) await storage.recordLeases.release(record, token).catch(() => {});
    },
  };
  for await (const _ of turnsFor(ports, seconds, actor)) {
    const now = clock.now();
    const asked = { owner, token, now, until: secondsAfter(now, leaseSeconds) };
    if (await storage.recordLeases.take(record, asked)) return lease;
  }
  throw recordBusy();
}

/** A dry write looks at a record without keeping others from it. */
const noLease: RecordLease = {
  renew: () => Promise.reject(new Error('a dry write has no lease')),
  answerOf: (sent) => sent,
  settled() {},
  release: async () => {},
};

/** False if the provider itself says that it failed; otherwise something between it and us may still deliver the write. */
function mayStillHappen(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return true;
  const { outcome, providerError } = error.details;
  return outcome === 'unknown' && !(error.code === 'PROVIDER_ERROR' && providerError !== undefined);
}

function recordBusy(): ServiceError {
  return new ServiceError('CONFLICT', 'another change of this record is under way; repeat the request', {
    reason: 'record_busy',
    outcome: 'not_applied',
    retryAfterSeconds,
  });
}
