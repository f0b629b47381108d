// One change of a record at a time, in every process.
import { ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { RecordKey } from '../../ports/record-lease-store.ts';
import type { WriteClaim } from '../idempotent.ts';
import { takeWaitingPlace } from '../key-places.ts';
import type { LedgerErrand } from '../ledger-errand.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'ids'>;

/** The right to change one record at the provider. */
export interface HeldRecord {
  /** Must be called right before the provider is: throws CONFLICT `record_busy` when the lease was lost. */
  keepForCall(): Promise<void>;
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
 * Runs `work`, from its live read to the provider's answer, as the only change of this record; the lease is the claim's
 * own, so that whoever takes the claim over goes on at once. Throws CONFLICT `record_busy` when another change holds
 * the record for too long. A write whose answer never came may still reach the books: it keeps the lease until it runs
 * out.
 */
export function holdRecord(ports: Ports) {
  return async <T>(
    errand: LedgerErrand,
    record: RecordKey,
    claim: Pick<WriteClaim, 'providerKey'>,
    work: (held: HeldRecord) => Promise<T>,
  ): Promise<T> => {
    const { recordLeases } = ports.storage;
    const owner = claim.providerKey(record.tenantId, `lease ${record.providerId}`);
    const token = ports.ids.next('req');
    await take(ports, errand, record, { owner, token });
    const held: HeldRecord = {
      async keepForCall() {
        if (!(await recordLeases.renew(record, token, leaseEnd(ports)))) throw recordBusy();
      },
    };
    /** One that cannot be released runs out. */
    const release = () => recordLeases.release(record, token).catch(() => {});
    try {
      const done = await work(held);
      await release();
      return done;
    } catch (error) {
      if (!mayStillHappen(error)) await release();
      throw error;
    }
  };
}

async function take(
  ports: Ports,
  { lane = 'interactive', actor }: LedgerErrand,
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

function leaseEnd({ clock }: Ports): Date {
  return new Date(clock.now().getTime() + leaseSeconds * 1000);
}

/** Where the provider itself says that it failed, the write is over; what stands in between may still pass it on. */
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
