import type { LoggedRequest, Stores } from '#core/ports';
import {
  flag,
  idInPlane,
  integer,
  json,
  nullable,
  type RowOf,
  rounded,
  tableOf,
  text,
  time,
  timeOf,
} from '../columns.ts';
import { rowsText } from '../insert-rows.ts';
import { descending, entityPage, given, newestFirst, within } from '../paging.ts';
import { checkPlane, planeColumns } from '../plane.ts';
import { preparedRowsOf, type Session, unflushed } from '../session.ts';

const log = tableOf<LoggedRequest>()('request_log', {
  ...idInPlane,
  requestId: text,
  actor: text,
  actorName: nullable(text),
  method: text,
  route: text,
  path: nullable(text),
  status: nullable(integer),
  code: nullable(text),
  reason: nullable(text),
  error: nullable(json),
  connectionId: nullable(text),
  operationId: nullable(text),
  resourceId: nullable(text),
  idempotencyKey: nullable(text),
  isReplayed: flag,
  client: nullable(json),
  requestRef: nullable(text),
  body: nullable(json),
  durationMs: rounded,
  repeats: integer,
  createdAt: time,
});
type RequestRow = RowOf<typeof log>;

/** The columns that hold data of the connection's records. */
export const recordColumns = ['error', 'resource_id', 'path', 'body', 'request_ref'];

const isOpen = "c.retention_mode = 'cached' and c.status <> 'disconnected'";
const kept: Readonly<Record<string, string>> = {
  connection_id: 'c.id',
  error: `case when c.id is null or ${isOpen} then given.error end`,
  resource_id: `case when ${isOpen} then given.resource_id end`,
  path: `case when given.connection_id is null or ${isOpen} then given.path end`,
  client: `case when given.connection_id is null or ${isOpen} then given.client end`,
  request_ref: `case when given.connection_id is null or ${isOpen} then given.request_ref end`,
  body: `case when given.connection_id is null or ${isOpen} then given.body end`,
};

export function requestLogStore(session: Session): Stores['requestLog'] {
  const { db, dialect } = session;
  const inserting = `insert into request_log (${log.columns.join(', ')})
    select ${log.columns.map((column) => kept[column] ?? `given.${column}`).join(', ')}
    from (${dialect.given(log.words)}) as given left join connections c on c.id = given.connection_id
      and c.organization_id = given.organization_id and c.environment = given.environment
    where ${unflushed(session)} on conflict (id) do nothing`;
  const matching: Matching = (plane, { statuses, code, reason, actor, connectionId, route, ...created }) => {
    const query = log.in(db).where(given({ code, reason, actor, connection_id: connectionId, route }));
    if (connectionId ?? actor) checkPlane(query, dialect, plane, log.name);
    else query.where(planeColumns(plane));
    if (statuses) query.whereBetween('status', [statuses.from, statuses.to]);
    // Only a query with this condition can use `request_log_failed`.
    if ((code ?? reason) || (statuses && statuses.from >= 400)) query.whereRaw('status >= 400');
    within(query, 'created_at', created);
    return query;
  };
  return {
    async insert(requests) {
      if (requests.length > 0) await preparedRowsOf(db, inserting, [rowsText(requests.map(log.toRow))]);
    },
    list(plane, filter, request) {
      const columns = log.columns.filter((column) => column !== 'body');
      const query = matching(plane, filter).select([...columns, db.raw('null as body')]);
      return entityPage(log, query, request, { db });
    },
    async find(plane, id) {
      const one = (named: Partial<RequestRow>) => {
        const query = log.in(db).where(named).orderBy(descending(newestFirst));
        return log.one(query.modify(checkPlane, dialect, plane, log.name));
      };
      return (await one({ id })) ?? one({ request_id: id });
    },
    async groupFailures(plane, filter, most) {
      const newest = matching(plane, filter)
        .whereRaw('status >= 400')
        .orderBy(descending(newestFirst))
        .limit(most + 1);
      const rows: readonly GroupRow[] = await db
        .from(newest.select('method', 'route', 'code', 'reason', 'created_at', 'repeats').as('newest'))
        .groupBy('method', 'route', 'code', 'reason')
        .select(
          'method',
          'route',
          'code',
          'reason',
          db.raw('count(*) as entries, count(*) + sum(repeats) as number, max(created_at) as latest_at'),
        )
        .orderByRaw('number desc, latest_at desc');
      const groups = rows.map(({ entries: _, number, latest_at, ...group }) => {
        return { ...group, count: number, latestAt: timeOf(latest_at) };
      });
      return { groups, isWhole: rows.reduce((sum, { entries }) => sum + entries, 0) <= most };
    },
  };
}

type Matching = (
  plane: Parameters<Stores['requestLog']['list']>[0],
  filter: Parameters<Stores['requestLog']['list']>[1],
) => ReturnType<typeof log.in>;

interface GroupRow extends Pick<LoggedRequest, 'method' | 'route' | 'code' | 'reason'> {
  readonly entries: number;
  /** With those that the entries stand for. */
  readonly number: number;
  readonly latest_at: number;
}
