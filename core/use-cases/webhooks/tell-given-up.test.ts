import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { Event } from '../../domain/event.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { connect, drain, openEngine, subscribe } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';
import { operationalEvents } from '../testing/operational.ts';
import { announceMany, deliveriesOf, pass } from './testing/webhooks.ts';

describe('what others are told of deliveries that were given up', () => {
  const engine = openedEach(() => openEngine());
  const connection = openedEach(() => connect(engine));
  let ill: WebhookEndpoint;
  let other: WebhookEndpoint;
  beforeEach(async () => {
    ({ endpoint: ill } = await subscribe(engine, ['*'], 'https://ill.example'));
    ({ endpoint: other } = await subscribe(engine, ['delivery.given_up'], 'https://other.example'));
    engine.hands.answer = ({ url }) => answered(url.startsWith('https://ill') ? 500 : 200);
  });
  const told = async (): Promise<readonly Event[]> =>
    (await operationalEvents(engine.storage, engine.caller)).filter(({ type }) => type === 'delivery.given_up');

  it('is each that failed at every attempt, once, and never its own endpoint', async () => {
    const [event] = await announceMany(engine, connection, 1);
    await drain(engine);
    await pass(engine, 4 * 86_400, 3_600);
    const [delivery] = await deliveriesOf(engine, ill.id);
    expect(delivery?.state).to.equal('dead_letter');
    const [givenUp, ...more] = await told();
    expect(more).to.deep.equal([]);
    expect(givenUp?.data).to.deep.include({
      subject: { type: 'webhook_endpoint', id: ill.id, name: 'ill.example' },
      ...{ deliveries: 1, state: 'dead_letter', delivery_id: delivery?.id, event_id: event?.id },
      event_type: 'sync.completed',
    });
    expect((await deliveriesOf(engine, other.id)).map(({ eventId }) => eventId)).to.deep.equal([givenUp?.id]);
    expect(await deliveriesOf(engine, ill.id)).to.have.length(1);
  });

  it('is no delivery of `delivery.given_up` itself: two endpoints that are both ill end with one event each', async () => {
    engine.hands.answer = () => answered(500);
    await subscribe(engine, ['*'], 'https://third.example');
    await announceMany(engine, connection, 1);
    await drain(engine);
    await pass(engine, 20 * 86_400, 6 * 3_600);
    // One event reached neither of the two that wanted it, and what the others were told of it reached nobody.
    const types = (await told()).map(({ data }) => data['event_type']);
    expect(types.filter((type) => type === 'delivery.given_up')).to.deep.equal([]);
    expect(types.filter((type) => type === 'sync.completed')).to.have.length(2);
    expect(types.length).to.be.at.most(12);
    const before = types.length;
    await pass(engine, 10 * 86_400, 12 * 3_600);
    expect(await told()).to.have.length(before);
  });

  it('is in one event what a disabled endpoint leaves, and nothing of one that was removed', async () => {
    await announceMany(engine, connection, 12);
    await drain(engine);
    await engine.core.webhooks.updateEndpoint(engine.caller, ill.id, { status: 'disabled' });
    await pass(engine, 90_000, 10_000);
    expect((await told()).map(({ data }) => [data['deliveries'], data['delivery_id'], data['reason']])).to.deep.equal([
      [12, null, 'endpoint_disabled'],
    ]);
    const { endpoint: removed } = await subscribe(engine, ['*'], 'https://ill.example/removed');
    await announceMany(engine, connection, 1);
    await drain(engine);
    await engine.core.webhooks.removeEndpoint(engine.caller, removed.id);
    await pass(engine, 100, 50);
    expect(await told()).to.have.length(1);
  });

  it('is not a trial, whose result a person waits for', async () => {
    const write = { key: undefined, body: undefined };
    await engine.core.webhooks.tryEndpoint(engine.caller, { endpointId: ill.id, write });
    await drain(engine);
    expect((await deliveriesOf(engine, ill.id)).map(({ state }) => state)).to.deep.equal(['dead_letter']);
    expect(await told()).to.deep.equal([]);
  });
});
