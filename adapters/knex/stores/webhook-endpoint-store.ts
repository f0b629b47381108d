import type { Knex } from 'knex';
import { endpointsMax, type Plane, type WebhookEndpoint, type WebhookEndpointStore } from '#core/ports';
import { flag, idInPlane, integer, json, millis, nullable, type RowOf, tableOf, text, time } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import { findTogether } from '../find-together.ts';
import { countOf, entityPage } from '../paging.ts';
import { planeColumns } from '../plane.ts';
import { preparedRowsOf, requireTransaction, type Session } from '../session.ts';

const endpoints = tableOf<WebhookEndpoint>()('webhook_endpoints', {
  ...idInPlane,
  url: text,
  eventTypes: json,
  description: nullable(text),
  sendTraceparent: flag,
  status: text,
  statusReason: nullable(text),
  sealedSecret: text,
  sealedPreviousSecret: nullable(text),
  previousSecretUntil: nullable(time),
  consecutiveFailures: integer,
  failingSince: nullable(time),
  lastFailureAt: nullable(time),
  lastError: nullable(text),
  lastSuccessAt: nullable(time),
  pausedAt: nullable(time),
  pauseToldAt: nullable(time),
  probeId: nullable(text),
  nextCheckAt: nullable(time),
  createdAt: time,
  updatedAt: time,
});
type EndpointRow = RowOf<typeof endpoints>;

/** Repeats the condition of the partial index, which serves only queries that state it. */
const isPresent = "status <> 'deleted'";

const enabledSql = ({ given }: Dialect): string => `select ${endpoints.columns.join(', ')} from webhook_endpoints
  where (organization_id, environment) in (select organization_id, environment
    from (${given({ organization_id: 'text', environment: 'text' })}) as given)
    and ${isPresent} and status = 'enabled' order by id limit ?`;

export function webhookEndpointStore(session: Session): WebhookEndpointStore {
  const { db, dialect } = session;
  const present = (plane: Plane) => endpoints.in(db).where(planeColumns(plane)).whereRaw(isPresent);
  const due = (now: Date) => endpoints.in(db).where('next_check_at', '<=', millis(now));
  const locked = async (query: Knex.QueryBuilder<EndpointRow, EndpointRow[]>) => {
    requireTransaction(session, 'a lock of webhook_endpoints');
    return endpoints.one(query.forUpdate());
  };
  return {
    insert: (endpoint) => endpoints.insert(db, endpoint),
    find: findTogether(session, endpoints, isPresent),
    lock: (plane, id) => locked(present(plane).where({ id })),
    list: (plane, request) => entityPage(endpoints, present(plane), request, { db }),
    async listEnabled(planes) {
      const asked = new Map(
        planes.map((plane) => [`${plane.environment} ${plane.organizationId}`, planeColumns(plane)]),
      );
      const rows = [JSON.stringify([...asked.values()]), asked.size * endpointsMax];
      return (await preparedRowsOf<EndpointRow>(db, enabledSql(dialect), rows)).map(endpoints.toEntity);
    },
    count: (plane) => countOf(present(plane)),
    async update(endpoint) {
      const { id, created_at, ...changes } = endpoints.toRow(endpoint);
      await endpoints.change(db, { ...planeColumns(endpoint), id }, changes);
    },
    listDue: (now, limit) => endpoints.all(due(now).orderBy('next_check_at').limit(limit)),
    lockDue: (id, now) => locked(due(now).where({ id })),
    async countPaused() {
      // A paused endpoint has a next check, so the index of due checks finds it.
      const paused = endpoints.in(db).whereNotNull('next_check_at').whereNotNull('paused_at');
      return countOf(db.from(paused.limit(10_000).as('paused')));
    },
  };
}
