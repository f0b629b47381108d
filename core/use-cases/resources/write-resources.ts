// Creating and changing a record at the provider, from the request to its answer.
import type { Caller } from '../../domain/caller.ts';
import { badRequest, isRejected, ServiceError } from '../../domain/errors.ts';
import { sendBefore, type WriteAttempt } from '../../domain/idempotency.ts';
import { canonicalJson, type Json } from '../../domain/json.ts';
import type { CachedRecord, LedgerRecord, PreparedWrite } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { SentRecord, WriteIntent } from '../../ports/ledger-gateway.ts';
import { type Ledger, requestLedger } from '../ledger/open-ledger.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import { assertCan } from '../providers/coverage.ts';
import { meterWrites } from '../usage/metering.ts';
import { announceWritten } from '../writes/announce-written.ts';
import { cacheRecords } from '../writes/cache-records.ts';
import { type Answered, claimKey, type KeyClaim, type KeyedAct, replayed, type Write } from '../writes/claim-key.ts';
import { adopt, readBack, repeatedBy, unresolved } from '../writes/read-back.ts';
import type { LedgerWrite, UnsentAttempt } from '../writes/write-claim.ts';
import { findKnown, identityOf, isArchived } from './find-record.ts';
import { parseWrite, type WriteRequest } from './parse-write.ts';
import { readLive } from './read-live.ts';
import { type FamilyPath, type RecordPath, requireFamily, requireProviderId } from './resource-target.ts';
import { changeRecord } from './send-change.ts';

/** A write as it arrives, and how long it may wait for the provider's budget. */
export interface WritePath extends Patience {
  readonly write: Write;
}

/**
 * Creates a record. It updates an existing one instead if a native document names its id, or if the provider already knows
 * the contact's number or the account's code; an archived record is made active first. Only the Idempotency-Key keeps
 * documents from being created twice.
 */
export function createResource(ports: CorePorts) {
  return async (caller: Caller, path: FamilyPath & WritePath): Promise<Answered<CachedRecord>> => {
    const { connection, type, provider } = await requireFamily(ports, caller, path);
    const request = parseWrite(provider, type, 'create', path.write.body);
    const act = ['record.create', connection.id, type];
    const write = await openWrite(ports, caller, { connection, act }, path);
    return 'replayed' in write ? write : answerWrite(write, createRecord(write, { type, request }));
  };
}

/** Changes the given fields and leaves the others as they are. */
export function updateResource(ports: CorePorts) {
  return async (caller: Caller, path: RecordPath & WritePath): Promise<Answered<CachedRecord>> => {
    const { connection, type, provider } = await requireFamily(ports, caller, path);
    const request = parseWrite(provider, type, 'update', path.write.body);
    const providerId = requireProviderId(type, path.resourceId, provider.traits);
    if (request.kind === 'native' && (request.providerId ?? providerId) !== providerId) {
      throw badRequest('provider_data', `names another ${familyOf(type).singular} than the path`);
    }
    const act = ['record.update', connection.id, type, providerId];
    const write = await openWrite(ports, caller, { connection, act }, path);
    return 'replayed' in write ? write : answerWrite(write, changeRecord(write, { type, providerId, request }));
  };
}

interface KeyedWrite extends LedgerWrite {
  readonly claim: KeyClaim;
}

/** Claims the request's key; if an earlier request with it was answered, returns that answer. */
export async function openWrite(
  ports: CorePorts,
  caller: Caller,
  asked: Required<KeyedAct>,
  path: WritePath,
): Promise<KeyedWrite | Answered<CachedRecord>> {
  const ledger = requestLedger(ports, asked.connection, caller, path);
  const claimed = await claimKey(ports, caller, path.write, asked);
  if (!('answered' in claimed)) return { ports, ledger, claim: claimed };
  return replayed(ports, storedAnswer(ports, ledger, claimed.answered as unknown as CachedRecord));
}

