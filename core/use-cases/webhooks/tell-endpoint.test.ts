import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { connect, drain, openEngine, subscribe } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';
import { operationalEvents } from '../testing/operational.ts';
import { announceMany, deliveriesOf, pass } from './testing/webhooks.ts';

describe('what others are told of an endpoint', () => {
  const engine = openedEach(() => openEngine());
  const connection = openedEach(() => connect(engine));
  let ill: WebhookEndpoint;
  let isWell: boolean;
  beforeEach(async () => {
    ({ endpoint: ill } = await subscribe(engine, ['*'], 'https://ill.example/secret-path'));
    isWell = false;
    engine.hands.answer = ({ url }) => answered(url.startsWith('https://ill') && !isWell ? 500 : 200);
  });

  const told = () => operationalEvents(engine.storage, engine.caller);
  const types = async () => (await told()).map(({ type }) => type);
  const fail = async (count = 12) => {
    await announceMany(engine, connection, count);
    await drain(engine);
  };

  it('is that it is paused, once, however often its probes fail, and that it is resumed', async () => {
    const began = engine.hands.now;
    await fail();
    const [paused, ...others] = await told();
    expect(others).to.deep.equal([]);
    expect(paused).to.deep.include({ type: 'endpoint.paused', connectionId: null, sequence: null });
    const subject = { type: 'webhook_endpoint', id: ill.id, name: 'ill.example' };
    expect(paused?.data).to.deep.include({ subject, reason: 'failing', since: began.toISOString() });
    await pass(engine, 8_000, 100);
    expect(await types()).to.deep.equal(['endpoint.paused']);
    isWell = true;
    await pass(engine, 15_000, 500);
    expect(await types()).to.deep.equal(['endpoint.paused', 'endpoint.resumed']);
    expect((await told())[1]?.data).to.include({ previous: 'paused', reason: 'delivered' });
  });

  it('goes to every endpoint that asked for it but the endpoint itself, and is counted in no sequence and no usage', async () => {
    const { endpoint: other } = await subscribe(engine, ['endpoint.paused'], 'https://well.example');
    await fail();
    const [paused] = await told();
    expect((await deliveriesOf(engine, other.id)).map(({ eventId }) => eventId)).to.deep.equal([paused?.id]);
    expect((await deliveriesOf(engine, ill.id)).map(({ eventType }) => eventType)).to.not.include('endpoint.paused');
    const [next] = await announceMany(engine, connection, 1);
    expect(next?.sequence).to.equal(13);
    const used = await engine.core.usage.read(engine.caller, { group_by: 'meter' });
    expect(used.items.find(({ meter }) => meter === 'webhook_event')?.quantity).to.equal(13);
  });

  it('is at most one pause an hour for an endpoint that comes and goes, and one that lasts is told late', async () => {
    for (let round = 0; round < 3; round++) {
      isWell = false;
      await fail();
      isWell = true;
      await pass(engine, 120, 10);
    }
    expect(await types()).to.deep.equal(['endpoint.paused', 'endpoint.resumed']);
    isWell = false;
    await fail();
    await pass(engine, 3_900, 60);
    expect(await types()).to.deep.equal(['endpoint.paused', 'endpoint.resumed', 'endpoint.paused']);
  });

  it('is that a person disables and enables it, by whom and since when', async () => {
    const change = (body: object) => engine.core.webhooks.updateEndpoint(engine.caller, ill.id, body);
    await change({ status: 'disabled' });
    await change({ status: 'disabled', description: 'Billing' });
    await change({ status: 'enabled' });
    const [disabled, resumed, ...others] = await told();
    expect(others).to.deep.equal([]);
    expect(disabled?.data).to.include({ by: 'person', reason: 'requested', since: engine.hands.now.toISOString() });
    expect(resumed?.data).to.include({ previous: 'disabled', reason: 'enabled' });
    expect(resumed?.data['subject']).to.include({ name: 'Billing' });
  });

  it('is that the service disables it when it is gone', async () => {
    engine.hands.answer = () => answered(410);
    await fail(1);
    const [disabled] = await told();
    expect(disabled).to.include({ type: 'endpoint.disabled' });
    expect(disabled?.data).to.include({ by: 'service', reason: 'gone' });
  });

  it('is that another address ends its pause', async () => {
    await fail();
    await engine.core.webhooks.updateEndpoint(engine.caller, ill.id, { url: 'https://new.example' });
    expect(await types()).to.deep.equal(['endpoint.paused', 'endpoint.resumed']);
  });
});
