// What callers, members, customers and the provider are told while the database is not to be had. A long run asks every route in
// each way of being away; in a short run a server that has stopped is asked for every route, one half in each way of stopping, and
// one that is locked for every third.
import { createHmac, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { openPostgres } from '../../adapters/knex-postgres/index.ts';
import { openSqlite } from '../../adapters/knex-sqlite/index.ts';
import { databaseForTests } from '../../contract-tests/testing/doubles.ts';
import { connected, write } from '../../core/use-cases/testing/connecting.ts';
import { withGateway } from '../../core/use-cases/testing/first-provider.ts';
import { isPlayed } from '../../tools/run-length.ts';
import { startPostgres, type TestPostgres } from '../../tools/test-postgres.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { type Route, writes } from './routes/route.ts';
import { routes } from './routes/routes.ts';
import { exampleBody, type FurnishedPlane, furnishedPlane, pathWith } from './testing/furnished-plane.ts';
import { type LiveAnswer, type LiveService, serveLive } from './testing/live-service.ts';
import { type SignedInMember, signedIn } from './testing/signed-in-member.ts';

/** These answer without the database. */
const without: Readonly<Record<string, number>> = {
  'GET /v1/openapi.json': 200,
  'GET /health': 200,
  'GET /ready': 503,
  // Without its cookie it has no link to look up.
  'GET /portal/back': 410,
};
const everyRoute = [...routes, ...consoleRoutes];
const byTurns = (many: number, place: number) => everyRoute.filter((_, i) => isPlayed({ many, place }, i));
const lineOf = ({ method, path }: Route) => `${method} ${path}`;
/** What a route that needs a form, a cookie or a query must have before it asks the database. */
const queries: Readonly<Record<string, string>> = { 'GET /oauth/ledger/callback': '?state=never-given&code=c' };
const bodies: Readonly<Record<string, object>> = {
  'POST /accounting/session': { email: 'ann@example.com', password: 'a long enough password' },
  'POST /accounting/invitations/read': { token: 'a-token' },
  'POST /accounting/invitations/accept': { token: 'a-token', password: 'a long enough password' },
  'POST /webhooks/:provider': {
    events: [
      {
        resourceId: randomUUID(),
        eventCategory: 'INVOICE',
        eventType: 'UPDATE',
        tenantId: randomUUID(),
        eventDateUtc: '2026-11-20T10:00:00.000',
      },
    ],
    firstEventSequence: 1,
    lastEventSequence: 1,
    entropy: 'A',
  },
};

interface World {
  readonly service: LiveService;
  readonly plane: FurnishedPlane;
  readonly member: SignedInMember;
}

async function openWorld(service: LiveService): Promise<World> {
  const { test, organizationId, apps } = await service.newOrganization();
  const { caller, ids } = await furnishedPlane(service, test);
  const plane = { caller, ids: { ...ids, provider: 'ledger', provider_app_id: apps.test.id } };
  return { service, plane, member: await signedIn(service, organizationId, 'owner') };
}

const signatureOf = (body: unknown) => createHmac('sha256', 'hosted-key').update(JSON.stringify(body)).digest('base64');

function ask({ service, plane, member }: World, route: Route): Promise<LiveAnswer> {
  const line = lineOf(route);
  const signatureHeader = service.core.notifications.signatureHeader('ledger') ?? '';
  const body = bodies[line] ?? exampleBody(route, plane.ids);
  const isForm = route.kind === 'page' && route.method === 'POST';
  const headers = {
    ...(route.kind === 'console' && { cookie: member.cookie }),
    ...(route.kind === 'receiver' && { [signatureHeader]: signatureOf(body ?? {}) }),
    ...(route.path.startsWith('/accounting/') && member.page),
    ...(route.kind === 'page' && { accept: 'text/html' }),
    ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
  };
  const caller = route.kind === 'api' ? plane.caller : undefined;
  return service.call(caller, route.method, pathWith(route, plane.ids) + (queries[line] ?? ''), {
    headers,
    ...(route.method === 'GET' ? {} : { key: randomUUID() }),
    ...(isForm ? { body: 'selection=never-given' } : body === undefined ? {} : { body }),
  });
}

/** A member's calls of the provider are not counted, so there a handler that may have called it says `unknown`. */
function outcomeOf(route: Route, told: unknown): unknown {
  if (!writes(route)) return undefined;
  return route.kind === 'console' && told === 'unknown' ? told : 'not_applied';
}

/** Returns what is wrong about the answer; undefined if nothing is. */
function faultOf(route: Route, { status, headers, body, text }: LiveAnswer): string | undefined {
  const line = lineOf(route);
  const wanted = without[line] ?? 503;
  if (status !== wanted) return `${line}: ${status} ${text.slice(0, 200)}`;
  if (line in without) return undefined;
  const told: unknown[] = [headers.get('retry-after')];
  const right: unknown[] = ['5'];
  if (route.kind === 'page') {
    told.push(text.includes('<h1>'), text.includes('Something failed in the service'));
    right.push(true, true);
  } else {
    told.push(body['code'], body['retryable'], body['retry_after_seconds'], body['outcome']);
    right.push('DATABASE_UNAVAILABLE', true, 5, outcomeOf(route, body['outcome']));
  }
  return String(told) === String(right) ? undefined : `${line}: ${told} instead of ${right}`;
}

async function faults(world: World, asked: readonly Route[] = everyRoute): Promise<readonly string[]> {
  const found: string[] = [];
  for (const route of asked) found.push(faultOf(route, await ask(world, route)) ?? '');
  return found.filter((fault) => fault !== '');
}

describePostgres('every route while PostgreSQL is away', () => {
  let server: TestPostgres;
  let world: World;
  before(async () => {
    server = await startPostgres({ own: true });
    const open = () => openPostgres({ url: server.url, statementTimeoutMs: 150 });
    const first = await openPostgres({ url: server.url });
    await first.migrate();
    await first.close();
    world = await openWorld(await serveLive({ open }));
  });
  after(async () => {
    await world?.service.close();
    await server?.stop();
  });

  for (const [place, mode] of (['fast', 'immediate'] as const).entries()) {
    it(`stopped (${mode}): 503 DATABASE_UNAVAILABLE, and served again after it`, async () => {
      await server.restart({
        mode,
        during: async () => expect(await faults(world, byTurns(2, place))).to.deep.equal([]) as never,
      });
      // A connection whose end nobody has noticed may fail once more.
      await world.service.call(world.plane.caller, 'GET', '/v1/connections');
      expect((await world.service.call(world.plane.caller, 'GET', '/v1/connections')).status).to.equal(200);
    });
  }

  it('a lock that lasts longer than the time-out: the same', async () => {
    const holder = new pg.Client(server.url);
    holder.on('error', () => {});
    await holder.connect();
    const { rows } = await holder.query(
      "select table_name from information_schema.tables where table_schema = 'public'",
    );
    const names = rows.map(({ table_name: name }) => name);
    await holder.query(`begin; lock table ${names.join(', ')} in access exclusive mode`);
    const found = await faults(world, byTurns(3, 0)).finally(() => holder.end());
    expect(found).to.deep.equal([]);
    expect((await world.service.call(world.plane.caller, 'GET', '/v1/connections')).status).to.equal(200);
  });

  it('takes no writes, as a standby: reads go on, and no write has happened', async () => {
    const { service, plane } = world;
    const other = await openPostgres({ url: server.url, poolMax: 1 });
    await other.knex.raw("alter system set default_transaction_read_only = 'on'");
    await other.knex.raw('select pg_reload_conf()');
    const refused = async () =>
      service.call(plane.caller, 'POST', `/v1/connections/${plane.ids['connection_id']}/contacts`, {
        ...{ key: randomUUID(), body: { name: 'Hill Bakery' } },
      });
    for (let tries = 0; tries < 100 && (await refused()).status < 500; tries++);
    expect((await refused()).body).to.include({ code: 'DATABASE_UNAVAILABLE', outcome: 'not_applied' });
    const read = await service.call(plane.caller, 'GET', '/v1/connections');
    expect(
      read.status,
      read.text +
        service.lines
          .slice(-3)
          .map((l) => `${l.message} ${l.cause}`)
          .join(),
    ).to.equal(200);
    await other.knex.raw('alter system reset default_transaction_read_only');
    await other.knex.raw('select pg_reload_conf()');
    await other.close();
  });
});

describe('every route while SQLite is away', () => {
  it('another process writes for longer than the time-out: writes are 503, reads go on', async () => {
    const file = await databaseForTests('SQLite');
    const [{ file: filename }] = await file.database.knex.raw('pragma database_list');
    const open = () => openSqlite({ filename, busyTimeoutMs: 20 });
    const world = await openWorld(await serveLive({ open }));
    const changing = everyRoute.filter((route) => writes(route) && route.method !== 'GET');
    await file.database.knex.transaction(async () => {
      const answers = new Map<string, number>();
      for (const route of changing) {
        const answer = await ask(world, route);
        answers.set(lineOf(route), answer.status);
        if (answer.status < 500) continue;
        expect(faultOf(route, answer), lineOf(route)).to.equal(undefined);
      }
      // What is refused before it writes, such as a body that the sample does not fit, is refused as ever.
      expect([...answers.values()].filter((status) => status === 503).length).to.be.greaterThan(20);
      const done = [...answers].filter(([, status]) => status < 400).map(([line]) => line);
      expect(
        done.filter((line) => !line.endsWith('/replay')),
        'only previews of replays',
      ).to.deep.equal([]);
      expect((await world.service.call(world.plane.caller, 'GET', '/v1/connections')).status).to.equal(200);
    });
    await world.service.close();
    await file.close();
  });
});

describe('a write whose end the database does not take', () => {
  it('has an unknown outcome once the provider was called, and the same key finds the record', async () => {
    let isFull = false;
    const service: LiveService = await serveLive({
      wrap: (ports) =>
        withGateway(ports, {
          send: async (...sent) => {
            const answer = await ports.providers['ledger']?.gateway.send(...sent);
            if (isFull) await service.database.knex.raw('pragma query_only = 1');
            return answer as never;
          },
        }),
    });
    const { test } = await service.newOrganization();
    const { id } = await connected(service, test, await service.newTenant());
    isFull = true;
    const { key = '', body } = write({ name: 'Hill Bakery' });
    const create = () => service.call(test, 'POST', `/v1/connections/${id}/contacts`, { key, body });
    const lost = await create();
    expect([lost.status, lost.body['code'], lost.body['outcome']]).to.deep.equal([
      ...[503, 'DATABASE_UNAVAILABLE', 'unknown'],
    ]);
    isFull = false;
    await service.database.knex.raw('pragma query_only = 0');
    service.advance(61);
    expect((await create()).status).to.equal(201);
    expect(await service.calls('PUT /api.xro/2.0/Contacts')).to.have.length(2);
    const found = await service.call(test, 'GET', `/v1/connections/${id}/contacts?name=Hill`);
    expect((found.body['data'] as { items: unknown[] }).items).to.have.length(1);
    await service.close();
  });
});