/** Stored times are text. Under zero retention only the ids are stored, so the record is read again. */
async function storedAnswer(ports: CorePorts, ledger: Ledger, stored: CachedRecord): Promise<CachedRecord> {
  const { type, providerId, fetchedAt, providerUpdatedAt: at } = stored;
  if (fetchedAt === undefined) return readLive(ports, ledger, type, providerId);
  return { ...stored, fetchedAt: new Date(fetchedAt), providerUpdatedAt: at && new Date(at) };
}

interface Creation {
  readonly type: ResourceType;
  readonly request: WriteRequest;
}

export type Written = LedgerRecord & {
  readonly fetchedAt?: Date;
  /** Set if the write created it: the provider answered so, or the record was found after the answer was lost. */
  readonly created?: 'answered' | 'found';
};

async function createRecord(write: LedgerWrite, creation: Creation): Promise<Written> {
  const { ledger, claim } = write;
  const { type, request } = creation;
  const named = request.kind === 'native' ? request.providerId : undefined;
  if (named !== undefined) return changeRecord(write, { ...creation, providerId: named });
  const identity = identityOf(ledger.provider.gateway, type, request);
  const sent = sentBytes(claim.openAttempt);
  // Only the provider can say whether bytes that may have been sent created the record.
  const known = identity && !sent ? await findKnown(ledger, identity) : undefined;
  if (known) return changeKnown(write, creation, known);
  try {
    return await sendCreate(write, sent ?? ledger.prepare(createIntent(creation)));
  } catch (error) {
    const refusedAttempt = isRejected(error) ? claim.lastAttempt() : null;
    const rival = identity && refusedAttempt ? await findKnown(ledger, identity) : undefined;
    if (!rival || !refusedAttempt) throw error;
    // Another request created the record after our search and before our write, so ours updates it. Where changes are
    // compared with their version, the next holder of the claim must know that version.
    const insteadOf = ledger.provider.traits.comparesAndSets ? undefined : refusedAttempt;
    return changeKnown(write, fromRequestAlone(creation), rival, insteadOf);
  }
}

/** Updates the record that the provider already knows; makes an archived one active first. */
async function changeKnown(
  write: LedgerWrite,
  creation: Creation,
  known: LedgerRecord,
  insteadOf?: UnsentAttempt,
): Promise<Written> {
  const { type, providerId } = known;
  if (isArchived(known)) {
    assertCan(write.ledger.provider, { type, can: ['restore'] });
    await changeRecord(write, { type, providerId, request: { kind: 'restore' }, insteadOf });
  }
  return changeRecord(write, { ...creation, providerId, insteadOf });
}

/** Makes the bytes from the request alone, so that the next holder of the claim sends the same. */
function fromRequestAlone({ type, request }: Creation): Creation {
  return { type, request: request.kind === 'native' ? { ...request, preserveExisting: false } : request };
}

export function createIntent({ type, request }: Creation): WriteIntent {
  return request.kind === 'native'
    ? { kind: 'create_native', type, document: request.document }
    : { kind: 'create', type, fields: request.fields };
}

/** The bytes of a create that an earlier holder of the claim may have sent; undefined if it stored none. */
export function sentBytes(openAttempt: WriteAttempt | null): PreparedWrite | undefined {
  const prepared = openAttempt?.createdType ? openAttempt.prepared : null;
  return prepared === null ? undefined : (prepared as unknown as PreparedWrite);
}

/**
 * Creates at most one record: its bytes are stored before they are sent, and sent again unchanged under the same provider
 * key if an earlier holder of the claim did not learn how its attempt ended: while the provider remembers the key, or where
 * the gateway finds what bears its mark. Otherwise the record is looked for in the books, and the create is sent again only
 * if the record is not there. A create of several calls goes on with the last one that was stored. `otherThan` is the
 * provider's id of a record that resembles the new one but is not it.
 */
