import { type Meter, type UsageEvent, type UsageStore, type UsageTotal, usageDay } from '#core/ports';
import { bigint, derived, millis, named, tableOf, text, time } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { insertRows } from '../insert-rows.ts';
import { listPage, type Order } from '../paging.ts';
import { atomic, rowsOf, type Session, unflushed } from '../session.ts';

const events = tableOf<UsageEvent>()('usage_events', {
  id: named('request_id', text),
  organizationId: text,
  environment: text,
  meter: text,
  connectionId: text,
  quantity: bigint,
  at: time,
  day: derived('text', ({ at }: UsageEvent) => usageDay(at)),
});
const dayKey = 'organization_id, environment, day, meter, connection_id';

/** Adds in a fixed order of rows, so that two writers cannot deadlock. */
function addUpSql({ given }: Dialect): string {
  return `insert into usage_days (${dayKey}, quantity)
    select ${dayKey}, cast(sum(quantity) as bigint) from (${given(events.words)}) as given where true
    group by ${dayKey} order by ${dayKey}
    on conflict (${dayKey}) do update set quantity = usage_days.quantity + excluded.quantity`;
}

export function usageStore(session: Session): UsageStore {
  return {
    async insert(used) {
      const ending = `and ${unflushed(session)} on conflict (request_id, meter) do nothing`;
      await insertRows(session, events, used.map(events.toRow), ending);
    },
    rollUp: (limit, now) =>
      atomic(session, async ({ db, dialect }) => {
        const taken = await rowsOf(db, takeSql(dialect.skipLocked), [limit, millis(now)]);
        await rowsOf(db, addUpSql(dialect), [JSON.stringify(taken)]);
        return taken.length;
      }),
    async takeBytes({ id, organizationId }, day, { bytes, most }) {
      const taken = await rowsOf(
        session.db,
        // PostgreSQL would compare parameters without a type as texts.
        `insert into attachment_bytes as had (connection_id, organization_id, day, bytes)
          select ?, ?, cast(? as bigint), cast(? as bigint) where cast(? as bigint) <= cast(? as bigint)
          on conflict (connection_id) do update set day = excluded.day,
            bytes = case had.day when excluded.day then had.bytes else 0 end + excluded.bytes
          where case had.day when excluded.day then had.bytes else 0 end + excluded.bytes <= cast(? as bigint)
          returning day`,
        [id, organizationId, day, bytes, bytes, most, most],
      );
      return taken.length === 1;
    },
    async read(plane, { from, to, groupBy }, request) {
      const bound = [plane.organizationId, plane.environment, from, to];
      const matching = session.db.from(session.db.raw(sumsSql(groups[groupBy]), [...bound, ...bound]));
      const page = await listPage<SumRow>(matching, order, request, session);
      return { ...page, items: page.items.map((row) => totalOf(row, groupBy)) };
    },
  };
}

/** Takes any uses, in no order: all are added up within the minute. */
function takeSql(skipLocked: string): string {
  return `with taken as materialized (
      select request_id, meter from usage_events where rolled_at is null limit ? ${skipLocked}
    )
    update usage_events set rolled_at = ?
    where (request_id, meter) in (select request_id, meter from taken)
    returning ${dayKey}, quantity`;
}

interface SumRow {
  readonly grouped: string;
  readonly meter: Meter;
  readonly quantity: number;
}

/** Sums have no time, so `zero` stands in its place in the order. */
const order: Order = { at: 'zero', id: 'place' };

const groups = { day: 'day', connection: 'connection_id', meter: `''` } as const;

/** One statement, so that a use which is being added to its day counts once. */
function sumsSql(group: string): string {
  const used = (table: string, only: string) => `select ${group} as grouped, meter, quantity from ${table}
    where organization_id = ? and environment = ? and day between ? and ? ${only}`;
  return `(select 0 as zero, grouped || '.' || meter as place, grouped, meter, cast(sum(quantity) as bigint) as quantity
    from (${used('usage_days', '')} union all ${used('usage_events', 'and rolled_at is null')}) as used
    group by grouped, meter) as sums`;
}

function totalOf({ grouped, meter, quantity }: SumRow, groupBy: keyof typeof groups): UsageTotal {
  return {
    day: groupBy === 'day' ? grouped : null,
    connectionId: groupBy === 'connection' ? (grouped as UsageEvent['connectionId']) : null,
    meter,
    quantity,
  };
}
