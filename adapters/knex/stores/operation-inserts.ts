import type { Operation, OperationId, OperationType } from '#core';
import { insertRows } from '../insert-rows.ts';
import { rowsAStatement, type Session } from '../session.ts';
import { operationColumnWords } from './operation-columns.ts';
import { enteringFirst, placesOf, queueKeysOf } from './operation-queue.ts';
import { insertRow, type OperationRow } from './operation-row.ts';

const table = 'operations';

/** What is due enters the queue; what falls due later does so with the claim that comes then. */
export async function queuedRows(session: Session, operations: readonly Operation[]): Promise<OperationRow[]> {
  const due = operations.filter(isDue).toSorted((a, b) => dueAt(a) - dueAt(b));
  const places = await placesOf(
    session,
    due.map((operation) => enteringFirst(queueKeysOf(operation))),
  );
  const placeOf = new Map(due.map((operation, i) => [operation, places[i]]));
  return operations.map((operation) => insertRow(operation, placeOf.get(operation)));
}

function dueAt({ nextAttemptAt }: Operation): number {
  return nextAttemptAt?.getTime() ?? 0;
}

function isDue({ state, nextAttemptAt, updatedAt }: Operation): boolean {
  return (state === 'queued' || state === 'retrying') && nextAttemptAt !== null && nextAttemptAt <= updatedAt;
}

/** A batch of notifications is one statement; the few that most transactions queue are cheaper as plain values. */
export async function insertOperations(session: Session, operations: readonly Operation[]): Promise<void> {
  const rows = await queuedRows(session, operations);
  if (rows.length > rowsAStatement) await insertRows<OperationRow>(session, table, operationColumnWords, rows);
  else if (rows.length > 0) await session.db<OperationRow>(table).insert(rows);
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
  const [kept]: Pick<OperationRow, 'id'>[] = await db<OperationRow>(table)
    .insert(await queuedRows(session, [operation]))
    .onConflict(db.raw(onceATargetSql) as never)
    .merge({ updated_at: db.raw('operations.updated_at') } as never)
    .returning('id');
  if (!kept) throw new Error('an operation was neither kept nor found');
  return kept.id;
}
