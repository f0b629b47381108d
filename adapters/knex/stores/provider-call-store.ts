import type { Knex } from 'knex';
import type { Plane, ProviderCall, ProviderCallStore, RecentCalls } from '#core/ports';
import { integer, millis, nullable, type RowOf, rounded, tableOf, text, time, timeOf, timeOrNull } from '../columns.ts';
import { descending } from '../paging.ts';
import { checkPlane, planeColumns } from '../plane.ts';
import { atomic, chunksOf, type Session } from '../session.ts';

const calls = tableOf<ProviderCall>()('provider_calls', {
  connectionId: text,
  operationId: nullable(text),
  requestId: text,
  method: text,
  path: text,
  status: nullable(integer),
  bytesIn: integer,
  durationMs: rounded,
  at: time,
});
type CallRow = RowOf<typeof calls>;

export function providerCallStore(session: Session): ProviderCallStore {
  return {
    async insert(made) {
      if (made.length === 0) return;
      await atomic(session, async ({ db }) => {
        for (const chunk of chunksOf(made)) await calls.in(db).insert(chunk.map(calls.toRow));
      });
    },
    listByOperation: (plane, operationId, limit) =>
      latest(session, plane, limit, (query) => query.where({ 'provider_calls.operation_id': operationId })),
    listByConnection: (plane, connectionId, among, limit) =>
      latestOf(session, plane, connectionId, { ...among, limit }),
    recent: (plane, connectionIds) => recentOf(session, plane, connectionIds),
    listByRequest: (plane, requestId, { from, until }, limit) =>
      latest(session, plane, limit, (query) =>
        query
          .where({ 'provider_calls.request_id': requestId })
          .whereBetween('provider_calls.at', [millis(from), millis(until)])
          .whereNull('provider_calls.operation_id'),
      ),
  };
}

/** A call belongs to the plane of its connection, whose row outlives the connection itself. */
async function latest(
  { db, dialect }: Session,
  plane: Plane,
  limit: number,
  narrow: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<readonly ProviderCall[]> {
  const query = narrow(db('provider_calls').select('provider_calls.*'))
    .join('connections', 'connections.id', 'provider_calls.connection_id')
    .orderBy(descending({ at: 'provider_calls.at', id: 'provider_calls.id' }))
    .limit(limit);
  checkPlane(query, dialect, plane, 'connections');
  const rows: CallRow[] = await query;
  return rows.map(calls.toEntity);
}

/** A part of a path is looked for among as many as are named, by the index of their time. */
async function latestOf(
  session: Session,
  plane: Plane,
  connectionId: ProviderCall['connectionId'],
  { part, lookedAt, limit }: { readonly part?: string; readonly lookedAt: number; readonly limit: number },
): Promise<readonly ProviderCall[]> {
  const { db } = session;
  const known = await db('connections')
    .where({ ...planeColumns(plane), id: connectionId })
    .first('id');
  if (!known) return [];
  const order = descending({ at: 'at', id: 'id' });
  const newest = db('provider_calls').where({ connection_id: connectionId }).orderBy(order).limit(lookedAt);
  const query = db.select('*').from(newest.as('newest')).orderBy(order).limit(limit);
  if (part !== undefined) query.whereRaw('replace(path, ?, ?) <> path', [part, '']);
  const rows: CallRow[] = await query;
  return rows.map(calls.toEntity);
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
  const newestFirst = 'order by at desc, id desc limit 1';
  const rows: RecentRow[] = await db('connections')
    .where(planeColumns(plane))
    .whereIn('id', [...connectionIds])
    .select('id')
    .select(db.raw(`(select at ${latest} and ${isGood} order by at desc limit 1) as good_at`))
    .select(db.raw(`(select at ${latest} ${newestFirst}) as latest_at`))
    .select(db.raw(`(select status ${latest} ${newestFirst}) as latest_status`))
    .select(db.raw(`(select at ${latest} ${newestFirst} offset 2) as third_at`));
  return new Map(rows.map((row): [typeof row.id, RecentCalls] => [row.id, recentCalls(row)]));
}

function recentCalls({ good_at, latest_at, latest_status, third_at }: RecentRow): RecentCalls {
  return {
    lastGoodAt: timeOrNull(good_at),
    latest: latest_at === null ? null : { at: timeOf(latest_at), status: latest_status },
    thirdLatestAt: timeOrNull(third_at),
  };
}
