import { isForgotten } from '../../domain/idempotency.ts';
import type { Json } from '../../domain/json.ts';
import type { LedgerRecord, PreparedWrite } from '../../domain/ledger-record.ts';
import { readBack, unresolved } from '../read-back.ts';
import type { LedgerWrite, WriteClaim } from '../write-claim.ts';

/** The bytes of a create that an earlier holder of the claim was about to send. A change says nothing of a create. */
export function sentCreate({ earlier }: Pick<WriteClaim, 'earlier'>): PreparedWrite | undefined {
  return earlier?.creates && earlier.prepared !== null ? (earlier.prepared as unknown as PreparedWrite) : undefined;
}

/**
 * Makes one create at most once: its bytes are stored before they are sent, and sent again unchanged under the same
 * provider key when an earlier request with this Idempotency-Key does not know how its write ended. Once the provider
 * has forgotten the key, the record is looked for in its books instead and the create only sent again if it is not
 * there. An operation's write goes the same way, under a key of the operation's own. `otherThan` is the provider's id of
 * a record that the new one may resemble and certainly is not.
 */
export async function sendCreate(
  context: LedgerWrite,
  { write, otherThan }: { readonly write: PreparedWrite; readonly otherThan?: string | undefined },
): Promise<LedgerRecord> {
  const { clock, gateway } = context.ports;
  const { claim, ledger } = context;
  const { keyMemorySeconds } = gateway.traits;
  const { id: connectionId, retentionMode } = ledger.connection;
  let firstSentAt = claim.earlier?.creates ? claim.earlier.firstSentAt : undefined;
  if (firstSentAt && isForgotten(firstSentAt, clock.now(), keyMemorySeconds)) {
    const found = await readBack(context, { write, firstSentAt, otherThan });
    if (found) {
      claim.produced({ providerId: found.providerId, adopted: true });
      return found;
    }
    firstSentAt = undefined;
  }
  return ledger.reserved(async (send) => {
    const now = clock.now();
    firstSentAt ??= now;
    // Waiting for a token or for the budget may have taken too long.
    if (isForgotten(firstSentAt, now, keyMemorySeconds)) throw unresolved();
    // A connection without retention stores that something was sent, not what: its bytes follow from the caller's body.
    const prepared = retentionMode === 'zero' ? null : (write as unknown as Json);
    await claim.recordAttempt({ prepared, firstSentAt, creates: { connectionId, type: write.type } });
    const key = claim.providerKey(connectionId, 'write');
    const record = await send(sendBefore(now), (access) => gateway.send(access, write, key));
    if (!record) throw unresolved();
    claim.produced({ providerId: record.providerId, adopted: false });
    return record;
  });
}

/** A process that was stopped for so long before it sends no longer knows what has become of its write. */
const stalledSeconds = 20;

export function sendBefore(begun: Date): Date {
  return new Date(begun.getTime() + stalledSeconds * 1000);
}
