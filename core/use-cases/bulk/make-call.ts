// One provider call of a bulk write: stored before it is sent; its answer is stored with all that follows from it.
import type { BulkItem } from '../../domain/bulk.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { WriteAttempt } from '../../domain/idempotency.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { withoutWords } from '../../domain/write-warnings.ts';
import type { Attempt } from '../../engine/operation-kind.ts';
import type { StepDone } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGateway } from '../../ports/ledger-gateway.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { warningsOf } from '../resources/compare-answer.ts';
import { type Ended, finish } from '../writes/after-write.ts';
import { callHolder, claimOf, type LedgerWrite, type OperationHolder } from '../writes/holder.ts';
import { repeatedBy, unresolved } from '../writes/read-back.ts';
import { leaseRecord, type RecordLease } from '../writes/record-lease.ts';
import { sendRecords } from '../writes/send.ts';
import { isAnswer, storedRefusal } from '../writes/verdict.ts';
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
export function callRepeatedBy(run: Pick<BulkRun, 'ports' | 'ledger'>, { creates }: BulkCall, sentAt: Date) {
  return creates ? repeatedBy(run, sentAt) : 'key';
}

/**
 * Sends the items in one call that succeeds at most once. Until the answer is stored they are `unknown`, and the next
 * attempt sends the same bytes under the same key. `held`: what the caller has leased for the call, and releases.
 */
export async function makeCall(
  run: BulkRun,
  call: BulkCall,
  held: readonly RecordLease[] = [],
): Promise<StepDone<CallResult>> {
  const { ports, ledger } = run;
  const { marks } = ledger.provider.traits.repeats;
  const bodies = await Promise.all(call.items.map((item) => bodyOf(ports, item)));
  const holder = await holderOf(run, call);
  const claim = claimOf(ports, holder);
  const told = await sendItems({ ports, ledger, claim }, call, { bodies, held }).catch(async (error: unknown) => {
    const failure = await claim.fail(error);
    if (!(failure instanceof ServiceError && isAnswer(failure))) throw failure;
    return failure;
  });
  if (told instanceof ServiceError) return refusedWhole(run, call, holder, told);
  const answers = await onlyOwn(run, call, told);
  // By their marks the next attempt finds those of which the answer does not tell, if it sends the same items again.
  if (marks && call.creates && answers.includes(null)) throw unresolved(marks.settleSeconds);
  return concluded(run, call, holder, { bodies, answers });
}

/** A call holds its items: the same items go under the same key, however many calls before them did nothing. */
export function holderOf({ ports, attempt }: BulkRun, { number, step, type, creates, items }: BulkCall) {
  const places = items.map(({ position }) => position).join();
  // Once they were answered, they have another key.
  const answered = Math.max(...items.map(({ call }) => call));
  return callHolder(ports, attempt, {
    step,
    asked: `${creates ? 'create' : 'update'} ${type} ${places} after ${answered}`,
    begin: ({ bulkItems }) =>
      bulkItems.update(items.map((item) => ({ ...item, status: 'unknown', call: number, run: 0 }))),
    // As if the call had never been.
    undo: ({ bulkItems }) => bulkItems.update(items.map((item) => ({ ...item, status: 'pending' }))),
  });
}

interface Sending {
  readonly bodies: readonly ItemBody[];
  readonly held: readonly RecordLease[];
}

