import { expect } from 'chai';
import { recordsIn } from '#contract-tests';
import type { Json } from '../../domain/json.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { write } from '../testing/connecting.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';
import { authorised, line } from './testing/books.ts';

describe('cancelling an invoice', () => {
  let contact: string;
  /** Runs between the live read and the write. */
  let beforeSend: () => Promise<void>;
  let afterSend: () => Promise<void>;
  /** Replaces fields of what is read, for statuses that the ledger does not know. */
  let readAs: Record<string, Json>;

  const wrap = (ports: CorePorts): CorePorts =>
    withGateway(ports, {
      read: async (...call) => {
        const record = await gatewayOf(ports).read(...call);
        return { ...record, fields: { ...record.fields, ...readAs } };
      },
      send: async (...call) => {
        await beforeSend();
        const record = await gatewayOf(ports).send(...call);
        await afterSend();
        return record;
      },
    });

  const { service, tenancy, books } = givenBooks({ wrap });
  beforeEach(async () => {
    beforeSend = async () => {};
    afterSend = async () => {};
    readAs = {};
    contact = (await books.create('contacts', { name: 'Customer Ltd' })).providerId;
  });

  const cancel = (resourceId: string, key?: string, body: unknown = { reason: 'ordered twice' }) =>
    service.core.resources.cancel(tenancy.test, {
      type: 'invoices',
      connectionId: books.connection.id,
      resourceId,
      write: write(body, key),
    });
  const invoice = async (status: string) =>
    (await books.create('invoices', { contact_id: contact, status, due_date: '2030-01-31', line_items: [line] }))
      .providerId;
  const pay = (invoice_id: string, amount?: number) =>
    service.sandbox.control('POST', 'payments', {
      tenant_id: books.tenantId,
      invoice_id,
      ...(amount ? { amount } : {}),
    });
  const statusAtLedger = async (id: string) => (await books.native('invoices', id))['Status'];
  const writesTo = async (id: string) => service.calls(`POST /api.xro/2.0/Invoices/${id}`);

  const done: readonly [string, string, string, string][] = [
    ['a draft', 'DRAFT', 'deleted', 'DELETED'],
    ['a submitted one', 'SUBMITTED', 'deleted', 'DELETED'],
    ['an unpaid authorised one', 'AUTHORISED', 'voided', 'VOIDED'],
  ];
  for (const [name, status, cancellationStatus, final] of done) {
    it(`of ${name} ends ${final}, and again is the same without a write`, async () => {
      const id = await invoice(status);
      const first = await cancel(id);
      expect(first).to.deep.include({ replayed: false });
      expect(first.value.cancellationStatus).to.equal(cancellationStatus);
      expect(first.value.record.fields['status']).to.equal(final);
      expect(await statusAtLedger(id)).to.equal(final);
      const again = await cancel(resourceIdOf('invoices', id));
      expect([again.replayed, again.value.cancellationStatus]).to.deep.equal([false, cancellationStatus]);
      expect(await writesTo(id)).to.have.length(1);
    });
  }

  const refused: readonly [string, (id: string) => Promise<unknown>, RegExp][] = [
    ['a paid one', (id) => pay(id), /payments of 115/],
    ['a part-paid one', (id) => pay(id, 15), /payments of 15/],
    [
      'a credited one',
      (id) => service.sandbox.control('POST', 'credits', { tenant_id: books.tenantId, invoice_id: id, amount: 5 }),
      /credits of 5/,
    ],
    ['one in a status that nobody knows', async () => Object.assign(readAs, { status: 'ARCHIVED' }), /is ARCHIVED/],
    ['one without any status', async () => Object.assign(readAs, { status: null }), /status is unknown/],
  ];
  for (const [name, happen, says] of refused) {
    it(`of ${name} is refused, and nothing is written`, async () => {
      const id = await invoice('AUTHORISED');
      await happen(id);
      const refusal = await refusalOf(cancel(id, 'k-refused'));
      expect(refusal).to.include({ code: 'CONFLICT', retryable: false });
      expect(refusal.details.reason).to.equal('invoice_not_cancellable');
      expect(refusal.message).to.match(says);
      expect(await writesTo(id)).to.have.length(0);
    });
  }

  it('of one that is paid between the read and the write is refused in the same words', async () => {
    const id = await invoice('AUTHORISED');
    beforeSend = async () => void (await pay(id));
    const refusal = await refusalOf(cancel(id, 'k-race'));
    expect(refusal).to.include({ code: 'CONFLICT' });
    expect(refusal.details).to.deep.include({ reason: 'invoice_not_cancellable' });
    expect(refusal.message).to.contain('payments');
    expect(await statusAtLedger(id)).to.equal('PAID');
    const again = await refusalOf(cancel(id, 'k-race'));
    expect([again.code, again.details.reason]).to.deep.equal(['CONFLICT', 'invoice_not_cancellable']);
    expect(await writesTo(id)).to.have.length(1);
  });

  it('shows the invoice as it is in the end, and keeps it so', async () => {
    const { providerId } = await authorised(books);
    const { value } = await cancel(providerId, 'k-shown');
    const live = await books.native('invoices', providerId);
    expect(value.record.native).to.deep.equal(live as Json);
    const path = { connectionId: books.connection.id, type: 'invoices', query: { status: 'voided' } };
    const listed = await service.core.resources.list(tenancy.test, path);
    expect(recordsIn('invoices', listed).map((record) => record.providerId)).to.deep.equal([providerId]);
    const replay = await cancel(providerId, 'k-shown');
    expect(replay).to.deep.equal({ value, replayed: true });
  });

  it('is done once, however many ask at once under one key', async () => {
    const id = await invoice('AUTHORISED');
    const all = await Promise.all(Array.from({ length: 10 }, () => cancel(id, 'k-many')));
    expect(all.filter(({ replayed }) => !replayed)).to.have.length(1);
    expect(await writesTo(id)).to.have.length(1);
  });

  it('comes to one end under many keys too', async () => {
    const id = await invoice('DRAFT');
    const all = await Promise.all(Array.from({ length: 5 }, () => cancel(id)));
    expect(all.map(({ value }) => value.cancellationStatus)).to.deep.equal(Array(5).fill('deleted'));
    expect((await writesTo(id)).map(({ status }) => status)).to.deep.equal([200]);
    expect(await statusAtLedger(id)).to.equal('DELETED');
  });

  it('is found done by the next request when the answer was lost', async () => {
    const id = await invoice('AUTHORISED');
    afterSend = async () => {
      await service.sandbox.control('POST', 'faults', { match: { path: '/api.xro/*' }, action: { status: 503 } });
    };
    const lost = await refusalOf(cancel(id, 'k-lost'));
    expect(lost).to.include({ code: 'PROVIDER_UNAVAILABLE' });
    expect(lost.details.outcome).to.equal('unknown');
    afterSend = async () => {};
    const again = await cancel(id, 'k-lost');
    expect([again.replayed, again.value.cancellationStatus]).to.deep.equal([false, 'voided']);
    expect(await writesTo(id)).to.have.length(1);
  });

  it('by the provider’s id is the same, and takes no other id', async () => {
    const id = await invoice('DRAFT');
    const byProviderId = (providerId: string) =>
      service.core.resources.cancel(tenancy.test, {
        type: 'invoices',
        connectionId: books.connection.id,
        providerId,
        write: write({ reason: 'r' }),
      });
    for (const wrong of [resourceIdOf('invoices', id), 'INV-0001', '']) {
      expect((await refusalOf(byProviderId(wrong))).code).to.equal('NOT_FOUND');
    }
    expect((await byProviderId(id.toUpperCase())).value.cancellationStatus).to.equal('deleted');
    expect(await refusalOf(byProviderId('0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10'))).to.include({ code: 'NOT_FOUND' });
  });

  it('needs a reason and a key, before the provider is asked anything', async () => {
    const id = await invoice('DRAFT');
    await service.sandbox.control('DELETE', 'requests');
    for (const body of [
      {},
      { reason: '' },
      { reason: '  ' },
      { reason: 7 },
      { reason: 'x'.repeat(501) },
      { reason: 'r', x: 1 },
    ]) {
      expect((await refusalOf(cancel(id, undefined, body))).code, JSON.stringify(body)).to.equal('BAD_REQUEST');
    }
    expect((await refusalOf(cancel(id, ''))).message).to.contain('Idempotency-Key');
    expect((await refusalOf(cancel(resourceIdOf('contacts', id), 'k', {}))).code).to.equal('NOT_FOUND');
    expect(await service.calls('')).to.deep.equal([]);
  });
});
