import type { Operation } from '#core';
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
