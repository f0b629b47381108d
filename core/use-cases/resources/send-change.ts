import { secondsAfter } from '../../domain/backoff.ts';
import { hasNetLines } from '../../domain/document-lines.ts';
import { ServiceError } from '../../domain/errors.ts';
import { sendBefore, type WriteAttempt } from '../../domain/idempotency.ts';
import { canonicalJson, isJsonObject, type JsonObject } from '../../domain/json.ts';
import { type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { LedgerGateway, WriteIntent } from '../../ports/ledger-gateway.ts';
import type { LedgerWrite } from '../writes/write-claim.ts';
import type { WriteRequest } from './parse-write.ts';
import { leaseRecord, type RecordLease } from './record-lease.ts';

export interface Change {
  readonly type: ResourceType;
  readonly providerId: string;
  /** `restore` makes an archived record active and changes nothing else. */
  readonly request: WriteRequest | { readonly kind: 'restore' };
  /**
   * Looks at what the change is laid over: true means there is nothing to write; it may throw a refusal. `isOwn`: an
   * earlier holder of the claim sent this very change, does not know how that ended, and may have made it so.
   */
  readonly isDone?: ((live: LedgerRecord, isOwn: boolean) => boolean) | undefined;
  /** The refused create stays the stored attempt, so that whoever takes over comes here again. */
  readonly insteadOf?: WriteAttempt | undefined;
}

export async function changeRecord(write: LedgerWrite, change: Change): Promise<LedgerRecord> {
  const lease = await leaseRecord(write, change);
  try {
    return await sendChange(write, lease, change);
  } finally {
    await lease.release();
  }
}

const remadeMax = 3;
/** The read behind a write began at most so long ago. */
const freshSeconds = 1;

/**
 * Fields of the caller alone are sent as a create is: the same bytes under the same key; once the provider has forgotten
 * that, they set the same fields once more. A change over the live document is made of a read that began a moment before it
 * is sent. When the read, or waiting for a token or budget, took longer, the change is laid over a new read, three times at
 * most, and goes out once two reads in a row make the same bytes. The change of a lost request is laid over a new read,
 * too, so its bytes never bring back what was changed since. Throws CONFLICT `record_changed` when no read was fresh
 * enough. The provider has no compare-and-set: a change that somebody else makes there between the answer to our read and
 * the arrival of our write is overwritten, and the answer shows the new stamp only. A change whose end is unknown, which
 * did happen and whose own fields somebody else has changed since, is made a second time.
 */
export async function sendChange(
  { ports, ledger, claim }: LedgerWrite,
  lease: RecordLease,
  change: Change,
): Promise<LedgerRecord> {
  const { clock, gateway, digester } = ports;
  const { type, providerId, request, insteadOf } = change;
  const holdsLive = writesOverLive(gateway, change) || change.isDone !== undefined;
  let digestBefore: string | undefined;
  for (let remade = 0; remade <= remadeMax; remade++) {
    const since = clock.now();
    const record = holdsLive ? await ledger.read(type, providerId) : null;
    if (record && change.isDone?.(record, mayBeOwn(claim.earlier, record))) return record;
    const write = ledger.prepare(updateIntent(gateway, change, record));
    const digest = digester.sha256(canonicalJson(write.payload));
    const isCertain = !holdsLive || digest === digestBefore;
    digestBefore = digest;
    const call = await ledger.reserve();
    try {
      const now = clock.now();
      const latest = isCertain ? sendBefore(now) : secondsAfter(since, freshSeconds);
      if (now > latest) continue;
      await lease.renew();
      await claim.attempt(insteadOf ?? changeAttempt(claim.earlier, now));
      const step = insteadOf ? `reconcile ${providerId}` : `write ${digest}`;
      const key = claim.providerKey(ledger.connection.id, request.kind === 'restore' ? 'restore' : step);
      const changed = await lease.answerOf(call.make(latest, (access) => gateway.send(access, write, key)));
      if (changed) return changed;
    } finally {
      call.release();
    }
  }
  throw new ServiceError(
    'CONFLICT',
    'the record may have been changed at the provider each time before it could be written; repeat the request',
    { reason: 'record_changed', outcome: 'not_applied' },
  );
}

/** The bytes are made anew, so only the moment of the last sending is stored. */
function changeAttempt(earlier: WriteAttempt | null, now: Date): WriteAttempt {
  const prepared = { last_sent_at: now.toISOString() };
  return { prepared, firstSentAt: earlier?.firstSentAt ?? now, creates: null };
}

/** The clocks may differ so much. */
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

function writesOverLive({ traits }: LedgerGateway, { type, request }: Change): boolean {
  if (request.kind === 'restore') return false;
  return traits.families[type].updateReplaces || (request.kind === 'native' && request.preserveExisting);
}

/** The write of an update. CONFLICT `quote_line_amounts_unsafe` where inherited lines would change a quote's total. */
function updateIntent(
  { describe }: LedgerGateway,
  { type, providerId, request }: Change,
  live: LedgerRecord | null,
): WriteIntent {
  if (request.kind === 'restore') return { kind: 'restore', type, providerId };
  const sent = request.kind === 'native' ? describe(type, request.document) : request.fields;
  const net = type === 'quotes' && live !== null && inheritsNetLines(live, sent) ? { linesAreNet: true as const } : {};
  const target = { type, providerId, existing: live?.native ?? null, ...net };
  return request.kind === 'native'
    ? { kind: 'update_native', document: request.document, ...target }
    : { kind: 'update', fields: request.fields, ...target };
}

/** The specification's "Quote line rule": lines that the caller sends are the caller's; inherited ones keep the total. */
function inheritsNetLines(live: LedgerRecord, sent: JsonObject): boolean {
  const lines = sent['line_items'];
  if (Array.isArray(lines) && lines.length > 0) return false;
  const mode = textField({ fields: sent }, 'line_amount_mode') ?? textField(live, 'line_amount_mode') ?? '';
  return hasNetLines(live.fields, mode);
}
