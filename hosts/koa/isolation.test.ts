// Two organizations with two environments each see nothing of one another, on any route that is declared.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type Caller, resourceIdOf, resourceTypes } from '#core';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import type { ApiRoute } from './routes/route.ts';
import { routes } from './routes/routes.ts';
import { type LiveAnswer, type LiveService, serveLive } from './testing/live-service.ts';

/** What one organization has in one environment. */
interface Plane {
  readonly name: string;
  readonly caller: Caller;
  /** Ids as they stand in paths, by the parameter's name. */
  readonly ids: Readonly<Record<string, string>>;
  /** Every text that only this plane may ever be shown. */
  readonly marks: readonly string[];
}

const customer = 'same-customer';
const apiRoutes = routes.filter((route): route is ApiRoute => route.kind === 'api');
const parametersOf = ({ path }: ApiRoute) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** Words of a path that belong to nobody. A parameter that is neither here nor among a plane's ids fails the tests. */
const words: Readonly<Record<string, readonly string[]>> = {
  resource_type: resourceTypes,
  action: [
    'invoice.download_pdf',
    'quote.download_pdf',
    'purchase_order.download_pdf',
    'invoice.get_online_url',
    'organization.get_deep_link',
  ],
};

/** Routes that name nothing in their path: lists, which show one's own, and what creates. */
const unnamed: Readonly<Record<string, 'everyone’s' | 'list' | 'sums' | 'creates'>> = {
  'GET /v1/providers': 'everyone’s',
  'GET /v1/automations/recipes': 'everyone’s',
  'GET /v1/connections': 'list',
  'GET /v1/operations': 'list',
  'GET /v1/events': 'list',
  'GET /v1/webhook-endpoints': 'list',
  'GET /v1/webhook-deliveries': 'list',
  'GET /v1/usage': 'sums',
  'POST /v1/automations': 'creates',
  'POST /v1/connect-sessions': 'creates',
  'POST /v1/webhook-endpoints': 'creates',
};

