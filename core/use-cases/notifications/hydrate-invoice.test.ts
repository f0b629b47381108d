import { expect } from 'chai';
import { listedRecords } from '#contract-tests';
import type { Connection } from '../../domain/connection.ts';
import type { JsonObject } from '../../domain/json.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import {
  advance,
  claimOne,
  connect,
  drain,
  type Engine,
  eventsOf,
  invoice,
  invoiceId,
  never,
  notify,
  openEngine,
  operationsOf,
  paid,
  subscribe,
  unpaid,
} from '../testing/engine.ts';

describe('hydrating invoices', () => {
  let engine: Engine;
  let connection: Connection;
  let sequence: number;
  beforeEach(async () => {
    engine = await openEngine();
    connection = await connect(engine);
    sequence = 0;
  });
  afterEach(() => engine.close());

  const types = async () => (await eventsOf(engine)).map(({ type }) => type);
  const results = async () => (await operationsOf(engine, 'notification.process')).map(({ result }) => result);

  /** The ledger's invoice is now like this, and a notification says that it changed. */
  async function change(fields: JsonObject, at: string): Promise<void> {
    engine.hands.invoices.set(invoiceId, invoice(fields, at));
    sequence += 1;
    await notify(engine, sequence, [invoiceId]);
  }

  it('announces a payment with exactly this data', async () => {
    await change({ ...unpaid, external_reference: 'order 7' }, '2026-03-01T10:00:00.000Z');
    await drain(engine);
    await change({ ...paid, external_reference: 'order 7' }, '2026-03-01T11:00:00.123Z');
    await drain(engine);
    expect(await types()).to.deep.equal([
      'invoice.updated',
      'invoice.updated',
      'invoice.payment_changed',
      'invoice.paid',
    ]);
    const last = (await eventsOf(engine)).at(-1);
    const told = last?.data['invoice'] as JsonObject | undefined;
    const revision = told?.['provider_revision'];
    expect(revision).to.match(/^1772362800123-[0-9a-f]{12}$/);
    expect(last?.data).to.deep.equal({
      connection_id: connection.id,
      external_account_id: 'customer-1',
      invoice: {
        id: resourceIdOf('invoices', invoiceId),
        provider_id: invoiceId,
        number: 'INV-1',
        external_reference: 'order 7',
        status: 'PAID',
        currency: 'EUR',
        total: 100.1,
        amount_paid: 100.1,
        amount_due: 0,
        amount_credited: 0,
        provider_revision: revision,
        provider_updated_at: '2026-03-01T11:00:00.123Z',
      },
      previous: { status: 'AUTHORISED', amount_paid: 0, amount_due: 100.1 },
      document: { refresh_required: true, provider_action: 'invoice.download_pdf' },
    });
    expect((await eventsOf(engine))[0]?.data['previous']).to.equal(null);
    expect(last?.requestId).to.equal('r-in');
  });

  it('puts the invoice into the cache, and nothing of it into the operation', async () => {
    await change({ ...unpaid, line_items: [{ description: 'private' }] }, '2026-03-01T10:00:00.000Z');
    await drain(engine);
    const place = { connectionId: connection.id, type: 'invoices' } as const;
    const cached = await listedRecords(engine.storage, place, {}, { limit: 5, page: 1 });
    expect(cached.items.map(({ providerId }) => providerId)).to.deep.equal([invoiceId]);
    const [operation] = await operationsOf(engine, 'notification.process');
    expect(JSON.stringify(operation)).not.to.contain('private');
  });

  it('says a revision once when two workers compare it at the same time', async () => {
    engine.hands.invoices.set(invoiceId, invoice(paid, '2026-03-01T10:00:00.000Z'));
    await notify(engine, 1, [invoiceId, invoiceId, invoiceId, invoiceId]);
    const claimed = await engine.core.worker.claim(4);
    await Promise.all(claimed.map((leased) => engine.core.worker.run(leased, never)));
    expect(await types()).to.deep.equal(['invoice.updated', 'invoice.payment_changed', 'invoice.paid']);
    expect((await eventsOf(engine)).map(({ sequence: place }) => place)).to.deep.equal([1, 2, 3]);
  });

  it('says nothing of a state that a newer one has overtaken', async () => {
    await change(unpaid, '2026-03-01T10:00:00.000Z');
    const late = await claimOne(engine);
    engine.hands.duringRead = async () => {
      engine.hands.duringRead = async () => {};
      const before = engine.hands.invoices.get(invoiceId);
      await change(paid, '2026-03-01T11:00:00.000Z');
      await drain(engine);
      if (before) engine.hands.invoices.set(invoiceId, before);
    };
    await engine.core.worker.run(late, never);
    expect(await types()).to.deep.equal(['invoice.updated', 'invoice.payment_changed', 'invoice.paid']);
    expect((await results())[0]).to.include({ skipped: 'superseded' });

    await change(paid, '2026-03-01T11:00:00.000Z');
    await drain(engine);
    expect(await types()).to.have.length(3);
  });

  it('announces each time that an invoice becomes paid', async () => {
    await change(paid, '2026-03-01T10:00:00.000Z');
    await drain(engine);
    await change(unpaid, '2026-03-01T10:01:00.000Z');
    await drain(engine);
    await change(paid, '2026-03-01T10:02:00.000Z');
    await drain(engine);
    expect((await types()).filter((type) => type === 'invoice.paid')).to.have.length(2);
  });

  it('commits events, deliveries and the projection together, over any crash', async () => {
    await subscribe(engine);
    await subscribe(engine, ['invoice.paid'], 'https://hooks.example/b');
    await change(paid, '2026-03-01T10:00:00.000Z');
    const { storage } = engine;
    const original = storage.transaction.bind(storage);
    let commits = 0;
    const failing = {
      ...engine.ports,
      storage: {
        ...storage,
        transaction: ((work) => {
          commits += 1;
          return original(async (stores) => {
            await work(stores);
            throw new Error('killed before the commit');
          });
        }) as typeof original,
      },
    };
    const { createWorkerApi } = await import('../../product-worker.ts');
    await createWorkerApi(failing).run(await claimOne(engine), never);
    expect(commits).to.be.greaterThan(0);
    expect(await eventsOf(engine)).to.deep.equal([]);
    expect(await operationsOf(engine, 'webhook.deliver')).to.deep.equal([]);

    advance(engine, 31);
    await engine.core.worker.sweep();
    await drain(engine);
    expect(await types()).to.deep.equal(['invoice.updated', 'invoice.payment_changed', 'invoice.paid']);
    expect(engine.hands.sent).to.have.length(4);
  });

  it('ends quietly when the ledger has no such invoice', async () => {
    await notify(engine, 1, [invoiceId]);
    await drain(engine);
    expect(await results()).to.deep.equal([{ skipped: 'invoice_not_found' }]);
    expect(await eventsOf(engine)).to.deep.equal([]);
  });

  it('leaves no trace of a connection that was disconnected meanwhile', async () => {
    await change(unpaid, '2026-03-01T10:00:00.000Z');
    const leased = await claimOne(engine);
    engine.hands.duringRead = async () => {
      const leaving = { ...connection, status: 'disconnecting' } as const;
      await engine.storage.connections.update(leaving, 'active');
      await engine.storage.connections.update({ ...leaving, status: 'disconnected' }, 'disconnecting');
    };
    await engine.core.worker.run(leased, never);
    expect(await results()).to.deep.equal([{ skipped: 'connection_not_active' }]);
    expect(await eventsOf(engine)).to.deep.equal([]);
    const place = { connectionId: connection.id, type: 'invoices' } as const;
    const cached = await listedRecords(engine.storage, place, {}, { limit: 5, page: 1 });
    expect(cached.items).to.deep.equal([]);
  });

  it('tells a revision once, also when its event is no longer kept', async () => {
    await change(paid, '2026-03-01T10:00:00.000Z');
    await drain(engine);
    const told = await eventsOf(engine);
    await engine.database.knex('deliveries').delete();
    await engine.database.knex('events').delete();
    await change(paid, '2026-03-01T10:00:00.000Z');
    await drain(engine);
    expect(told).not.to.deep.equal([]);
    expect(await eventsOf(engine)).to.deep.equal([]);
  });

  it('waits while its connection is being disconnected, which the provider may not take', async () => {
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
