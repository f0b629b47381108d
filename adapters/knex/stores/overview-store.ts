// Sums for the console. Every count is of a part of one index, cut off where it would cost too much.
import type { Knex } from 'knex';
import {
  type ConnectionStatus,
  connectionStatuses,
  type OperationState,
  type OverviewStore,
  operationStates,
  operationTypes,
} from '#core';
import { millis, timeOf } from '../columns.ts';
import { planeColumns } from '../plane.ts';
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

export function overviewStore({ db, dialect }: Session): OverviewStore {
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
      const rows: CountRow[] = await unionOf(
        db,
        parts.map((one) => counted(db, one, 0)),
      );
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
  };
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
