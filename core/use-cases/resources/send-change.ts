import { secondsAfter } from '../../domain/backoff.ts';
import { hasNetLines } from '../../domain/document-lines.ts';
import { ServiceError } from '../../domain/errors.ts';
import { sendBefore, type WriteAttempt } from '../../domain/idempotency.ts';
import { canonicalJson, isJsonObject, type JsonObject } from '../../domain/json.ts';
import { type LedgerRecord, type PreparedWrite, textField } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { LedgerGateway, WriteIntent } from '../../ports/ledger-gateway.ts';
import type { Provider } from '../../ports/provider.ts';
import { familyTraitsOf } from '../providers/provider-of.ts';
import type { LedgerWrite } from '../writes/write-claim.ts';
import type { WriteRequest } from './parse-write.ts';
import { leaseRecord, type RecordLease } from './record-lease.ts';

export interface Change {
  readonly type: ResourceType;
  readonly providerId: string;
  /** `restore` makes an archived record active and changes nothing else. */
  readonly request: WriteRequest | { readonly kind: 'restore' };
  /**
   * Looks at the live record before the change: true if there is nothing to write; may throw a refusal. `isOwn`: an earlier
   * holder of the claim sent this change without learning how that ended, so the record may have it already.
   */
  readonly isDone?: ((live: LedgerRecord, isOwn: boolean) => boolean) | undefined;
  /** A refused create, which stays the stored attempt, so that the next holder of the claim comes here again. */
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
/** The oldest read that a change may be based on. */
const freshSeconds = 1;

/**
 * A change that needs only the caller's fields is sent like a create: the same bytes under the same key; once the provider
 * has forgotten the key, they set the same fields again. A change over the live document is based on a read that began at
 * most `freshSeconds` before. If the read, or waiting for a token or budget, took longer, the record is read again, at most
 * three times; two reads in a row that make the same bytes suffice. Repeating a lost request reads again, too, so that it
 * never restores old values. Throws CONFLICT `record_changed` if no read was fresh enough.
 *
 * The provider has no compare-and-set: a change that somebody else makes there between our read and our write is
 * overwritten. A change whose end is unknown is made a second time if it did happen and somebody else has since changed
 * the same fields.
 */
export async function sendChange(
  { ports, ledger, claim }: LedgerWrite,
  lease: RecordLease,
  change: Change,
): Promise<LedgerRecord> {
  const { clock, digester } = ports;
  const { provider } = ledger;
  const { gateway } = provider;
  const { type, providerId, request, insteadOf } = change;
  const holdsLive = writesOverLive(provider, change) || change.isDone !== undefined;
  let digestBefore: string | undefined;
  let rest: PreparedWrite | undefined;
  for (let remade = 0; remade <= remadeMax; remade++) {
    const since = clock.now();
    const record = holdsLive && !rest ? await ledger.read(type, providerId) : null;
    if (record && change.isDone?.(record, mayBeOwn(claim.openAttempt, record))) return record;
    const write = rest ?? ledger.prepare(updateIntent(gateway, change, record));
    const digest = digester.sha256(canonicalJson(write.payload));
    const isCertain = !holdsLive || rest !== undefined || digest === digestBefore;
    digestBefore = digest;
    const call = await ledger.reserve({ type, providerId });
    try {
      const now = clock.now();
      const latest = isCertain ? sendBefore(now) : secondsAfter(since, freshSeconds);
      if (now > latest) continue;
      await lease.renew();
      await claim.storeAttempt(insteadOf ?? changeAttempt(claim.openAttempt, now));
      const step = insteadOf ? `reconcile ${providerId}` : `write ${digest}`;
      const key = claim.providerKey(ledger.connection.id, request.kind === 'restore' ? 'restore' : step);
      const changed = await lease.answerOf(call.make(latest, (access) => gateway.send(access, write, key)));
      if (!changed) continue;
      const { next, ...written } = changed;
      if (!next) return written;
      rest = next;
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

/** Stores only the time of the last sending, because the bytes of a change are made anew. */
function changeAttempt(openAttempt: WriteAttempt | null, now: Date): WriteAttempt {
  const prepared = { last_sent_at: now.toISOString() };
  return { prepared, firstSentAt: openAttempt?.firstSentAt ?? now, createdType: null };
}

/** The provider's clock and ours differ by at most this. */
const clockToleranceSeconds = 60;
/** After this long the provider has either done what was sent or never will. */
const callSeconds = 30;

/**
 * True if the record's last change may be the one of an earlier holder of the claim, who did not learn how it ended: its
 * stamp is near the time when that change was last sent. A later stamp counts as somebody else's change.
 */
export function mayBeOwn(openAttempt: WriteAttempt | null, { providerUpdatedAt }: LedgerRecord): boolean {
  const sent = openAttempt?.prepared;
  if (!providerUpdatedAt || !isJsonObject(sent)) return false;
  const sentAt = Date.parse(String(sent['last_sent_at']));
  const after = (providerUpdatedAt.getTime() - sentAt) / 1000;
  return after >= -clockToleranceSeconds && after <= clockToleranceSeconds + callSeconds;
}

function writesOverLive(provider: Provider, { type, request }: Change): boolean {
  if (request.kind === 'restore') return false;
  return familyTraitsOf(provider, type).updateReplaces || (request.kind === 'native' && request.preserveExisting);
}

/** The write of an update. Throws CONFLICT `quote_line_amounts_unsafe` if inherited lines would change a quote's total. */
function updateIntent(
  { describe }: LedgerGateway,
  { type, providerId, request }: Change,
  live: LedgerRecord | null,
): WriteIntent {
  if (request.kind === 'restore') return { kind: 'restore', type, providerId };
  const sent = request.kind === 'native' ? describe(type, request.document) : request.fields;
  const net = type === 'quotes' && live !== null && inheritsNetLines(live, sent) ? { linesAreNet: true as const } : {};
  const target = { type, providerId, existing: live?.native ?? null, version: live?.version, ...net };
  return request.kind === 'native'
    ? { kind: 'update_native', document: request.document, ...target }
    : { kind: 'update', fields: request.fields, ...target };
}

/** False if the caller sends lines, which are sent as they are; inherited lines must keep the quote's total. */
function inheritsNetLines(live: LedgerRecord, sent: JsonObject): boolean {
  const lines = sent['line_items'];
  if (Array.isArray(lines) && lines.length > 0) return false;
  const mode = textField({ fields: sent }, 'line_amount_mode') ?? textField(live, 'line_amount_mode') ?? '';
  return hasNetLines(live.fields, mode);
}
