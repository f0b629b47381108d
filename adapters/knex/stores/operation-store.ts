import type { Knex } from 'knex';
import { isTerminal, type Operation, type OperationState, type OperationStore } from '#core';
import { millis, millisOrNull } from '../columns.ts';
import { checkPlane, planeColumns } from '../plane.ts';
import { atomic, requireTransaction, type Session, unlessTaken } from '../session.ts';
import { saveSteps, settleAll } from './operation-batches.ts';
import { cancelUnfinished } from './operation-cancels.ts';
import { claimDue, listLapsed, nextDueAt, renewLeases } from './operation-claims.ts';
import { insertCoalesced } from './operation-coalescing.ts';
import { countUnfinished, queueDepth } from './operation-depth.ts';
import { insertOnce, insertOperations, onceATarget } from './operation-inserts.ts';
import { listOperations } from './operation-list.ts';
import { admitStranded, admitWaiting, freedBy } from './operation-queue.ts';
import { type OperationRow, unleasedChanges } from './operation-row.ts';
import { insertSteps, withSteps } from './operation-steps.ts';

const table = 'operations';
const unfinished: readonly OperationState[] = ['queued', 'running', 'retrying'];

export function operationStore(session: Session): OperationStore {
  const { db } = session;
  return {
    async insert(operations) {
      await atomic(session, async ({ db: inner }) => {
        await insertOperations({ ...session, db: inner }, operations);
        for (const { id, steps } of operations) if (steps.length > 0) await insertSteps(inner, id, steps);
      });
    },
    insertOnce: (operation) => insertOnce(session, operation),
    insertCoalesced: (operations) => insertCoalesced(session, operations),
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
    admitStranded: () => admitStranded(session),
    nextDueAt: () => nextDueAt(session),
    countUnfinished: (organizationId, most) => countUnfinished(session, organizationId, most),
    depth: (now) => queueDepth(session, now),
    async renew(leases, leaseUntil) {
      const held = await renewLeases(session, leases, leaseUntil);
      return held.map((row) => ({ operationId: row.id, cancelRequested: row.cancel_requested_at !== null }));
    },
    listLapsed: (now, limit) => listLapsed(session, now, limit),
    saveStep: async (lease, step) => {
      const [saved] = await saveSteps(session, [{ lease, step, leaseUntil: lease.expiresAt }]);
      return saved?.kept ?? false;
    },
    saveSteps: (saves) => saveSteps(session, saves),
    settle: async (lease, next) => (await settleAll(session, [{ lease, next }]))[0] ?? false,
    settleAll: (settlements) => settleAll(session, settlements),
    async update(next, from) {
      const change = async (inner: Knex) =>
        (await inner<OperationRow>(table)
          .where({ ...planeColumns(next), id: next.id, state: from })
          .update(changesWithoutLease(next))) === 1;
      const changed =
        next.state === 'queued' && onceATarget.includes(next.type)
          ? await unlessTaken(session, change)
          : await change(db);
      if (changed && isTerminal(next.state)) await admitWaiting(session, [freedBy(next)]);
      return changed;
    },
    cancelUnfinished: (plane, connectionId, now, limit) =>
      cancelUnfinished(session, { plane, connectionId, now, limit }),
    async lockUnfinished(plane, scope, limit) {
      requireTransaction(session, 'operations.lockUnfinished');
      const rows: OperationRow[] = await db<OperationRow>(table)
        .where('connectionId' in scope ? { connection_id: scope.connectionId } : scope)
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

/** A running operation belongs to its leaseholder: all that others may do is ask it to stop. */
function changesWithoutLease(next: Operation): Partial<OperationRow> {
  const asked = { cancel_requested_at: millisOrNull(next.cancelRequestedAt), updated_at: millis(next.updatedAt) };
  return next.state === 'running' ? asked : { ...unleasedChanges(next), ...asked };
}
