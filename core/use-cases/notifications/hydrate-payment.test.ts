import { expect } from 'chai';
import { listedRecords } from '#contract-tests';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { invoice, invoiceId, openEngine, paid, unpaid } from '../testing/engine.ts';

describe('a notification of a payment', () => {
  const engine = openedEach(() => openEngine());
  const connection = openedEach(() => engine.connect());

  const types = async () => (await engine.events()).map(({ type }) => type);
  const results = async () => (await engine.operations('notification.process')).map(({ result }) => result);

  it('reads a changed payment and then its invoice: both are fresh in the cache, and what the payment changed is told', async () => {
    engine.hands.invoices.set(invoiceId, invoice(unpaid, '2026-03-01T10:00:00.000Z'));
    await engine.notify(1, [invoiceId]);
    await engine.drain();
    const paymentId = '9b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';
    const payment = { ...invoice({}, '2026-03-01T11:00:00.000Z'), type: 'payments' as const, providerId: paymentId };
    const fields = { invoice_id: resourceIdOf('invoices', invoiceId), amount: 100.1 };
    engine.hands.invoices.set(paymentId, { ...payment, fields });
    engine.hands.invoices.set(invoiceId, invoice(paid, '2026-03-01T11:00:00.123Z'));
    engine.hands.reads = 0;
    await engine.notify(2, [paymentId], { type: 'payments' });
    await engine.drain();
    expect(engine.hands.reads).to.equal(2);
    expect((await types()).slice(1)).to.deep.equal(['invoice.updated', 'invoice.payment_changed', 'invoice.paid']);
    const cached = (type: 'payments' | 'invoices') =>
      listedRecords(engine.storage, { connectionId: connection.id, type }, {}, { limit: 5, page: 1 });
    expect((await cached('payments')).items.map((one) => one.fields['amount'])).to.deep.equal([100.1]);
    expect((await cached('invoices')).items.map((one) => one.fields['status'])).to.deep.equal(['PAID']);
    // The invoice's own notification finds nothing new to announce.
    await engine.notify(3, [invoiceId]);
    await engine.drain();
    expect(await types()).to.have.length(4);
  });

  it('keeps a payment of something else than an invoice and tells nothing; of one that is gone neither', async () => {
    const refundId = '9b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c11';
    const refund = { ...invoice({}, '2026-03-01T11:00:00.000Z'), type: 'payments' as const, providerId: refundId };
    engine.hands.invoices.set(refundId, { ...refund, fields: { invoice_id: null } });
    await engine.notify(1, [refundId, '9b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c12'], { type: 'payments' });
    await engine.drain();
    const skipped = { skipped: 'payment_of_no_invoice' };
    expect(await results()).to.deep.equal([skipped, skipped]);
    expect(await types()).to.deep.equal([]);
    const kept = await listedRecords(
      engine.storage,
      { connectionId: connection.id, type: 'payments' },
      {},
      { limit: 5, page: 1 },
    );
    expect(kept.items.map(({ providerId }) => providerId)).to.deep.equal([refundId]);
  });

  it('reads a refund and then its credit note: both are fresh in the cache', async () => {
    const [refundId, noteId] = ['9b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c13', '9b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c14'];
    const at = '2026-03-01T11:00:00.000Z';
    const note = { ...invoice({}, at), type: 'credit_notes' as const, providerId: noteId };
    const refund = { ...invoice({}, at), type: 'payments' as const, providerId: refundId };
    const fields = { invoice_id: null, credit_note_id: resourceIdOf('credit_notes', noteId), amount: 5 };
    engine.hands.invoices.set(refundId, { ...refund, fields });
    engine.hands.invoices.set(noteId, { ...note, fields: { remaining_credit: 95 } });
    engine.hands.reads = 0;
    await engine.notify(1, [refundId], { type: 'payments' });
    await engine.drain();
    expect(engine.hands.reads).to.equal(2);
    expect(await results()).to.deep.equal([{ skipped: 'payment_of_no_invoice' }]);
    for (const [type, value] of Object.entries({ payments: { amount: 5 }, credit_notes: { remaining_credit: 95 } })) {
      const place = { connectionId: connection.id, type: type as 'payments' };
      const { items } = await listedRecords(engine.storage, place, {}, { limit: 5, page: 1 });
      expect(items.map((one) => one.fields)[0], type).to.include(value);
    }
  });
});
