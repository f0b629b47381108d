// Sums for the console: maintained sums, one row per connection, or counts in one index up to a bound.
import type { Knex } from 'knex';
import {
  type ConnectionHealth,
  type ConnectionStatus,
  connectionHealths,
  connectionStatuses,
  type HourSum,
  type OperationState,
  operationTypes,
  type Stores,
  unfinishedStates,
  valuesBy,
} from '#core/ports';
import { millis, timeOf } from '../columns.ts';
import { rowsOf, type Session } from '../session.ts';

/** Operations to count by state, all found by one index. */
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

interface HourRow {
  readonly hour: number;
  readonly kind: HourSum['kind'];
  readonly outcome: HourSum['outcome'];
  readonly n: number;
}

const delivery = `type = 'webhook.deliver'`;
const others = `type in (${operationTypes
  .filter((type) => type !== 'webhook.deliver')
  .map((type) => `'${type}'`)
  .join(', ')})`;
const inPlane = 'organization_id = ? and environment = ?';

export function overviewStore(session: Session): Stores['overview'] {
  const { db, dialect } = session;
  const notByPlane = `${dialect.unindexed('organization_id')} = ? and ${dialect.unindexed('environment')} = ?`;
  return {
    async ended({ organizationId, environment }, hours, endpoint) {
      const ofEndpoint = endpoint === null ? '' : `and kind in ('delivery', 'attempt') and endpoint_id = ?`;
      const rows = await rowsOf<HourRow>(
        db,
        `select hour, kind, outcome, cast(sum(number) as bigint) as n from hourly_sums
          where hour in (select hour from (${dialect.given({ hour: 'bigint' })}) as given) and ${inPlane} ${ofEndpoint}
          group by hour, kind, outcome having sum(number) > 0`,
        [
          JSON.stringify(hours.map((hour) => ({ hour: millis(hour) }))),
          ...[organizationId, environment, ...(endpoint === null ? [] : [endpoint])],
        ],
      );
      return rows.map(({ hour, n, ...row }) => ({ hour: timeOf(hour), ...row, count: n }));
    },
    async unfinished({ organizationId, environment }, endpoint, most) {
      const plane = [organizationId, environment];
      const parts = unfinishedStates.flatMap((state) =>
        endpoint === null
          ? [delivery, others].map((types) => ({
              where: `${inPlane} and state = ? and ${types}`,
              bindings: [...plane, state],
            }))
          : {
              where: `${delivery} and subject = ? and state = ? and ${notByPlane}`,
              bindings: [endpoint, state, ...plane],
            },
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
  };
}

function sumsBy<Key extends 'status' | 'health', Name extends ConnectionsRow[Key]>(
  key: Key,
  names: readonly Name[],
  rows: readonly ConnectionsRow[],
) {
  return valuesBy(names, (name) => rows.reduce((sum, row) => (row[key] === name ? sum + row.n : sum), 0));
}

/** Counts by state among the first `most` operations of each part. */
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
