import type { Connection } from '../../domain/connection.ts';
import { isForgotten, type WriteAttempt } from '../../domain/idempotency.ts';
import { canonicalJson, isJsonObject, type Json } from '../../domain/json.ts';
import type { CachedRecord, LedgerRecord } from '../../domain/ledger-record.ts';
import { type PreparedWrite, storedCreate } from '../../domain/prepared-write.ts';
import type { WriteIntent } from '../../ports/ledger-gateway.ts';
import type { WriteClaim } from '../idempotent.ts';
import type { LedgerErrand } from '../ledger-errand.ts';
import { readBack, type UncertainCreate, unresolved } from '../read-back.ts';
import { withLedger } from '../with-ledger.ts';
import { fetched } from './kept-record.ts';
import type { ReadPorts } from './read-resource.ts';

export type CreateIntent = Extract<WriteIntent, { kind: 'create' | 'create_native' }>;

/**
 * Makes one create at most once: its bytes are kept before they are sent, and sent again unchanged under the same
 * provider key when an earlier request with this Idempotency-Key does not know how its write ended. Once the provider
 * has forgotten the key, the record is looked for in its books instead and the create only sent again if it is not
 * there. An operation's write goes the same way, under a key of the operation's own. `otherThan` is the provider's id of
 * a record that the new one may resemble and certainly is not.
 */
export function sendCreate(ports: ReadPorts) {
  return async (
    errand: LedgerErrand,
    connection: Connection,
    claim: WriteClaim,
    intentOf: () => Promise<CreateIntent>,
    { otherThan }: { readonly otherThan?: string | undefined } = {},
  ): Promise<CachedRecord> => {
    const { gateway, clock } = ports;
    const { keyMemorySeconds } = gateway.traits;
    const { scope } = claim;
    // A change that an earlier holder sent says nothing of a create.
    const earlier = claim.earlier?.creates ? claim.earlier : null;
    const write = preparedOf(earlier) ?? gateway.prepare(await intentOf());
    const forgotten = earlier !== null && isForgotten(earlier.firstSentAt, clock.now(), keyMemorySeconds);
    const sentBefore = forgotten && { connection, write, firstSentAt: earlier.firstSentAt, scope, otherThan };
    const made = sentBefore ? await madeBefore(ports, errand, sentBefore) : undefined;
    const sending: Sending = {
      write,
      firstSentAt: forgotten ? undefined : earlier?.firstSentAt,
      // Waiting for a token or for budget may have taken too long.
      beforeSending: async (firstSentAt) => {
        if (isForgotten(firstSentAt, clock.now(), keyMemorySeconds)) throw unresolved();
      },
    };
    const record = made ?? (await send(ports, errand, connection, claim, sending));
    claim.produced({ providerId: record.providerId, adopted: made !== undefined });
    return fetched(record, clock.now());
  };
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

export interface Sending {
  readonly write: PreparedWrite;
  /** When an earlier request sent this write for the first time. */
  readonly firstSentAt: Date | undefined;
  /** Throws when the write must not be sent after all. */
  readonly beforeSending: (firstSentAt: Date) => Promise<void>;
}

/** Keeps the bytes, then sends them. */
export function send(
  ports: ReadPorts,
  { lane = 'interactive', ...cause }: LedgerErrand,
  connection: Connection,
  claim: WriteClaim,
  { write, firstSentAt: earlier, beforeSending }: Sending,
): Promise<LedgerRecord> {
  const { gateway, clock } = ports;
  let firstSentAt = earlier;
  const providerKey = claim.providerKey(connection.id, stepOf(ports, write));
  return withLedger(ports)(
    connection,
    lane,
    async (access) => {
      const begunAt = clock.now();
      firstSentAt ??= begunAt;
      await beforeSending(firstSentAt);
      await claim.recordAttempt(attemptOf(connection, write, { firstSentAt, begunAt }));
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
 * A change that is made again is laid over what the record is by now and may differ from the first. Under the first
 * one's key the provider would refuse it; under its own it sets the same fields once more.
 */
function stepOf({ digester }: ReadPorts, { creates, payload }: PreparedWrite): string {
  return creates ? 'write' : `write ${digester.sha256(canonicalJson(payload))}`;
}

/**
 * A connection without retention keeps that something was sent, not what: its bytes follow from the caller's body. The
 * bytes of a change are made anew from what the record is by then; of it the moment is kept at which it was sent last.
 */
function attemptOf(
  { id: connectionId, retentionMode }: Connection,
  write: PreparedWrite,
  { firstSentAt, begunAt }: { readonly firstSentAt: Date; readonly begunAt: Date },
): WriteAttempt {
  if (!write.creates) return { prepared: { last_sent_at: begunAt.toISOString() }, firstSentAt, creates: null };
  const prepared = retentionMode === 'zero' ? null : (write as unknown as Json);
  return { prepared, firstSentAt, creates: { connectionId, type: write.type } };
}

/** The provider's clock and ours may differ so much. */
const clockToleranceSeconds = 60;
/** After so long the provider has done what was sent, or will not do it. */
const callSeconds = 30;

/**
 * Whether the record, as it is now, may be what an earlier holder of the claim has made of it without learning so: it was
 * changed last when that change was sent last. What was changed since is taken for somebody else's.
 */
export function mayBeOwn(earlier: WriteAttempt | null, { providerUpdatedAt }: LedgerRecord): boolean {
  const sent = earlier?.prepared;
  if (!providerUpdatedAt || !isJsonObject(sent)) return false;
  const sentAt = Date.parse(String(sent['last_sent_at']));
  const after = (providerUpdatedAt.getTime() - sentAt) / 1000;
  return after >= -clockToleranceSeconds && after <= clockToleranceSeconds + callSeconds;
}

function preparedOf(earlier: WriteAttempt | null): PreparedWrite | undefined {
  return earlier && earlier.prepared !== null ? storedCreate(earlier.prepared) : undefined;
}