/** Leases the records, so that nobody else changes them through the service before the answer, and sends. */
async function sendItems(write: LedgerWrite, call: BulkCall, { bodies, held }: Sending): Promise<Answers> {
  const { openAttempt: earlier } = write.claim;
  const by = earlier && callRepeatedBy(write, call, earlier.firstSentAt);
  if (by === 'likeness') throw unresolved();
  const since = earlier && by === 'key' ? earlier.firstSentAt : null;
  const leases: RecordLease[] = [];
  try {
    for (const { type, targetId } of call.items) {
      if (targetId !== null) leases.push(await leaseRecord(write, { type, providerId: targetId }));
    }
    const bytes = bodies.map((body) => body.write);
    // `prepared` is null, because the items hold the bytes.
    const createdType = call.creates ? call.type : null;
    const attempt = (now: Date) => ({ prepared: null, firstSentAt: since ?? now, createdType });
    return await sendRecords(
      write,
      { name: 'write', attempt, rememberedSince: call.creates ? since : null, leases: [...held, ...leases] },
      bytes,
    );
  } finally {
    for (const lease of leases) await lease.release();
  }
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
function refusedWhole(
  run: BulkRun,
  call: BulkCall,
  holder: OperationHolder,
  error: ServiceError,
): StepDone<CallResult> {
  if (call.items.length === 1) return concluded(run, call, holder, { bodies: [], answers: [error] });
  return decided(run, call, holder, { items: apart(call, call.items) });
}

function apart({ number, items: all }: BulkCall, items: readonly BulkItem[]): readonly BulkItem[] {
  return items.map((item) => ({ ...item, status: 'pending', call: number, together: halfOf(all) }));
}

export const halfOf = ({ length }: readonly BulkItem[]): number => Math.ceil(length / 2);

interface Told {
  readonly bodies: readonly ItemBody[];
  readonly answers: Answers;
}

function concluded(
  run: BulkRun,
  call: BulkCall,
  holder: OperationHolder,
  { bodies, answers }: Told,
): StepDone<CallResult> {
  const { retentionMode } = run.ledger.connection;
  const answered = call.items.flatMap((item, i): BulkItem | [] => {
    const answer = answers[i];
    if (!answer) return [];
    if (!(answer instanceof ServiceError)) return { ...item, ...writtenAs(run, bodies[i], answer) };
    const error = storedRefusal(answer, retentionMode);
    // The record may exist: the item waits, and nothing is sent, until it was looked for.
    return bodies[i]?.known ? { ...item, status: 'pending', together: 0, error } : { ...item, status: 'failed', error };
  });
  const records = answers.filter(isRecord);
  const untold = call.items.filter((_, i) => !answers[i]);
  if (call.creates) return decided(run, call, holder, { items: answered, records, untold: untold.length });
  // A change of which the answer tells nothing is made again, with fewer others; one that was alone stays unknown.
  const again = call.items.length > 1 ? apart(call, untold) : untold.map(asUnknown);
  return decided(run, call, holder, { items: [...answered, ...again], records });
}

const asUnknown = (item: BulkItem): BulkItem => ({ ...item, status: 'unknown' });

/** An item's outcome; `isListed`: its record was found in a list. */
export function writtenAs({ ledger }: BulkRun, body: ItemBody | undefined, record: LedgerRecord, isListed = false) {
  const said = record.warnings ?? [];
  // The provider's words may repeat what the record holds.
  const kept = ledger.connection.retentionMode === 'zero' ? withoutWords(said) : said;
  const told = [...kept, ...(body ? warningsOf(ledger.provider, body.write, record, isListed) : [])];
  const warnings = told.length > 0 ? told : null;
  return { status: 'succeeded', providerId: record.providerId, error: null, warnings } as const;
}

interface Decided {
  readonly items: readonly BulkItem[];
  readonly records?: readonly LedgerRecord[];
  /** Those that were found in the books. */
  readonly found?: readonly LedgerRecord[];
  /** The number of items without an outcome yet. */
  readonly untold?: number;
}

/** Stores the items' outcomes, and all that follows from the records that were written. */
export function decided(
  { ports, ledger, attempt }: BulkRun,
  call: BulkCall,
  holder: OperationHolder,
  { items, records = [], found = [], untold = 0 }: Decided,
): StepDone<CallResult> {
  const { run, startedAt, createdAt } = attempt.operation;
  const fetchedAt = ports.clock.now();
  const counted = (status: BulkItem['status']) => items.filter((item) => item.status === status).length;
  const [succeeded, failed] = [counted('succeeded'), counted('failed')];
  // While items are unknown, the attempt stays stored: a later look-up needs the time of sending.
  const isEnded = untold === 0 && items.every(({ status }) => status !== 'unknown');
  const ended: Ended = {
    records: records.map((record) => ({ ...record, fetchedAt })),
    ...{ found, made: call.creates ? records.map(({ providerId }) => providerId) : [] },
    ...{ uses: succeeded, sentAt: startedAt ?? createdAt },
    async end(stores) {
      await stores.bulkItems.update(items.map((item) => ({ ...item, call: call.number, run })));
      if (isEnded) await holder.conclude(stores, null);
    },
  };
  return {
    result: { sent: call.items.length, succeeded, failed, untold },
    also: (stores) => finish(stores, { ports, ledger, claim: holder }, ended),
  };
}
