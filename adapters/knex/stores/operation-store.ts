import type { Lease, Operation, OperationScope, OperationState, OperationStore } from '#core';
import { documentText, millis, millisOrNull } from '../columns.ts';
import { checkPlane, planeColumns } from '../plane.ts';
import { atomic, chunksOf, requireTransaction, type Session } from '../session.ts';
import { claimDue, listLapsed, renewLeases } from './operation-claims.ts';
import { listOperations } from './operation-list.ts';
import { insertRow, type OperationRow, unleasedChanges } from './operation-row.ts';
import { insertSteps, withSteps } from './operation-steps.ts';

const table = 'operations';
const unfinished: readonly OperationState[] = ['queued', 'running', 'retrying'];

export function operationStore(session: Session): OperationStore {
  const { db } = session;
  return {
    async insert(operations) {
      await atomic(session, async ({ db: inner }) => {
        for (const chunk of chunksOf(operations)) await inner<OperationRow>(table).insert(chunk.map(insertRow));
        for (const { id, steps } of operations) if (steps.length > 0) await insertSteps(inner, id, steps);
      });
    },
    async find(plane, id) {
      const row = await db<OperationRow>(table)
        .where({ ...planeColumns(plane), id })
        .first<OperationRow>();
      return row && (await withSteps(db, [row]))[0];
    },
    async lock(plane, id) {
      requireTransaction(session, 'operations.lock');
      const row = await db<OperationRow>(table)
        .where({ ...planeColumns(plane), id })
        .forUpdate()
        .first<OperationRow>();
      return row && (await withSteps(db, [row]))[0];
    },
    list: (plane, filter, page) => listOperations(session, plane, filter, page),
    claimDue: (claim) => claimDue(session, claim),
    async nextDueAt() {
      const row = await db<OperationRow>(table)
        .whereRaw("state in ('queued', 'retrying') and due_at is not null")
        .orderBy('due_at')
        .first<{ due_at: number }>('due_at');
      return row && new Date(row.due_at);
    },
    async renew(leases, leaseUntil) {
      const held = await renewLeases(session, leases, leaseUntil);
      return held.map((row) => ({ operationId: row.id, cancelRequested: row.cancel_requested_at !== null }));
    },
    listLapsed: (now, limit) => listLapsed(session, now, limit),
    saveStep: (lease, step) =>
      atomic(session, async ({ db: inner }) => {
        // A step that succeeded is progress: the lapses before it no longer count. The update also holds the row, so
        // that no claim comes between the check of the token and the step.
        const changes = step.state === 'succeeded' ? { lapses: 0 } : {};
        const held = await heldBy(inner, lease).update({ updated_at: millis(step.finishedAt), ...changes });
        if (held === 1) await insertSteps(inner, lease.operationId, [step]);
        return held === 1;
      }),
    async settle(lease, next) {
      // A request to cancel may have come meanwhile, so it is not the leaseholder's to overwrite.
      const changes = { ...unleasedChanges(next), attempts: documentText(next.attempts), lease_expires_at: null };
      return (await heldBy(db, lease).update(changes)) === 1;
    },
    async update(next, from) {
      const changed = await db<OperationRow>(table)
        .where({ ...planeColumns(next), id: next.id, state: from })
        .update(changesWithoutLease(next));
      return changed === 1;
    },
    async lockUnfinished(plane, scope, limit) {
      requireTransaction(session, 'operations.lockUnfinished');
      const rows: OperationRow[] = await db<OperationRow>(table)
        .where(scopeColumns(scope))
        .whereRaw(unfinishedSql)
        .modify(checkPlane, session.dialect, plane, table)
        .orderBy('id')
        .limit(limit)
        .forUpdate();
      return withSteps(db, rows);
    },
  };
}

/** Written out, because a partial index serves only a query that states its condition. */
const unfinishedSql = `state in (${unfinished.map((state) => `'${state}'`).join(', ')})`;

function heldBy(db: Session['db'], lease: Lease) {
  return db<OperationRow>(table).where({
    id: lease.operationId,
    lease_token: lease.token,
    state: 'running',
  });
}

/** A running operation belongs to its leaseholder: all that others may do is ask it to stop. */
function changesWithoutLease(next: Operation): Partial<OperationRow> {
  const asked = { cancel_requested_at: millisOrNull(next.cancelRequestedAt), updated_at: millis(next.updatedAt) };
  return next.state === 'running' ? asked : { ...unleasedChanges(next), ...asked };
}

function scopeColumns(scope: OperationScope): Partial<OperationRow> {
  return 'connectionId' in scope ? { connection_id: scope.connectionId } : { type: scope.type, subject: scope.subject };
}
