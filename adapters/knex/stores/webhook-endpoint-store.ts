import type { Knex } from 'knex';
import {
  batched,
  endpointsMax,
  newHealth,
  type Plane,
  type WebhookEndpoint,
  type WebhookEndpointStore,
  wants,
} from '#core/ports';
import { json, nullable, type RowOf, tableOf, text, time } from '../columns.ts';
import { findTogether } from '../find-together.ts';
import { countOf, listPage, newestFirst } from '../paging.ts';
import { planeColumns } from '../plane.ts';
import { atomic, requireTransaction, type Session } from '../session.ts';
import { healths } from './endpoint-health-store.ts';

const endpoints = tableOf<WebhookEndpoint>()('webhook_endpoints', {
  id: text,
  organizationId: text,
  environment: text,
  url: text,
  eventTypes: json,
  description: nullable(text),
  status: text,
  statusReason: nullable(text),
  sealedSecret: text,
  sealedPreviousSecret: nullable(text),
  previousSecretUntil: nullable(time),
  createdAt: time,
  updatedAt: time,
});
type EndpointRow = RowOf<typeof endpoints>;

/** Written out, because a partial index serves only a query that states its condition. */
const isPresent = "status <> 'deleted'";

export function webhookEndpointStore(session: Session): WebhookEndpointStore {
  const { db } = session;
  const present = (plane: Plane) => endpoints.in(db).where(planeColumns(plane)).whereRaw(isPresent);
  /** Callers of one tick and plane share a statement. */
  const listEnabled = batched(async (asked: readonly Plane[]) => {
    const planes = new Map(asked.map((plane) => [planeName(plane), plane]));
    const found = new Map<string, readonly WebhookEndpoint[]>();
    for (const [name, plane] of planes) {
      const enabled: Knex.QueryBuilder = present(plane).select(endpoints.columns);
      found.set(name, await endpoints.all(enabled.where({ status: 'enabled' }).orderBy('id')));
    }
    return asked.map((plane) => found.get(planeName(plane)) ?? []);
  });
  return {
    insert: (endpoint) =>
      atomic(session, async ({ db }) => {
        await endpoints.insert(db, endpoint);
        await healths.insert(db, newHealth({ ...endpoint, endpointId: endpoint.id }));
      }),
    find: findTogether(session, endpoints, { condition: isPresent }),
    async lock(plane, id) {
      requireTransaction(session, 'webhookEndpoints.lock');
      return endpoints.one(present(plane).where({ id }).forUpdate());
    },
    async list(plane, request) {
      const page = await listPage<EndpointRow>(present(plane), newestFirst, request);
      return { ...page, items: page.items.map(endpoints.toEntity) };
    },
    listSubscribed: async (plane, type) =>
      (await listEnabled(plane)).filter((endpoint) => wants(endpoint, type)).slice(0, endpointsMax),
    count: (plane) => countOf(present(plane)),
    async update(endpoint) {
      const { id, created_at, ...changes } = endpoints.toRow(endpoint);
      await endpoints.change(db, { ...planeColumns(endpoint), id }, changes);
    },
  };
}

const planeName = ({ organizationId, environment }: Plane): string => `${environment} ${organizationId}`;
