// One change of a record at a time, in every process.
import { ServiceError } from '../../domain/errors.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { RecordKey } from '../../ports/record-lease-store.ts';
import { takeWaitingPlace } from '../key-places.ts';
import type { Ledger } from '../open-ledger.ts';
import { usableTenant } from '../refused-access.ts';
import type { CallContext } from '../wait-for-budget.ts';
import type { WriteClaim } from '../write-claim.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'ids'>;

/** The right to change one record at the provider, from its live read to the provider's answer. */
export interface RecordLease {
  /** Must be called right before the provider is: throws CONFLICT `record_busy` when the lease was lost. */
  renew(): Promise<void>;
  /** The answer to a write that was sent. A write whose answer never came may still reach the books: it keeps the lease. */
  answerOf<T>(sent: Promise<T>): Promise<T>;
  /** Releases the lease, unless a write keeps it: then it runs out. */
  end(): Promise<void>;
}

/**
 * Longer than a process may be stopped before it sends (20 s) and the provider's call may take after that (30 s), with
 * what the clocks of two hosts may differ.
 */
const leaseSeconds = 60;
/** How long the second waits; a worker does not: its slot is for others. */
const waitSeconds = { interactive: 10, background: 1 } as const;
const pollMilliseconds = 100;
const retryAfterSeconds = 5;

/**
 * Leases a record of the ledger's tenant. The lease is the claim's own, so that whoever takes the claim over goes on at
 * once. Throws CONFLICT `record_busy` when another change holds the record for too long.
 */
export async function leaseRecord(
  ports: Ports,
  { connection, context }: Pick<Ledger, 'connection' | 'context'>,
  claim: Pick<WriteClaim, 'providerKey'>,
  { type, providerId }: { readonly type: ResourceType; readonly providerId: string },
): Promise<RecordLease> {
  const { recordLeases } = ports.storage;
  const record = { tenantId: usableTenant(connection), type, providerId };
  const owner = claim.providerKey(record.tenantId, `lease ${providerId}`);
  const token = ports.ids.next('req');
  await take(ports, context, record, { owner, token });
  let mayReachTheBooks = false;
  return {
    async renew() {
      if (!(await recordLeases.renew(record, token, leaseEnd(ports)))) throw recordBusy();
    },
    async answerOf(sent) {
      try {
        return await sent;
      } catch (error) {
        mayReachTheBooks = mayStillHappen(error);
        throw error;
      }
    },
    async end() {
      // A lease that cannot be released runs out.
      if (!mayReachTheBooks) await recordLeases.release(record, token).catch(() => {});
    },
  };
}

async function take(
  ports: Ports,
  { lane = 'interactive', actor }: CallContext,
  record: RecordKey,
  { owner, token }: { owner: string; token: string },
): Promise<void> {
  const { storage, clock } = ports;
  const seconds = waitSeconds[lane === 'interactive' ? 'interactive' : 'background'];
  let leave: (() => void) | undefined;
  try {
    for (let waited = 0; waited <= seconds * 1000; waited += pollMilliseconds) {
      const now = clock.now();
      if (await storage.recordLeases.take(record, { owner, token, now, until: leaseEnd(ports) })) return;
      if (actor !== undefined) leave ??= takeWaitingPlace(actor);
      await clock.wait(pollMilliseconds);
    }
  } finally {
    leave?.();
  }
  throw recordBusy();
}

function leaseEnd({ clock }: Pick<Ports, 'clock'>): Date {
  return new Date(clock.now().getTime() + leaseSeconds * 1000);
}

/** Where the provider itself says that it failed, the write is over; what is between it and us may still pass it on. */
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
