// Tries every declared route with each key that may not use it.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type ConnectionId, keyScopes } from '#core';
import { until } from '../../contract-tests/testing/until.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { scopeOf } from './routes/route.ts';
import { routes } from './routes/routes.ts';
import { exampleBody, type FurnishedPlane, furnishedPlane, parametersOf, pathWith } from './testing/furnished-plane.ts';
import { keptRows } from './testing/kept-rows.ts';
import { type LiveService, serveLive } from './testing/live-service.ts';

const apiRoutes = routes.filter((route) => route.kind === 'api');
type ApiRoute = (typeof apiRoutes)[number];
const lineOf = ({ method, path }: ApiRoute) => `${method} ${path}`;

describe('the rights of a key', () => {
  let service: LiveService;
  let plane: FurnishedPlane;
  before(async () => {
    service = await serveLive();
    plane = await furnishedPlane(service, (await service.newOrganization()).test);
  });
  after(() => service.close());

  const ask = (route: ApiRoute, secret: string, path = pathWith(route, plane.ids)) => {
    const example = exampleBody(route, plane.ids);
    return service.call(undefined, route.method, path, {
      headers: { authorization: `Bearer ${secret}` },
      ...(route.method === 'GET' ? {} : { key: randomUUID() }),
      ...(example === undefined ? {} : { body: example }),
    });
  };
  const unchanged = async (act: () => Promise<void>) => {
    await service.sandbox.control('DELETE', 'requests');
    const before = await keptRows(service.database);
    await act();
    expect(await keptRows(service.database)).to.deep.equal(before);
    expect(await service.calls('')).to.deep.equal([]);
  };

  it('every route x a key with every scope but the one it needs: 403, which names the scope', async () => {
    for (const lacking of keyScopes) {
      const scopes = keyScopes.filter((scope) => scope !== lacking);
      const { secret } = await service.core.access.issueKey({ ...plane.caller, name: 'narrow', scopes });
      await unchanged(async () => {
        for (const route of apiRoutes.filter((one) => scopeOf(one) === lacking)) {
          const { status, body } = await ask(route, secret);
          expect([status, body['code'], body['reason']], lineOf(route)).to.deep.equal([
            403,
            'FORBIDDEN',
            'scope_missing',
          ]);
          expect(body['message']).to.contain(`lacks the scope "${lacking}"`);
        }
      });
    }
    expect(new Set(apiRoutes.map(scopeOf))).to.deep.equal(new Set(keyScopes));
  });

  it('every route x a key of another connection: nothing is found, and what names none is refused', async () => {
    const other = await connected(service, plane.caller, await service.newTenant());
    const connectionIds = [other.id];
    const { secret } = await service.core.access.issueKey({
      ...{ ...plane.caller, name: 'one customer', connectionIds, scopes: keyScopes },
    });
    // An endpoint is every connection's.
    const own = Object.values(plane.ids).filter((value) => /\d/.test(value) && !value.startsWith('we_'));
    const common: string[] = [];
    await service.call(undefined, 'GET', '/v1/providers', { headers: { authorization: `Bearer ${secret}` } });
    await unchanged(async () => {
      for (const route of apiRoutes) {
        const example = exampleBody(route, plane.ids);
        const answer = await ask(route, secret);
        for (const id of own) expect(answer.text, lineOf(route)).not.to.contain(id);
        const names = parametersOf(route).some((name) => name in plane.ids && name !== 'webhook_endpoint_id');
        const expected = names || JSON.stringify(example ?? '').includes(plane.ids['connection_id'] ?? '') ? 404 : 403;
        if (answer.status === 200) common.push(lineOf(route));
        else expect(answer.status, `${lineOf(route)} ${answer.text}`).to.equal(expected);
        for (const name of route.operations.flatMap(({ query = [] }) => query.map((one) => one.name))) {
          if (name !== 'connection_id') continue;
          const foreign = await ask(route, secret, `${route.path}?connection_id=${plane.ids['connection_id']}`);
          expect(foreign.status, lineOf(route)).to.equal(404);
        }
      }
    });
    const failures = ['operation-failures', 'request-failures'];
    const lists = ['events', 'operations', 'requests', 'webhook-deliveries', ...failures].map(
      (name) => `GET /v1/${name}`,
    );
    const shown = [...lists, 'GET /v1/automations/recipes', 'GET /v1/connections', 'GET /v1/providers'];
    expect(common.sort()).to.deep.equal(shown.sort());
  });

  it('a request’s entry shows a key nothing of other connections that was done under the same request id', async () => {
    const own = plane.ids['connection_id'] ?? '';
    const other = await connected(service, plane.caller, await service.newTenant());
    const { secret } = await service.core.access.issueKey({ ...plane.caller, name: 'one', connectionIds: [other.id] });
    const named = { 'x-request-id': randomUUID() };
    const headers = { ...named, authorization: `Bearer ${secret}` };
    const asked = { headers, key: randomUUID(), body: { operation_id: plane.ids['operation_id'] } };
    await service.call(plane.caller, 'GET', `/v1/connections/${own}/contacts/${randomUUID()}`, { headers: named });
    await service.call(undefined, 'POST', `/v1/connections/${other.id}/sync`, asked);
    const read = () =>
      service.call(undefined, 'GET', `/v1/requests/${named['x-request-id']}`, {
        headers: { authorization: headers.authorization },
      });
    await until('the request is logged', async () => (await read()).status === 200);
    expect((await read()).body['data']).to.deep.include({
      connection_id: other.id,
      operation: null,
      provider_calls: [],
    });
  });

  it('a key of several connections names one to a list; a key of one sees its own', async () => {
    const own = plane.ids['connection_id'] as ConnectionId;
    const other = (await connected(service, plane.caller, await service.newTenant())).id;
    const list = async (connectionIds: readonly ConnectionId[], query = '') => {
      const { secret } = await service.core.access.issueKey({ ...plane.caller, name: 'narrow', connectionIds });
      const headers = { authorization: `Bearer ${secret}` };
      return (await service.call(undefined, 'GET', `/v1/events${query}`, { headers })).body;
    };
    const several = await list([own, other]);
    expect([several['code'], several['reason']]).to.deep.equal(['FORBIDDEN', 'connection_restricted']);
    for (const shown of [await list([own]), await list([own, other], `?connection_id=${own}`)]) {
      const { items } = shown['data'] as { items: readonly { connection_id: string }[] };
      expect(new Set(items.map(({ connection_id }) => connection_id))).to.deep.equal(new Set([own]));
    }
  });
});
