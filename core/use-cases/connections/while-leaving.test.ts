import { expect } from 'chai';
import {
  advance,
  connect,
  drain,
  type Engine,
  eventsOf,
  invoice,
  invoiceId,
  notify,
  openEngine,
  operationsOf,
  unpaid,
} from '../testing/engine.ts';

describe('hydrating an invoice of a connection that is being disconnected', () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await openEngine();
  });
  afterEach(() => engine.close());

  it('waits: the provider may not take the disconnect', async () => {
    const connection = await connect(engine);
    engine.hands.invoices.set(invoiceId, invoice(unpaid, '2026-03-01T10:00:00.000Z'));
    await notify(engine, 1, [invoiceId]);
    await engine.storage.connections.update({ ...connection, status: 'disconnecting' }, 'active');
    await drain(engine);
    const [waiting] = await operationsOf(engine, 'notification.process');
    expect(waiting).to.include({ state: 'retrying', attemptCount: 1 });
    await engine.storage.connections.update(connection, 'disconnecting');
    advance(engine, 10);
    await drain(engine);
    expect((await eventsOf(engine)).map(({ type }) => type)).to.deep.equal(['invoice.updated']);
  });
});
