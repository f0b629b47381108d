import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { disablesAt, healthState } from '../../domain/endpoint-health.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { createWorkerApi } from '../../product-worker.ts';
import { advance, connect, drain, type Engine, never, openEngine, subscribe } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';
import { announceMany, deliveriesOf, healthOf, pass } from './testing/webhooks.ts';

describe('an endpoint that keeps failing', () => {
  let endpoint: WebhookEndpoint;
  const engine = openedEach(() => openEngine());
  const connection = openedEach(() => connect(engine));
  beforeEach(async () => {
    ({ endpoint } = await subscribe(engine));
    engine.hands.answer = () => answered(500);
  });

  const states = async () => (await deliveriesOf(engine, endpoint.id)).map(({ state }) => state);

  it('is paused at the tenth failure in a row; what comes then is held without an attempt', async () => {
    await announceMany(engine, connection, 10);
    await drain(engine);
    expect(healthState(await healthOf(engine, endpoint.id))).to.equal('open');
    expect(engine.hands.sent).to.have.length(10);
    await announceMany(engine, connection, 5);
    await drain(engine);
    expect(engine.hands.sent).to.have.length(10);
    const held = (await deliveriesOf(engine, endpoint.id)).slice(0, 5);
    for (const { state, attempts, nextAttemptAt } of held) {
      expect([state, attempts, nextAttemptAt]).to.deep.equal(['retrying', [], null]);
    }
    const operation = await engine.storage.operations.find(engine.caller, held[0]?.operationId ?? ('' as never));
    expect(operation).to.deep.include({ attempts: [], attemptCount: 0 });
    const warnings = engine.hands.logged.filter(({ message }) => message.includes('keeps failing'));
    expect(warnings.map(({ fields }) => fields['webhook_endpoint_id'])).to.deep.equal([endpoint.id]);
  });

  it('is resumed by the first success: everything that is held is released, what waits for its own retry keeps its time', async () => {
    await announceMany(engine, connection, 40);
    await drain(engine);
    await pass(engine, 240);
    engine.hands.answer = () => answered(200);
    const from = engine.hands.sent.length;
    await pass(engine, 65);
    const retrying = (await deliveriesOf(engine, endpoint.id)).filter(({ state }) => state !== 'succeeded');
    expect(retrying.length).to.be.at.most(10);
    expect(retrying.filter(({ nextAttemptAt }) => nextAttemptAt === null)).to.deep.equal([]);
    await pass(engine, 600, 60);
    expect(new Set(await states())).to.deep.equal(new Set(['succeeded']));
    expect(await healthOf(engine, endpoint.id)).to.include({
      pausedAt: null,
      consecutiveFailures: 0,
      nextCheckAt: null,
    });
    expect(engine.hands.sent).to.have.length(from + 40);
    await announceMany(engine, connection, 3);
    await drain(engine);
    expect(engine.hands.sent).to.have.length(from + 43);
  });

  it('does not try before the receiver wants to be tried', async () => {
    engine.hands.answer = () => answered(429, { retryAfterSeconds: 1800 });
    await announceMany(engine, connection, 20);
    await drain(engine);
    const before = engine.hands.sent.length;
    await pass(engine, 1770, 30);
    expect(engine.hands.sent).to.have.length(before);
    await pass(engine, 60);
    expect(engine.hands.sent.length).to.be.greaterThan(before);
  });

  it('lets a trial through, and is resumed when that is answered well', async () => {
    await announceMany(engine, connection, 15);
    await drain(engine);
    const tryIt = () =>
      engine.core.webhooks.tryEndpoint(engine.caller, {
        endpointId: endpoint.id,
        write: { key: undefined, body: undefined },
      });
    await tryIt();
    await drain(engine);
    expect(await healthOf(engine, endpoint.id)).to.include({ consecutiveFailures: 10 });
    engine.hands.answer = () => answered(200);
    await tryIt();
    await pass(engine, 10);
    expect(new Set((await states()).slice(2))).to.deep.equal(new Set(['succeeded']));
  });

  it('begins anew with another address', async () => {
    await announceMany(engine, connection, 15);
    await drain(engine);
    engine.hands.answer = ({ url }) => answered(url.endsWith('/b') ? 200 : 500);
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { url: 'https://hooks.example/b' });
    await pass(engine, 5);
    expect(new Set(await states())).to.deep.equal(new Set(['succeeded']));
  });

  it('disables after five days without a success, says so when it is paused, and ends what waits as failed', async () => {
    await announceMany(engine, connection, 15);
    await drain(engine);
    const end = disablesAt(await healthOf(engine, endpoint.id));
    expect(end).to.deep.equal(new Date(engine.hands.now.getTime() + 5 * 86_400_000));
    await pass(engine, 5 * 86_400 - 3600, 3600);
    await pass(engine, 3300, 300);
    await announceMany(engine, connection, 3);
    expect(await engine.core.webhooks.findEndpoint(engine.caller, endpoint.id)).to.include({ status: 'enabled' });
    await pass(engine, 900, 60);
    expect(await engine.core.webhooks.findEndpoint(engine.caller, endpoint.id)).to.include({
      status: 'disabled',
      statusReason: 'failing',
    });
    for (const { state, operationId } of await deliveriesOf(engine, endpoint.id)) {
      expect(state).to.be.oneOf(['failed', 'dead_letter']);
      const operation = await engine.storage.operations.find(engine.caller, operationId);
      if (state === 'failed') expect(operation?.error?.reason).to.equal('endpoint_disabled');
    }
    const [paused] = engine.hands.logged.filter(({ message }) => message.includes('keeps failing'));
    expect(paused?.fields).to.include({ disables_at: end?.toISOString() });
    const audit = await engine.storage.audit.list(engine.caller.organizationId, { limit: 5, page: 1 });
    expect(audit.items[0]).to.deep.include({ action: 'webhook_endpoint.disabled', actor: 'system' });
    expect(await healthOf(engine, endpoint.id)).to.include({ nextCheckAt: null });
    engine.hands.answer = () => answered(200);
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'enabled' });
    expect(healthState(await healthOf(engine, endpoint.id))).to.equal('healthy');
  });

  it('three workers with two hundred held deliveries make one probe at a time, and no other work', async () => {
    await announceMany(engine, connection, 10);
    await drain(engine);
    await announceMany(engine, connection, 200);
    while ((await drainSome(engine)) > 0);
    const workers = [engine.ports, engine.ports, engine.ports].map((ports) => createWorkerApi(ports));
    let claims = 0;
    const from = engine.hands.sent.length;
    for (let minute = 0; minute < 10; minute++) {
      for (let step = 0; step < 6; step++) {
        advance(engine, 10);
        await Promise.all(workers.map((worker) => worker.sweep()));
        const claimed = await Promise.all(workers.map((worker) => worker.claim(10)));
        claims += claimed.flat().length;
        await Promise.all(claimed.flatMap((leases, i) => leases.map((leased) => workers[i]?.run(leased, never))));
      }
    }
    expect(engine.hands.sent.length - from).to.be.within(9, 15);
    expect(claims, 'ten probes, and those ten whose own retry fell due').to.be.at.most(60);
  });
});

async function drainSome({ core }: Engine): Promise<number> {
  const claimed = await core.worker.claim(100);
  for (const leased of claimed) await core.worker.run(leased, never);
  return claimed.length;
}
