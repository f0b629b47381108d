// The steps of recipes: each writes at most once, on the automations' share of the budget.
import { fromSnapshot, isRejected, type ServiceError } from '../../domain/errors.ts';
import { idempotencyDays, type ProducedRecord } from '../../domain/idempotency.ts';
import { canonicalObject, type Json, type JsonObject } from '../../domain/json.ts';
import type { CachedRecord, LedgerRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { type Attempt, type Conclusion, succeeded } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { type KeyClaim, keyClaim } from '../claim-key.ts';
import { liveConnection } from '../connections/read-connections.ts';
import { announceInvoice } from '../events/announce-invoice.ts';
import { type InvoiceSnapshot, snapshotOfInvoice } from '../events/invoice-snapshot.ts';
import type { Ledger } from '../open-ledger.ts';
import { cacheRecords } from '../resources/cache-records.ts';
import { cancelLive } from '../resources/cancel-invoice.ts';
import { emailInvoice } from '../resources/email-invoice.ts';
import { readRecord } from '../resources/read-live.ts';
import { type Change, changeRecord } from '../resources/send-change.ts';
import { sendCreate, sentBytes } from '../resources/write-resources.ts';
import { inProgress, type LedgerWrite } from '../write-claim.ts';
import { type RecordSummary, summaryOf, type WriteAction, type WrittenRecord } from './record-summary.ts';

/** One run of a recipe. */
export interface RecipeRun {
  readonly ports: CorePorts;
  readonly ledger: Ledger;
  readonly attempt: Attempt;
}

export interface CreateStep {
  readonly step: string;
  readonly type: ResourceType;
  /** May be made of what is read only now; they are stored with the attempt and not made again. */
  readonly fields: () => Promise<object>;
  /** A record that the new one may resemble. */
  readonly otherThan?: RecordSummary;
  /** The record that serves instead; asked when the provider refuses the create, because somebody else was first. */
  readonly instead?: () => Promise<LedgerRecord | undefined>;
  /** Whether `instead` is asked before anything is sent, too: it was last asked in an earlier attempt. */
  readonly lookFirst?: boolean;
}

export function createOnce(run: RecipeRun, { step, type, fields, ...options }: CreateStep): Promise<WrittenRecord> {
  const { otherThan, instead, lookFirst = false } = options;
  return writeOnce(run, step, async (context) => {
    const { claim, ledger } = context;
    const early = claim.earlier === null && lookFirst ? await instead?.() : undefined;
    if (early) return written(run, 'unchanged', early);
    try {
      const bytes =
        sentBytes(claim.earlier) ?? ledger.prepare({ kind: 'create', type, fields: canonicalObject(await fields()) });
      const { created, ...record } = await sendCreate(context, bytes, otherThan?.provider_id);
      const produced = { providerId: record.providerId, adopted: created === 'found' };
      return { ...written(run, 'created', record), produced };
    } catch (error) {
      if (!isRejected(error)) throw error;
      const late = await instead?.();
      if (!late) throw error;
      return written(run, 'unchanged', late);
    }
  });
}

export interface UpdateStep extends Pick<Change, 'isDone'> {
  readonly step: string;
  readonly target: RecordSummary;
  readonly fields: object;
}

export function updateOnce(run: RecipeRun, { step, target, fields, isDone }: UpdateStep): Promise<WrittenRecord> {
  const { type, provider_id: providerId } = target;
  const request = { kind: 'normalized', fields: canonicalObject(fields) } as const;
  return writeOnce(run, step, async (context) =>
    written(run, 'updated', await changeRecord(context, { type, providerId, request, isDone })),
  );
}

/** Cancels by the status rules of cancelling. Throws CONFLICT `target_changed` where somebody else has cancelled it. */
export function cancelOnce(run: RecipeRun, step: string, target: RecordSummary): Promise<WrittenRecord> {
  return writeOnce(run, step, async (context) =>
    written(run, 'updated', await cancelLive(context, target.provider_id, 'this_write')),
  );
}

/** Has the provider mail the invoice. */
export function emailOnce(run: RecipeRun, step: string, target: RecordSummary): Promise<WrittenRecord> {
  const { type, id, provider_id, number = null } = target;
  return writeOnce(run, step, async (context) => {
    await emailInvoice(context, provider_id);
    return { result: { type, id, provider_id, number, action: 'emailed' }, read: [] };
  });
}

interface Written {
  readonly result: WrittenRecord;
  readonly read: readonly CachedRecord[];
  readonly produced?: ProducedRecord | undefined;
}

/** A step that writes: once, whatever becomes of the workers that run it. */
function writeOnce(
  run: RecipeRun,
  step: string,
  write: (context: LedgerWrite) => Promise<Written>,
): Promise<WrittenRecord> {
  const { ports, ledger, attempt } = run;
  return attempt.steps.step(step, async () => {
    const claim = await claimStep(run, step);
    if ('stored' in claim) return { result: claim.stored as WrittenRecord };
    try {
      const { result, read, produced } = await write({ ports, ledger, claim });
      await ports.storage.transaction(async (stores) => {
        await cacheWhileLive(stores, run, read);
        await claim.answer(stores, result, produced);
      });
      return { result };
    } catch (error) {
      throw await claim.fail(error);
    }
  });
}

/** A write is refused at most once in a run; replays beyond this get the last refusal again. */
const refusalsMax = 50;
/** The operation's own lease says who works; its key is there for the next holder at once. */
const leaseUntil = new Date(0);

/**
 * Claims the write of a step for whoever holds the operation's lease: the next holder gets what a lost one had begun to
 * send, and if the lost one wakes it can only send the same bytes under the same key. What the provider refused was
 * certainly not done: the next run claims the next key. `stored` is what the step answered before.
 */
async function claimStep(
  { ports, ledger, attempt }: RecipeRun,
  step: string,
): Promise<{ readonly stored: Json } | KeyClaim> {
  const { clock, ids, settings, storage } = ports;
  const { id, organizationId, environment } = attempt.operation;
  // Retention takes a key up to so many days before its end; a replay finds it as long as its operation.
  const storedDays = settings.retentionDays.operations + idempotencyDays;
  let refusal: ServiceError | undefined;
  for (let number = 1; number <= refusalsMax; number++) {
    // No HTTP header can hold a line break, so that no caller's key is ever one of these.
    const scope = { organizationId, environment, key: `\nop:${id}:${step}:${number}` };
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + storedDays * 86_400_000);
    const request = { fingerprint: 'operation', connectionId: ledger.connection.id, now, leaseUntil, expiresAt };
    const claimed = await storage.idempotency.claim(scope, { ...request, leaseToken: ids.next('req') });
    if (claimed.kind === 'running' || claimed.kind === 'clashing') throw inProgress();
    // Automations run on connections that store what they read.
    if (claimed.kind !== 'answered') return keyClaim(ports, scope, claimed);
    if (claimed.answer.ok) return { stored: claimed.answer.value };
    refusal = fromSnapshot(claimed.answer.error);
  }
  throw refusal ?? inProgress();
}

