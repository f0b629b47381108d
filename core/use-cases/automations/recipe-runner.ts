// What a recipe is run with: steps that each write at most once, on the automations' share of the budget.
import { type Connection, liveStatuses } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import { canonical, type Json, type JsonObject } from '../../domain/json.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { type Attempt, type Conclusion, succeeded } from '../../engine/operation-kind.ts';
import type { StepDone } from '../../engine/step-runner.ts';
import type { Stores } from '../../ports/storage.ts';
import { cacheRecords } from '../cache-records.ts';
import { claimStep } from '../claim-step.ts';
import { announceInvoice } from '../events/announce-invoice.ts';
import { type InvoiceSnapshot, snapshotOfInvoice } from '../notifications/invoice-snapshot.ts';
import { type Ledger, type LedgerPorts, openLedger } from '../open-ledger.ts';
import { cancelLive } from '../resources/cancel-invoice.ts';
import { emailInvoice } from '../resources/email-invoice.ts';
import { leaseRecord } from '../resources/record-lease.ts';
import { mayBeOwn, sendChange } from '../resources/send-change.ts';
import { sendCreate, sentCreate } from '../resources/send-create.ts';
import type { WriteClaim } from '../write-claim.ts';
import { type RecordSummary, summaryOf, type WriteAction, type WrittenRecord } from './record-summary.ts';

export interface RecipeRunner {
  readonly ledger: Ledger;
  step<T extends Json>(name: string, work: () => Promise<StepDone<T>>): Promise<T>;
  /** `fields` may be made of what is read only now; they are stored with the attempt and not made again. */
  create(
    step: string,
    type: ResourceType,
    fields: () => Promise<object>,
    options?: CreateOptions,
  ): Promise<WrittenRecord>;
  /**
   * `isDone` looks at the live record before it is changed: true means there is nothing to write; it may throw a
   * refusal. `isOwn`: an earlier attempt sent this very change, does not know how that ended, and may have made it so.
   */
  update(step: string, target: RecordSummary, fields: object, isDone?: IsDone): Promise<WrittenRecord>;
  /** By the status rules of cancelling. Throws CONFLICT `target_changed` where somebody else has cancelled it. */
  cancel(step: string, target: RecordSummary): Promise<WrittenRecord>;
  /** Has the provider mail the invoice. */
  email(step: string, target: RecordSummary): Promise<WrittenRecord>;
  /** Reads invoices as they are in the end, for the announcement. */
  readAgain(step: string, targets: readonly RecordSummary[]): Promise<readonly InvoiceSnapshot[]>;
  /** Succeeds, and announces what was read as every other read of an invoice is announced. */
  announcing(invoices: readonly InvoiceSnapshot[], result: JsonObject): Conclusion;
}

type IsDone = (live: LedgerRecord, isOwn: boolean) => boolean;

interface CreateOptions {
  /** A record that the new one may resemble. */
  readonly otherThan?: RecordSummary;
  /** The record that serves instead; asked when the provider refuses the create, because somebody else was first. */
  readonly instead?: () => Promise<LedgerRecord | undefined>;
  /** Whether `instead` is asked before anything is sent, too: it was last asked in an earlier attempt. */
  readonly lookFirst?: () => boolean;
}

export function createRecipeRunner(ports: LedgerPorts, attempt: Attempt, connection: Connection): RecipeRunner {
  const { operation, steps } = attempt;
  const context = { requestId: operation.requestId, operationId: operation.id, lane: 'automation' } as const;
  const ledger = openLedger(ports, connection, context);
  const run = { ports, ledger, attempt };
  return {
    ledger,
    step: steps.step,
    create: (step, type, fields, options = {}) =>
      writeOnce(run, step, (claim) => create(run, claim, { type, fields, ...options })),
    update: (step, target, fields, isDone) =>
      writeOnce(run, step, (claim) => update(run, claim, { target, fields: jsonOf(fields), isDone })),
    cancel: (step, { provider_id: providerId }) =>
      writeOnce(run, step, async (claim) => {
        const { record } = await cancelLive(ports, ledger, claim, { providerId, already: 'only_this_write' });
        return written(run, 'updated', record);
      }),
    email: (step, { type, id, provider_id, number = null }) =>
      writeOnce(run, step, async (claim) => {
        await emailInvoice(ports, ledger, claim, provider_id);
        return { type, id, provider_id, number, action: 'emailed' };
      }),
    readAgain: (step, targets) =>
      steps.step(step, async () => {
        const records: LedgerRecord[] = [];
        for (const { provider_id } of targets) records.push(await ledger.read('invoices', provider_id));
        await cacheWhileLive(run, records);
        return { result: records.map((record) => snapshotOfInvoice(ports.digester, record)) };
      }),
    announcing: (invoices, result) => (stores) => announce(run, stores, invoices, result),
  };
}

