import { isTerminal, type Operation, type OperationId, type OperationStore, type Plane } from '#core/ports';
import { millis } from '../columns.ts';
import { checkPlane, planeColumns } from '../plane.ts';
import { admitFrom, admitStranded, groupOf } from '../queue/admit.ts';
import { claimDueOf, operationDepth, operationTimes } from '../queue/claim-due.ts';
import { onceATarget, operationInserts } from '../queue/insert-operations.ts';
import { operationLeases } from '../queue/leases.ts';
import { changesOf, type OperationRow, operations, unleasedColumns } from '../queue/operation-row.ts';
import { requireTransaction, rowsOf, type Session, unlessTaken } from '../session.ts';
import { operationLists } from './operation-list.ts';
import { stepWrites, withSteps } from './operation-steps.ts';

/** Repeats the condition of partial indexes, which serve only queries that state it. */
export const unfinishedSql = `state in ('queued', 'running', 'retrying')`;

/** A running operation belongs to its leaseholder, who is asked to cancel once. */
const cancellableSql = `${unfinishedSql} and (state <> 'running' or cancel_requested_at is null)`;

export function operationStore(session: Session): OperationStore {
  const { db, dialect } = session;
  const own = (plane: Plane, id: OperationId) => operations.in(db).where({ ...planeColumns(plane), id });
  const first = async (rows: PromiseLike<OperationRow[]>) => (await withSteps(db, await rows))[0];
  return {
    ...operationInserts(session),
    ...operationLeases(session),
    ...operationDepth(session),
    ...operationTimes(session),
    ...stepWrites(session),
    find: (plane, id) => first(own(plane, id)),
    async lock(plane, id) {
      requireTransaction(session, 'operations.lock');
      return first(own(plane, id).forUpdate());
    },
    ...operationLists(session),
    claimDue: claimDueOf(session),
    admitStranded: (types) => admitStranded(session, types),
    update: (next, from) => updateOperation(session, next, from),
    /**
     * Applies the domain's `cancel` in id order, as every statement that locks several rows; ended operations stay as
     * they are.
     */
    async cancelUnfinished(plane, connectionId, now, limit) {
      const at = millis(now);
      const unlessRunning = (column: string, value: string) =>
        `${column} = case state when 'running' then ${column} else ${value} end`;
      const rows = await rowsOf(
        db,
        `with locked as materialized (select id from operations where connection_id = ? and ${cancellableSql}
            and ${dialect.unindexed('organization_id')} = ? and ${dialect.unindexed('environment')} = ?
            order by id limit ? ${dialect.forUpdate})
          update operations set cancel_requested_at = ?, updated_at = ?, ${unlessRunning('finished_at', '?')},
            ${unlessRunning('due_at', 'null')}, ${unlessRunning('stage', "'ended'")}, ${unlessRunning('state', "'cancelled'")}
          where id ${dialect.among('select id from locked')} and ${cancellableSql} returning id`,
        [connectionId, plane.organizationId, plane.environment, limit, at, at, at],
      );
      return rows.length;
    },
    async remove(id) {
      await operations.in(db).where({ id }).whereRaw(`not (${unfinishedSql})`).delete();
    },
    async lockUnfinished(plane, scope, limit) {
      requireTransaction(session, 'operations.lockUnfinished');
      const rows = await operations
        .in(db)
        .where('connectionId' in scope ? { connection_id: scope.connectionId } : scope)
        .whereRaw(unfinishedSql)
        .modify(checkPlane, dialect, plane, operations.name)
        .orderBy('id')
        .limit(limit)
        .forUpdate();
      return withSteps(db, rows);
    },
  };
}

async function updateOperation(session: Session, next: Operation, from: Operation['state']): Promise<boolean> {
  const change = (inner: Session['db']) =>
    operations.change(inner, { ...planeColumns(next), id: next.id, state: from }, changesWithoutLease(next));
  // Only a replay makes an ended operation unfinished again.
  const mayBeTaken = next.state === 'queued' && onceATarget.includes(next.type);
  const changed = mayBeTaken ? await unlessTaken(session, change) : await change(session.db);
  if (changed && isTerminal(next.state)) await admitFrom(session, [groupOf(next)]);
  return changed;
}

/** A running operation belongs to its leaseholder, so others can only ask it to stop. */
function changesWithoutLease(next: Operation): Partial<OperationRow> {
  const asked = ['cancel_requested_at', 'updated_at'] as const;
  return changesOf(next, next.state === 'running' ? asked : [...unleasedColumns, ...asked]);
}
