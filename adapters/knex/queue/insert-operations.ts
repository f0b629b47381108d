import type { Operation, OperationId, OperationStore, OperationType } from '#core/ports';
import { millis } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import { atomic, type Session } from '../session.ts';
import { insertSteps } from '../stores/operation-steps.ts';
import { admit, groupOf } from './enter-queue.ts';
import { type OperationRow, operations as table } from './operation-row.ts';

export function operationInserts(session: Session): Pick<OperationStore, 'insert' | 'insertOnce' | 'insertCoalesced'> {
  return {
    async insert(operations) {
      const rows = operations.map(queuedRow);
      const withSteps = operations.filter(({ steps }) => steps.length > 0);
      const insert = async (inner: Session): Promise<void> => {
        await insertRows(inner, table, rows);
        await insertSteps(inner, withSteps);
      };
      await (withSteps.length > 0 ? atomic(session, insert) : insert(session));
      await admitDue(session, operations);
    },
    /** The one that is there is held until the transaction ends, so that its id is told while it is unfinished. */
    async insertOnce(operation) {
      const held = `on conflict ${onceATargetSql} do update set updated_at = operations.updated_at returning id`;
      const [stored] = await insertRows<OperationRow, Pick<OperationRow, 'id'>>(
        session,
        table,
        [queuedRow(operation)],
        held,
      );
      if (!stored) throw new Error('an operation was neither stored nor found');
      await admitDue(session, [operation]);
      return stored.id;
    },
    /**
     * Stores what no queued twin does already. A twin is held until the transaction ends, so no claim takes it before what
     * it absorbed is committed; one that a claim holds at this moment is waited for, and is then running and absorbs
     * nothing.
     */
    async insertCoalesced(operations) {
      const first = earliestOfEach(operations);
      const keyed = first.map((operation) => ({ ...queuedRow(operation), coalesce_key: keyOf(operation) }));
      const stored = await insertRows<object, CoalescedRow>(session, coalescing, keyed, absorbed);
      await admitDue(session, first);
      const doers = new Map(stored.map(({ id, coalesce_key }) => [coalesce_key, id]));
      return operations.map((operation) => doers.get(keyOf(operation)) ?? operation.id);
    },
  };
}

/** What is due waits to be admitted; what falls due later enters with the claim that comes then. */
function queuedRow(operation: Operation): OperationRow {
  return {
    ...table.toRow(operation),
    // Counts as claimed once when it comes with steps, so that they are looked for (operation-steps.ts).
    ...(operation.steps.length > 0 && { lease_token: 1 }),
    ...(isDue(operation) && { stage: 'waiting' as const }),
  };
}

async function admitDue(session: Session, operations: readonly Operation[]): Promise<void> {
  await admit(session, operations.filter(isDue).map(groupOf));
}

function isDue({ state, nextAttemptAt, updatedAt }: Operation): boolean {
  return (state === 'queued' || state === 'retrying') && nextAttemptAt !== null && nextAttemptAt <= updatedAt;
}

function dueAt({ nextAttemptAt }: Operation): number {
  return nextAttemptAt ? millis(nextAttemptAt) : 0;
}

/** Of which a document has one unfinished at most. */
export const onceATarget: readonly OperationType[] = [
  'automation.quote.convert_to_invoice',
  'automation.invoice.void_and_reissue',
];
/** As the unique index states it. */
const onceATargetSql = `(connection_id, type, subject)
  where state in ('queued', 'running', 'retrying') and subject is not null
  and type in (${onceATarget.map((type) => `'${type}'`).join(', ')})`;

/** With the columns of the unique index, which decides who absorbs whom. */
const coalescing = { name: table.name, words: { ...table.words, coalesce_key: 'text' } } as const;
const absorbed = `on conflict (coalesce_key) where state = 'queued' and run = 1 and coalesce_key is not null do update
  set due_at = case when excluded.due_at < operations.due_at then excluded.due_at else operations.due_at end,
    traceparent = case when length(operations.traceparent) > 900 then operations.traceparent
      else nullif(trim(coalesce(operations.traceparent, '') || ' ' || coalesce(excluded.traceparent, '')), '') end
  returning id, coalesce_key`;

interface CoalescedRow {
  readonly id: OperationId;
  readonly coalesce_key: string;
}

/** One statement may touch a row once only; and rows are written in one order, so that two writers never deadlock. */
function earliestOfEach(operations: readonly Operation[]): readonly Operation[] {
  const earliest = new Map<string, Operation>();
  for (const operation of operations) {
    const key = keyOf(operation);
    const other = earliest.get(key);
    if (!other || dueAt(operation) < dueAt(other)) earliest.set(key, operation);
  }
  return [...earliest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, operation]) => operation);
}

function keyOf({ organizationId, environment, type, connectionId, subject }: Operation): string {
  return [organizationId, environment, type, connectionId ?? '', subject ?? ''].join(' ');
}
