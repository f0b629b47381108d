// One provider call of a bulk write: stored before it is sent; its answer is stored with all that follows from it.
import type { BulkItem } from '../../domain/bulk.ts';
import { ServiceError } from '../../domain/errors.ts';
import { sendBefore, type WriteAttempt } from '../../domain/idempotency.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { Interruption } from '../../engine/classify-failure.ts';
import type { Attempt } from '../../engine/operation-kind.ts';
import type { StepDone } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGateway } from '../../ports/ledger-gateway.ts';
import type { Stores } from '../../ports/storage.ts';
import { liveConnection } from '../connections/read-connections.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { meterWrites } from '../usage/metering.ts';
import { announceWritten } from '../writes/announce-written.ts';
import { cacheRecords } from '../writes/cache-records.ts';
import { repeatedBy, unresolved } from '../writes/read-back.ts';
import { leaseRecord, type RecordLease } from '../writes/record-lease.ts';
import { type KeySource, providerKey, stepKeys, storedRefusal, verdict } from '../writes/write-claim.ts';
import { bodyOf, type ItemBody } from './item-body.ts';

export interface BulkRun {
  readonly ports: CorePorts;
  readonly ledger: Ledger;
  readonly attempt: Attempt;
}

/** Items that go to the provider together, in every attempt the same, under one of its keys. */
export interface BulkCall {
  readonly number: number;
  readonly step: string;
  readonly type: ResourceType;
  readonly creates: boolean;
  readonly items: readonly BulkItem[];
}

/** `untold`: items of which the answer tells nothing. */
export type CallResult = {
  readonly sent: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly untold: number;
};

/** The call's attempt as it was stored before it was first sent. */
export async function attemptOf({ ports, attempt }: BulkRun, { step }: BulkCall): Promise<WriteAttempt | null> {
  const write = await ports.storage.operations.findWrite({ operationId: attempt.operation.id, step });
  return write?.attempt ?? null;
}

/**
 * Decides how to repeat a call without an answer, as single writes do. A change whose key is forgotten is simply made
 * again.
 */
export function callRepeatedBy(run: BulkRun, { creates }: BulkCall, sentAt: Date) {
  return creates ? repeatedBy(run, sentAt) : 'key';
}

/**
 * Sends the items in one call that succeeds at most once. Until the answer is stored they are `unknown`, and the next
 * attempt sends the same bytes under the same key.
 */
export async function makeCall(run: BulkRun, call: BulkCall): Promise<StepDone<CallResult>> {
  const { ports, ledger, attempt } = run;
  const { clock, storage } = ports;
  const { gateway, traits } = ledger.provider;
  const { marks } = traits.repeats;
  const bodies = await Promise.all(call.items.map((item) => bodyOf(ports, item)));
  const writes = bodies.map(({ write }) => write);
  const earlier = await attemptOf(run, call);
  const reserved = await ledger.reserve();
  const leases: RecordLease[] = [];
  try {
    await leaseTargets(run, call, leases);
    const now = clock.now();
    const by = earlier && callRepeatedBy(run, call, earlier.firstSentAt);
    // Waiting for a token or for the budget may have taken too long.
    if (by === 'likeness') throw unresolved();
    const firstSentAt = earlier && by === 'key' ? earlier.firstSentAt : now;
    const { key, known } = providerKey(ports, keysOf(run, call), { call: 'write', earlier });
    await storage.transaction(async (stores) => {
      // `prepared` is null, because the items hold the bytes.
      const createdType = call.creates ? call.type : null;
      await saveAttempt(stores, attempt, call, { prepared: null, firstSentAt, createdType, keys: known });
      if (!earlier)
        await stores.bulkItems.update(
          call.items.map((item) => ({ ...item, status: 'unknown', call: call.number, run: 0 })),
        );
    });
    const sent = reserved.make(sendBefore(now), (access) => gateway.sendMany(access, writes, key));
    for (const lease of leases) lease.answerOf(sent).catch(() => {});
    const isEarlierOpen = earlier !== null;
    const told = await sent.catch((error: unknown) => refusalOf(run, call, { error, isEarlierOpen }));
    if (!told) throw unresolved();
    const answers = 'code' in told ? told : await onlyOwn(run, call, told);
    // By their marks the next attempt finds those of which the answer does not tell, if it sends the same items again.
    if (marks && call.creates && !('code' in answers) && answers.includes(null)) throw unresolved(marks.settleSeconds);
    return 'code' in answers ? refusedWhole(run, call, answers) : concluded(run, call, bodies, answers);
  } finally {
    reserved.release();
    for (const lease of leases) await lease.release();
  }
}

/** Leases the records, so that nobody else changes them through the service before the answer. */
async function leaseTargets(run: BulkRun, call: BulkCall, leases: RecordLease[]): Promise<void> {
  const { organizationId, writer } = keysOf(run, call);
  const leaseOwner = (place: string) => run.ports.digester.sha256(`${organizationId}|${writer}|lease ${place}`);
  for (const { type, targetId } of call.items) {
    if (targetId !== null)
      leases.push(await leaseRecord({ ...run, claim: { leaseOwner } }, { type, providerId: targetId }));
  }
}

/**
 * The same items have the same key, however many calls before them did nothing; once they were answered they have another.
 */
function keysOf({ attempt }: BulkRun, { step, type, creates, items }: BulkCall): KeySource {
  const places = items.map(({ position }) => position).join();
  const answered = Math.max(...items.map(({ call }) => call));
  const act = creates ? 'create' : 'update';
  return stepKeys(attempt.operation, { asked: `${act} ${type} ${places} after ${answered}`, writer: step });
}

