import { expect } from 'chai';
import { createCore } from './create-core.ts';
import { type OperationKind, succeeded } from './engine/operation-kind.ts';
import { queueOne } from './engine/testing/attempts.ts';
import { createWorker } from './engine/worker-api.ts';
import { drain, type Engine, invoice, invoiceId, never, paid, subscribe } from './use-cases/testing/engine.ts';
import { answered } from './use-cases/testing/hands.ts';
import { openTracedEngine, type RememberedTracing } from './use-cases/testing/remembered-tracing.ts';

describe('the core, traced', () => {
  let engine: Engine;
  let told: RememberedTracing;

  beforeEach(async () => {
    ({ engine, told } = await openTracedEngine());
  });
  afterEach(() => engine.close());

  it('tells use cases, attempts and deliveries, each within what gave rise to it, over the queue too', async () => {
    await engine.connect();
    await engine.subscribe();
    engine.hands.invoices.set(invoiceId, invoice(paid, '2026-03-01T11:59:00Z'));
    await engine.notify(1, [invoiceId]);
    await engine.drain();
    const [received] = told.named('notifications.receive');
    expect(received?.within).to.equal(undefined);
    const [read] = told.named('attempt notification.process');
    expect(read?.within).to.equal('notifications.receive');
    expect(read?.set).to.include({ 'ledgerport.operation_state': 'succeeded' });
    const deliveries = told.named('attempt webhook.deliver');
    expect(deliveries.length).to.be.greaterThan(0);
    expect(deliveries[0]?.start.attributes).to.include({ 'ledgerport.attempt': 1 });
    expect(new Set(deliveries.map(({ within }) => within))).to.deep.equal(new Set(['attempt notification.process']));
    const sends = told.named('webhook.send');
    expect(sends.map(({ within }) => within)).to.deep.equal(deliveries.map(() => 'attempt webhook.deliver'));
    expect(sends[0]?.set).to.deep.equal({ 'http.response.status_code': 200 });
    const [event] = (await engine.storage.events.list(engine.caller, {}, { limit: 1, page: 1 })).items;
    expect(event?.traceparent).to.equal('attempt·notification.process');
  });

  it('tells a failed delivery as failed, and its later attempt within the same trace', async () => {
    await engine.connect();
    await engine.subscribe();
    engine.hands.invoices.set(invoiceId, invoice(paid, '2026-03-01T11:59:00Z'));
    await engine.notify(1, [invoiceId]);
    await engine.core.worker.run(await engine.claimOne(), never);
    engine.hands.answer = () => answered(503);
    const first = await engine.claimOne();
    await engine.core.worker.run(first, never);
    expect(told.named('webhook.send').at(-1)?.failed).to.equal('503');
    expect(told.named('attempt webhook.deliver').at(-1)?.failed).to.equal('retrying');
    engine.hands.answer = () => ({ kind: 'failed', error: 'no connection', durationMs: 1 });
    engine.advance(3600);
    await engine.drain();
    const again = told
      .named('attempt webhook.deliver')
      .filter(({ start }) => start.attributes?.['ledgerport.operation_id'] === first.operation.id);
    expect(again.map(({ start }) => start.attributes?.['ledgerport.attempt'])).to.deep.equal([1, 2]);
    expect(again.map(({ within }) => within)).to.deep.equal(again.map(() => 'attempt notification.process'));
    expect(told.named('webhook.send').at(-1)?.failed).to.equal('no_answer');
  });

  it('tells work that a stopping worker hands back as no failure', async () => {
    const attempt = async (reason?: string) => {
      await queueOne(engine);
      const stop = new AbortController();
      const kind: OperationKind = async ({ steps }) => {
        if (reason !== undefined) stop.abort(reason);
        return succeeded(await steps.step('first', () => Promise.reject(new Error('gone'))));
      };
      const worker = createWorker(engine.ports, { kinds: { 'connection.sync': kind }, endings: {} });
      await worker.run(await engine.claimOne(), stop.signal);
      const { set, failed } = told.named('attempt connection.sync').at(-1) ?? {};
      return [set?.['ledgerport.operation_state'], failed];
    };
    expect(await attempt('shutdown')).to.deep.equal(['retrying', undefined]);
    expect(await attempt()).to.deep.equal(['retrying', 'retrying']);
    expect(await attempt('lease_lost')).to.deep.equal([undefined, 'lost']);
  });

  it('sends its context to endpoints that ask for it, and to no other', async () => {
    const { endpoint } = await engine.subscribe(['connection.updated']);
    const { core, caller, hands } = engine;
    const write = { key: undefined, method: 'POST', path: '', body: undefined };
    await core.webhooks.tryEndpoint(caller, { endpointId: endpoint.id, write });
    await engine.drain();
    expect(hands.sent.at(-1)?.headers).not.to.have.property('traceparent');
    const changed = await core.webhooks.updateEndpoint(caller, endpoint.id, { send_traceparent: true });
    expect(changed.sendTraceparent).to.equal(true);
    await core.webhooks.tryEndpoint(caller, { endpointId: endpoint.id, write });
    await engine.drain();
    expect(hands.sent.at(-1)?.headers).to.include({ traceparent: 'webhook.send' });
    expect(told.named('attempt webhook.deliver')[0]?.within).to.equal('webhooks.tryEndpoint');
  });

  it('changes nothing where no tracing is given', async () => {
    const { tracing: _, ...untraced } = engine.ports;
    const core = createCore(untraced);
    const { endpoint } = await subscribe({ ...engine, core });
    await core.webhooks.updateEndpoint(engine.caller, endpoint.id, { send_traceparent: true });
    const write = { key: undefined, method: 'POST', path: '', body: undefined };
    await core.webhooks.tryEndpoint(engine.caller, { endpointId: endpoint.id, write });
    await drain({ ...engine, core });
    expect(engine.hands.sent.at(-1)?.headers).not.to.have.property('traceparent');
    expect(told.spans).to.deep.equal([]);
  });
});
