// Creating and changing a record at the provider, from the request to its answer.
import type { Caller } from '../../domain/caller.ts';
import { badRequest, isRejected } from '../../domain/errors.ts';
import type { WriteAttempt, WriteResolution } from '../../domain/idempotency.ts';
import type { Json } from '../../domain/json.ts';
import type { CachedRecord, LedgerRecord, PreparedWrite } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { WriteIntent } from '../../ports/ledger-gateway.ts';
import { type AskedAct, gateOf } from '../agents/record-gate.ts';
import { type Ledger, requestLedger } from '../ledger/open-ledger.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import { assertCan } from '../providers/coverage.ts';
import { finish } from '../writes/after-write.ts';
import { type Answered, claimKey, type KeyedAct, replayed, type Write } from '../writes/claim-key.ts';
import type { LedgerWrite, UnsentAttempt } from '../writes/holder.ts';
import { readBack, repeatedBy } from '../writes/read-back.ts';
import type { RecordLease } from '../writes/record-lease.ts';
import { inTime, nameOfCall, sendRecord } from '../writes/send.ts';
import { fromStored, toStored } from '../writes/stored-answer.ts';
import { shownTracking, withKnownTracking } from './books-knowledge.ts';
import { comparedWithBytes } from './compare-answer.ts';
import { type Exactly, findKnown, identityOf, isArchived } from './find-record.ts';
import { parseWrite, type WriteRequest } from './parse-write.ts';
import { readLive } from './read-live.ts';
import { creditAfter } from './refunded-credit.ts';
import { type FamilyPath, type RecordPath, requireFamily, requireProviderId } from './resource-target.ts';
import { changeRecord } from './send-change.ts';
import { leaseValue, madeByLost, requireFree, requireFreeFor, requireOwn, uniqueIn } from './unique-field.ts';

/** A write as it arrives, and how long it may wait for the provider's budget. */
export interface WritePath extends Patience {
  readonly write: Write;
}

/** The answer of a write, also to a repetition of its request. */
export interface AnsweredWrite extends Answered<CachedRecord> {
  /** Null for the answer of a request that a build answered that did not tell it. */
  readonly resolution: WriteResolution | null;
}

/**
 * Creates a record. It updates an existing one instead if a native document names its id, or if the provider already knows
 * the contact's number or the account's code; an archived record is made active first. Only the Idempotency-Key keeps
 * documents from being created twice.
 */
export function createResource(ports: CorePorts) {
  return async (caller: Caller, path: FamilyPath & WritePath): Promise<AnsweredWrite> => {
    const { connection, type, provider } = await requireFamily(ports, caller, path);
    const request = parseWrite(provider, type, 'create', path.write.body);
    const act = ['record.create', connection.id, type];
    const agentAct = { kind: 'create', type, providerId: null, request } as const;
    const identity = identityOf(provider.gateway, type, request);
    const known = async (ledger: Ledger) => identity && findKnown(ledger, identity);
    return writeRecord(ports, caller, { connection, act, path, agentAct, findKnown: known }, (write) =>
      createRecord(write, { type, request }),
    );
  };
}

/** Changes the given fields and leaves the others as they are. */
export function updateResource(ports: CorePorts) {
  return async (caller: Caller, path: RecordPath & WritePath): Promise<AnsweredWrite> => {
    const { connection, type, provider } = await requireFamily(ports, caller, path);
    const request = parseWrite(provider, type, 'update', path.write.body);
    const providerId = requireProviderId(type, path.resourceId, provider.traits);
    requireSameRecord(type, providerId, request);
    const act = ['record.update', connection.id, type, providerId];
    const agentAct = { kind: 'update', type, providerId, request } as const;
    return writeRecord(ports, caller, { connection, act, path, agentAct }, (write) =>
      updateRecord(write, { type, providerId, request }),
    );
  };
}

/** Throws BAD_REQUEST for a native document that names another record than the path. */
export function requireSameRecord(type: ResourceType, providerId: string, request: WriteRequest): void {
  if (request.kind === 'normalized' || (request.providerId ?? providerId) === providerId) return;
  throw badRequest('provider_data', `names another ${familyOf(type).singular} than the path`);
}

type Update = Creation & { readonly providerId: string };

