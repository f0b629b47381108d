import { endpointsMax, type WebhookEndpoint, type WebhookEndpointStore, wants } from '#core/ports';
import { json, nullable, type RowOf, tableOf, text, time } from '../columns.ts';
import { findTogether } from '../find-together.ts';
import { countOf, listPage, newestFirst } from '../paging.ts';
import { planeColumns } from '../plane.ts';
import { requireTransaction, type Session } from '../session.ts';

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
  const table = () => endpoints.in(session.db);
  const present = () => table().whereRaw(isPresent);
  return {
    async insert(endpoint) {
      await table().insert(endpoints.toRow(endpoint));
    },
    find: findTogether(session, endpoints, { condition: isPresent }),
    async lock(plane, id) {
      requireTransaction(session, 'webhookEndpoints.lock');
      return endpoints.one(
        present()
          .where({ ...planeColumns(plane), id })
          .forUpdate(),
      );
    },
    async list(plane, request) {
      const page = await listPage<EndpointRow>(present().where(planeColumns(plane)), newestFirst, request);
      return { ...page, items: page.items.map(endpoints.toEntity) };
    },
    async listSubscribed(plane, type) {
      const enabled = present()
        .where({ ...planeColumns(plane), status: 'enabled' })
        .orderBy('id');
      return (await endpoints.all(enabled)).filter((endpoint) => wants(endpoint, type)).slice(0, endpointsMax);
    },
    count: (plane) => countOf(present().where(planeColumns(plane))),
    async update(endpoint) {
      const { id, created_at, ...changes } = endpoints.toRow(endpoint);
      await table()
        .where({ ...planeColumns(endpoint), id })
        .update(changes);
    },
  };
}
