import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { Delivery } from '../../domain/delivery.ts';
import { healthState } from '../../domain/endpoint-health.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { createWorkerApi } from '../../product-worker.ts';
import { invoice, invoiceId, never, openEngine, unpaid } from '../testing/engine.ts';
import { answered } from '../testing/hands.ts';
import { refusalOf } from '../testing/refusal.ts';
import { announceMany, deliveriesOf, healthOf, pass } from './testing/webhooks.ts';

describe('replaying a delivery', () => {
  let endpoint: WebhookEndpoint;
  const engine = openedEach(() => openEngine());
  const connection = openedEach(() => engine.connect());
  beforeEach(async () => {
    ({ endpoint } = await engine.subscribe(['invoice.updated', 'sync.completed']));
    engine.hands.invoices.set(invoiceId, invoice(unpaid, '2026-03-01T10:00:00.000Z'));
  });

  const only = async (): Promise<Delivery> => {
    const [delivery] = (await engine.core.webhooks.listDeliveries(engine.caller, {})).items;
    if (!delivery) throw new Error('no delivery');
    return delivery;
  };
  /** A delivery that was sent once and answered with `status`. */
  const delivered = async (status: number): Promise<Delivery> => {
    engine.hands.answer = () => answered(status);
    await engine.notify(1, [invoiceId]);
    await engine.drain();
    return only();
  };
  let keys = 0;
  const replay = (id: string, body: unknown = { reason: 'lost' }, key = `k-${++keys}`, caller = engine.caller) =>
    engine.core.webhooks.replayDelivery(caller, {
      deliveryId: id,
      write: { key: key === '' ? undefined : key, body: body as { reason: string } },
    });

  it('shows a delivery with its attempts and the very text that is sent', async () => {
    const { id, attempts } = await delivered(200);
    const shown = await engine.core.webhooks.findDelivery(engine.caller, id);
    expect(shown.delivery.attempts).to.deep.equal(attempts).and.have.length(1);
    expect(shown.body).to.equal(engine.hands.sent[0]?.body);
    await engine.database.knex('events').delete();
    expect((await engine.core.webhooks.findDelivery(engine.caller, id)).body).to.equal(null);
  });

  it('refuses what it could no longer send: the event is not kept as long as the delivery', async () => {
    const before = await delivered(200);
    await engine.database.knex('events').delete();
    const refusal = await refusalOf(replay(before.id));
    expect(refusal.code).to.equal('CONFLICT');
    expect(refusal.details.reason).to.equal('event_expired');
    expect(await only()).to.deep.equal(before);
  });

  it('sends what succeeded once more: the same bytes, a run of its own, the first attempt kept', async () => {
    const before = await delivered(200);
    const signals = engine.hands.signals;
    const { value, replayed } = await replay(before.id, { reason: 'the receiver lost it' });
    expect(replayed).to.equal(false);
    expect(value).to.deep.equal({
      ...before,
      state: 'queued',
      nextAttemptAt: engine.hands.now,
      updatedAt: engine.hands.now,
    });
    expect(engine.hands.signals).to.equal(signals + 1);
    const work = await engine.operation(before.operationId);
    expect(work).to.deep.include({ run: 2, result: null, finishedAt: null });
    expect(work.replays[0]).to.include({ previousState: 'succeeded', previousAttemptCount: 1, actor: 'key_1' });
    await engine.drain();
    const [first, second] = engine.hands.sent;
    expect(second?.body).to.equal(first?.body);
    const after = await only();
    expect(after.state).to.equal('succeeded');
    expect(after.attempts.map(({ run, number }) => [run, number])).to.deep.equal([
      [1, 1],
      [2, 1],
    ]);
    const audit = await engine.storage.audit.list(engine.caller.organizationId, { limit: 1, page: 1 });
    expect(audit.items[0]).to.deep.include({
      action: 'webhook_delivery.replayed',
      subject: before.id,
      details: { reason: 'the receiver lost it', previous_state: 'succeeded', previous_attempt_count: 1 },
    });
  });

  it('sends once per key', async () => {
    const { id } = await delivered(200);
    await replay(id, undefined, 'same');
    await engine.drain();
    const again = await replay(id, undefined, 'same');
    expect([again.replayed, again.value.state]).to.deep.equal([true, 'succeeded']);
    expect(engine.hands.sent).to.have.length(2);
  });

  it('sends what waits for its next attempt now, as an attempt of the ten', async () => {
    const before = await delivered(500);
    expect(before.state).to.equal('retrying');
    const { value } = await replay(before.id, { reason: 'mended' });
    expect(value).to.deep.include({ state: 'retrying', nextAttemptAt: engine.hands.now });
    await engine.drain();
    const after = await only();
    expect(after.attempts.map(({ run, number }) => [run, number])).to.deep.equal([
      [1, 1],
      [1, 2],
    ]);
    const work = await engine.operation(after.operationId);
    expect(work).to.deep.include({ state: 'retrying', run: 1, attemptCount: 2 });
    expect(work.nextAttemptAt).to.be.greaterThan(engine.hands.now);
    expect(work.replays).to.have.length(1);
    for (let attempt = 3; attempt <= 10; attempt++) {
      await replay(before.id);
      await engine.drain();
    }
    expect(await only()).to.include({ state: 'dead_letter' });
    expect(engine.hands.sent).to.have.length(10);
  });

  it('sends a held one now; it alone goes out while that fails, and its success resumes the endpoint', async () => {
    engine.hands.answer = () => answered(500);
    await announceMany(engine, connection, 10);
    await engine.drain();
    await announceMany(engine, connection, 3);
    await engine.drain();
    const [held] = (await deliveriesOf(engine, endpoint.id)).filter(({ nextAttemptAt }) => nextAttemptAt === null);
    expect([held?.state, engine.hands.sent.length]).to.deep.equal(['retrying', 10]);
    const id = held?.id ?? '';
    await replay(id);
    await engine.drain();
    expect([engine.hands.sent.length, healthState(await healthOf(engine, endpoint.id))]).to.deep.equal([11, 'open']);
    engine.hands.answer = () => answered(200);
    await replay(id);
    await engine.drain();
    expect(engine.hands.sent).to.have.length(12);
    expect(await healthOf(engine, endpoint.id)).to.include({ pausedAt: null, consecutiveFailures: 0 });
    await pass(engine, 5);
    const left = (await deliveriesOf(engine, endpoint.id)).filter(({ nextAttemptAt }) => nextAttemptAt === null);
    expect(left.filter(({ state }) => state !== 'succeeded')).to.deep.equal([]);
  });

  it('sends several held ones, each once, though one of them is the probe', async () => {
    engine.hands.answer = () => answered(500);
    await announceMany(engine, connection, 10);
    await engine.drain();
    await announceMany(engine, connection, 3);
    await engine.drain();
    const held = (await deliveriesOf(engine, endpoint.id)).filter(({ nextAttemptAt }) => nextAttemptAt === null);
    for (const { id } of held) await replay(id);
    await engine.drain();
    expect(engine.hands.sent).to.have.length(10 + 3);
    await engine.drain();
    const again = await deliveriesOf(engine, endpoint.id);
    expect(held.map(({ id }) => again.find((one) => one.id === id)?.attempts.length)).to.deep.equal([1, 1, 1]);
  });

  it('refuses what is being sent at this moment, whoever was first, and sends it once', async () => {
    const { id } = await delivered(500);
    const refusals: string[] = [];
    engine.hands.answer = () => answered(200);
    const worker = createWorkerApi(engine.ports);
    engine.hands.now = new Date(engine.hands.now.getTime() + 3_600_000);
    const [claimed] = await worker.claim(1);
    refusals.push((await refusalOf(replay(id))).details.reason ?? '');
    if (claimed) await worker.run(claimed, never);
    expect([refusals, (await only()).state]).to.deep.equal([['delivery_not_terminal'], 'succeeded']);
    expect(engine.hands.sent).to.have.length(2);
  });

  it('refuses to send to an endpoint that is disabled or removed; sends when it is enabled again', async () => {
    const { id } = await delivered(410);
    expect((await refusalOf(replay(id, undefined, 'k'))).details.reason).to.equal('endpoint_not_enabled');
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'enabled' });
    engine.hands.answer = () => answered(200);
    await replay(id, undefined, 'k');
    await engine.drain();
    expect((await only()).state).to.equal('succeeded');
    await engine.core.webhooks.removeEndpoint(engine.caller, endpoint.id);
    expect((await refusalOf(replay(id))).details.reason).to.equal('endpoint_not_enabled');
    expect(engine.hands.sent).to.have.length(2);
  });

  it('is refused without reason or key', async () => {
    const { id } = await delivered(200);
    for (const body of [null, {}, { reason: ' ' }]) {
      expect((await refusalOf(replay(id, body))).code).to.equal('BAD_REQUEST');
    }
    expect((await refusalOf(replay(id, undefined, ''))).code).to.equal('BAD_REQUEST');
    expect((await only()).state).to.equal('succeeded');
  });
});
