// Sums for the console. Every count is of a part of one index, and ends where it would cost too much.
import type { Knex } from 'knex';
import {
  type AttemptSums,
  type ConnectionHealth,
  type ConnectionStatus,
  connectionHealths,
  connectionStatuses,
  type OperationState,
  type OverviewStore,
  operationStates,
  operationTypes,
  unfinishedStates,
} from '#core/ports';
import { millis, timeOf } from '../columns.ts';
import { rowsOf, type Session } from '../session.ts';

/** Operations that one index serves, counted by state. */
interface Part {
  readonly where: string;
  readonly bindings: readonly Knex.Value[];
}

interface CountRow {
  readonly part: number;
  readonly state: OperationState;
  readonly delivery: number;
  readonly n: number;
}

interface ConnectionsRow {
  readonly status: ConnectionStatus;
  readonly health: ConnectionHealth['state'];
  readonly n: number;
  readonly synced: number | null;
}

const hourMs = 3_600_000;
const delivery = `type = 'webhook.deliver'`;
const notDelivery = `type <> 'webhook.deliver'`;
const others = `type in (${operationTypes
  .filter((type) => type !== 'webhook.deliver')
  .map((type) => `'${type}'`)
  .join(', ')})`;
const inPlane = 'organization_id = ? and environment = ?';

export function overviewStore(session: Session): OverviewStore {
  const { db, dialect } = session;
  const notByPlane = `${dialect.unindexed('organization_id')} = ? and ${dialect.unindexed('environment')} = ?`;
  return {
    async ended({ organizationId, environment }, hours, most) {
      const parts = [delivery, notDelivery].flatMap((types) =>
        hours.map((hour) => ({
          where: `${inPlane} and finished_at is not null and finished_at >= ? and finished_at < ? and ${types}`,
          bindings: [organizationId, environment, millis(hour), millis(hour) + hourMs],
        })),
      );
      const rows = await countsOf(db, parts, most);
      return rows.flatMap((row) => {
        const hour = hours[row.part % hours.length];
        return hour ? [{ hour, ...countOf(row) }] : [];
      });
    },
    async unfinished({ organizationId, environment }, most) {
      const parts = unfinishedStates.flatMap((state) =>
        [delivery, others].map((types) => ({
          where: `${inPlane} and state = ? and ${types}`,
          bindings: [organizationId, environment, state],
        })),
      );
      return (await countsOf(db, parts, most)).map(countOf);
    },
    async connections({ organizationId, environment }) {
      const rows = await rowsOf<ConnectionsRow>(
        db,
        `select status, health, count(*) as n, max(last_synced_at) as synced from connections
          where ${inPlane} group by status, health`,
        [organizationId, environment],
      );
      const active = rows.filter(({ status }) => status === 'active');
      const synced = Math.max(...rows.map((row) => row.synced ?? 0), 0);
      return {
        byStatus: sumsBy('status', connectionStatuses, rows),
        byHealth: sumsBy('health', connectionHealths, active),
        lastSyncedAt: synced === 0 ? null : timeOf(synced),
      };
    },
    async deliveries({ organizationId, environment }, id, since, most) {
      const parts = operationStates.map((state) => ({
        where: `${delivery} and subject = ? and state = ? and created_at >= ? and ${notByPlane}`,
        bindings: [id, state, millis(since), organizationId, environment],
      }));
      return (await countsOf(db, parts, most)).map(countOf);
    },
    async attempts({ organizationId, environment }, id, since, most): Promise<AttemptSums> {
      const matching = id === null ? inPlane : `endpoint_id = ? and ${notByPlane}`;
      const [row] = await rowsOf<{ made: number; succeeded: number | null }>(
        db,
        `select count(*) as made,
            sum(case when response_status between 200 and 299 then 1 else 0 end) as succeeded
          from (select id from deliveries where ${matching} order by created_at desc, operation_id desc limit ?) latest
          join delivery_attempts on delivery_attempts.delivery_id = latest.id where delivery_attempts.at >= ?`,
        [...(id === null ? [] : [id]), organizationId, environment, most, millis(since)],
      );
      return { made: row?.made ?? 0, succeeded: row?.succeeded ?? 0 };
    },
  };
}

function sumsBy<Key extends 'status' | 'health', Name extends ConnectionsRow[Key]>(
  key: Key,
  names: readonly Name[],
  rows: readonly ConnectionsRow[],
): Record<Name, number> {
  const sumOf = (name: Name) => rows.reduce((sum, row) => (row[key] === name ? sum + row.n : sum), 0);
  return Object.fromEntries(names.map((name) => [name, sumOf(name)])) as Record<Name, number>;
}

/** How many of the first `most` operations of each part are in each state. */
async function countsOf(db: Knex, parts: readonly Part[], most: number): Promise<readonly CountRow[]> {
  if (parts.length === 0) return [];
  const counts = parts.map(
    ({ where }, i) =>
      `select ${i} as part, state, case when ${delivery} then 1 else 0 end as delivery, count(*) as n
        from (select type, state from operations where ${where} limit ?) as part_${i} group by state, delivery`,
  );
  return rowsOf<CountRow>(
    db,
    counts.join(' union all '),
    parts.flatMap(({ bindings }) => [...bindings, most]),
  );
}

function countOf(row: CountRow) {
  return { isDelivery: row.delivery === 1, state: row.state, count: row.n };
}
