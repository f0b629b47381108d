import type { Operation, OperationId, OperationType } from '#core/ports';
import { millis } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import { atomic, chunksOf, rowsAStatement, type Session } from '../session.ts';
import { enteringFirst, placesOf, queueKeysOf } from './operation-queue.ts';
import { type OperationRow, operations as table } from './operation-row.ts';
import { insertSteps } from './operation-steps.ts';

export async function insertOperations(session: Session, operations: readonly Operation[]): Promise<void> {
  const rows = await queuedRows(session, operations);
  const withSteps = operations.filter(({ steps }) => steps.length > 0);
  const insert = async (inner: Session): Promise<void> => {
    // A batch of notifications is one statement; the few that most transactions queue are cheaper as plain values.
    if (rows.length > rowsAStatement) await insertRows(inner, table, rows);
    else if (rows.length > 0) await table.in(inner.db).insert(rows);
    for (const { id, steps } of withSteps) await insertSteps(inner.db, id, steps);
  };
  await (withSteps.length > 0 ? atomic(session, insert) : insert(session));
}

/** What is due enters the queue; what falls due later does so with the claim that comes then. */
async function queuedRows(session: Session, operations: readonly Operation[]): Promise<OperationRow[]> {
  const due = operations.filter(isDue).sort((a, b) => dueAt(a) - dueAt(b));
  const places = await placesOf(
    session,
    due.map((operation) => enteringFirst(queueKeysOf(operation))),
  );
  const placeOf = new Map(due.map((operation, i) => [operation, places[i]]));
  return operations.map((operation) => ({
    ...table.toRow(operation),
    // Counts as claimed once when it comes with steps, so that they are looked for (operation-steps.ts).
    ...(operation.steps.length > 0 && { lease_token: 1 }),
    ...placeOf.get(operation),
  }));
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

/** The one that is there is held until the transaction ends, so that its id is told while it is unfinished. */
export async function insertOnce(session: Session, operation: Operation): Promise<OperationId> {
  const { db } = session;
  const [stored] = await table
    .in(db)
    .insert(await queuedRows(session, [operation]))
    .onConflict(db.raw(onceATargetSql) as never)
    .merge({ updated_at: db.raw('operations.updated_at') } as never)
    .returning('id');
  if (!stored) throw new Error('an operation was neither stored nor found');
  return stored.id;
}

/** As the unique index states it, which decides who absorbs whom. */
const stillQueued = `(coalesce_key) where state = 'queued' and run = 1 and coalesce_key is not null`;
const dueEarlier = 'case when excluded.due_at < operations.due_at then excluded.due_at else operations.due_at end';

/**
 * Stores what no queued twin does already. A twin is held until the transaction ends, so no claim takes it before what it
 * absorbed is committed; one that a claim holds at this moment is waited for, and is then running and absorbs nothing.
 */
export async function insertCoalesced(
  session: Session,
  operations: readonly Operation[],
): Promise<readonly OperationId[]> {
  const doers = new Map<string, OperationId>();
  await atomic(session, async (inner) => {
    for (const chunk of chunksOf(earliestOfEach(operations))) {
      const rows = await queuedRows(inner, chunk);
      const keyed = rows.map((row, i) => ({ ...row, coalesce_key: keyOf(chunk[i] as Operation) }));
      const stored: readonly Pick<(typeof keyed)[number], 'id' | 'coalesce_key'>[] = await inner
        .db(table.name)
        .insert(keyed)
        .onConflict(inner.db.raw(stillQueued) as never)
        .merge({ due_at: inner.db.raw(dueEarlier) } as never)
        .returning(['id', 'coalesce_key']);
      for (const { id, coalesce_key } of stored) doers.set(coalesce_key, id);
    }
  });
  return operations.map((operation) => doers.get(keyOf(operation)) ?? operation.id);
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
