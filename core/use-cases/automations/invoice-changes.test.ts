// Paying and reissuing: the checks, and the errors when the invoice has changed meanwhile.

import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Operation } from '../../domain/operation.ts';
import { queueOperation } from '../../domain/operation-moves.ts';
import { accessToken as tokenOf } from '../ledger/access-token.ts';
import { authorised, line } from '../resources/testing/books.ts';
import { gatewayOf } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openAutomations } from './testing/automations.ts';

const dated = { issue_date: '2030-01-01', due_date: '2030-01-31' };

const failureOf = ({ state, error }: Operation) => [state, error?.code, error?.reason];

const at = (operation: Operation, name: string) => (operation.result as Record<string, JsonObject>)[name] ?? {};

describe('automations that change invoices', () => {
  const automations = openedOnce(() => openAutomations());
  const bench = openedEach(() => automations.bench());

  const contact = async (fields: object = {}) =>
    (await bench.books.create('contacts', { name: 'Harbour Coffee Ltd', ...fields })).providerId;

  const sent = () => automations.hands.sent.length;

  describe('invoice.record_payment', () => {
    const pay = (invoice_id: string, amount: number) => ({
      invoice_id,
      amount,
      account_code: '090',
      date: '2030-01-05',
    });

    it('announces what became of the invoice at once, and a late notification adds nothing', async () => {
      const { providerId } = await authorised(bench.books);
      const operation = await bench.run('invoice.record_payment', pay(providerId, 115));
      expect(at(operation, 'payment')).to.include({ amount: 115, status: 'AUTHORISED' });
      expect(at(operation, 'invoice')).to.include({ status: 'PAID', amount_due: 0, amount_paid: 115 });
      const types = async () =>
        (await bench.events()).map(({ type }) => type).filter((type) => /^(invoice|automation)\./.test(type));
      const paid = ['invoice.updated', 'invoice.payment_changed', 'invoice.paid', 'automation.succeeded'];
      const told = ['invoice.updated', ...paid];
      expect(await types()).to.deep.equal(told);
      await notified(providerId);
      expect(await types()).to.deep.equal(told);
    });

    it('tells of a part that it was no more than that', async () => {
      const { providerId } = await authorised(bench.books);
      await bench.run('invoice.record_payment', pay(providerId, 15));
      const types = (await bench.events()).map(({ type }) => type);
      expect(types).to.include('invoice.payment_changed');
      expect(types).not.to.include('invoice.paid');
    });

    it('never pays more than is due, nor what cannot be paid, and writes nothing', async () => {
      const { providerId } = await authorised(bench.books);
      const draft = await bench.books.create('invoices', { contact_id: await contact(), line_items: [line] });
      for (const [input, reason] of [
        [pay(providerId, 115.01), 'amount_exceeds_due'],
        [pay(draft.providerId, 1), 'invoice_not_payable'],
      ] as const) {
        expect((await refusalOf(bench.plan('invoice.record_payment', input))).details.reason).to.equal(reason);
        const operation = await bench.run('invoice.record_payment', input);
        expect(failureOf(operation)).to.deep.equal(['failed', 'CONFLICT', reason]);
        expect(sent()).to.equal(0);
      }
      expect(await bench.documents('Payments')).to.deep.equal([]);
    });

    async function notified(invoiceId: string): Promise<void> {
      const { ports } = automations.service;
      const { id, organizationId, environment } = bench.books.connection;
      const work = queueOperation(
        {
          id: ports.ids.next('op'),
          ...{ organizationId, environment, connectionId: id, requestId: bench.caller.requestId },
          type: 'notification.process',
          subject: invoiceId,
          input: { resource_type: 'invoices', resource_id: invoiceId },
        },
        ports.clock.now(),
      );
      await ports.storage.operations.insert([work]);
      expect((await bench.ended(work.id)).state).to.equal('succeeded');
    }
  });

  describe('invoice.void_and_reissue', () => {
    const reason = 'wrong';

    it('puts the copy in its place, and announces each state of both', async () => {
      const { providerId } = await authorised(bench.books);
      const changes = { due_date: '2030-02-28', line_items: [{ ...line, quantity: 1 }] };
      const operation = await bench.run('invoice.void_and_reissue', { invoice_id: providerId, changes, reason });
      expect(at(operation, 'replaced')).to.include({ provider_id: providerId, status: 'VOIDED' });
      expect(at(operation, 'invoice')).to.include({ status: 'AUTHORISED', total: 57.5, external_reference: 'job-1' });
      expect(at(operation, 'invoice')['number']).not.to.equal(at(operation, 'replaced')['number']);
      const told = (await bench.events()).filter(({ type }) => type === 'invoice.updated');
      const states = told
        .map(({ data }) => data['invoice'] as JsonObject)
        .map(({ status, total }) => `${status} ${total}`);
      expect(states).to.deep.equal(['AUTHORISED 115', 'DRAFT 57.5', 'VOIDED 115', 'AUTHORISED 57.5']);
    });

    it('deletes what was a draft', async () => {
      const draft = await bench.books.create('invoices', { contact_id: await contact(), ...dated, line_items: [line] });
      const operation = await bench.run('invoice.void_and_reissue', {
        invoice_id: draft.providerId,
        changes: {},
        reason,
      });
      expect(at(operation, 'replaced')).to.include({ status: 'DELETED' });
      expect(at(operation, 'invoice')).to.include({ status: 'AUTHORISED', total: 115 });
    });

    it('leaves what is paid, in part too, and writes nothing', async () => {
      const { providerId: invoice_id } = await authorised(bench.books);
      await automations.service.sandbox.control('POST', 'payments', {
        tenant_id: bench.books.tenantId,
        invoice_id,
        amount: 1,
      });
      const input = { invoice_id, changes: {}, reason };
      expect((await refusalOf(bench.plan('invoice.void_and_reissue', input))).details.reason).to.equal(
        'invoice_not_cancellable',
      );
      const operation = await bench.run('invoice.void_and_reissue', input);
      expect(failureOf(operation)).to.deep.equal(['failed', 'CONFLICT', 'invoice_not_cancellable']);
      expect([sent(), (await bench.documents('Invoices')).length]).to.deep.equal([0, 1]);
    });

    it('needs a due date before anything is written', async () => {
      const draft = await bench.books.create('invoices', { contact_id: await contact(), line_items: [line] });
      const operation = await bench.run('invoice.void_and_reissue', {
        invoice_id: draft.providerId,
        changes: {},
        reason,
      });
      expect(failureOf(operation)).to.deep.equal(['failed', 'CONFLICT', 'due_date_missing']);
      expect(sent()).to.equal(0);
    });

    it('never takes the old one for the copy, not even where both say the same', async () => {
      const { service, hands } = automations;
      const { connection, tenantId } = bench.books;
      const gateway = gatewayOf(service.ports);
      const contact_id = await contact();
      const fields = { contact_id, ...dated, status: 'AUTHORISED', line_items: [line] };
      const accessToken = await tokenOf(service.ports, connection);
      const byHand = gateway.prepare({ kind: 'create', type: 'invoices', fields });
      const old = await gateway.send({ accessToken, tenantId, report: () => {} }, byHand, 'by hand');
      hands.begin();
      hands.mishaps.set(1, 'lost before');
      const { id } = await bench.start('invoice.void_and_reissue', { invoice_id: old.providerId, changes: {}, reason });
      for (const leased of await service.core.worker.claim(10)) {
        await service.core.worker.run(leased, new AbortController().signal);
      }
      service.advance(3600);
      const operation = await bench.ended(id);
      expect(at(operation, 'replaced')).to.include({ provider_id: old.providerId, status: 'VOIDED' });
      expect(at(operation, 'invoice')).to.include({ status: 'AUTHORISED', total: 115 });
    });

    it('says that the draft stands when the old one was paid meanwhile, and a replay still can finish', async () => {
      const { providerId: invoice_id } = await authorised(bench.books);
      automations.hands.begin();
      automations.hands.afterwards.set(1, async () => {
        await automations.service.sandbox.control('POST', 'payments', { tenant_id: bench.books.tenantId, invoice_id });
      });
      const { id } = await bench.start('invoice.void_and_reissue', { invoice_id, changes: {}, reason });
      const failed = await bench.ended(id);
      expect(failureOf(failed)).to.deep.equal(['failed', 'CONFLICT', 'invoice_not_cancellable']);
      expect(failed.error?.message).to.match(/the corrected copy INV-\d+ was created and is a draft$/);
      const { applied } = failed.result as unknown as { applied: JsonObject[] };
      expect(applied.map(({ step, status }) => [step, status])).to.deep.equal([['create', 'DRAFT']]);
      const [payment] = await bench.documents('Payments');
      await bench.books.update('payments', String(payment?.['PaymentID']), { status: 'deleted' });
      const operation = await bench.replay(id);
      expect([operation.state, at(operation, 'replaced')['status']]).to.deep.equal(['succeeded', 'VOIDED']);
      expect(await bench.documents('Invoices')).to.have.length(2);
    });
  });
});
