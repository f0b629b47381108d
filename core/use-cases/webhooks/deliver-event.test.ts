import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { Delivery } from '../../domain/delivery.ts';
import { eventEnvelope } from '../../domain/event.ts';
import { invoice, invoiceId, openEngine, unpaid } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';

describe('delivering events', () => {
  const engine = openedEach(() => openEngine());
  beforeEach(async () => {
    await engine.connect();
    engine.hands.invoices.set(invoiceId, invoice(unpaid, '2026-03-01T10:00:00.000Z'));
  });

  const deliveries = async (): Promise<readonly Delivery[]> =>
    (await engine.core.webhooks.listDeliveries(engine.caller, {})).items;
  const only = async (): Promise<Delivery> => {
    const [delivery, ...more] = await deliveries();
    if (!delivery || more.length > 0) throw new Error('not exactly one delivery');
    return delivery;
  };
  const announceOne = async () => {
    await engine.notify(1, [invoiceId]);
    await engine.drain();
  };

  it('sends the event, signed in both standards', async () => {
    const { endpoint, secret } = await engine.subscribe();
    await announceOne();
    const [event] = await engine.events();
    const [sent, ...more] = engine.hands.sent;
    if (!event || !sent) throw new Error('nothing was sent');
    expect(more).to.deep.equal([]);
    expect(sent.url).to.equal(endpoint.url);
    expect(sent.body).to.equal(JSON.stringify(eventEnvelope(event)));
    expect(sent.headers['content-type']).to.equal('application/json');
    expect(sent.headers['Service-Event']).to.equal(event.id);
    const seconds = engine.hands.now.getTime() / 1000;
    const mac = createHmac('sha256', secret).update(`${seconds}.${sent.body}`).digest('hex');
    expect(sent.headers['Service-Signature']).to.equal(`t=${seconds},v1=${mac}`);
    const signature = sent.headers['webhook-signature'] ?? '';
    const expected = new Webhook(secret).sign(event.id, engine.hands.now, sent.body);
    expect(signature).to.equal(expected);
  });

  it('keeps the attempt and ends', async () => {
    await engine.subscribe();
    engine.hands.answer = () => answered(202, { excerpt: 'thanks', durationMs: 31 });
    await announceOne();
    const delivery = await only();
    expect(delivery).to.include({ state: 'succeeded', eventType: 'invoice.updated', nextAttemptAt: null });
    expect(delivery.attempts).to.deep.equal([
      {
        run: 1,
        number: 1,
        at: engine.hands.now,
        durationMs: 31,
        responseStatus: 202,
        responseExcerpt: 'thanks',
        error: null,
      },
    ]);
    expect(delivery.requestId).to.equal('r-in');
  });

  it('tries ten times over four days, then gives up for good', async () => {
    await engine.subscribe();
    engine.hands.answer = () => answered(500, { excerpt: 'oops' });
    await announceOne();
    const waits: number[] = [];
    for (let i = 0; i < 12; i++) {
      const { nextAttemptAt } = await only();
      if (!nextAttemptAt) break;
      waits.push((nextAttemptAt.getTime() - engine.hands.now.getTime()) / 1000);
      engine.hands.now = nextAttemptAt;
      await engine.drain();
    }
    expect(waits).to.deep.equal([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    const dead = await only();
    expect(dead.state).to.equal('dead_letter');
    expect(dead.attempts.map(({ number, responseStatus }) => [number, responseStatus])).to.deep.equal(
      Array.from({ length: 10 }, (_, i) => [i + 1, 500]),
    );
    const [operation] = await engine.operations('webhook.deliver');
    expect(operation?.error).to.deep.equal({
      code: 'PROVIDER_ERROR',
      reason: 'endpoint_answer',
      message: 'the endpoint answered 500',
      retryable: true,
    });
    engine.advance(10 * 86_400);
    await engine.drain();
    expect(engine.hands.sent).to.have.length(10);
  });

  it('signs each attempt anew over the same bytes', async () => {
    await engine.subscribe();
    engine.hands.answer = () => answered(503);
    await announceOne();
    engine.advance(5);
    await engine.drain();
    const [first, second] = engine.hands.sent;
    expect(second?.body).to.equal(first?.body);
    expect(second?.headers['Service-Signature']).not.to.equal(first?.headers['Service-Signature']);
    expect(second?.headers['Service-Event']).to.equal(first?.headers['Service-Event']);
  });

  it('keeps why there was no answer', async () => {
    await engine.subscribe();
    engine.hands.answer = () => ({ kind: 'failed', error: 'connection refused', durationMs: 2 });
    await announceOne();
    const { attempts, state } = await only();
    expect(state).to.equal('retrying');
    expect(attempts[0]).to.deep.include({ responseStatus: null, responseExcerpt: null, error: 'connection refused' });
  });

  it('disables an endpoint that is gone, and sends it nothing more', async () => {
    const { endpoint } = await engine.subscribe();
    engine.hands.answer = () => answered(410);
    await announceOne();
    expect((await only()).state).to.equal('failed');
    const after = await engine.core.webhooks.findEndpoint(engine.caller, endpoint.id);
    expect(after).to.include({ status: 'disabled', statusReason: 'gone' });
    engine.hands.invoices.set(invoiceId, invoice(unpaid, '2026-03-01T11:00:00.000Z'));
    await engine.notify(2, [invoiceId]);
    await engine.drain();
    expect(engine.hands.sent).to.have.length(1);
    expect(await deliveries()).to.have.length(1);
  });

  it('ends what falls due for an endpoint that was disabled', async () => {
    const { endpoint } = await engine.subscribe();
    engine.hands.answer = () => answered(500);
    await announceOne();
    const disabled = { ...endpoint, status: 'disabled', statusReason: 'by hand' } as const;
    await engine.storage.webhookEndpoints.update(disabled);
    engine.advance(5);
    await engine.drain();
    expect((await only()).state).to.equal('failed');
    const [operation] = await engine.operations('webhook.deliver');
    expect(operation?.error?.reason).to.equal('endpoint_disabled');
    expect(engine.hands.sent).to.have.length(1);
  });

  it('sends again, and says so once, when the worker is lost after the receiver has answered', async () => {
    await engine.subscribe();
    await engine.notify(1, [invoiceId]);
    const [hydrate] = await engine.core.worker.claim(1);
    if (!hydrate) throw new Error('nothing to hydrate');
    await engine.core.worker.run(hydrate, new AbortController().signal);
    engine.hands.duringSend = async () => {
      engine.hands.duringSend = async () => {};
      engine.advance(31);
      await engine.core.worker.sweep();
    };
    await engine.drain();
    const { state, attempts } = await only();
    expect(state).to.equal('succeeded');
    expect(engine.hands.sent).to.have.length(2);
    expect(engine.hands.sent[1]?.headers['Service-Event']).to.equal(engine.hands.sent[0]?.headers['Service-Event']);
    expect(attempts.map(({ number }) => number)).to.deep.equal([2]);
  });
});
