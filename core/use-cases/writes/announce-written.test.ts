import { expect } from 'chai';
import type { JsonObject } from '../../domain/json.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { authorised, type Books, openBooks } from '../resources/testing/books.ts';
import { gatewayOf } from '../testing/first-provider.ts';
import { givenService } from '../testing/worlds.ts';

describe('the answer to a write of an invoice', () => {
  let books: Books;
  const { service, tenancy } = givenService();
  beforeEach(async () => {
    books = await openBooks(service, tenancy);
  });

  const told = async () => {
    const { items } = await service.ports.storage.events.list(
      tenancy.test,
      { connectionId: books.connection.id },
      { limit: 50, page: 1 },
    );
    const invoices = items.filter(({ type }) => type.startsWith('invoice.'));
    return invoices.map(({ type, data, operationId }) => {
      const { status, amount_paid, amount_due, amount_credited } = data['invoice'] as JsonObject;
      return `${type} ${status} ${amount_paid} ${amount_due} ${amount_credited}${operationId ? ' (read)' : ''}`;
    });
  };
  /** Sends the provider's notification; its read announces what was not announced. */
  const notified = async (invoiceId: string) => {
    const { ports, core } = service;
    const work = { type: 'notification.process', connectionId: books.connection.id, subject: invoiceId } as const;
    const input = { resource_type: 'invoices', resource_id: invoiceId };
    const { requestId } = tenancy.test;
    await ports.storage.operations.insert([draftOperation(ports, books.connection, { ...work, input, requestId })]);
    for (let claims = 0; claims < 50; claims++) {
      const claimed = await core.worker.claim(10);
      if (claimed.length === 0) return;
      for (const leased of claimed) await core.worker.run(leased, new AbortController().signal);
    }
  };
  const by = (control: string, invoice_id: string, amount: number) =>
    service.sandbox.control('POST', control, { tenant_id: books.tenantId, invoice_id, amount });

  it('is announced at once, as the read is that follows, whatever was paid and credited before', async () => {
    const { providerId } = await authorised(books);
    expect(await told()).to.deep.equal(['invoice.updated AUTHORISED 0 115 0']);
    await by('payments', providerId, 15);
    await by('credits', providerId, 20);
    service.advance(2);
    await books.update('invoices', providerId, { due_date: '2030-02-28' });
    const changed = ['invoice.payment_changed AUTHORISED 15 80 20', 'invoice.updated AUTHORISED 15 80 20'];
    expect((await told()).toSorted()).to.deep.equal([...changed, 'invoice.updated AUTHORISED 0 115 0'].toSorted());
    await notified(providerId);
    expect(await told()).to.have.length(3);
  });

  it('of a cancelled invoice is left to the read, because the answer tells no state', async () => {
    const { providerId } = await authorised(books);
    service.advance(2);
    await books.update('invoices', providerId, { status: 'VOIDED' });
    expect(await told()).to.have.length(1);
    await notified(providerId);
    expect(await told())
      .to.include('invoice.payment_changed VOIDED 0 0 0 (read)')
      .and.have.length(3);
  });

  it('is older than what somebody else changed meanwhile and is announced already: nothing is said twice or backwards', async () => {
    const { providerId } = await authorised(books);
    service.advance(2);
    const gateway = gatewayOf(service.ports);
    const { send } = gateway;
    const paidMeanwhile: typeof send = async (...given) => {
      const answer = await send(...given);
      service.advance(2);
      await by('payments', providerId, 115);
      await notified(providerId);
      return answer;
    };
    Object.assign(gateway, { send: paidMeanwhile });
    try {
      await books.update('invoices', providerId, { due_date: '2030-02-28' });
    } finally {
      Object.assign(gateway, { send });
    }
    expect((await told())[0]).to.equal('invoice.paid PAID 115 0 0 (read)');
    await notified(providerId);
    expect(await told()).to.have.length(4);
  });

  it('announces nothing with zero retention', async () => {
    books = await openBooks(service, tenancy, { retention_mode: 'zero' });
    await authorised(books);
    expect(await told()).to.deep.equal([]);
  });
});
