import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { Caller } from '../../domain/caller.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { drain, openEngine, operation, subscribe } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';
import { refusalOf } from '../testing/refusal.ts';

describe('trying a webhook endpoint', () => {
  let endpoint: WebhookEndpoint;
  let secret: string;
  const engine = openedEach(() => openEngine());
  beforeEach(async () => {
    ({ endpoint, secret } = await subscribe(engine, ['invoice.paid']));
    await subscribe(engine, ['*'], 'https://hooks.example/other');
  });

  const attempt = (key?: string, caller: Caller = engine.caller) =>
    engine.core.webhooks.tryEndpoint(caller, {
      endpointId: endpoint.id,
      write: { key, body: undefined },
    });

  it('sends endpoint.test to this endpoint only, signed like every event, and lists no event', async () => {
    const { value } = await attempt();
    expect(value).to.include({ state: 'queued', eventType: 'endpoint.test', endpointId: endpoint.id });
    expect(engine.hands.signals).to.equal(1);
    await drain(engine);
    expect(engine.hands.sent.map(({ url }) => url)).to.deep.equal([endpoint.url]);
    const [sent] = engine.hands.sent;
    const { headers = {}, body = '' } = sent ?? {};
    const signed = engine.ports.signer.headers({
      ...{ eventId: value.eventId, sentAt: engine.hands.now },
      ...{ body, secrets: [secret] },
    });
    expect(headers).to.include(signed);
    expect(JSON.parse(body)).to.deep.equal({
      id: value.eventId,
      type: 'endpoint.test',
      created_at: value.createdAt.toISOString(),
      environment: 'test',
      api_version: 'v1',
      connection_id: null,
      sequence: null,
      data: { webhook_endpoint_id: endpoint.id },
    });
    const { delivery, body: shown } = await engine.core.webhooks.findDelivery(engine.caller, value.id);
    expect([delivery.state, delivery.attempts.length, shown]).to.deep.equal(['succeeded', 1, body]);
    expect((await engine.core.events.list(engine.caller, {})).total).to.equal(0);
  });

  it('tries once; a replay tries once more with the same bytes', async () => {
    engine.hands.answer = () => answered(500);
    const { value } = await attempt();
    await drain(engine);
    expect(await operation(engine, value.operationId)).to.include({ state: 'dead_letter', maxAttempts: 1 });
    const write = { key: 'k', body: { reason: 'fixed' } };
    await engine.core.webhooks.replayDelivery(engine.caller, { deliveryId: value.id, write });
    await drain(engine);
    const [first, second] = engine.hands.sent;
    expect(second?.body).to.equal(first?.body);
  });

  it('sends once per key', async () => {
    const first = await attempt('k');
    await drain(engine);
    const again = await attempt('k');
    expect([again.replayed, again.value.id, again.value.state]).to.deep.equal([true, first.value.id, 'succeeded']);
    expect(engine.hands.sent).to.have.length(1);
  });

  it('refuses a disabled endpoint and a removed one', async () => {
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'disabled' });
    expect((await refusalOf(attempt())).details.reason).to.equal('endpoint_not_enabled');
    const own = { webhook_endpoint_id: endpoint.id };
    expect((await engine.core.webhooks.listDeliveries(engine.caller, own)).total).to.equal(0);
    await engine.core.webhooks.removeEndpoint(engine.caller, endpoint.id);
    expect((await refusalOf(attempt())).code).to.equal('NOT_FOUND');
  });
});
