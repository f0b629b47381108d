import type { Connection } from '../../domain/connection.ts';
import { isForgotten, type WriteAttempt } from '../../domain/idempotency.ts';
import type { Json } from '../../domain/json.ts';
import type { CachedRecord, LedgerRecord } from '../../domain/ledger-record.ts';
import type { PreparedWrite, WriteIntent } from '../../ports/ledger-gateway.ts';
import type { WriteClaim } from '../idempotent.ts';
import type { LedgerErrand } from '../ledger-errand.ts';
import { readBack, type UncertainCreate, unresolved } from '../read-back.ts';
import { withLedger } from '../with-ledger.ts';
import { fetched } from './kept-record.ts';
import type { ReadPorts } from './read-resource.ts';

/**
 * Makes one provider write at most once: its bytes are kept before they are sent, and sent again unchanged under the
 * same provider key when an earlier request with this Idempotency-Key does not know how its write ended. Once the
 * provider has forgotten the key, a create is looked for in its books instead and only sent again if it is not there.
 * An operation's write goes the same way, under a key of the operation's own. `otherThan` is the provider's id of a
 * record that a create may resemble and certainly did not make.
 */
export function sendWrite(ports: ReadPorts) {
  return async (
    errand: LedgerErrand,
    connection: Connection,
    claim: WriteClaim,
    intentOf: () => Promise<WriteIntent>,
    { otherThan }: { readonly otherThan?: string | undefined } = {},
  ): Promise<CachedRecord> => {
    const { gateway, clock } = ports;
    const { earlier, scope } = claim;
    const write = preparedOf(earlier) ?? gateway.prepare(await intentOf());
    const forgotten = creates(write) && earlier !== null && isForgotten(earlier.firstSentAt, clock.now());
    const sentBefore = forgotten && { connection, write, firstSentAt: earlier.firstSentAt, scope, otherThan };
    const made = sentBefore ? await madeBefore(ports, errand, sentBefore) : undefined;
    const attempt = forgotten ? null : earlier;
    const record = made ?? (await sent(ports, errand, connection, claim, attempt, write));
    if (creates(write)) claim.produced({ providerId: record.providerId, adopted: made !== undefined });
    return fetched(record, clock.now());
  };
}

/** Provider: PUT creates and never updates. */
function creates({ method }: PreparedWrite): boolean {
  return method === 'PUT';
}

/** The record that the earlier attempt made, as it is now; undefined when it made none. */
async function madeBefore(
  ports: ReadPorts,
  { lane = 'interactive', ...cause }: LedgerErrand,
  sentBefore: Omit<UncertainCreate, 'lane' | 'cause'>,
): Promise<LedgerRecord | undefined> {
  const answer = await readBack(ports)({ ...sentBefore, lane, cause });
  if (answer.kind === 'undecided') throw unresolved(answer.retryAfterSeconds);
  return answer.kind === 'made' ? answer.record : undefined;
}

function sent(
  ports: ReadPorts,
  { lane = 'interactive', ...cause }: LedgerErrand,
  connection: Connection,
  claim: WriteClaim,
  earlier: WriteAttempt | null,
  write: PreparedWrite,
): Promise<LedgerRecord> {
  const { gateway, clock } = ports;
  let attempt = earlier;
  const providerKey = claim.providerKey(connection.id, stepOf(ports, connection, write));
  return withLedger(ports)(
    connection,
    lane,
    async (access) => {
      const begunAt = clock.now();
      attempt ??= attemptOf(connection, write, begunAt);
      // Waiting for a token or for budget may have taken too long.
      if (creates(write) && isForgotten(attempt.firstSentAt, begunAt)) throw unresolved();
      await claim.recordAttempt(attempt);
      if (hasStalled(begunAt, clock.now())) throw unresolved();
      return gateway.send(access, write, providerKey);
    },
    cause,
  );
}

/** A process that was stopped for so long here no longer knows what has become of its write. */
export function hasStalled(begunAt: Date, now: Date): boolean {
  return now.getTime() - begunAt.getTime() > stalledSeconds * 1000;
}

/** With what a write may be sent again after it was first sent, less than the provider remembers its key. */
const stalledSeconds = 20;

/**
 * Where no bytes were kept, a repeated update is laid over what the record is by now and may differ from the first. Under
 * the first one's key the provider would refuse it; under its own it sets the same fields once more.
 */
function stepOf({ digester }: ReadPorts, connection: Connection, { method, body }: PreparedWrite): string {
  return connection.retentionMode === 'zero' && method === 'POST' ? `write ${digester.sha256(body)}` : 'write';
}

/** A connection without retention keeps that something was sent, not what; its bytes follow from the caller's body. */
function attemptOf(connection: Connection, write: PreparedWrite, firstSentAt: Date): WriteAttempt {
  return {
    prepared: connection.retentionMode === 'zero' ? null : (write as unknown as Json),
    firstSentAt,
    creates: creates(write) ? { connectionId: connection.id, type: write.type } : null,
  };
}

function preparedOf(earlier: WriteAttempt | null): PreparedWrite | undefined {
  return (earlier?.prepared ?? undefined) as PreparedWrite | undefined;
}
