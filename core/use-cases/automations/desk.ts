// What a recipe works at: reads, and steps that each write at most once, on the automations' share of the budget.
import { type Connection, liveStatuses } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import { canonical, type Json, type JsonObject } from '../../domain/json.ts';
import type { CachedRecord, LedgerRecord } from '../../domain/ledger-record.ts';
import type { Operation } from '../../domain/operation.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { type Attempt, type Conclusion, succeeded } from '../../engine/operation-kind.ts';
import type { StepDone } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { announceInvoice } from '../events/announce-invoice.ts';
import type { WorkDone, WriteClaim } from '../idempotent.ts';
import type { LedgerErrand } from '../ledger-errand.ts';
import { type InvoiceSnapshot, snapshotOfInvoice } from '../notifications/invoice-snapshot.ts';
import { onceInOperation } from '../once-in-operation.ts';
import { providerCopy } from '../provider-copy.ts';
import { cancelLive } from '../resources/cancel-invoice.ts';
import { emailOnce } from '../resources/email-once.ts';
import { holdRecord } from '../resources/hold-record.ts';
import { fetched } from '../resources/kept-record.ts';
import type { ReadPorts } from '../resources/read-resource.ts';
import { sendChange } from '../resources/send-change.ts';
import { mayBeOwn, sendCreate } from '../resources/send-write.ts';
import { updateIntent } from '../resources/update-intent.ts';
import { stepWithCopy } from '../step-with-copy.ts';
import { usableTenant } from '../with-ledger.ts';
import { type Look, lookAt } from './look.ts';
import { type RecordSummary, summaryOf, type WriteAction, type WrittenRecord } from './record-summary.ts';

export type DeskPorts = ReadPorts & Pick<CorePorts, 'storage'>;

export interface Desk extends Look {
  step<T extends Json>(name: string, work: () => Promise<StepDone<T>>): Promise<T>;
  /** `fields` may be made of what is read only now; they are kept with the attempt and not made again. */
  create(
    step: string,
    type: ResourceType,
    fields: () => Promise<object>,
    options?: CreateOptions,
  ): Promise<WrittenRecord>;
  /**
   * `stands` looks at the live record before it is changed: true means there is nothing to write; it may throw a
   * refusal. `isOwn`: an earlier attempt sent this very change, does not know how that ended, and may have made it so.
   */
  update(step: string, target: RecordSummary, fields: object, stands?: Stands): Promise<WrittenRecord>;
  /** By the status rules of cancelling. Throws CONFLICT `target_changed` where somebody else has cancelled it. */
  cancel(step: string, target: RecordSummary): Promise<WrittenRecord>;
  /** Has the provider mail the invoice. */
  email(step: string, target: RecordSummary): Promise<WrittenRecord>;
  /** Reads invoices as they are in the end, for the announcement. */
  reRead(step: string, targets: readonly RecordSummary[]): Promise<readonly InvoiceSnapshot[]>;
  /** Succeeds, and announces what was read by the pipeline of all invoice reads. */
  announcing(invoices: readonly InvoiceSnapshot[], result: JsonObject): Conclusion;
}

type Stands = (live: LedgerRecord, isOwn: boolean) => boolean;

interface CreateOptions {
  /** A record that the new one may resemble. */
  readonly otherThan?: RecordSummary;
  /** The record that serves instead; asked when the provider refuses the create, because somebody else was first. */
  readonly instead?: () => Promise<LedgerRecord | undefined>;
  /** Whether `instead` is asked before anything is sent, too: it was last asked in an earlier attempt. */
  readonly lookFirst?: () => boolean;
}

