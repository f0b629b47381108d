// Every declared route x every way of not being allowed in: what is answered, and that nothing changes.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Caller } from '#core';
import { consoleRoutes } from './console/console-routes.ts';
import type { Route } from './routes/route.ts';
import { routes } from './routes/routes.ts';
import { exampleBody, type FurnishedPlane, furnishedPlane, parametersOf, pathWith } from './testing/furnished-plane.ts';
import { keptRows } from './testing/kept-rows.ts';
import { type LiveAnswer, type LiveService, serveLive } from './testing/live-service.ts';
import { type SignedInMember, signedIn } from './testing/signed-in-member.ts';

const everyRoute = [...routes, ...consoleRoutes];
const lineOf = ({ method, path }: Route) => `${method} ${path}`;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** What anybody may ask. A new one has to be put here by hand, and its own tests have to say why that is safe. */
const open: Readonly<Record<string, string>> = {
  'GET /v1/openapi.json': 'the contract',
  'GET /health': 'liveness',
  'GET /ready': 'readiness',
  'POST /webhooks/ledger': 'the provider’s signature is checked',
  'POST /webhooks/ledger/:provider_app_id': 'the provider’s signature is checked',
  'GET /connect/:token': 'the token is the secret',
  'POST /connect/:token/cancel': 'the token is the secret',
  'POST /connect/choose': 'the selection is the secret',
  'GET /oauth/ledger/callback': 'the state is the secret',
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
      'well-formed, but nobody’s': bearer(forgotten.secret),
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
      const faults = /no API key|is not \\"Bearer\\"|this is no API key|it is unknown or was revoked/;
      for (const headers of [...Object.values(refusedKeys), {}]) {
        const seen = new Set<string>();
        for (const route of ofKind('api')) {
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
    it(`every route for keys x a key of ${name}: nothing is found`, async () => {
      const key = await service.secretOf(strangers[name] as Caller);
      await unchanged(async () => {
        await service.call(undefined, 'GET', '/v1/connections', { headers: bearer(key) });
        for (const route of ofKind('api')) {
          const named = parametersOf(route).some((parameter) => !['resource_type', 'action'].includes(parameter));
          if (!named && route.method !== 'GET') continue;
          const { status, text } = await ask(route, bearer(key));
          expect(status, lineOf(route)).to.equal(named ? 404 : 200);
          for (const id of Object.values(plane.ids).filter((value) => /\d/.test(value)))
            expect(text).not.to.contain(id);
        }
      });
    });
  }

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
        for (const headers of wrong) seen.add(shown(await ask(route, headers)));
      }
      expect([...seen]).to.have.length(1);
      expect([...seen][0]).to.match(/^401 .*"code":"UNAUTHORIZED"/);
    });
  });

  it('every change in the console x a page that may not make it: 403', () =>
    unchanged(async () => {
      const { origin, 'x-csrf-token': csrf } = owner.page;
      const pages: readonly Record<string, string>[] = [
        ...[{}, { origin }, { 'x-csrf-token': csrf }, { origin, 'x-csrf-token': '' }],
        ...[
          { origin: 'https://evil.example', 'x-csrf-token': csrf },
          { origin: 'null', 'x-csrf-token': csrf },
        ],
        ...[
          { origin: `${origin}.evil.example`, 'x-csrf-token': csrf },
          { origin, 'x-csrf-token': viewer.page['x-csrf-token'] },
        ],
      ];
      for (const route of ofKind('console').filter(({ method }) => method !== 'GET')) {
        for (const page of pages) {
          const { status, body } = await ask(route, { cookie: owner.cookie, ...page });
          expect([status, body['code']], `${lineOf(route)} ${JSON.stringify(page)}`).to.deep.equal([403, 'FORBIDDEN']);
        }
      }
    }));

  it('every route of the console that a viewer may not use x a viewer: 403', () =>
    unchanged(async () => {
      for (const route of everyRoute) {
        if (route.kind !== 'console' || route.permission === null || route.permission === 'read') continue;
        const { status, body } = await ask(route, { cookie: viewer.cookie, ...viewer.page });
        expect([status, body['reason']], lineOf(route)).to.deep.equal([403, 'role']);
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
        // A body without an example is refused as it is by those whose it is not, too.
        expect(status, lineOf(route)).to.be.oneOf(route.path.startsWith('/accounting/test') ? [404] : [400, 404]);
      }
    }));
});

/** Headers that are like those of a good key, or none. */
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
