import type { Operation, OperationId, OperationStore, OperationType } from '#core/ports';
import { millis } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import { atomic, type Session } from '../session.ts';
import { insertSteps } from '../stores/operation-steps.ts';
import { admitFrom, groupOf } from './admit.ts';
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
      await admitInserted(session, operations);
    },
    /** Locks an existing operation until the transaction ends, so that it is still unfinished when its id is returned. */
    async insertOnce(operation) {
      const held = `on conflict ${onceATargetSql} do update set updated_at = operations.updated_at returning id`;
      const [stored] = await insertRows<OperationRow, Pick<OperationRow, 'id'>>(
        session,
        table,
        [queuedRow(operation)],
        held,
      );
      if (!stored) throw new Error('an operation was neither stored nor found');
      await admitInserted(session, [operation]);
      return stored.id;
    },
    /**
     * Stores an operation unless an equal one is queued, which then absorbs it. The queued one stays locked until the
     * transaction ends, so that no claim takes it before the absorbed work is committed. If a claim is taking it at this
     * moment, the statement waits; then it is running and absorbs nothing.
     */
    async insertCoalesced(operations) {
      const first = earliestOfEach(operations);
      const keyed = first.map((operation) => ({ ...queuedRow(operation), coalesce_key: keyOf(operation) }));
      const stored = await insertRows<object, CoalescedRow>(session, coalescing, keyed, absorbed);
      await admitInserted(session, first);
      const doers = new Map(stored.map(({ id, coalesce_key }) => [coalesce_key, id]));
      return operations.map((operation) => doers.get(keyOf(operation)) ?? operation.id);
    },
  };
}

/** A due operation waits to be admitted; otherwise it is a timer. */
function queuedRow(operation: Operation): OperationRow {
  return {
    ...table.toRow(operation),
    // An operation with steps counts as claimed once, because only claimed ones are searched for steps
    // (operation-steps.ts).
    ...(operation.steps.length > 0 && { lease_token: 1 }),
    ...(isDue(operation) && { stage: 'waiting' as const }),
  };
}

async function admitInserted(session: Session, operations: readonly Operation[]): Promise<void> {
  await admitFrom(session, operations.filter(isDue).map(groupOf));
}

function isDue({ state, nextAttemptAt, updatedAt }: Operation): boolean {
  return (state === 'queued' || state === 'retrying') && nextAttemptAt !== null && nextAttemptAt <= updatedAt;
}

function dueAt({ nextAttemptAt }: Operation): number {
  return nextAttemptAt ? millis(nextAttemptAt) : 0;
}

/** A document has at most one unfinished operation of each of these types. */
export const onceATarget: readonly OperationType[] = [
  'automation.quote.convert_to_invoice',
  'automation.invoice.void_and_reissue',
];
/** The same condition as in the unique index. */
const onceATargetSql = `(connection_id, type, subject)
  where state in ('queued', 'running', 'retrying') and subject is not null
  and type in (${onceATarget.map((type) => `'${type}'`).join(', ')})`;

/** Writes the unique index's column, too: it decides which operation absorbs a new one. */
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

/** A statement may write a row only once. All writers write rows in the same order, so that they never deadlock. */
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