export function createDesk(ports: DeskPorts, { operation, steps }: Attempt, connection: Connection): Desk {
  const errand: LedgerErrand = { requestId: operation.requestId, operationId: operation.id, lane: 'automation' };
  const look = lookAt(ports, errand, connection);
  const { id: operationId, organizationId, environment } = operation;
  const writeOf = (step: string) => ({ organizationId, environment, operationId, connectionId: connection.id, step });
  const once = (step: string, work: (claim: WriteClaim) => Promise<WorkDone<WrittenRecord>>) =>
    steps.step(step, async () => ({ result: await onceInOperation(ports)(writeOf(step), work, revive) }));
  const cached = (record: LedgerRecord) => fetched(record, ports.clock.now());
  const copyOf = (records: readonly CachedRecord[]) =>
    providerCopy(ports, connection, errand.requestId, (stores) => cacheWhileLive(stores, connection, records));
  const done = (action: WriteAction, record: LedgerRecord): WorkDone<WrittenRecord> => {
    const value = { ...summaryOf(record), action };
    return { value, keep: value, copy: copyOf([cached(record)]) };
  };
  return {
    ...look,
    step: steps.step,
    create: (step, type, fields, { otherThan, instead, lookFirst } = {}) =>
      once(step, async (claim) => {
        const intent = async () => ({ kind: 'create', type, fields: jsonOf(await fields()) }) as const;
        const early = claim.earlier === null && lookFirst?.() ? await instead?.() : undefined;
        if (early) return done('unchanged', early);
        try {
          const other = { otherThan: otherThan?.provider_id };
          return done('created', await sendCreate(ports)(errand, connection, claim, intent, other));
        } catch (error) {
          if (!(error instanceof ServiceError) || error.code !== 'PROVIDER_REJECTED') throw error;
          const late = await instead?.();
          if (!late) throw error;
          return done('unchanged', late);
        }
      }),
    update: (step, { type, provider_id: providerId }, fields, stands) =>
      once(step, (claim) =>
        holdRecord(ports)(errand, { tenantId: usableTenant(connection), type, providerId }, claim, async (held) => {
          const holdsLive = ports.gateway.traits.families[type].updateReplaces;
          const readSince = ports.clock.now();
          let read = stands && (await look.read(type, providerId));
          const isOwn = read !== undefined && mayBeOwn(claim.earlier, read);
          if (read && stands?.(read, isOwn)) return done(isOwn ? 'updated' : 'unchanged', read);
          const request = { kind: 'normalized', fields: jsonOf(fields) } as const;
          const intentOf = async () => {
            const live = holdsLive ? (read ?? (await look.read(type, providerId))) : null;
            read = undefined;
            if (live) stands?.(live, false);
            return updateIntent(ports.gateway, { type, providerId, request, live });
          };
          const change = { intentOf, holdsLive, readSince };
          return done('updated', await sendChange(ports)(errand, connection, { claim, held }, change));
        }),
      ),
    cancel: (step, { provider_id: providerId }) =>
      once(step, async (claim) => {
        const { record } = await cancelLive(ports, 'only_this_write')(errand, connection, providerId, claim);
        return done('updated', record);
      }),
    email: (step, target) =>
      once(step, async (claim) => {
        await emailOnce(ports)(errand, connection, claim, target.provider_id);
        return emailed(target);
      }),
    reRead: (step, targets) =>
      stepWithCopy(steps, step, async () => {
        const records: CachedRecord[] = [];
        for (const { provider_id } of targets) records.push(cached(await look.read('invoices', provider_id)));
        return {
          result: records.map((record) => snapshotOfInvoice(ports.digester, record)),
          copy: copyOf(records),
        };
      }),
    announcing: announcing(ports, operation, connection),
  };
}

function emailed({ type, id, provider_id, number = null }: RecordSummary): WorkDone<WrittenRecord> {
  const value: WrittenRecord = { type, id, provider_id, number, action: 'emailed' };
  return { value, keep: value };
}

/** Succeeds, and announces the invoices as they were read. */
function announcing(ports: DeskPorts, operation: Operation, connection: Connection): Desk['announcing'] {
  return (invoices, result) => async (stores) => {
    const live = await liveConnection(stores, connection);
    const { id: operationId, requestId, startedAt, createdAt } = operation;
    const told = { connection: live ?? connection, readAt: startedAt ?? createdAt, operationId, requestId };
    for (const snapshot of live ? invoices : []) {
      await announceInvoice(stores, ports, { ...told, snapshot });
    }
    return succeeded(result);
  };
}

const revive = async (kept: Json) => kept as WrittenRecord;

/** Without what is undefined, and in one order, so that equal input becomes equal bytes. */
function jsonOf(fields: object): JsonObject {
  return canonical(fields as JsonObject) as JsonObject;
}

/** Nothing is written down of a connection that was disconnected meanwhile. */
async function cacheWhileLive(stores: Stores, connection: Connection, records: readonly CachedRecord[]): Promise<void> {
  if (await liveConnection(stores, connection)) await stores.records.put(connection.id, records);
}

async function liveConnection(stores: Stores, { id, ...plane }: Connection): Promise<Connection | undefined> {
  const connection = await stores.connections.find(plane, id);
  const live: readonly string[] = liveStatuses;
  return connection && live.includes(connection.status) ? connection : undefined;
}