describe('isolation', () => {
  let service: LiveService;
  const planes: Plane[] = [];

  before(async () => {
    service = await serveLive();
    for (const organization of [await service.newOrganization(), await service.newOrganization()]) {
      for (const environment of ['test', 'live'] as const) planes.push(await furnish(organization[environment]));
    }
    await service.sandbox.control('DELETE', 'requests');
  });
  after(() => service.close());

  async function furnish(caller: Caller): Promise<Plane> {
    const body = { url: `https://${randomUUID()}.example/hooks`, event_types: ['*'] };
    const endpoint = await service.call(caller, 'POST', '/v1/webhook-endpoints', { body });
    const tenantId = await service.newTenant();
    const connection = await connected(service, caller, tenantId, { external_account_id: customer });
    const contacts = { connectionId: connection.id, type: 'contacts' };
    const write = { key: randomUUID(), body: { name: `Customer ${randomUUID()}` } };
    const { value } = await service.core.resources.create(caller, { ...contacts, write });
    const [delivery] = (await service.core.webhooks.listDeliveries(caller, {})).items;
    if (!delivery) throw new Error('nothing is delivered');
    const endpointId = String((endpoint.body['data'] as Record<string, unknown>)['webhook_endpoint_id']);
    const session = {
      provider: 'ledger',
      external_account_id: 'customer-9',
      redirect_uri: 'http://localhost:3000/done',
    };
    const made = await service.core.connectSessions.create(caller, { key: undefined, body: session });
    const ids = {
      connect_session_id: made.value.connectSessionId,
      connection_id: connection.id,
      resource_id: value.providerId,
      provider_id: value.providerId,
      operation_id: delivery.operationId,
      webhook_endpoint_id: endpointId,
      delivery_id: delivery.id,
      event_id: delivery.eventId,
    };
    const marks = [connection.id, tenantId, value.providerId, delivery.operationId, delivery.id];
    marks.push(delivery.eventId, endpointId, body.url);
    return { name: `${caller.organizationId} ${caller.environment}`, caller, ids, marks };
  }

  /** The paths of a route with these ids, one for each word that it may hold. */
  const pathsWith = (route: ApiRoute, ids: Readonly<Record<string, string>>): string[] =>
    parametersOf(route).reduce(
      (paths, name) =>
        paths.flatMap((path) =>
          (words[name] ?? [ids[name] ?? 'unknown']).map((value) => path.replace(`:${name}`, value)),
        ),
      [route.path],
    );
  const namesAnId = (route: ApiRoute) => parametersOf(route).some((name) => !(name in words));
  const foreigners = () =>
    planes.flatMap((viewer) => planes.filter((owner) => owner !== viewer).map((owner) => ({ viewer, owner })));
  const without = ({ body }: LiveAnswer, name: string) => ({ ...body, [name]: null });
  /** All that is kept but when keys were last used. */
  const everything = async (): Promise<string> => {
    const { knex } = service.database;
    const tables = await knex('sqlite_master').where({ type: 'table' }).whereNot({ name: 'api_keys' }).select('name');
    return (await Promise.all(tables.map(async ({ name }) => JSON.stringify(await knex(name).select())))).join('\n');
  };

  it('knows every parameter and every unnamed route that is declared', () => {
    const [plane] = planes;
    for (const route of apiRoutes) {
      for (const name of parametersOf(route)) {
        expect(
          { ...words, ...plane?.ids },
          `${route.path} has a parameter that this test does not know`,
        ).to.have.property(name);
      }
      const known = namesAnId(route) || `${route.method} ${route.path}` in unnamed;
      expect(known, `${route.method} ${route.path} is not known to this test`).to.equal(true);
    }
    for (const { kind, path } of routes) {
      if (kind !== 'api') expect(path).to.match(/^\/(health|ready|v1\/openapi.json|webhooks|connect|oauth)/);
    }
  });

  for (const route of apiRoutes.filter(namesAnId)) {
    it(`${route.method} ${route.path}: foreign ids are as unknown as ids that never were`, async () => {
      const before = await everything();
      const never = {
        connection_id: 'conn_01jd9x8fbee5wv1tzd4nq6c2m7',
        resource_id: randomUUID(),
        provider_id: randomUUID(),
      };
      const examples = route.operations.flatMap(({ body }) =>
        Object.values(body?.examples ?? {}).map(({ value }) => value),
      );
      const ask = (caller: Caller, path: string, body: unknown) =>
        service.call(caller, route.method, path, {
          ...(route.method === 'GET' ? {} : { key: randomUUID() }),
          ...(body === undefined ? {} : { body }),
        });
      const takesBody = route.operations.some(({ body }) => body !== undefined);
      for (const body of takesBody ? [examples[0] ?? {}, {}] : [undefined]) {
        const [path = ''] = pathsWith(route, never);
        for (const { viewer, owner } of foreigners()) {
          const unknown = await ask(viewer.caller, path, body);
          expect(unknown.status).to.equal(404);
          for (const foreign of pathsWith(route, owner.ids)) {
            const answer = await ask(viewer.caller, foreign, body);
            expect(answer.status, `${viewer.name} ${foreign}`).to.equal(404);
            expect(without(answer, 'request_id')).to.deep.equal(without(unknown, 'request_id'));
          }
        }
      }
      expect(await everything()).to.equal(before);
      expect(await service.calls('')).to.deep.equal([]);
    });
  }

  it('lets nobody reach another’s record through a connection of their own', async () => {
    for (const { viewer, owner } of foreigners().slice(0, 4)) {
      for (const id of [owner.ids['resource_id'] ?? '', resourceIdOf('contacts', owner.ids['resource_id'] ?? '')]) {
        const path = `/v1/connections/${viewer.ids['connection_id']}/contacts/${id}`;
        expect((await service.call(viewer.caller, 'GET', path)).status).to.equal(404);
        const patch = await service.call(viewer.caller, 'PATCH', path, {
          key: randomUUID(),
          body: { name: 'Mine now' },
        });
        expect(patch.status).to.equal(404);
      }
    }
    await service.sandbox.control('DELETE', 'requests');
  });

  for (const [line, kind] of Object.entries(unnamed).filter(([, kind]) => kind === 'list')) {
    it(`${line}: the ${kind} shows one’s own and nothing else`, async () => {
      const route = apiRoutes.find(({ method, path }) => `${method} ${path}` === line);
      const filters = (route?.operations ?? []).flatMap(({ query = [] }) => query.map(({ name }) => name));
      for (const viewer of planes) {
        const path = route?.path ?? '';
        const answer = await service.call(viewer.caller, 'GET', path);
        expect(answer.status).to.equal(200);
        expect(
          viewer.marks.some((mark) => answer.text.includes(mark)),
          'shows one’s own',
        ).to.equal(true);
        for (const owner of planes.filter((plane) => plane !== viewer)) {
          for (const mark of owner.marks) expect(answer.text).not.to.contain(mark);
          for (const filter of filters.filter((name) => owner.ids[name] !== undefined)) {
            const filtered = await service.call(viewer.caller, 'GET', `${path}?${filter}=${owner.ids[filter]}`);
            expect([filtered.status, filtered.body['data']]).to.deep.equal([200, { items: [] }]);
          }
        }
      }
    });
  }

  it('sums up what one used oneself', async () => {
    for (const viewer of planes) {
      const answer = await service.call(viewer.caller, 'GET', '/v1/usage?group_by=connection');
      const { items } = answer.body['data'] as { items: { connection_id: string; meter: string; quantity: number }[] };
      expect(new Set(items.map(({ connection_id }) => connection_id))).to.deep.equal(
        new Set([viewer.ids['connection_id']]),
      );
      expect(items.find(({ meter }) => meter === 'write')?.quantity).to.equal(1);
    }
  });

  it('lists the connections of a customer of one’s own, though others call theirs alike', async () => {
    for (const { caller, ids } of planes) {
      const answer = await service.call(caller, 'GET', `/v1/connections?external_account_id=${customer}`);
      const { items } = answer.body['data'] as { items: { connection_id: string }[] };
      expect(items.map(({ connection_id }) => connection_id)).to.deep.equal([ids['connection_id']]);
    }
  });
});
