import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { keptUntil } from '../../domain/endpoint-health.ts';
import { endpointsMax } from '../../domain/webhook-endpoint.ts';
import { connect, drain, openEngine, subscribe } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';
import { refusalOf } from '../testing/refusal.ts';
import { announceMany, deliveriesOf, pass, receivedFrom } from './testing/webhooks.ts';

describe('the health of an endpoint', () => {
  const engine = openedEach(() => openEngine());
  const connection = openedEach(() => connect(engine));

  const updateEndpoint = (id: string, body: object) => engine.core.webhooks.updateEndpoint(engine.caller, id, body);
  const removeEndpoint = (id: string) => engine.core.webhooks.removeEndpoint(engine.caller, id);
  const findEndpoint = (id: string) => engine.core.webhooks.findEndpoint(engine.caller, id);
  const listEndpoints = () => engine.core.webhooks.listEndpoints(engine.caller, { limit: '200' });
  const end = async (id: Parameters<typeof deliveriesOf>[1]) => {
    const deliveries = await deliveriesOf(engine, id);
    return new Set(deliveries.map(({ state, nextAttemptAt }) => `${state} ${nextAttemptAt}`));
  };

  it('is in the answer of the endpoint and in the list', async () => {
    const { endpoint: ill } = await subscribe(engine);
    const { endpoint: well } = await subscribe(engine, ['*'], 'https://hooks.example/well');
    engine.hands.answer = ({ url }) => answered(url === well.url ? 200 : 500);
    await announceMany(engine, connection, 3);
    await drain(engine);
    expect(await findEndpoint(ill.id)).to.deep.include({
      ...{ consecutiveFailures: 3, lastSuccessAt: null },
      ...{ lastFailureAt: engine.hands.now, lastError: 'the endpoint answered 500' },
    });
    expect(await findEndpoint(well.id)).to.deep.include({
      consecutiveFailures: 0,
      lastSuccessAt: engine.hands.now,
    });
    const { items } = await listEndpoints();
    expect(items.map(({ id, consecutiveFailures }) => [id, consecutiveFailures])).to.have.deep.members([
      [ill.id, 3],
      [well.id, 0],
    ]);
  });

  for (const [hours, becomes] of [
    [23, 'goes out, once'],
    [25, 'ends'],
  ] as const)
    it(`what waits when a person disables it, held or between two tries, ${becomes} after ${hours} hours`, async () => {
      const { endpoint } = await subscribe(engine);
      engine.hands.answer = () => answered(500);
      await announceMany(engine, connection, 10);
      await drain(engine);
      await announceMany(engine, connection, 10);
      await drain(engine);
      await announceMany(engine, connection, 5);
      const until = new Date(engine.hands.now.getTime() + 86_400_000);
      expect(keptUntil(await updateEndpoint(endpoint.id, { status: 'disabled' }))).to.deep.equal(until);
      await updateEndpoint(endpoint.id, { url: 'https://hooks.example/moved' });
      engine.hands.answer = () => answered(200);
      await pass(engine, hours * 3600, 1800);
      expect(engine.hands.sent).to.have.length(10);
      if (hours > 24) {
        expect(await end(endpoint.id)).to.deep.equal(new Set(['failed null']));
        expect(keptUntil(await findEndpoint(endpoint.id))).to.equal(null);
      }
      expect(await updateEndpoint(endpoint.id, { status: 'enabled' })).to.include({ consecutiveFailures: 0 });
      await pass(engine, 10);
      const arrived = new Set(receivedFrom(engine, 10).map(({ id }) => id));
      expect([arrived.size, engine.hands.sent.length - 10]).to.deep.equal(hours > 24 ? [0, 0] : [25, 25]);
    });

  it('what waits is cancelled at once when it is removed', async () => {
    const { endpoint } = await subscribe(engine);
    engine.hands.answer = () => answered(500);
    await announceMany(engine, connection, 20);
    await drain(engine);
    await removeEndpoint(endpoint.id);
    expect(await end(endpoint.id)).to.deep.equal(new Set(['cancelled null']));
    await engine.core.worker.sweep();
    expect(await engine.storage.webhookEndpoints.listDue(engine.hands.now, 10)).to.deep.equal([]);
  });

  it('a hundred are kept at most, disabled ones too, also of those that ask at once', async () => {
    for (let i = 0; i < endpointsMax - 3; i++) await subscribe(engine, ['invoice.paid']);
    const { endpoint } = await subscribe(engine);
    await updateEndpoint(endpoint.id, { status: 'disabled' });
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => subscribe(engine)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).to.have.length(2);
    const refused = await refusalOf(subscribe(engine));
    expect([refused.code, refused.details.reason]).to.deep.equal(['CONFLICT', 'endpoint_limit_reached']);
    expect(await updateEndpoint(endpoint.id, { status: 'enabled' })).to.include({ status: 'enabled' });
    await removeEndpoint(endpoint.id);
    await subscribe(engine);
  });

  it('deliveries are filtered by type and time', async () => {
    const { endpoint } = await subscribe(engine);
    await announceMany(engine, connection, 2);
    const list = async (query: Record<string, string>) =>
      (await engine.core.webhooks.listDeliveries(engine.caller, query)).total;
    expect(await list({ event_type: 'sync.completed', webhook_endpoint_id: endpoint.id })).to.equal(2);
    expect(await list({ event_type: 'endpoint.test' })).to.equal(0);
    const now = engine.hands.now.getTime();
    const [before, after] = [new Date(now - 1).toISOString(), new Date(now + 1).toISOString()];
    expect(await list({ created_after: before, created_before: after })).to.equal(2);
    expect(await list({ created_before: before })).to.equal(0);
    expect(await list({ created_after: after })).to.equal(0);
    for (const query of [{ event_type: 'x' }, { created_after: 'x' }, { created_before: '1' }]) {
      expect((await refusalOf(list(query))).details.errors?.[0]?.path).to.equal(Object.keys(query)[0]);
    }
  });
});
