// A host whose database has lost commits: reads go on, every write is refused before anything happens.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { DatabaseState } from '#core';
import { withGateway } from '../../core/use-cases/testing/first-provider.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { writes } from './routes/route.ts';
import { routes } from './routes/routes.ts';
import { exampleBody, type FurnishedPlane, furnishedPlane, pathWith } from './testing/furnished-plane.ts';
import { type LiveService, serveLive } from './testing/live-service.ts';

const told = { code: 'DATABASE_WENT_BACK', retryable: true, outcome: 'not_applied', retry_after_seconds: 30 };

describe('a host whose database went back', () => {
  let state: DatabaseState;
  let beforeSend: () => void;
  let service: LiveService;
  let plane: FurnishedPlane;
  before(async () => {
    state = 'kept';
    service = await serveLive({
      wrap: (ports) => ({
        ...withGateway(ports, {
          prepare: (...given) => {
            beforeSend();
            return ports.providers['ledger']?.gateway.prepare(...given) as never;
          },
        }),
        databaseWatch: { state: () => state, loss: () => null },
      }),
    });
    beforeSend = () => {};
    const { test } = await service.newOrganization();
    plane = await furnishedPlane(service, test);
  });
  beforeEach(() => {
    state = 'went_back';
  });
  after(() => service.close());

  const ready = async () => (await service.call(undefined, 'GET', '/ready')).body;
  const contact = (key: string) =>
    service.call(plane.caller, 'POST', `/v1/connections/${plane.ids['connection_id']}/contacts`, {
      ...{ key, body: { name: 'Hill Bakery' } },
    });

  it('refuses every write of a key with 503, and answers every read', async () => {
    const calls = await service.calls('');
    for (const route of routes.filter(({ kind }) => kind === 'api')) {
      const body = exampleBody(route, plane.ids);
      const answer = await service.call(plane.caller, route.method, pathWith(route, plane.ids), {
        ...(route.method === 'GET' ? {} : { key: randomUUID() }),
        ...(body === undefined ? {} : { body }),
      });
      const line = `${route.method} ${route.path} ${answer.text}`;
      if (!writes(route)) {
        expect(answer.body['code'], line).to.not.equal('DATABASE_WENT_BACK');
        continue;
      }
      expect(answer.status, line).to.equal(503);
      expect(answer.body, line).to.include(told);
      expect(answer.headers.get('retry-after')).to.equal('30');
    }
    const made = (await service.calls('')).slice(calls.length);
    expect(made.filter(({ method }) => method !== 'GET')).to.deep.equal([]);
  });

  it('has a write among its routes, and one of the console', () => {
    expect(routes.filter(writes).length).to.be.greaterThan(15);
    expect(consoleRoutes.filter(writes).length).to.be.greaterThan(15);
  });

  it('is not ready, with the reason, and ready again once the loss is accepted', async () => {
    expect(await ready()).to.deep.equal({ status: 'not_ready', reason: 'database_went_back' });
    state = 'kept';
    expect(await ready()).to.deep.equal({ status: 'ready' });
  });

  it('sends nothing of a request that had begun, and its key is free', async () => {
    state = 'kept';
    const key = randomUUID();
    const puts = await service.calls('PUT');
    beforeSend = () => {
      state = 'went_back';
    };
    const refused = await contact(key);
    beforeSend = () => {};
    expect([refused.status, refused.body['outcome']], refused.text).to.deep.equal([503, 'not_applied']);
    expect(refused.body).to.include(told);
    expect(await service.calls('PUT')).to.deep.equal(puts);
    state = 'kept';
    expect((await contact(key)).status).to.equal(201);
  });

  it('while it is not known whether a failover lost anything, a write is asked to come again soon', async () => {
    state = 'checking';
    const answer = await contact(randomUUID());
    expect([answer.status, answer.body['outcome']]).to.deep.equal([503, 'not_applied']);
    expect(answer.body).to.include({ code: 'DATABASE_UNAVAILABLE', retry_after_seconds: 5 });
    expect(await ready()).to.deep.equal({ status: 'ready' });
  });
});
