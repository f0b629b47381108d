// Every declared route × every kind of wrong caller: the answer, and that nothing changes. A long run asks every route with
// each; a short one asks every route without a key, with nobody's, and with a few of the others, so that each of those comes
// to many routes.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type Caller, resourceIdOf } from '#core';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { isLong } from '../../tools/run-length.ts';
import { consoleRoutes } from './console/console-routes.ts';
import type { Route } from './routes/route.ts';
import { routes } from './routes/routes.ts';
import { exampleBody, type FurnishedPlane, furnishedPlane, parametersOf, pathWith } from './testing/furnished-plane.ts';
import { keptRows } from './testing/kept-rows.ts';
import { type LiveAnswer, type LiveService, serveLive } from './testing/live-service.ts';
import { type SignedInMember, signedIn } from './testing/signed-in-member.ts';

const everyRoute = [...routes, ...consoleRoutes];
const lineOf = ({ method, path }: Route) => `${method} ${path}`;
const nobodys = 'well-formed, but nobody’s';

/** In a short run each `of`th route, beginning with another one for each `nth`; in a long one all. */
const share = (all: readonly Route[], nth: number, of: number) =>
  isLong ? all : all.filter((_, i) => (i + nth) % of === 0);
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Well-formed ids that nothing ever had. */
const suffix = '01jd9x8fbee5wv1tzd4nq6c2m7';
const never: Readonly<Record<string, string>> = {
  connect_session_id: `cs_${suffix}`,
  connection_id: `conn_${suffix}`,
  resource_id: '0a1b2c3d-4e5f-4071-8293-a4b5c6d7e8f9',
  provider_id: '0a1b2c3d-4e5f-4071-8293-a4b5c6d7e8f9',
  operation_id: `op_${suffix}`,
  webhook_endpoint_id: `we_${suffix}`,
  delivery_id: `dlv_${suffix}`,
  provider_request_id: `prq_${suffix}`,
  ...{ event_id: `evt_${suffix}`, request_id: `req_${suffix}` },
};

const links = ['GET /portal/:token', 'GET /portal/:token/end', 'GET /connect/:token', 'POST /connect/:token'];
const linkActs = ['POST /portal/:token/end', 'POST /portal/:token/reconnect', 'POST /connect/:token/cancel'];

/** Routes that need no key. A new one must be added here by hand, and its own tests must say why it is safe. */
const open: Readonly<Record<string, string>> = {
  'GET /v1/openapi.json': 'the contract',
  ...Object.fromEntries([...links, ...linkActs].map((route) => [route, 'the token is the secret'])),
  'GET /portal/back': 'the cookie has the token',
  ...{ 'GET /health': 'liveness', 'GET /ready': 'readiness' },
  'POST /webhooks/:provider': 'the provider’s signature is checked',
  'POST /webhooks/:provider/:provider_app_id': 'the provider’s signature is checked',
  'POST /connect/choose': 'the selection is the secret',
  'GET /oauth/ledger/callback': 'the state is the secret',
  'GET /connect/logos/:digest': 'a logo is public; its digest names it and no organization',
  'POST /accounting/invitations/read': 'the link’s token is the secret, and the origin is checked',
  'POST /accounting/invitations/accept': 'the link’s token is the secret, and the origin is checked',
  'POST /accounting/session': 'signs in: the password, a lock and the origin',
};

