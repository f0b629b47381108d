// The steps of recipes: each writes at most once, on the automations' share of the budget.
import { isRejected } from '../../domain/errors.ts';
import type { CreatedType } from '../../domain/idempotency.ts';
import { canonicalObject, type JsonObject } from '../../domain/json.ts';
import type { CachedRecord, LedgerRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { type Attempt, type Conclusion, succeeded } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { WriteIntent } from '../../ports/ledger-gateway.ts';
import type { Stores } from '../../ports/storage.ts';
import { type Allocated, allocateOnce, type WantedAllocation } from '../allocations/allocate-credit.ts';
import { liveConnection } from '../connections/read-connections.ts';
import { announceInvoices } from '../events/announce-invoice.ts';
import { type InvoiceSnapshot, snapshotOfInvoice } from '../events/invoice-snapshot.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { knownTracking } from '../resources/books-knowledge.ts';
import { cancelLive } from '../resources/cancel-document.ts';
import { emailInvoice } from '../resources/email-invoice.ts';
import { readRecord } from '../resources/read-live.ts';
import { type Change, changeRecord } from '../resources/send-change.ts';
import { changedBy, sendCreate, sentBytes, type Written } from '../resources/write-resources.ts';
import { finish } from '../writes/after-write.ts';
import { cacheRecords } from '../writes/cache-records.ts';
import { claimOf, type LedgerWrite, stepHolder } from '../writes/holder.ts';
import { adoptProduced } from '../writes/read-back.ts';
import { type RecordSummary, summaryOf, type WriteAction, type WrittenRecord } from './record-summary.ts';

export interface RecipeRun {
  readonly ports: CorePorts;
  readonly ledger: Ledger;
  readonly attempt: Attempt;
}

interface CreateStep {
  readonly step: string;
  readonly type: ResourceType;
  /** May read first; the fields are stored with the attempt and not made again. */
  readonly fields: () => Promise<object>;
  /** A record that resembles the new one but is not it. */
  readonly otherThan?: RecordSummary;
  /** Finds a record that serves instead, when the provider refuses the create because somebody else was first. */
  readonly instead?: () => Promise<LedgerRecord | undefined>;
  /** True to call `instead` also before anything is sent, because it was last called in an earlier attempt. */
  readonly lookFirst?: boolean;
}

export function createOnce(run: RecipeRun, { type, fields, ...step }: CreateStep): Promise<WrittenRecord> {
  return makeOnce(run, { ...step, type }, async () => {
    const asked = canonicalObject(await fields());
    // What a copied document has and the books no longer take is left to the provider, and told by a warning.
    const [known] = await knownTracking(run.ports, run.ledger, [{ fields: asked }]);
    return { kind: 'create', type, fields: known?.fields ?? asked };
  });
}

/** Makes the provider create the invoice of a quote. */
export function convertOnce(
  run: RecipeRun,
  { step, quote }: Pick<CreateStep, 'step'> & { readonly quote: () => Promise<LedgerRecord> },
): Promise<WrittenRecord> {
  const type = 'invoices';
  return makeOnce(run, { step, type }, async () => ({ kind: 'convert_quote', type, quote: await quote() }));
}

function makeOnce(
  run: RecipeRun,
  { step, type, otherThan, instead, lookFirst = false }: Omit<CreateStep, 'fields'>,
  intent: () => Promise<WriteIntent>,
): Promise<WrittenRecord> {
  const send = async (write: LedgerWrite) => {
    const { claim, ledger } = write;
    const early = claim.openAttempt === null && lookFirst ? await instead?.() : undefined;
    if (early) return stepOf('unchanged', changedBy(write, early));
    try {
      const bytes = sentBytes(claim.openAttempt) ?? ledger.prepare(await intent());
      return stepOf('created', await sendCreate(write, bytes, { otherThan: otherThan?.provider_id }));
    } catch (error) {
      const late = isRejected(error) ? await instead?.() : undefined;
      if (!late) throw error;
      return stepOf('unchanged', changedBy(write, late));
    }
  };
  return writeOnce(run, step, send, type);
}

interface UpdateStep extends Pick<Change, 'isDone'> {
  readonly step: string;
  readonly target: RecordSummary;
  readonly fields: object;
}

export function updateOnce(run: RecipeRun, { step, target, fields, isDone }: UpdateStep): Promise<WrittenRecord> {
  const { type, provider_id: providerId } = target;
  const request = { kind: 'normalized', fields: canonicalObject(fields) } as const;
  return writeOnce(run, step, async (write) =>
    stepOf('updated', changedBy(write, await changeRecord(write, { type, providerId, request, isDone }))),
  );
}

/** Cancels by the status rules of cancelling. Throws CONFLICT `target_changed` if somebody else has cancelled it. */
export function cancelOnce(run: RecipeRun, step: string, target: RecordSummary): Promise<WrittenRecord> {
  return writeOnce(run, step, async (write) =>
    stepOf(
      'updated',
      changedBy(write, await cancelLive(write, { type: 'invoices', providerId: target.provider_id }, 'this_write')),
    ),
  );
}

export function emailOnce(run: RecipeRun, step: string, target: RecordSummary): Promise<WrittenRecord> {
  const { type, id, provider_id, number = null } = target;
  return writeOnce(run, step, async (write) => {
    await emailInvoice(write, provider_id);
    return { result: { type, id, provider_id, number, action: 'emailed' } };
  });
}

/** Allocates a part of a credit note to an invoice, as a request does; what the books show of both documents is cached. */
export function allocateStep(
  run: RecipeRun,
  step: string,
  credit: RecordSummary,
  wanted: WantedAllocation,
): Promise<JsonObject> {
  const { type, id, provider_id, number = null } = credit;
  const send = async (write: LedgerWrite): Promise<StepWritten> => {
    const allocated = await allocateOnce(write, { type, providerId: provider_id }, wanted);
    const { allocationId: allocation_id, invoiceId: invoice_id, amount, date } = allocated.allocation;
    const told = { allocation_id, invoice_id, amount, date };
    return { result: { type, id, provider_id, number, action: 'updated', ...told }, allocated };
  };
  return writeOnce(run, step, send, 'allocations');
}

/** A step's result, and what its write came to; a mail answers no record. */
interface StepWritten {
  readonly result: WrittenRecord;
  readonly written?: Written;
  readonly allocated?: Allocated;
}

function stepOf(action: WriteAction, written: Written): StepWritten {
  return { result: { ...summaryOf(written.record), action }, written };
}

/** Runs a step that writes once, even if workers are lost. */
function writeOnce(
  run: RecipeRun,
  step: string,
  send: (write: LedgerWrite) => Promise<StepWritten>,
  createdType: CreatedType | null = null,
): Promise<WrittenRecord> {
  const { ports, ledger, attempt } = run;
  const { startedAt, createdAt } = attempt.operation;
  return attempt.steps.step(step, async () => {
    const holder = await stepHolder(ports, attempt, { step, createdType });
    const claim = claimOf(ports, holder);
    const write = { ports, ledger, claim };
    try {
      const { result, written, allocated } = await send(write);
      const fetchedAt = ports.clock.now();
      const records = written ? [{ fetchedAt, ...written.record }] : (allocated?.records ?? []);
      const also = (stores: Stores) =>
        finish(stores, write, {
          records,
          found: written?.resolution === 'found' ? records : [],
          made: written?.madeId ? [written.madeId] : [],
          // An automation is metered as one.
          uses: 0,
          sentAt: startedAt ?? createdAt,
          async end() {
            if (allocated?.isTold) await adoptProduced(stores, write, [allocated.producedName]);
            await holder.conclude(stores, written?.madeId ?? allocated?.producedName ?? null);
          },
        });
      return { result, also };
    } catch (error) {
      throw await claim.fail(error);
    }
  });
}

type Snapshots<Targets> = { readonly [Index in keyof Targets]: InvoiceSnapshot };

/** Reads the final state of invoices, for the announcement. */
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

/** Caches nothing of a connection that was disconnected meanwhile. */
async function cacheWhileLive(
  stores: Stores,
  { ports, ledger }: RecipeRun,
  read: readonly CachedRecord[],
): Promise<void> {
  const { requestId, operationId = null } = ledger.context;
  const connection = read.length > 0 && (await liveConnection(stores, ledger.connection, ledger.connection.id));
  if (connection) await cacheRecords(stores, ports, { connection, requestId, operationId, records: read });
}

/** Succeeds; what its steps wrote was announced with them. */
export function succeeding(result: JsonObject): Conclusion {
  return async () => succeeded(result);
}

/** Succeeds, and announces the invoices as any other read does. */
export function announcing(run: RecipeRun, invoices: readonly InvoiceSnapshot[], result: JsonObject): Conclusion {
  const { ports, ledger, attempt } = run;
  const { id: operationId, requestId, startedAt, createdAt } = attempt.operation;
  return async (stores) => {
    const connection = await liveConnection(stores, ledger.connection, ledger.connection.id);
    if (!connection) return succeeded(result);
    const read = { connection, operationId, requestId, readAt: startedAt ?? createdAt };
    await announceInvoices(
      stores,
      ports,
      invoices.map((snapshot) => ({ ...read, snapshot })),
    );
    return succeeded(result);
  };
}