export async function updateRecord(write: LedgerWrite, { request: asked, ...target }: Update): Promise<Written> {
  const { ledger, claim } = write;
  const update = { ...target, request: await withKnownTracking(write, target.type, asked) };
  const unique = uniqueIn(ledger.provider.gateway, update.type, update.request);
  // What may have been sent is sent again.
  if (!unique || claim.openAttempt) return changedBy(write, await changeRecord(write, update));
  const lease = await leaseValue(write, unique);
  try {
    await requireFree(ledger, unique, update.providerId);
    return changedBy(write, await changeRecord(write, update));
  } finally {
    await lease.release();
  }
}

/** What a write came to. */
export interface Written {
  readonly record: LedgerRecord & Partial<CachedRecord>;
  /** The id of the record that this write made; null if it made none. */
  readonly madeId: string | null;
  readonly resolution: WriteResolution;
}

export function changedBy({ claim }: LedgerWrite, record: Written['record']): Written {
  return { record, madeId: null, resolution: claim.openAttempt ? 'repeated' : 'sent' };
}

/** A request's write: its act, and where its key and its body are. */
interface Asked extends Required<Pick<KeyedAct, 'act' | 'connection'>> {
  readonly path: WritePath;
  readonly agentAct: AskedAct;
  /** Of a create: the record that it would change in place of making one. */
  readonly findKnown?: (ledger: Ledger) => Promise<LedgerRecord | undefined>;
}

/** Writes once for each Idempotency-Key: a repetition gets the stored answer. */
export async function writeRecord(
  ports: CorePorts,
  caller: Caller,
  { path, agentAct, findKnown: known, ...asked }: Asked,
  make: (write: LedgerWrite) => Promise<Written>,
): Promise<AnsweredWrite> {
  const ledger = requestLedger(ports, asked.connection, caller, path);
  const gate = await gateOf(ports, caller, { ...asked, ledger, write: path.write, agentAct, findKnown: known });
  const claim = await (gate ? gate.claim() : claimKey(ports, caller, path.write, asked));
  if ('answered' in claim) {
    await gate?.tellHeld(claim.answered);
    const { ids, record, resolution, warnings } = fromStored(claim.answered);
    // Where only the ids are stored, the record is read again.
    const readAgain = async () => ({
      ...(await readLive(ports, ledger, ids.type, ids.providerId)),
      ...(warnings && { warnings }),
    });
    const answered = async () => shownTracking(ports, ledger, record ?? (await readAgain()));
    return { ...(await replayed(ports, answered())), resolution };
  }
  try {
    const passed = await gate?.pass(claim, make);
    const { record, madeId, resolution } = passed ?? (await make({ ports, ledger, claim, seen: gate?.seen() }));
    const value = { fetchedAt: ports.clock.now(), ...record };
    const also = await creditAfter(ports, ledger, value);
    const found = resolution === 'found' ? [value] : [];
    const sentAt = claim.lastAttempt()?.firstSentAt ?? value.fetchedAt;
    const keeps = (isLive: boolean) => (isLive && asked.connection.retentionMode === 'cached' ? 'all' : 'ids');
    await ports.storage.transaction((stores) =>
      finish(
        stores,
        { ports, ledger, claim },
        {
          ...{
            records: [value, ...also],
            found,
            made: madeId === null ? [] : [madeId],
            uses: 1,
            sentAt,
            ref: gate?.ref,
          },
          async end(_, live) {
            await claim.answer(stores, toStored({ record: value, resolution }, keeps(live !== undefined)), madeId);
            await gate?.made(stores);
          },
        },
      ),
    );
    ports.wakeUp.signal();
    return { value: await shownTracking(ports, ledger, value), replayed: false, resolution };
  } catch (error) {
    throw await (gate ? gate.failed(claim, error) : claim.fail(error));
  }
}

interface Creation {
  readonly type: ResourceType;
  readonly request: WriteRequest;
}

export async function createRecord(write: LedgerWrite, { type, request: asked }: Creation): Promise<Written> {
  const { ledger, claim } = write;
  const sent = sentBytes(claim.openAttempt);
  const request = sent ? asked : await withKnownTracking(write, type, asked);
  const creation = { type, request };
  const named = request.kind === 'native' ? request.providerId : undefined;
  const identity = named === undefined ? identityOf(ledger.provider.gateway, type, request) : undefined;
  // Only the provider can say whether bytes that may have been sent created the record.
  const known = identity && !sent ? await findKnown(ledger, identity) : undefined;
  const change =
    named === undefined
      ? known && changeKnown(write, creation, known)
      : changeRecord(write, { ...creation, providerId: named });
  const rival = (error: unknown) => changeRival(write, creation, { identity, error });
  if (change) return changedBy(write, await change);
  const bytes = sent ?? ledger.prepare(createIntent(creation));
  const unique = uniqueIn(ledger.provider.gateway, type, request);
  return unique ? createUnique(write, bytes, unique) : sendCreate(write, bytes).catch(rival);
}