describe('the isolation matrix', () => {
  let service: LiveService;
  let plane: FurnishedPlane;
  let strangers: Readonly<Record<string, Caller>>;
  let refusedKeys: Readonly<Record<string, Record<string, string>>>;
  let goodKey: string;
  let owner: SignedInMember;
  let viewer: SignedInMember;
  let stranger: SignedInMember;

  before(async () => {
    service = await serveLive();
    const tenancy = await service.newOrganization();
    const other = await service.newOrganization();
    plane = await furnishedPlane(service, tenancy.test);
    owner = await signedIn(service, tenancy.organizationId, 'owner');
    viewer = await signedIn(service, tenancy.organizationId, 'viewer');
    stranger = await signedIn(service, other.organizationId, 'owner');
    strangers = {
      'another organization': other.test,
      'its other environment': other.live,
      'the other environment': tenancy.live,
    };
    for (const caller of Object.values(strangers)) await service.call(caller, 'GET', '/v1/connections');
    const issued = async () => service.core.access.issueKey({ ...tenancy.test, name: randomUUID() });
    const [revoked, forgotten] = [await issued(), await issued()];
    await service.core.access.revokeKey(tenancy.organizationId, revoked.key.id);
    await service.database.knex('api_keys').where({ id: forgotten.key.id }).delete();
    goodKey = await service.secretOf(tenancy.test);
    refusedKeys = {
      ...wrongKeys(goodKey),
      [nobodys]: bearer(forgotten.secret),
      revoked: bearer(revoked.secret),
      'a cookie of the console': { cookie: owner.cookie },
      'a cookie of the console as a key': bearer(owner.cookie.slice(owner.cookie.indexOf('=') + 1)),
      'a revoked key with a cookie of the console': { ...bearer(revoked.secret), cookie: owner.cookie },
    };
    await service.sandbox.control('DELETE', 'requests');
  });
  after(() => service.close());

  const ask = async (route: Route, headers: Readonly<Record<string, string>>, path = pathWith(route, plane.ids)) => {
    const example = exampleBody(route);
    return service.call(undefined, route.method, path, {
      headers: { 'x-request-id': 'the-same', ...headers },
      ...(route.method === 'GET' ? {} : { key: randomUUID() }),
      ...(example === undefined ? {} : { body: example }),
    });
  };
  const shown = ({ status, headers, text }: LiveAnswer) => {
    const names = [...headers.keys()].filter((name) => !['date', 'connection', 'keep-alive'].includes(name));
    return `${status} ${names.map((name) => `${name}=${headers.get(name)}`).join(' ')} ${text}`;
  };
  const unchanged = async (act: () => Promise<void>) => {
    const before = await keptRows(service.database);
    await act();
    expect(await keptRows(service.database)).to.deep.equal(before);
    expect(await service.calls('')).to.deep.equal([]);
  };
  const ofKind = (kind: Route['kind']) => everyRoute.filter((route) => route.kind === kind);

  it('knows every route that asks for nothing', () => {
    const asking = everyRoute.filter(({ kind }) => kind !== 'api' && kind !== 'console');
    expect(asking.map(lineOf).sort()).to.deep.equal(Object.keys(open).sort());
    for (const route of ofKind('api')) expect(route.path).to.match(/^\/v1\//);
    for (const route of ofKind('console')) expect(route.path).to.match(/^\/accounting\//);
  });

  it('every route for keys x every wrong key: 401, by the form of the key alone', () =>
    unchanged(async () => {
      const faults = /no API key|is not \\"Bearer\\"|this is not a complete API key|is unknown, was revoked/;
      for (const [nth, headers] of [...Object.values(refusedKeys), {}].entries()) {
        const seen = new Set<string>();
        const isForAll = headers === refusedKeys[nobodys] || Object.keys(headers).length === 0;
        for (const route of isForAll ? ofKind('api') : share(ofKind('api'), nth, 4)) {
          const path = pathWith(route, plane.ids);
          seen.add(shown(await ask(route, headers, 'authorization' in headers ? path : `${path}?api_key=${goodKey}`)));
        }
        expect([...seen]).to.have.length(1);
        expect([...seen][0])
          .to.match(/^401 .*"code":"UNAUTHORIZED"/)
          .and.match(faults);
      }
    }));

  for (const name of ['another organization', 'its other environment', 'the other environment']) {
    it(`every route for keys x a key of ${name}: nothing is found, as where nothing ever was`, async () => {
      const key = await service.secretOf(strangers[name] as Caller);
      const own = Object.values(plane.ids).filter((value) => /\d/.test(value));
      const paths = new Set<string>();
      await unchanged(async () => {
        await service.call(undefined, 'GET', '/v1/connections', { headers: bearer(key) });
        for (const route of ofKind('api')) {
          const isNamed = parametersOf(route).some((parameter) => parameter in never);
          if (!isNamed && route.method !== 'GET') continue;
          const asked = pathWith(route, plane.ids);
          const answer = await ask(route, bearer(key), asked);
          expect(answer.status, lineOf(route)).to.equal(isNamed ? 404 : 200);
          // The stranger's own log of requests says what the stranger asked for, and nothing else of it.
          const told = [...paths].reduce((text, path) => text.replaceAll(`"path":"${path}"`, ''), answer.text);
          for (const id of own) expect(told, lineOf(route)).not.to.contain(id);
          paths.add(asked);
          if (!isNamed) continue;
          const absent = pathWith(route, { ...plane.ids, ...never });
          expect(shown(answer)).to.equal(shown(await ask(route, bearer(key), absent)));
          if (exampleBody(route) === undefined) continue;
          const wrong = { headers: bearer(key), key: randomUUID(), body: { nonsense: 1 } };
          const { status } = await service.call(undefined, route.method, pathWith(route, plane.ids), wrong);
          expect(status, lineOf(route)).to.equal(404);
        }
      });
    });
  }

  it('every list shows its own owner’s things, and by a foreign id nothing', async () => {
    const key = await service.secretOf(strangers['another organization'] as Caller);
    const shows: string[] = [];
    for (const route of ofKind('api').filter(({ method, path }) => method === 'GET' && !path.includes(':'))) {
      const own = await ask(route, bearer(goodKey));
      if (Object.values(plane.ids).some((id) => /\d/.test(id) && own.text.includes(id))) shows.push(route.path);
      const filters = route.operations.flatMap(({ query = [] }) => query.map(({ name }) => name));
      for (const filter of filters.filter((name) => name in never)) {
        const { body } = await ask(route, bearer(key), `${route.path}?${filter}=${plane.ids[filter]}`);
        expect(body['data'], `${route.path} ${filter}`).to.deep.equal({ items: [] });
      }
    }
    const lists = ['connections', 'events', 'operations', 'requests', 'webhook-deliveries', 'webhook-endpoints'];
    expect(shows.sort()).to.deep.equal(lists.map((name) => `/v1/${name}`));
  });

  it('every route of the console x everything but its cookie: one and the same 401', async () => {
    const key = await service.secretOf(plane.caller);
    const wrong = [
      {},
      bearer(key),
      { ...bearer(key), cookie: owner.cookie },
      { cookie: `ledgerport_session=${key}` },
      { cookie: `ledgerport_session=${'A'.repeat(43)}` },
      { cookie: `${owner.cookie}x` },
      { cookie: owner.cookie.replace('ledgerport_session', 'session') },
    ].map((headers) => ({ ...headers, ...owner.page }));
    await unchanged(async () => {
      const seen = new Set<string>();
      for (const route of ofKind('console')) {
        seen.add(shown(await ask(route, { ...owner.page })));
      }
      for (const [nth, headers] of wrong.entries()) {
        for (const route of share(ofKind('console'), nth, 3)) seen.add(shown(await ask(route, headers)));
      }
      expect([...seen]).to.have.length(1);
      expect([...seen][0]).to.match(/^401 .*"code":"UNAUTHORIZED"/);
    });
  });

  it('every change in the console x a page that may not make it: 403', () =>
    unchanged(async () => {
      const { origin, 'x-csrf-token': csrf } = owner.page;
      const foreign = ['https://evil.example', 'null', `${origin}.evil.example`];
      const pages: readonly Record<string, string>[] = [
        ...[{}, { origin }, { 'x-csrf-token': csrf }, { origin, 'x-csrf-token': '' }],
        ...foreign.map((one) => ({ origin: one, 'x-csrf-token': csrf })),
        { origin, 'x-csrf-token': viewer.page['x-csrf-token'] },
      ];
      const changing = ofKind('console').filter(({ method }) => method !== 'GET');
      for (const [nth, page] of pages.entries()) {
        // Nothing of a page, as a form elsewhere sends it, for every route.
        for (const route of nth === 0 ? changing : share(changing, nth, 3)) {
          const { status, body } = await ask(route, { cookie: owner.cookie, ...page });
          expect([status, body['code']], `${lineOf(route)} ${JSON.stringify(page)}`).to.deep.equal([403, 'FORBIDDEN']);
        }
      }
    }));

  it('every route of the console that names something x another organization’s owner: nothing is found', () =>
    unchanged(async () => {
      const ids = { ...plane.ids, member_id: owner.memberId, session_id: owner.sessionId };
      for (const route of ofKind('console')) {
        const named = parametersOf(route).some(
          (parameter) => parameter in ids && !['resource_type', 'action'].includes(parameter),
        );
        if (!named) continue;
        const { status } = await ask(route, { cookie: stranger.cookie, ...stranger.page }, pathWith(route, ids));
        // A request without an example body may be refused for its body.
        expect(status, lineOf(route)).to.be.oneOf(route.path.startsWith('/accounting/test') ? [404] : [400, 404]);
      }
    }));

  it('lets nobody reach another’s record through a connection of their own', async () => {
    const other = strangers['another organization'] as Caller;
    const { id } = await connected(service, other, await service.newTenant());
    const theirs = plane.ids['resource_id'] ?? '';
    for (const named of [theirs, resourceIdOf('contacts', theirs)]) {
      const path = `/v1/connections/${id}/contacts/${named}`;
      const patch = { key: randomUUID(), body: { name: 'Mine now' } };
      expect((await service.call(other, 'GET', path)).status).to.equal(404);
      expect((await service.call(other, 'PATCH', path, patch)).status).to.equal(404);
    }
  });
});

/** Headers that resemble a good key's, or none. */
function wrongKeys(good: string): Record<string, Record<string, string>> {
  const values = ['', 'Bearer', 'Bearer ', 'garbage', `Basic ${btoa(`${good}:`)}`, good, `Bearer ${good} ${good}`];
  const keys = [`${good}x`, good.slice(0, -1), good.toUpperCase(), good.replace('test', 'live'), 'x'.repeat(5000)];
  return {
    none: {},
    'in another header': { 'x-api-key': good },
    'in a cookie': { cookie: `ledgerport_session=${good}; token=${good}` },
    ...Object.fromEntries(values.map((authorization) => [authorization, { authorization }])),
    ...Object.fromEntries(keys.map((key) => [key, bearer(key)])),
  };
}
