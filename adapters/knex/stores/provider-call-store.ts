import type { Knex } from 'knex';
import type { Plane, ProviderCall, ProviderCallStore, RecentCalls } from '#core/ports';
import { bigint, integer, millis, nullable, rounded, tableOf, text, time, timeOf, timeOrNull } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import { descending } from '../paging.ts';
import { planeColumns } from '../plane.ts';
import type { Session } from '../session.ts';

const calls = tableOf<ProviderCall>()('provider_calls', {
  connectionId: text,
  operationId: nullable(text),
  requestId: text,
  method: text,
  path: text,
  status: nullable(integer),
  bytesIn: bigint,
  durationMs: rounded,
  at: time,
});

const newestFirst = descending({ at: 'at', id: 'id' });

export function providerCallStore(session: Session): ProviderCallStore {
  const { db } = session;
  return {
    async insert(made) {
      await insertRows(session, calls, made.map(calls.toRow));
    },
    listByOperation: (plane, operationId, limit) =>
      latest(plane, calls.in(db).where({ operation_id: operationId }), limit),
    listByConnection(plane, connectionId, { part, lookedAt }, limit) {
      // A part of a path is looked for among as many as are named, by the index of their time.
      const newest = calls.in(db).where({ connection_id: connectionId }).orderBy(newestFirst).limit(lookedAt);
      const matching = db.from(newest.as('newest'));
      if (part !== undefined) matching.whereRaw('replace(path, ?, ?) <> path', [part, '']);
      return latest(plane, matching, limit);
    },
    recent: (plane, connectionIds) => recentOf(session, plane, connectionIds),
    listByRequest(plane, requestId, { from, until }, limit) {
      const own = calls.in(db).where({ request_id: requestId }).whereNull('operation_id');
      return latest(plane, own.whereBetween('at', [millis(from), millis(until)]), limit);
    },
  };
}

/** A call belongs to the plane of its connection, whose row outlives the connection itself. */
function latest({ organizationId, environment }: Plane, matching: Knex.QueryBuilder, limit: number) {
  const isOwn = `exists (select 1 from connections c
    where c.id = connection_id and c.organization_id = ? and c.environment = ?)`;
  const rows = matching.whereRaw(isOwn, [organizationId, environment]).select(calls.columns);
  return calls.all(rows.orderBy(newestFirst).limit(limit));
}

/** As the index of good calls states it. */
const isGood = "status < 500 and status not in (401, 403, 408, 429) and path <> '/connect/token'";

interface RecentRow {
  readonly id: ProviderCall['connectionId'];
  readonly good_at: number | null;
  readonly latest_at: number | null;
  readonly latest_status: number | null;
  readonly third_at: number | null;
}

/** For each connection the end of an index, four times: no matter how many calls it made. */
async function recentOf({ db }: Session, plane: Plane, connectionIds: readonly ProviderCall['connectionId'][]) {
  const latest = 'from provider_calls p where p.connection_id = connections.id';
  const newest = 'order by at desc, id desc limit 1';
  const rows: RecentRow[] = await db('connections')
    .where(planeColumns(plane))
    .whereIn('id', [...connectionIds])
    .select('id')
    .select(db.raw(`(select at ${latest} and ${isGood} order by at desc limit 1) as good_at`))
    .select(db.raw(`(select at ${latest} ${newest}) as latest_at`))
    .select(db.raw(`(select status ${latest} ${newest}) as latest_status`))
    .select(db.raw(`(select at ${latest} ${newest} offset 2) as third_at`));
  return new Map(rows.map((row): [typeof row.id, RecentCalls] => [row.id, recentCalls(row)]));
}

function recentCalls({ good_at, latest_at, latest_status, third_at }: RecentRow): RecentCalls {
  return {
    lastGoodAt: timeOrNull(good_at),
    latest: latest_at === null ? null : { at: timeOf(latest_at), status: latest_status },
    thirdLatestAt: timeOrNull(third_at),
  };
}