/** Throws CONFLICT `item_code_taken` if a record has the value of the unique field already. */
async function createUnique(write: LedgerWrite, bytes: PreparedWrite, unique: Exactly): Promise<Written> {
  const lease = await leaseValue(write, unique);
  try {
    const { openAttempt } = write.claim;
    if (!openAttempt) await requireFreeFor(write, unique, bytes);
    else if (repeatedBy(write, openAttempt.firstSentAt) !== 'likeness') await requireOwn(write, [bytes]);
    return await sendCreate(write, bytes, { leases: [lease] });
  } finally {
    await lease.release();
  }
}

/**
 * Another request created the record after our search and before our write, so ours updates it. Throws the refusal if it has
 * another reason.
 */
async function changeRival(
  write: LedgerWrite,
  creation: Creation,
  { identity, error }: { readonly identity: Exactly | undefined; readonly error: unknown },
): Promise<Written> {
  const { ledger, claim } = write;
  const refusedAttempt = isRejected(error) ? claim.lastAttempt() : null;
  const rival = identity && refusedAttempt ? await findKnown(ledger, identity) : undefined;
  if (!rival || !refusedAttempt) throw error;
  // Where changes are compared with their version, the next holder of the claim must know that version.
  const insteadOf = ledger.provider.traits.comparesAndSets ? undefined : refusedAttempt;
  return changedBy(write, await changeKnown(write, fromRequestAlone(creation), rival, insteadOf));
}

/** Updates the record that the provider already knows; makes an archived one active first. */
async function changeKnown(
  write: LedgerWrite,
  creation: Creation,
  known: LedgerRecord,
  insteadOf?: UnsentAttempt,
): Promise<LedgerRecord> {
  const { type, providerId } = known;
  if (isArchived(known)) {
    assertCan(write.ledger.provider, { type, can: ['restore'] });
    // A look before the write goes on to what follows.
    if (!write.ledger.isDry) await changeRecord(write, { type, providerId, request: { kind: 'restore' }, insteadOf });
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
 * if the record is not there. A create of several calls goes on with the last one that was stored.
 */
export async function sendCreate(
  write: LedgerWrite,
  bytes: PreparedWrite,
  { otherThan, leases = [] }: CreateOptions = {},
): Promise<Written> {
  const { claim, ports } = write;
  const sentAt = claim.openAttempt?.createdType ? claim.openAttempt.firstSentAt : null;
  const by = sentAt && repeatedBy(write, sentAt);
  const lost = sentAt && { write: bytes, firstSentAt: sentAt, otherThan };
  const found = lost && by === 'likeness' ? await foundLost(write, lost) : undefined;
  const rememberedSince = by === 'key' ? sentAt : null;
  const sent = async () =>
    inTime(
      await sendRecord(write, {
        ...{ bytes, name: nameOfCall(ports, bytes), rememberedSince, leases },
        attempt: (now) => createAttempt(write, bytes, rememberedSince ?? now),
        following: (next, _, now) => createAttempt(write, next, now),
        ...(by === 'likeness' && { earlier: 'void' }),
      }),
    );
  const record = comparedWithBytes(write.ledger.provider, bytes, found ?? (await sent()), found !== undefined);
  return { record, madeId: record.providerId, resolution: found ? 'found' : sentAt ? 'repeated' : 'sent' };
}

interface CreateOptions {
  /** The provider's id of a record that resembles the new one but is not it. */
  readonly otherThan?: string | undefined;
  readonly leases?: readonly RecordLease[];
}

/** What nobody else has, such as a code, finds the record; without such a field its values do. */
async function foundLost(write: LedgerWrite, lost: Parameters<typeof readBack>[1]): Promise<LedgerRecord | undefined> {
  const holder = await madeByLost(write, lost.write);
  return holder === 'unsaid' ? readBack(write, lost) : holder;
}

/** Under zero retention only the fact of sending is stored; the caller's body makes the same bytes again. */
function createAttempt({ ledger }: LedgerWrite, bytes: PreparedWrite, firstSentAt: Date): UnsentAttempt {
  const prepared = ledger.connection.retentionMode === 'zero' ? null : (bytes as unknown as Json);
  return { prepared, firstSentAt, createdType: bytes.type };
}
