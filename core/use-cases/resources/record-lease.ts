// One change of a record at a time, in every process.
import { ServiceError } from '../../domain/errors.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { pollFor } from '../key-places.ts';
import { usableTenant } from '../refused-access.ts';
import type { LedgerWrite } from '../write-claim.ts';

/** The right to change one record at the provider, from its live read to the provider's answer. */
export interface RecordLease {
  /**
   * Must be called right before the provider is: throws CONFLICT `record_busy` when the lease was lost. Durably, where no
   * attempt is stored after it.
   */
  renew(how?: 'durably'): Promise<void>;
  /** The answer to a write that was sent. A write without an answer may still reach the books: then the lease runs out. */
  answerOf<T>(sent: Promise<T>): Promise<T>;
}

/**
 * Longer than a process may be stopped before it sends (20 s) and the provider's call may take after that (30 s), with
 * what the clocks of two hosts may differ.
 */
const leaseSeconds = 60;
/** How long the second waits; a worker does not: its slot is for others. */
export const waitSeconds = { interactive: 10, background: 1 } as const;
const retryAfterSeconds = 5;

/**
 * Leases a record of the ledger's tenant for `work`. The lease is the claim's own, so that whoever takes the claim over
 * goes on at once. Throws CONFLICT `record_busy` when another change holds the record for too long.
 */
export async function whileLeased<T>(
  { ports, ledger, claim }: LedgerWrite,
  { type, providerId }: { readonly type: ResourceType; readonly providerId: string },
  work: (lease: RecordLease) => Promise<T>,
): Promise<T> {
  const { clock, ids, storage } = ports;
  const { lane = 'interactive', actor } = ledger.context;
  const record = { tenantId: usableTenant(ledger.connection), type, providerId };
  const owner = claim.providerKey(claim.scope.organizationId, `lease ${record.tenantId} ${providerId}`);
  const token = ids.next('req');
  const leaseEnd = () => new Date(clock.now().getTime() + leaseSeconds * 1000);
  const seconds = waitSeconds[lane === 'interactive' ? 'interactive' : 'background'];
  const isTaken = await pollFor(ports, actor, seconds, async () => {
    const asked = { owner, token, now: clock.now(), until: leaseEnd() };
    return (await storage.recordLeases.take(record, asked)) || undefined;
  });
  if (!isTaken) throw recordBusy();
  let mayReachTheBooks = false;
  try {
    return await work({
      async renew(how) {
        const isRenewed = storage.recordLeases.renew(record, token, {
          until: leaseEnd(),
          isDurable: how === 'durably',
        });
        if (!(await isRenewed)) throw recordBusy();
      },
      async answerOf(sent) {
        try {
          return await sent;
        } catch (error) {
          mayReachTheBooks = mayStillHappen(error);
          throw error;
        }
      },
    });
  } finally {
    // A lease that cannot be released runs out.
    if (!mayReachTheBooks) await storage.recordLeases.release(record, token).catch(() => {});
  }
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
