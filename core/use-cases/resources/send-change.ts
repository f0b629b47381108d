import { secondsAfter } from '../../domain/backoff.ts';
import { isEnding } from '../../domain/cancellation.ts';
import { type Arithmetic, hasNetLines } from '../../domain/document-lines.ts';
import { hasReason, ServiceError } from '../../domain/errors.ts';
import { sendBefore, type WriteAttempt } from '../../domain/idempotency.ts';
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts';
import { type LedgerRecord, type PreparedWrite, textField } from '../../domain/ledger-record.ts';
import { listOfLinesIn } from '../../domain/line-lists.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { hasTracking, type TrackingCategory } from '../../domain/tracking.ts';
import { writeWarnings } from '../../domain/write-warnings.ts';
import type { WriteIntent } from '../../ports/ledger-gateway.ts';
import type { Provider } from '../../ports/provider.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { familyTraitsOf } from '../providers/provider-of.ts';
import { assertApprovedRecord } from '../writes/approved.ts';
import type { LedgerWrite, UnsentAttempt } from '../writes/holder.ts';
import { leaseRecord, type RecordLease } from '../writes/record-lease.ts';
import { nameOfCall, sendRecord } from '../writes/send.ts';
import { categoriesFor } from './books-knowledge.ts';
import { comparedIn, comparedWithRequest } from './compare-answer.ts';
import type { WriteRequest } from './parse-write.ts';
import { requireKept } from './require-kept.ts';

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
  readonly insteadOf?: UnsentAttempt | undefined;
}

export async function changeRecord(write: LedgerWrite, change: Change): Promise<LedgerRecord> {
  await requireKept(write, change);
  const lease = await leaseRecord(write, change);
  try {
    await assertApprovedRecord(write, change);
    const record = await sendChange(write, lease, change);
    const { request } = change;
    return request.kind === 'restore' ? record : comparedWithRequest(write.ledger.provider, request, record);
  } finally {
    await lease.release();
  }
}

const remadeMax = 3;
/** The oldest read that a change may be based on. */
const freshSeconds = 1;

/**
 * A change that needs only the caller's fields is sent like a create: the same bytes under the same key; once the
 * provider has forgotten the key, they set the same fields again. A change over the live document is based on a read
 * that began at most `freshSeconds` before. If the read, or waiting for a token or budget, took longer, the record is
 * read again, at most three times; two reads in a row that make the same bytes suffice. Repeating a lost request reads
 * again, too, so that it never restores old values. Throws CONFLICT `record_changed` if no read was fresh enough.
 *
 * A provider that compares and sets refuses a change whose record has moved since the read, so nobody's change is
 * undone: the record is read again and the change made anew. A repeated change is sent only while the record is as it
 * was before, or has the values already; otherwise CONFLICT `target_changed` says that its end is unknown. Other
 * providers overwrite what somebody else changes between our read and our write. They also make a change with an
 * unknown end a second time, if it did happen and somebody else has since changed the same fields.
 */
export async function sendChange(write: LedgerWrite, lease: RecordLease, change: Change): Promise<LedgerRecord> {
  const { ports, ledger, claim } = write;
  const { clock } = ports;
  const { provider } = ledger;
  const { type, providerId, request, insteadOf } = change;
  const isCompared = provider.traits.comparesAndSets && request.kind !== 'restore';
  const holdsLive = isCompared || writesOverLive(provider, change) || change.isDone !== undefined;
  let nameBefore: string | undefined;
  let categories: readonly TrackingCategory[] | undefined;
  let { basedOn, next } = begunChange(request.kind === 'restore' ? null : claim.openAttempt);
  for (let remade = 0; remade <= remadeMax; remade++) {
    const since = clock.now();
    const record = holdsLive && !next ? await ledger.read(type, providerId) : null;
    if (record && change.isDone?.(record, mayBeOwn(claim.openAttempt, record))) return record;
    const kept = record && inheritedLines(provider, change, record);
    if (kept) categories ??= await categoriesFor(ports, ledger, kept);
    const bytes = next ?? ledger.prepare({ ...updateIntent(provider, change, record), ...(kept && { categories }) });
    const isMoved = record !== null && basedOn !== undefined && record.version !== basedOn;
    if (isMoved && !provider.gateway.couldBe(bytes, record)) throw changedSince();
    const name = nameOfCall(ports, bytes);
    const isCertain = isCompared || !holdsLive || next !== undefined || name === nameBefore;
    nameBefore = name;
    const begun = { basedOn: record?.version ?? basedOn, next };
    try {
      const sent = await sendRecord(write, {
        bytes,
        name: request.kind === 'restore' ? 'restore' : insteadOf ? `reconcile ${providerId}` : name,
        attempt: (now) => insteadOf ?? changeAttempt(ledger, claim.openAttempt, now, begun),
        following(call, answered, now) {
          [basedOn, next] = [answered.version, call];
          return changeAttempt(ledger, claim.openAttempt, now, { basedOn, next });
        },
        latest: (now) => (isCertain ? sendBefore(now) : secondsAfter(since, freshSeconds)),
        leases: [lease],
        about: { type, providerId },
      });
      if (sent) return kept ? withLostTracking(provider, kept, sent) : sent;
    } catch (error) {
      if (!hasReason(error, 'record_changed')) throw error;
      next = undefined;
    }
  }
  throw new ServiceError(
    'CONFLICT',
    'the record may have been changed at the provider each time before it could be written; repeat the request',
    { reason: 'record_changed', outcome: 'not_applied' },
  );
}

