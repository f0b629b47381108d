import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import { providerReplaySeconds, type WriteAttempt } from '../../domain/idempotency.ts';
import type { Json } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { PreparedWrite, WriteIntent } from '../../ports/ledger-gateway.ts';
import type { WriteClaim } from '../idempotent.ts';
import { withLedger } from '../with-ledger.ts';
import { fetched } from './kept-record.ts';
import type { ReadPorts } from './read-resource.ts';

/**
 * Makes one provider write at most once: its bytes are kept before they are sent, and sent again unchanged under the
 * same provider key when an earlier request with this Idempotency-Key does not know how its write ended.
 */
export function sendWrite(ports: ReadPorts) {
  return async (
    caller: Caller,
    connection: Connection,
    claim: WriteClaim,
    intentOf: () => Promise<WriteIntent>,
  ): Promise<CachedRecord> => {
    const { gateway, clock } = ports;
    const begun = preparedOf(claim.earlier);
    const write = begun ?? gateway.prepare(await intentOf());
    assertResendable(claim.earlier, write, clock.now());
    let recorded = claim.earlier !== null;
    const record = await withLedger(ports)(
      connection,
      'interactive',
      async (access) => {
        if (!recorded) await claim.recordAttempt(attemptOf(connection, write, clock.now()));
        recorded = true;
        return gateway.send(access, write, claim.providerKey(connection.id, stepOf(ports, connection, write)));
      },
      { requestId: caller.requestId },
    );
    return fetched(record, clock.now());
  };
}

/**
 * Where no bytes were kept, a repeated update is laid over what the record is by now and may differ from the first. Under
 * the first one's key the provider would refuse it; under its own it sets the same fields once more.
 */
function stepOf({ digester }: ReadPorts, connection: Connection, { method, body }: PreparedWrite): string {
  return connection.retentionMode === 'zero' && method === 'POST' ? `write ${digester.sha256(body)}` : 'write';
}

/** A connection without retention keeps that something was sent, not what; its bytes follow from the caller's body. */
function attemptOf(connection: Connection, write: PreparedWrite, now: Date): WriteAttempt {
  return { prepared: connection.retentionMode === 'zero' ? null : (write as unknown as Json), firstSentAt: now };
}

function preparedOf(earlier: WriteAttempt | null): PreparedWrite | undefined {
  return (earlier?.prepared ?? undefined) as PreparedWrite | undefined;
}

/** After the provider has forgotten our key, sending a create again could make a second document. */
function assertResendable(earlier: WriteAttempt | null, write: PreparedWrite, now: Date): void {
  if (!earlier || write.method !== 'PUT') return;
  if (now.getTime() - earlier.firstSentAt.getTime() <= providerReplaySeconds * 1000) return;
  throw new ServiceError(
    'PROVIDER_ERROR',
    'nobody can say whether the earlier write happened; look at the provider before using another Idempotency-Key',
    { reason: 'write_unresolved', outcome: 'unknown' },
  );
}