/** Throws if another worker has the operation's lease by now. */
async function saveAttempt(
  { operations }: Pick<Stores, 'operations'>,
  { lease }: Attempt,
  { step }: BulkCall,
  attempt: WriteAttempt | null,
): Promise<void> {
  const isSaved = await operations.saveWrite(lease, step, { attempt, refusals: 0, producedId: null });
  if (!isSaved) throw new Interruption('lease_lost');
}

/**
 * Returns the provider's refusal of the call, or throws. If the call certainly did nothing, its items are pending again.
 */
async function refusalOf(
  run: BulkRun,
  call: BulkCall,
  failure: { readonly error: unknown; readonly isEarlierOpen: boolean },
): Promise<ServiceError> {
  const { error } = failure;
  const meant = verdict({ ...failure, isBegun: true });
  if (meant === 'store' && error instanceof ServiceError) return error;
  if (meant === 'release') {
    await run.ports.storage.transaction(async (stores) => {
      await saveAttempt(stores, run.attempt, call, null);
      // As if the call had never been: the same items go again under the same key.
      await stores.bulkItems.update(call.items.map((item) => ({ ...item, status: 'pending' })));
    });
  }
  throw error;
}

type Answers = Awaited<ReturnType<LedgerGateway['sendMany']>>;

const isRecord = (answer: Answers[number]): answer is LedgerRecord => answer !== null && 'providerId' in answer;

/** A record that a create has made counts once: told of again, by this answer or after another write, it tells nothing. */
async function onlyOwn({ ports, ledger, attempt }: BulkRun, call: BulkCall, answers: Answers): Promise<Answers> {
  if (!call.creates) return answers;
  const place = { connectionId: ledger.connection.id, type: call.type };
  const writer = { operationId: attempt.operation.id, step: call.step };
  const ids = answers.filter(isRecord).map(({ providerId }) => providerId);
  const taken = new Set(await ports.storage.idempotency.producedByOthers(place, ids, writer));
  return answers.map((answer) => {
    if (!isRecord(answer)) return answer;
    const isFirst = !taken.has(answer.providerId);
    taken.add(answer.providerId);
    return isFirst ? answer : null;
  });
}

/** The provider does not tell which item it refused, so the items are halved into two calls until that item is alone. */
function refusedWhole(run: BulkRun, call: BulkCall, error: ServiceError): StepDone<CallResult> {
  if (call.items.length === 1) return concluded(run, call, [], [error]);
  return decided(run, call, apart(call, call.items));
}

function apart({ number, items: all }: BulkCall, items: readonly BulkItem[]): readonly BulkItem[] {
  return items.map((item) => ({ ...item, status: 'pending', call: number, together: halfOf(all) }));
}

export const halfOf = ({ length }: readonly BulkItem[]): number => Math.ceil(length / 2);

function concluded(run: BulkRun, call: BulkCall, bodies: readonly ItemBody[], answers: Answers): StepDone<CallResult> {
  const { retentionMode } = run.ledger.connection;
  const answered = call.items.flatMap((item, i): BulkItem | [] => {
    const answer = answers[i];
    if (!answer) return [];
    if (!(answer instanceof ServiceError)) return { ...item, ...writtenAs(answer) };
    const error = storedRefusal(answer, retentionMode);
    // The record may exist: the item waits, and nothing is sent, until it was looked for.
    return bodies[i]?.known ? { ...item, status: 'pending', together: 0, error } : { ...item, status: 'failed', error };
  });
  const records = answers.filter(isRecord);
  const untold = call.items.filter((_, i) => !answers[i]);
  if (call.creates) return decided(run, call, answered, { records, untold: untold.length });
  // A change of which the answer tells nothing is made again, with fewer others; one that was alone stays unknown.
  const again = call.items.length > 1 ? apart(call, untold) : untold.map(asUnknown);
  return decided(run, call, [...answered, ...again], { records });
}

const asUnknown = (item: BulkItem): BulkItem => ({ ...item, status: 'unknown' });
export const writtenAs = ({ providerId }: LedgerRecord) => ({ status: 'succeeded', providerId, error: null }) as const;

interface Decided {
  readonly records?: readonly LedgerRecord[];
  /** The number of items without an outcome yet. */
  readonly untold?: number;
  /** Called once the records are stored. */
  readonly adopt?: (stores: Stores) => Promise<void>;
}

/** Stores the items' outcomes, and caches, announces and meters the records that were written. */
export function decided(
  { ports, ledger, attempt }: BulkRun,
  call: BulkCall,
  items: readonly BulkItem[],
  { records = [], untold = 0, adopt }: Decided = {},
): StepDone<CallResult> {
  const { connection } = ledger;
  const { id: operationId, requestId, run, startedAt, createdAt } = attempt.operation;
  const fetchedAt = ports.clock.now();
  const counted = (status: BulkItem['status']) => items.filter((item) => item.status === status).length;
  const [succeeded, failed] = [counted('succeeded'), counted('failed')];
  return {
    result: { sent: call.items.length, succeeded, failed, untold },
    also: async (stores) => {
      const live = await liveConnection(stores, connection, connection.id);
      const written = records.map((record) => ({ ...record, fetchedAt }));
      if (live) await cacheRecords(stores, ports, { connection: live, requestId }, written);
      const announcer = { connection, requestId, operationId, sentAt: startedAt ?? createdAt };
      await announceWritten(stores, ports, announcer, written);
      await adopt?.(stores);
      await meterWrites(stores, ports, connection, succeeded);
      await stores.bulkItems.update(items.map((item) => ({ ...item, call: call.number, run })));
      // While items are unknown, the attempt stays stored: a later look-up needs the time of sending.
      const isEnded = untold === 0 && items.every(({ status }) => status !== 'unknown');
      if (isEnded) await saveAttempt(stores, attempt, call, null);
    },
  };
}