interface Run {
  readonly ports: LedgerPorts;
  readonly ledger: Ledger;
  readonly attempt: Attempt;
}

/** A step that writes: once, whatever becomes of the workers that run it. */
function writeOnce(
  { ports, ledger, attempt }: Run,
  step: string,
  write: (claim: WriteClaim) => Promise<WrittenRecord>,
): Promise<WrittenRecord> {
  const { id: operationId, organizationId, environment } = attempt.operation;
  const connectionId = ledger.connection.id;
  return attempt.steps.step(step, async () => {
    const claim = await claimStep(ports, { organizationId, environment, operationId, connectionId, step });
    if (claim.kind === 'replay') return { result: claim.stored as WrittenRecord };
    try {
      const result = await write(claim);
      await claim.answer({ forReplay: result, apply: async () => {} });
      return { result };
    } catch (error) {
      throw await claim.fail(error);
    }
  });
}

interface Creation extends CreateOptions {
  readonly type: ResourceType;
  readonly fields: () => Promise<object>;
}

async function create(run: Run, claim: WriteClaim, creation: Creation): Promise<WrittenRecord> {
  const { ports, ledger } = run;
  const { type, fields, otherThan, instead, lookFirst } = creation;
  const early = claim.earlier === null && lookFirst?.() ? await instead?.() : undefined;
  if (early) return written(run, 'unchanged', early);
  try {
    const write = sentCreate(claim) ?? ledger.prepare({ kind: 'create', type, fields: jsonOf(await fields()) });
    const record = await sendCreate(ports, ledger, claim, { write, otherThan: otherThan?.provider_id });
    return written(run, 'created', record);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'PROVIDER_REJECTED') throw error;
    const late = await instead?.();
    if (!late) throw error;
    return written(run, 'unchanged', late);
  }
}

interface Update {
  readonly target: RecordSummary;
  readonly fields: JsonObject;
  readonly isDone: IsDone | undefined;
}

async function update(run: Run, claim: WriteClaim, asked: Update): Promise<WrittenRecord> {
  const { ports, ledger } = run;
  const { type, provider_id: providerId } = asked.target;
  const { fields, isDone } = asked;
  const lease = await leaseRecord(ports, ledger, claim, { type, providerId });
  try {
    const since = ports.clock.now();
    const record = isDone && (await ledger.read(type, providerId));
    const isOwn = record !== undefined && mayBeOwn(claim.earlier, record);
    if (record && isDone(record, isOwn)) return written(run, isOwn ? 'updated' : 'unchanged', record);
    const changed = await sendChange(
      ports,
      ledger,
      { claim, lease },
      {
        type,
        providerId,
        request: { kind: 'normalized', fields },
        live: record && { record, since },
        check: (live) => isDone?.(live, false),
      },
    );
    return written(run, 'updated', changed);
  } finally {
    await lease.end();
  }
}

async function written(run: Run, action: WriteAction, record: LedgerRecord): Promise<WrittenRecord> {
  await cacheWhileLive(run, [record]);
  return { ...summaryOf(record), action };
}

/** Nothing is written down of a connection that was disconnected meanwhile. */
async function cacheWhileLive({ ports, ledger }: Run, records: readonly LedgerRecord[]): Promise<void> {
  const { connection, context } = ledger;
  if (!(await liveConnection(ports.storage, connection))) return;
  const fetchedAt = ports.clock.now();
  await cacheRecords(
    ports,
    connection,
    context.requestId,
    records.map((record) => ({ ...record, fetchedAt })),
  );
}

async function announce(
  { ports, ledger, attempt }: Run,
  stores: Stores,
  invoices: readonly InvoiceSnapshot[],
  result: JsonObject,
) {
  const connection = await liveConnection(stores, ledger.connection);
  const { id: operationId, requestId, startedAt, createdAt } = attempt.operation;
  if (!connection) return succeeded(result);
  for (const snapshot of invoices) {
    await announceInvoice(stores, ports, {
      ...{ connection, operationId, requestId, snapshot },
      readAt: startedAt ?? createdAt,
    });
  }
  return succeeded(result);
}

/** Without what is undefined, and in one order, so that equal input becomes equal bytes. */
function jsonOf(fields: object): JsonObject {
  return canonical(fields as JsonObject) as JsonObject;
}

async function liveConnection(
  stores: Pick<Stores, 'connections'>,
  { id, ...plane }: Connection,
): Promise<Connection | undefined> {
  const connection = await stores.connections.find(plane, id);
  const live: readonly string[] = liveStatuses;
  return connection && live.includes(connection.status) ? connection : undefined;
}
