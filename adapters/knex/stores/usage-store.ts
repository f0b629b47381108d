import {
  byDay,
  type DayUsage,
  type Meter,
  type UsageEvent,
  type UsageStore,
  type UsageTotal,
  usageDay,
} from '#core/ports';
import { bigint, derived, millis, named, type RowOf, tableOf, text, time } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { insertRows } from '../insert-rows.ts';
import { listPage, type Order } from '../paging.ts';
import { planeColumns } from '../plane.ts';
import { atomic, preparedRowsOf, rowsOf, type Session } from '../session.ts';

const uses = { organizationId: text, environment: text, meter: text, connectionId: text, quantity: bigint };
const events = tableOf<UsageEvent>()('usage_events', {
  ...{ id: named('request_id', text), ...uses, at: time },
  day: derived('text', ({ at }: UsageEvent) => usageDay(at)),
});
const days = tableOf<DayUsage>()('usage_days', { ...uses, day: text });
type DayRow = RowOf<typeof days>;

/** Every billed read waits for this one, so it is planned once a connection; what it gets is made by the service. */
function insertSql({ given }: Dialect): string {
  const columns = events.columns.join(', ');
  return `insert into usage_events (${columns}) select ${columns} from (${given(events.words)}) as given where true
    on conflict (request_id, meter) do nothing`;
}

const addedUp = `on conflict (organization_id, environment, day, meter, connection_id)
  do update set quantity = usage_days.quantity + excluded.quantity`;

export function usageStore(session: Session): UsageStore {
  return {
    async insert(used) {
      if (used.length === 0) return;
      await preparedRowsOf(session.db, insertSql(session.dialect), [JSON.stringify(used.map(events.toRow))]);
    },
    rollUp: (limit, now) =>
      atomic(session, async (inner) => {
        const taken = await rowsOf<DayRow>(inner.db, takeSql(inner.dialect.skipLocked), [limit, millis(now)]);
        const sums = byDay(taken.map(days.toEntity)).map(days.toRow);
        await insertRows(inner, days, sums, addedUp);
        return taken.length;
      }),
    async read(plane, { from, to, groupBy }, request) {
      const { group, order, toTotal } = groupings[groupBy];
      const { organization_id, environment } = planeColumns(plane);
      const bound = [organization_id, environment, from, to];
      const matching = session.db.from(session.db.raw(sumsSql(group), [...bound, ...bound]));
      const page = await listPage<SumRow>(matching, order, request);
      return { ...page, items: page.items.map(toTotal) };
    },
  };
}

/** Whichever come first: all are added within the minute. */
function takeSql(skipLocked: string): string {
  return `with taken as materialized (
      select request_id, meter from usage_events where rolled_at is null limit ? ${skipLocked}
    )
    update usage_events set rolled_at = ?
    where (request_id, meter) in (select request_id, meter from taken)
    returning organization_id, environment, day, meter, connection_id, quantity`;
}

interface SumRow {
  readonly place: string;
  readonly meter: Meter;
  readonly quantity: number;
}

interface Grouping {
  /** The column that a group is told by. */
  readonly group: string;
  readonly order: Order;
  readonly toTotal: (row: SumRow) => UsageTotal;
}

/** Sums have no time; `zero` takes its place in the order of a page. */
const order: Order = { at: 'zero', id: 'place' };
const keyOf = ({ place }: SumRow): string => place.slice(0, place.lastIndexOf('.'));

const groupings: Readonly<Record<'day' | 'connection' | 'meter', Grouping>> = {
  day: { group: 'day', order, toTotal: (row) => totalOf(row, { day: keyOf(row) }) },
  connection: {
    group: 'connection_id',
    order,
    toTotal: (row) => totalOf(row, { connectionId: keyOf(row) as UsageEvent['connectionId'] }),
  },
  meter: { group: `''`, order, toTotal: (row) => totalOf(row, {}) },
};

/** One statement, so that what is being added to its day is seen once, here or there. */
function sumsSql(group: string): string {
  const used = (table: string, only: string) => `select ${group} as grouped, meter, quantity from ${table}
    where organization_id = ? and environment = ? and day between ? and ? ${only}`;
  return `(select 0 as zero, grouped || '.' || meter as place, meter, cast(sum(quantity) as bigint) as quantity
    from (${used('usage_days', '')} union all ${used('usage_events', 'and rolled_at is null')}) as used
    group by grouped, meter) as sums`;
}

function totalOf({ meter, quantity }: SumRow, key: Partial<UsageTotal>): UsageTotal {
  return { day: null, connectionId: null, ...key, meter, quantity };
}
