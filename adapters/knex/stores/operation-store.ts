import { isTerminal, type Operation, type OperationStore } from '#core/ports';
import { checkPlane, planeColumns } from '../plane.ts';
import { requireTransaction, type Session, unlessTaken } from '../session.ts';
import { saveSteps, settleAll } from './operation-batches.ts';
import { cancelUnfinished } from './operation-cancels.ts';
import { claimDue, listLapsed, nextDueAt, renewLeases } from './operation-claims.ts';
import { countUnfinished, queueDepth } from './operation-depth.ts';
import { insertCoalesced, insertOnce, insertOperations, onceATarget } from './operation-inserts.ts';
import { listOperations } from './operation-list.ts';
import { admitStranded, admitWaiting, freedBy } from './operation-queue.ts';
import { changesOf, type OperationRow, operations, unleasedColumns } from './operation-row.ts';
import { withSteps } from './operation-steps.ts';

/** Written out, because a partial index serves only a query that states its condition. */
const unfinishedSql = `state in ('queued', 'running', 'retrying')`;

export function operationStore(session: Session): OperationStore {
  const { db } = session;
  const table = () => operations.in(db);
  return {
    insert: (added) => insertOperations(session, added),
    insertOnce: (operation) => insertOnce(session, operation),
    insertCoalesced: (added) => insertCoalesced(session, added),
    async find(plane, id) {
      const rows = await table().where({ ...planeColumns(plane), id });
      return (await withSteps(db, rows))[0];
    },
    async lock(plane, id) {
      requireTransaction(session, 'operations.lock');
      const rows = await table()
        .where({ ...planeColumns(plane), id })
        .forUpdate();
      return (await withSteps(db, rows))[0];
    },
    list: (plane, filter, page) => listOperations(session, plane, filter, page),
    claimDue: (claim) => claimDue(session, claim),
    admitStranded: () => admitStranded(session),
    nextDueAt: () => nextDueAt(session),
    countUnfinished: (organizationId, most) => countUnfinished(session, organizationId, most),
    depth: (now) => queueDepth(session, now),
    renew: (leases, leaseUntil) => renewLeases(session, leases, leaseUntil),
    listLapsed: (now, limit) => listLapsed(session, now, limit),
    saveStep: async (lease, step) => {
      const [saved] = await saveSteps(session, [{ lease, step, leaseUntil: lease.expiresAt }]);
      return saved?.kept ?? false;
    },
    saveSteps: (saves) => saveSteps(session, saves),
    settle: async (lease, next) => (await settleAll(session, [{ lease, next }]))[0] ?? false,
    settleAll: (settlements) => settleAll(session, settlements),
    update: (next, from) => updateOperation(session, next, from),
    cancelUnfinished: (plane, connectionId, now, limit) =>
      cancelUnfinished(session, { plane, connectionId, now, limit }),
    async lockUnfinished(plane, scope, limit) {
      requireTransaction(session, 'operations.lockUnfinished');
      const rows = await table()
        .where('connectionId' in scope ? { connection_id: scope.connectionId } : scope)
        .whereRaw(unfinishedSql)
        .modify(checkPlane, session.dialect, plane, operations.name)
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
  // Only a replay makes an ended one unfinished again.
  const mayBeTaken = next.state === 'queued' && onceATarget.includes(next.type);
  const changed = mayBeTaken ? await unlessTaken(session, change) : await change(session.db);
  if (changed && isTerminal(next.state)) await admitWaiting(session, [freedBy(next)]);
  return changed;
}

/** A running operation belongs to its leaseholder: all that others may do is ask it to stop. */
function changesWithoutLease(next: Operation): Partial<OperationRow> {
  const asked = ['cancel_requested_at', 'updated_at'] as const;
  return changesOf(next, next.state === 'running' ? asked : [...unleasedColumns, ...asked]);
}
