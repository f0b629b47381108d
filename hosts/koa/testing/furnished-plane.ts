// One object for each id in a path, in one plane.
import { randomUUID } from 'node:crypto';
import type { Caller } from '#core';
import { until } from '../../../contract-tests/testing/until.ts';
import { connected } from '../../../core/use-cases/testing/connecting.ts';
import type { Route } from '../routes/route.ts';
import type { LiveService } from './live-service.ts';

export interface FurnishedPlane {
  readonly caller: Caller;
  /** Values of path parameters, by name. */
  readonly ids: Readonly<Record<string, string>>;
}

export async function furnishedPlane(service: LiveService, caller: Caller): Promise<FurnishedPlane> {
  const body = { url: `https://${randomUUID()}.example/hooks`, event_types: ['*'] };
  const endpoint = await service.call(caller, 'POST', '/v1/webhook-endpoints', { body });
  const connection = await connected(service, caller, await service.newTenant());
  const contacts = { connectionId: connection.id, type: 'contacts' };
  const write = { key: randomUUID(), body: { name: 'Harbour Coffee' } };
  const { value } = await service.core.resources.create(caller, { ...contacts, write });
  const [delivery] = (await service.core.webhooks.listDeliveries(caller, {})).items;
  if (!delivery) throw new Error('nothing is delivered');
  const { requestLog } = service.ports.storage;
  const logged = async () => (await requestLog.list(caller, {}, { limit: 1, page: 1 })).items[0];
  const session = { provider: 'ledger', external_account_id: 'customer-9', redirect_uri: 'http://localhost:3000/done' };
  const made = await service.core.connectSessions.create(caller, { key: undefined, body: session });
  const listed = { method: 'GET', path: '/Currencies' };
  const passed = await service.core.providerRequests.make(caller, {
    connectionId: connection.id,
    write: { key: undefined, body: listed },
  });
  const ids = {
    connect_session_id: made.value.connectSessionId,
    connection_id: connection.id,
    resource_type: 'contacts',
    resource_id: value.providerId,
    provider_id: value.providerId,
    action: 'organization.get_deep_link',
    operation_id: delivery.operationId,
    webhook_endpoint_id: String((endpoint.body['data'] as Record<string, unknown>)['webhook_endpoint_id']),
    delivery_id: delivery.id,
    request_id: (await until('a request is logged', logged)).id,
    provider_request_id: passed.value.id,
    event_id: delivery.eventId,
  };
  return { caller, ids };
}

export const parametersOf = ({ path }: Pick<Route, 'path'>) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** Returns the route's path with these ids. */
export function pathWith({ path }: Pick<Route, 'path'>, ids: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? 'unknown');
}

/** Returns an example of the route's body, about this connection; undefined if it takes none. */
export function exampleBody(route: Route, { connection_id }: Readonly<Record<string, string>> = {}): unknown {
  const bodies = route.operations.flatMap(({ body }) => (body === undefined ? [] : [body]));
  const [body] = bodies;
  if (body === undefined) return undefined;
  const example = Object.values(body.examples ?? {})[0]?.value ?? {};
  if (connection_id === undefined || typeof example !== 'object' || example === null) return example;
  const { filter } = example as { readonly filter?: object };
  if (filter && 'connection_id' in filter) return { ...example, filter: { ...filter, connection_id } };
  return 'connection_id' in example ? { ...example, connection_id } : example;
}