function written({ ports }: RecipeRun, action: WriteAction, record: LedgerRecord): Written {
  return { result: { ...summaryOf(record), action }, read: [{ ...record, fetchedAt: ports.clock.now() }] };
}

type Snapshots<Targets> = { readonly [Index in keyof Targets]: InvoiceSnapshot };

/** Reads invoices as they are in the end, for the announcement. */
export function readAgain<const Targets extends readonly RecordSummary[]>(
  run: RecipeRun,
  step: string,
  targets: Targets,
): Promise<Snapshots<Targets>> {
  return run.attempt.steps.step(step, async () => {
    const { ports, ledger } = run;
    const read: CachedRecord[] = [];
    for (const { provider_id } of targets) read.push(await readRecord(ports, ledger, 'invoices', provider_id));
    const result = read.map((record) => snapshotOfInvoice(ports.digester, record)) as Snapshots<Targets>;
    return { result, also: (stores) => cacheWhileLive(stores, run, read) };
  });
}

/** Nothing is written down of a connection that was disconnected meanwhile. */
async function cacheWhileLive(
  stores: Stores,
  { ports, ledger }: RecipeRun,
  read: readonly CachedRecord[],
): Promise<void> {
  const { requestId } = ledger.context;
  const connection = read.length > 0 && (await liveConnection(stores, ledger.connection, ledger.connection.id));
  if (connection) await cacheRecords(stores, ports, { connection, requestId }, read);
}

/** Succeeds, and announces what was read as every other read of an invoice is announced. */
export function announcing(run: RecipeRun, invoices: readonly InvoiceSnapshot[], result: JsonObject): Conclusion {
  const { ports, ledger, attempt } = run;
  const { id: operationId, requestId, startedAt, createdAt } = attempt.operation;
  return async (stores) => {
    const connection = await liveConnection(stores, ledger.connection, ledger.connection.id);
    if (!connection) return succeeded(result);
    for (const snapshot of invoices) {
      const readAt = startedAt ?? createdAt;
      await announceInvoice(stores, ports, { connection, operationId, requestId, snapshot, readAt });
    }
    return succeeded(result);
  };
}
