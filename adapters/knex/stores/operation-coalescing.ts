import type { Operation, OperationId } from '#core';
import { atomic, chunksOf, type Session } from '../session.ts';
import { queuedRows } from './operation-inserts.ts';
import type { OperationRow } from './operation-row.ts';

interface CoalescedRow extends OperationRow {
  readonly coalesce_key: string;
}

const table = 'operations';
/** As the unique index states it, which decides who absorbs whom. */
const stillQueued = `(coalesce_key) where state = 'queued' and run = 1 and coalesce_key is not null`;
const dueEarlier = 'case when excluded.due_at < operations.due_at then excluded.due_at else operations.due_at end';

/**
 * Keeps what no queued twin does already. A twin is held until the transaction ends, so no claim takes it before what it
 * absorbed is committed; one that a claim holds at this moment is waited for, and is then running and absorbs nothing.
 */
export async function insertCoalesced(
  session: Session,
  operations: readonly Operation[],
): Promise<readonly OperationId[]> {
  const doers = new Map<string, OperationId>();
  await atomic(session, async (inner) => {
    const { db } = inner;
    for (const chunk of chunksOf(earliestOfEach(operations))) {
      const queued = await queuedRows(inner, chunk);
      const rows: Pick<CoalescedRow, 'id' | 'coalesce_key'>[] = await db<CoalescedRow>(table)
        .insert(chunk.map((operation, i) => ({ ...queued[i], coalesce_key: keyOf(operation) })))
        .onConflict(db.raw(stillQueued) as never)
        .merge({ due_at: db.raw(dueEarlier) } as never)
        .returning(['id', 'coalesce_key']);
      for (const row of rows) doers.set(row.coalesce_key, row.id);
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

function dueAt({ nextAttemptAt }: Operation): number {
  return nextAttemptAt?.getTime() ?? 0;
}

function keyOf({ organizationId, environment, type, connectionId, subject }: Operation): string {
  return [organizationId, environment, type, connectionId ?? '', subject ?? ''].join(' ');
}