export async function sendCreate(
  write: LedgerWrite,
  bytes: PreparedWrite,
  otherThan?: string | undefined,
): Promise<Written> {
  const { claim } = write;
  const sentAt = claim.openAttempt?.createdType ? claim.openAttempt.firstSentAt : null;
  const by = sentAt && repeatedBy(write, sentAt);
  if (sentAt && by === 'likeness') {
    const found = await readBack(write, { write: bytes, firstSentAt: sentAt, otherThan });
    if (found) return { ...found, created: 'found' };
  }
  let call: CreateCall = { bytes, rememberedSince: by === 'key' ? sentAt : null };
  if (by === 'likeness') call = { ...call, earlier: 'void' };
  for (let calls = 0; calls < callsMost; calls++) {
    const { next, ...record } = await sendCall(write, call);
    if (!next) return { ...record, created: 'answered' };
    await claim.storeAttempt(createAttempt(write, next, write.ports.clock.now()), callOf(write, next), 'made');
    call = { bytes: next, rememberedSince: null };
  }
  throw new ServiceError('PROVIDER_ERROR', 'the provider asks for one call after another', { outcome: 'unknown' });
}

/** Far more calls than one write needs. */
const callsMost = 10;

interface CreateCall {
  readonly bytes: PreparedWrite;
  /** When it was first sent, if the provider remembers its key. */
  readonly rememberedSince: Date | null;
  readonly earlier?: 'void';
}

/** Makes one call of a create. */
async function sendCall(write: LedgerWrite, { bytes, rememberedSince, earlier }: CreateCall): Promise<SentRecord> {
  const { ports, ledger, claim } = write;
  const { gateway } = ledger.provider;
  const call = await ledger.reserve();
  try {
    // Waiting for a token or for the budget may have taken too long.
    if (rememberedSince && repeatedBy(write, rememberedSince) !== 'key') throw unresolved();
    const now = ports.clock.now();
    const attempt = createAttempt(write, bytes, rememberedSince ?? now);
    const key = await claim.storeAttempt(attempt, callOf(write, bytes), earlier);
    const sent = await call.make(sendBefore(now), (access) => gateway.send(access, bytes, key));
    if (!sent) throw unresolved();
    return sent;
  } finally {
    call.release();
  }
}

function callOf({ ports }: LedgerWrite, { creates, payload }: PreparedWrite): string {
  return creates ? 'write' : `write ${ports.digester.sha256(canonicalJson(payload))}`;
}

/** Under zero retention only the fact of sending is stored; the caller's body makes the same bytes again. */
function createAttempt({ ledger }: LedgerWrite, bytes: PreparedWrite, firstSentAt: Date): UnsentAttempt {
  const prepared = ledger.connection.retentionMode === 'zero' ? null : (bytes as unknown as Json);
  return { prepared, firstSentAt, createdType: bytes.type };
}

/** Stores the record as the answer, caches, announces and meters it in one transaction; ends the claim of a failed write. */
export async function answerWrite(write: KeyedWrite, written: Promise<Written>): Promise<Answered<CachedRecord>> {
  const { ports, ledger, claim } = write;
  const { connection, context } = ledger;
  try {
    const { created, ...record } = await written;
    const { type, providerId } = record;
    const value = { fetchedAt: ports.clock.now(), ...record };
    const stored = connection.retentionMode === 'zero' ? { type, providerId } : (value as unknown as Json);
    const { requestId } = context;
    const sentAt = claim.lastAttempt()?.firstSentAt ?? value.fetchedAt;
    await ports.storage.transaction(async (stores) => {
      await cacheRecords(stores, ports, { connection, requestId }, [value]);
      await announceWritten(stores, ports, { connection, requestId, operationId: null, sentAt }, [value]);
      await meterWrites(stores, ports, connection);
      if (created === 'found') await adopt(stores, write, [record]);
      await claim.answer(stores, stored, created && providerId);
    });
    if (type === 'invoices') ports.wakeUp.signal();
    return { value, replayed: false };
  } catch (error) {
    throw await claim.fail(error);
  }
}
