import type { Operation, OperationId } from '#core';
import { insertRows } from '../insert-rows.ts';
import { rowsAStatement, type Session } from '../session.ts';
import { operationColumnWords } from './operation-columns.ts';
import { insertRow, type OperationRow } from './operation-row.ts';

const table = 'operations';

/** A batch of notifications is one statement; the few that most transactions queue are cheaper as plain values. */
export async function insertOperations(session: Session, operations: readonly Operation[]): Promise<void> {
  const rows = operations.map(insertRow);
  if (rows.length > rowsAStatement) await insertRows<OperationRow>(session, table, operationColumnWords, rows);
  else if (rows.length > 0) await session.db<OperationRow>(table).insert(rows);
}

/** As the unique index states it. */
const onceATarget = `(connection_id, type, subject)
  where state in ('queued', 'running', 'retrying') and subject is not null
  and type in ('automation.quote.convert_to_invoice', 'automation.invoice.void_and_reissue')`;

/** The one that is there is held until the transaction ends, so that its id is told while it is unfinished. */
export async function insertOnce({ db }: Session, operation: Operation): Promise<OperationId> {
  const [kept]: Pick<OperationRow, 'id'>[] = await db<OperationRow>(table)
    .insert(insertRow(operation))
    .onConflict(db.raw(onceATarget) as never)
    .merge({ updated_at: db.raw('operations.updated_at') } as never)
    .returning('id');
  if (!kept) throw new Error('an operation was neither kept nor found');
  return kept.id;
}
