import { expect } from 'chai';
import { listedRecords } from '#contract-tests';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import type { JsonObject } from '../../domain/json.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { createWorkerApi } from '../../product-worker.ts';
import { invoice, invoiceId, never, openEngine, paid, unpaid } from '../testing/engine.ts';

describe('hydrating invoices', () => {
  let sequence: number;
  const engine = openedEach(() => openEngine());
  const connection = openedEach(() => engine.connect());
  beforeEach(async () => {
    sequence = 0;
  });

  const types = async () => (await engine.events()).map(({ type }) => type);
  const results = async () => (await engine.operations('notification.process')).map(({ result }) => result);

  /** The ledger's invoice is now like this, and a notification says that it changed. */
  async function change(fields: JsonObject, at: string): Promise<void> {
    engine.hands.invoices.set(invoiceId, invoice(fields, at));
    sequence += 1;
    await engine.notify(sequence, [invoiceId]);
  }

  it('announces a payment with exactly this data', async () => {
    await change({ ...unpaid, external_reference: 'order 7' }, '2026-03-01T10:00:00.000Z');
    await engine.drain();
    await change({ ...paid, external_reference: 'order 7' }, '2026-03-01T11:00:00.123Z');
    await engine.drain();
    expect(await types()).to.deep.equal([
      'invoice.updated',
      'invoice.updated',
      'invoice.payment_changed',
      'invoice.paid',
    ]);
    const last = (await engine.events()).at(-1);
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
    expect((await engine.events())[0]?.data['previous']).to.equal(null);
    expect(last?.requestId).to.equal('r-in');
  });

  it('puts the invoice into the cache, and nothing of it into the operation', async () => {
    await change({ ...unpaid, line_items: [{ description: 'private' }] }, '2026-03-01T10:00:00.000Z');
    await engine.drain();
    const place = { connectionId: connection.id, type: 'invoices' } as const;
    const cached = await listedRecords(engine.storage, place, {}, { limit: 5, page: 1 });
    expect(cached.items.map(({ providerId }) => providerId)).to.deep.equal([invoiceId]);
    const [operation] = await engine.operations('notification.process');
    expect(JSON.stringify(operation)).not.to.contain('private');
  });

  it('says a revision once when two workers compare it at the same time', async () => {
    engine.hands.invoices.set(invoiceId, invoice(paid, '2026-03-01T10:00:00.000Z'));
    await engine.notify(1, [invoiceId, invoiceId, invoiceId, invoiceId]);
    const claimed = await engine.core.worker.claim(4);
    await Promise.all(claimed.map((leased) => engine.core.worker.run(leased, never)));
    expect(await types()).to.deep.equal(['invoice.updated', 'invoice.payment_changed', 'invoice.paid']);
    expect((await engine.events()).map(({ sequence: place }) => place)).to.deep.equal([1, 2, 3]);
  });

  it('says nothing of a state that a newer one has overtaken', async () => {
    await change(unpaid, '2026-03-01T10:00:00.000Z');
    const late = await engine.claimOne();
    engine.hands.duringRead = async () => {
      engine.hands.duringRead = async () => {};
      const before = engine.hands.invoices.get(invoiceId);
      await change(paid, '2026-03-01T11:00:00.000Z');
      await engine.drain();
      if (before) engine.hands.invoices.set(invoiceId, before);
    };
    await createWorkerApi(engine.ports).run(late, never);
    expect(await types()).to.deep.equal(['invoice.updated', 'invoice.payment_changed', 'invoice.paid']);
    expect((await results())[0]).to.include({ skipped: 'superseded' });

    await change(paid, '2026-03-01T11:00:00.000Z');
    await engine.drain();
    expect(await types()).to.have.length(3);
  });

  it('announces each time that an invoice becomes paid', async () => {
    await change(paid, '2026-03-01T10:00:00.000Z');
    await engine.drain();
    await change(unpaid, '2026-03-01T10:01:00.000Z');
    await engine.drain();
    await change(paid, '2026-03-01T10:02:00.000Z');
    await engine.drain();
    expect((await types()).filter((type) => type === 'invoice.paid')).to.have.length(2);
  });

  it('commits events, deliveries and the projection together, over any crash', async () => {
    await engine.subscribe();
    await engine.subscribe(['invoice.paid'], 'https://hooks.example/b');
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
    await createWorkerApi(failing).run(await engine.claimOne(), never);
    expect(commits).to.be.greaterThan(0);
    expect(await engine.events()).to.deep.equal([]);
    expect(await engine.operations('webhook.deliver')).to.deep.equal([]);

    engine.advance(31);
    await engine.core.worker.sweep();
    await engine.drain();
    expect(await types()).to.deep.equal(['invoice.updated', 'invoice.payment_changed', 'invoice.paid']);
    expect(engine.hands.sent).to.have.length(4);
  });

  it('waits for the minute mark when the change is our own write, whose answer was stored after the notification came', async () => {
    await change(unpaid, '2026-03-01T12:00:00.000Z');
    const place = { connectionId: connection.id, organizationId: connection.organizationId };
    const known = { ...place, providerInvoiceId: invoiceId, updatedAt: engine.hands.now, isOwn: true };
    const amounts = { status: 'AUTHORISED', total: 100.1, amountPaid: 0, amountDue: 100.1, amountCredited: 0 };
    const providerRevision = `${Date.parse('2026-03-01T12:00:00Z')}-state`;
    await engine.storage.projections.put([{ ...known, ...amounts, providerRevision }]);
    await engine.drain();
    const [waiting] = await engine.operations('notification.process');
    expect([engine.hands.reads, waiting?.attemptCount]).to.deep.equal([0, 0]);
    engine.advance(61);
    await engine.drain();
    expect(engine.hands.reads).to.equal(1);
    expect((await engine.operations('notification.process'))[0]?.state).to.equal('succeeded');
  });

  it('ends quietly when the ledger has no such invoice', async () => {
    await engine.notify(1, [invoiceId]);
    await engine.drain();
    expect(await results()).to.deep.equal([{ skipped: 'invoice_not_found' }]);
    expect(await engine.events()).to.deep.equal([]);
  });

  it('leaves no trace of a connection that was disconnected meanwhile', async () => {
    await change(unpaid, '2026-03-01T10:00:00.000Z');
    const leased = await engine.claimOne();
    engine.hands.duringRead = async () => {
      const leaving = { ...connection, status: 'disconnecting' } as const;
      await engine.storage.connections.update(leaving, 'active');
      await engine.storage.connections.update({ ...leaving, status: 'disconnected' }, 'disconnecting');
    };
    await engine.core.worker.run(leased, never);
    expect(await results()).to.deep.equal([{ skipped: 'connection_not_active' }]);
    expect(await engine.events()).to.deep.equal([]);
    const place = { connectionId: connection.id, type: 'invoices' } as const;
    const cached = await listedRecords(engine.storage, place, {}, { limit: 5, page: 1 });
    expect(cached.items).to.deep.equal([]);
  });

  it('tells a revision once, also when its event is no longer kept', async () => {
    await change(paid, '2026-03-01T10:00:00.000Z');
    await engine.drain();
    const told = await engine.events();
    await engine.database.knex('deliveries').delete();
    await engine.database.knex('events').delete();
    await change(paid, '2026-03-01T10:00:00.000Z');
    await engine.drain();
    expect(told).not.to.deep.equal([]);
    expect(await engine.events()).to.deep.equal([]);
  });

  it('waits while its connection is being disconnected, which the provider may not take', async () => {
    engine.hands.invoices.set(invoiceId, invoice(unpaid, '2026-03-01T10:00:00.000Z'));
    await engine.notify(1, [invoiceId]);
    await engine.storage.connections.update({ ...connection, status: 'disconnecting' }, 'active');
    await engine.drain();
    const [waiting] = await engine.operations('notification.process');
    expect(waiting).to.include({ state: 'retrying', attemptCount: 1 });
    await engine.storage.connections.update(connection, 'disconnecting');
    engine.advance(10);
    await engine.drain();
    expect((await engine.events()).map(({ type }) => type)).to.deep.equal(['invoice.updated']);
  });
});
