// Sums for the console. Every count is of a part of one index, cut off where it would cost too much.
import type { Knex } from 'knex';
import {
  type AttemptSums,
  type ConnectionStatus,
  connectionStatuses,
  type OperationState,
  type OverviewStore,
  operationStates,
  operationTypes,
} from '#core';
import { millis, timeOf } from '../columns.ts';
import { checkPlane, planeColumns } from '../plane.ts';
import type { Session } from '../session.ts';

interface CountRow {
  readonly hour: number | string;
  readonly state: OperationState;
  readonly delivery: number;
  readonly n: number;
}

const hourMs = 3_600_000;
const delivered = 'webhook.deliver';
const others = operationTypes.filter((type) => type !== delivered);
const unfinishedStates = ['queued', 'running', 'retrying'] as const;

export function overviewStore(session: Session): OverviewStore {
  const { db, dialect } = session;
  return {
    async ended(plane, hours, most) {
      const [first] = hours;
      if (first === undefined) return [];
      const rows: CountRow[] = await unionOf(
        db,
        hours.map((hour) =>
          counted(
            db,
            db('operations')
              .select('type', 'state')
              .where({ ...planeColumns(plane) })
              .whereNotNull('finished_at')
              .where('finished_at', '>=', millis(hour))
              .where('finished_at', '<', millis(hour) + hourMs)
              .limit(most),
            millis(hour),
          ),
        ),
      );
      return rows.map((row) => ({ hour: timeOf(Number(row.hour)), ...countOf(row) }));
    },
    async unfinished(plane, most) {
      const part = (state: OperationState, types: readonly string[]) =>
        db('operations')
          .select('type', 'state')
          .where({ ...planeColumns(plane), state })
          .whereIn('type', [...types])
          .limit(most);
      const parts = unfinishedStates.flatMap((state) => [part(state, [delivered]), part(state, others)]);
      const counts = parts.map((one) => counted(db, one, 0));
      const rows: CountRow[] = await unionOf(db, counts);
      return rows.map(countOf);
    },
    async connections(plane) {
      const rows: { status: ConnectionStatus; n: number | string; synced: number | null }[] = await db('connections')
        .where({ ...planeColumns(plane) })
        .groupBy('status')
        .select('status')
        .count('* as n')
        .max('last_synced_at as synced');
      const known = new Map(rows.map(({ status, n }) => [status, Number(n)]));
      const byStatus = Object.fromEntries(connectionStatuses.map((status) => [status, known.get(status) ?? 0]));
      const synced = Math.max(...rows.map((row) => Number(row.synced ?? 0)), 0);
      return {
        byStatus: byStatus as Record<ConnectionStatus, number>,
        lastSyncedAt: synced === 0 ? null : timeOf(synced),
      };
    },
    async deliveries(plane, id, since, most) {
      const parts = operationStates.map((state) => {
        const part = db('operations')
          .select('type', 'state')
          .where({ type: delivered, subject: id, state })
          .where('created_at', '>=', millis(since))
          .limit(most);
        for (const [column, value] of Object.entries(planeColumns(plane))) {
          part.whereRaw(`${dialect.unindexed(column)} = ?`, [value]);
        }
        return counted(db, part, 0);
      });
      const rows: CountRow[] = await unionOf(db, parts);
      return rows.map(countOf);
    },
    attempts: (...asked) => attemptsAt(session, ...asked),
  };
}

async function attemptsAt(
  { db, dialect }: Session,
  ...[plane, id, since, most]: Parameters<OverviewStore['attempts']>
): Promise<AttemptSums> {
  const latest = db('deliveries')
    .select('id')
    .where(id === null ? { ...planeColumns(plane) } : { endpoint_id: id })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'operation_id', order: 'desc' },
    ])
    .limit(most);
  if (id !== null) checkPlane(latest, dialect, plane, 'deliveries');
  const [row]: { made: number | string; succeeded: number | string | null }[] = await db('delivery_attempts')
    .join(latest.as('latest'), 'latest.id', 'delivery_attempts.delivery_id')
    .where('delivery_attempts.at', '>=', millis(since))
    .count('* as made')
    .select(db.raw('sum(case when response_status between 200 and 299 then 1 else 0 end) as succeeded'));
  return { made: Number(row?.made), succeeded: Number(row?.succeeded ?? 0) };
}

/** How many rows of `part` are in each state. */
function counted(db: Knex, part: Knex.QueryBuilder, hour: number): Knex.QueryBuilder {
  return db
    .select('state')
    .select(db.raw('? as hour', [String(hour)]))
    .select(db.raw('case when type = ? then 1 else 0 end as delivery', [delivered]))
    .count('* as n')
    .from(part.as('part'))
    .groupByRaw('1, 3');
}

function unionOf(db: Knex, parts: readonly Knex.QueryBuilder[]): Knex.QueryBuilder {
  return db.select().from(db.unionAll([...parts]).as('parts'));
}

function countOf({ state, delivery, n }: CountRow) {
  return { isDelivery: Number(delivery) === 1, state, count: Number(n) };
}