/** The live lines that the change sends as they are, if they show tracking. */
function inheritedLines(provider: Provider, change: Change, live: LedgerRecord): JsonObject | null {
  const { type, request } = change;
  if (request.kind === 'restore' || !writesOverLive(provider, change) || !hasTracking(live.fields)) return null;
  const sent = request.kind === 'native' ? provider.gateway.describe(type, request.document) : request.fields;
  const list = listOfLinesIn(live.fields);
  const lines = list && sent[list];
  if (!list || (Array.isArray(lines) && lines.length > 0)) return null;
  return { [list]: live.fields[list] ?? [] };
}

/** Tells what inherited lines have lost of their tracking. */
function withLostTracking({ traits }: Provider, inherited: JsonObject, answered: LedgerRecord): LedgerRecord {
  const list = listOfLinesIn(inherited) ?? '';
  const lines = (inherited[list] as unknown as readonly JsonObject[]).map(({ line_item_id = null, tracking = [] }) => ({
    line_item_id,
    tracking,
  }));
  const asked = { [list]: lines };
  const compared = { ...comparedIn(answered.type, traits), compared: [list] };
  const warnings = writeWarnings({ ...compared, asked, answered: answered.fields, clears: false, isListed: false });
  return warnings.length === 0 ? answered : { ...answered, warnings };
}

function changedSince(): ServiceError {
  const message =
    'this change may have been made, and the record has been changed since; look at the record, and use another Idempotency-Key to change it again';
  return new ServiceError('CONFLICT', message, { reason: 'target_changed', outcome: 'unknown' });
}

/** Calls of a change that an earlier holder of the claim, or this one, has sent. */
interface Begun {
  /** The record's version before the last of these calls. */
  readonly basedOn?: string | undefined;
  readonly next?: PreparedWrite | undefined;
}

/** Stores no bytes but those of the next call, because a change is prepared anew. */
function changeAttempt(
  { connection }: Ledger,
  openAttempt: WriteAttempt | null,
  now: Date,
  { basedOn, next }: Begun,
): UnsentAttempt {
  const isKept = next !== undefined && connection.retentionMode === 'cached';
  const prepared = {
    last_sent_at: now.toISOString(),
    ...(basedOn !== undefined && { based_on: basedOn }),
    ...(isKept && { next: next as unknown as Json }),
  };
  return { prepared, firstSentAt: openAttempt?.firstSentAt ?? now, createdType: null };
}

function begunChange(openAttempt: WriteAttempt | null): Begun {
  if (!openAttempt || openAttempt.createdType || !isJsonObject(openAttempt.prepared)) return {};
  const { based_on, next } = openAttempt.prepared as { readonly based_on?: string; readonly next?: unknown };
  return { basedOn: based_on, next: next as PreparedWrite | undefined };
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
  if (request.kind === 'restore' || (request.kind === 'normalized' && isEnding(type, request.fields))) return false;
  const { updateReplaces, replacedParts = [] } = familyTraitsOf(provider, type);
  if (request.kind === 'native') return updateReplaces || request.preserveExisting;
  return updateReplaces || replacedParts.some((part) => request.fields[part] !== undefined);
}

/** The write of an update. Throws CONFLICT `quote_line_amounts_unsafe` if inherited lines would change a quote's total. */
function updateIntent(provider: Provider, change: Change, live: LedgerRecord | null): WriteIntent {
  const { type, providerId, request } = change;
  if (request.kind === 'restore') return { kind: 'restore', type, providerId };
  const { gateway, traits } = provider;
  const sent = request.kind === 'native' ? gateway.describe(type, request.document) : request.fields;
  const over = writesOverLive(provider, change) ? live : null;
  const isNet = type === 'quotes' && over !== null && inheritsNetLines(over, sent, traits);
  const net = isNet ? { linesAreNet: true as const } : {};
  const target = { type, providerId, existing: over?.native ?? null, version: live?.version, ...net };
  return request.kind === 'native'
    ? { kind: 'update_native', document: request.document, ...target }
    : { kind: 'update', fields: request.fields, ...target };
}

/** False if the caller sends lines, which are sent as they are; inherited lines must keep the quote's total. */
function inheritsNetLines(live: LedgerRecord, sent: JsonObject, provider: Arithmetic): boolean {
  const lines = sent['line_items'];
  if (Array.isArray(lines) && lines.length > 0) return false;
  const mode = textField({ fields: sent }, 'line_amount_mode') ?? textField(live, 'line_amount_mode') ?? '';
  return hasNetLines(live.fields, mode, provider);
}
