import {
  type Lease,
  type LeasedOperation,
  type Operation,
  type OperationStore,
  operationTypes,
  type WorkLane,
  workLanes,
} from '#core/ports';
import { millis, timeOf } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { preparedRowsOf, rowsOf, type Session } from '../session.ts';
import { withSteps } from '../stores/operation-steps.ts';
import { admitDue, ofTypes, type Types } from './admit.ts';
import { type OperationRow, operations } from './operation-row.ts';

export const claimDueOf =
  (session: Session): OperationStore['claimDue'] =>
  async (claim) => {
    const { db, dialect } = session;
    const { limit, lanes, first, types } = claim;
    if (limit <= 0) return [];
    const [now, leaseUntil] = [millis(claim.now), millis(claim.leaseUntil)];
    const order = first ? [first, ...workLanes.filter((lane) => lane !== first)] : workLanes;
    const room = order.flatMap((lane) => [lane, lanes[lane]]);
    const take = (unlessDueBy: number) => {
      const bindings = [unlessDueBy, ...room, limit, leaseUntil, now, now, now];
      return preparedRowsOf<OperationRow>(db, claimSql(dialect, types), bindings);
    };
    let rows = await take(now);
    if (rows.length === 0) {
      await admitDue(session, now, types);
      rows = await take(beforeAll);
    }
    rows.sort((a, b) => (a.due_at ?? 0) - (b.due_at ?? 0) || (a.id < b.id ? -1 : 1));
    return leased(rows, await withSteps(db, rows, 1));
  };

/** No operation was due at this time. */
const beforeAll = -1;

/** Names the columns: a prepared statement that returns `*` fails once a newer version has added a column. */
const claimSql = (dialect: Dialect, types: Types): string => `with due as materialized (
    -- 1. Takes nothing while a timer has fallen due, because its operation may have to go first. Mostly there is none.
    select 1 from operations where stage = 'timer' and due_at <= ? and ${ofTypes(dialect, '', types)} limit 1),
  chosen as materialized (
    -- 2. Lane by lane, in the order of turns. Skips operations that another claim is taking.
    ${workLanes
      .map(
        (lane) => `select id from (select id from operations where stage = 'ready' and lane = ?
          and ${ofTypes(dialect, '', types)} order by turn, id limit ? ${dialect.skipLocked}) as ${lane} where not exists (select 1 from due)`,
      )
      .join(' union all ')} limit ?)
  -- 3. A new token fences off earlier holders. An operation that has begun absorbs no new work: its key is cleared.
  update operations set state = 'running', stage = 'running', lease_token = lease_token + 1, lease_expires_at = ?,
    claimed_at = ?, started_at = coalesce(started_at, ?), updated_at = ?, coalesce_key = null
  where id ${dialect.among('select id from chosen')} returning ${operations.columns.join(', ')}`;

export function operationTimes({ db, dialect }: Session): Pick<OperationStore, 'nextDueAt' | 'listLapsed'> {
  return {
    /** A ready operation is due; otherwise the first timer counts. Operations that wait for their group do not. */
    async nextDueAt(types) {
      const known = ofTypes(dialect, '', types);
      const [row] = await rowsOf<{ due_at: number | null }>(
        db,
        `select coalesce((select due_at from operations where stage = 'ready' and ${known} limit 1),
          (select due_at from operations where stage = 'timer' and ${known} order by due_at, id limit 1)) as due_at`,
        [],
      );
      return typeof row?.due_at === 'number' ? timeOf(row.due_at) : undefined;
    },
    /**
     * In a transaction, locks the operations until it ends. Skips those that their workers are renewing or settling, so
     * that a sweep waits for nobody and takes no live lease.
     */
    async listLapsed(now, limit, types) {
      const rows = await rowsOf<OperationRow>(
        db,
        `select * from operations where state = 'running' and lease_expires_at < ?
          and ${ofTypes(dialect, '', types)} order by lease_expires_at, id limit ? ${dialect.skipLocked}`,
        [millis(now), limit],
      );
      return leased(rows, await withSteps(db, rows));
    },
  };
}

function leased(rows: readonly OperationRow[], operations: readonly Operation[]): readonly LeasedOperation[] {
  return rows.flatMap(({ id, lease_token: token, claimed_at, lease_expires_at, due_at, updated_at }, i) => {
    const operation = operations[i];
    const [claimedAt, expiresAt] = [timeOf(claimed_at ?? updated_at), timeOf(lease_expires_at ?? updated_at)];
    const lease: Lease = { operationId: id, token, claimedAt, expiresAt };
    return operation ? [{ operation, lease, dueAt: timeOf(due_at ?? updated_at) }] : [];
  });
}

// Counts of waiting work: each is one statement that reads only indexes, bounded however long the queue is.
const countedMost = 10_000;

/** Counts the due operations of each lane, including timers that fell due since the last claim. */
const depthSql = `select lane, sum(n) as due, min(oldest) as oldest from (
    ${workLanes
      .flatMap((lane) =>
        ['ready', 'waiting'].map(
          (stage) => `select '${lane}' as lane, count(*) as n, min(due_at) as oldest from (
      select due_at from operations where stage = '${stage}' and lane = '${lane}' limit ${countedMost}) as ${lane}_${stage}`,
        ),
      )
      .join(' union all ')}
    union all
    select lane, count(*), min(due_at) from (
      select lane, due_at from operations where stage = 'timer' and due_at <= ? order by due_at limit ${countedMost}) as timers group by 1
  ) as parts group by lane having sum(n) > 0`;

const planes = ['test', 'live'].flatMap((environment) =>
  operationTypes.flatMap((type) =>
    ['queued', 'running', 'retrying'].map((state) => `('${environment}', '${type}', '${state}')`),
  ),
);

/**
 * Names every column of the index by type and state, because all other indexes contain ended operations, too. SQLite joins
 * in the written order only with `cross join`; otherwise it reads all operations of the organization.
 */
const unfinishedSql = `select count(*) as n from (select 1 from (values ${planes.join(', ')}) as kinds
  cross join operations where organization_id = ? and environment = kinds.column1 and type = kinds.column2
    and state = kinds.column3 limit ?) as unfinished`;

export function operationDepth({ db }: Session): Pick<OperationStore, 'countUnfinished' | 'depth'> {
  return {
    async countUnfinished(organizationId, most) {
      const [row] = await rowsOf<{ readonly n: number }>(db, unfinishedSql, [organizationId, most]);
      return Number(row?.n ?? 0);
    },
    async depth(now) {
      const rows = await rowsOf<{ lane: WorkLane; due: number; oldest: number }>(db, depthSql, [millis(now)]);
      return rows.map(({ lane, due, oldest }) => {
        return { lane, due: Math.min(Number(due), countedMost), oldestDueAt: timeOf(oldest) };
      });
    },
  };
}
