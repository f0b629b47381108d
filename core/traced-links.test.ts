// When one operation has several causes, its span continues the trace of one and links to the others.
import { expect } from 'chai';
import { queueOne, run } from './engine/testing/attempts.ts';
import { type Engine, invoice, invoiceId, never, paid } from './use-cases/testing/engine.ts';
import { answered } from './use-cases/testing/hands.ts';
import { openTracedEngine, type RememberedTracing } from './use-cases/testing/remembered-tracing.ts';

describe('links between traces', () => {
  let engine: Engine;
  let told: RememberedTracing;

  beforeEach(async () => {
    ({ engine, told } = await openTracedEngine());
  });
  afterEach(() => engine.close());

  const write = (key: string, body: object = { reason: 'why not' }) => ({ key, body }) as never;

  it('lead from one read to each notification that it answers, the first of which it continues', async () => {
    await engine.connect();
    for (const first of [1, 2, 3]) await engine.notify(first, [invoiceId], { type: 'contacts' });
    engine.advance(10);
    await engine.drain();
    const syncs = told.named('attempt connection.sync');
    expect(syncs.map(({ within, links }) => [within, links])).to.deep.equal([
      ['notifications.receive', ['notifications.receive', 'notifications.receive']],
    ]);
  });

  it('are bounded, however much one read answers', async () => {
    await engine.connect();
    for (let first = 1; first <= 60; first++) await engine.notify(first, [invoiceId], { type: 'contacts' });
    const [sync] = await engine.operations('connection.sync');
    expect(sync?.traceparent?.length).to.be.within(900, 1_000);
  });

  it('lead from an operation that is replayed to who replayed it', async () => {
    const { core, caller } = engine;
    const { id } = await queueOne(engine);
    await run(engine, await engine.claimOne(), async () => ({ kind: 'failed', error: { code: 'CONFLICT' } as never }));
    await core.operations.replay(caller, { operationId: id, write: write('again') });
    await engine.drain();
    const [attempt] = told.named('attempt connection.sync');
    expect(attempt?.links).to.deep.equal(['operations.replay']);
    expect((await core.operations.find(caller, id)).replays[0]?.traceparent).to.equal('operations.replay');
  });

  it('lead from a delivery that is sent again to who asked for it: a person, or a recovery', async () => {
    const { core, caller, hands } = engine;
    await engine.connect();
    const { endpoint } = await engine.subscribe(['invoice.paid']);
    const since = hands.now;
    engine.advance(1);
    hands.invoices.set(invoiceId, invoice(paid, '2026-03-01T11:59:00Z'));
    await engine.notify(1, [invoiceId]);
    await engine.drain();
    const [delivery] = (await core.webhooks.listDeliveries(caller, {})).items;
    const { id: deliveryId = '', operationId = '' } = delivery ?? {};
    hands.answer = () => answered(500);
    await core.webhooks.replayDelivery(caller, { deliveryId, write: write('k') });
    await engine.drain();
    expect(told.named('attempt webhook.deliver').at(-1)?.links).to.deep.equal(['webhooks.replayDelivery']);
    await core.operations.cancel(caller, { operationId, write: write('c') });
    const body = { since: since.toISOString(), reason: 'it was down' };
    await core.webhooks.recoverEndpoint(caller, { endpointId: endpoint.id, write: write('r', body) });
    await engine.drain();
    const last = told.named('attempt webhook.deliver').at(-1);
    expect([last?.within, last?.links]).to.deep.equal(['attempt notification.process', ['attempt webhook.recover']]);
  });

  it('lead from a request whose key was used to the one that queued the operation', async () => {
    const { core, caller } = engine;
    const { id } = await engine.connect();
    const ask = () => core.connections.sync(caller, { connectionId: id, write: write('key', {}) });
    await told.tracing.span('first', {}, ask);
    await told.tracing.span('second', {}, ask);
    expect(told.named('connections.sync').map(({ within, links }) => [within, links])).to.deep.equal([
      ['first', []],
      ['second', ['connections.sync']],
    ]);
  });

  it('are none where one cause is all', async () => {
    await engine.connect();
    await engine.subscribe();
    engine.hands.invoices.set(invoiceId, invoice(paid, '2026-03-01T11:59:00Z'));
    await engine.notify(1, [invoiceId]);
    await engine.core.worker.run(await engine.claimOne(), never);
    await engine.drain();
    expect(told.spans.filter(({ links }) => links.length > 0)).to.deep.equal([]);
  });
});
