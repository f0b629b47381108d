import { expect } from 'chai';
import { type LiveService, serveLive } from '../../../hosts/koa/testing/live-service.ts';
import type { Event } from '../../domain/event.ts';
import type { JsonObject } from '../../domain/json.ts';
import { connected } from '../testing/connecting.ts';
import type { Tenancy } from '../testing/service.ts';
import { booksOf, drain, expectWhole, line, type SyncedBooks } from './testing/syncing.ts';

/** What a customer was told, whoever found it out; the connection apart, that is the event's identity. */
function told(events: readonly Event[]): readonly string[] {
  return events
    .filter(({ type }) => type.startsWith('invoice.'))
    .map(({ type, data }) => {
      const { provider_id, provider_revision, status } = data['invoice'] as JsonObject;
      return [type, provider_id, provider_revision, status, JSON.stringify(data['previous'])].join(' ');
    });
}

const pollMs = 20;
const patienceMs = 10_000;

async function until(done: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < patienceMs && !(await done()); waited += pollMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

describe('notifications and reconciliation', () => {
  let service: LiveService;
  let listener: SyncedBooks;
  let walker: SyncedBooks;
  before(async () => {
    service = await serveLive();
    const { tenant_id } = await service.sandbox.control('POST', 'organisations', { name: 'Books', seed: 'small' });
    service.advance(60);
    const join = async (tenancy: Tenancy) =>
      booksOf(service, tenancy, await connected(service, tenancy.test, String(tenant_id)));
    const listening = await service.newOrganization();
    await service.sandbox.control('POST', 'apps', {
      client_id: `${listening.organizationId}-test`,
      webhook_url: `${service.url}/webhooks/ledger/${listening.apps.test.id}`,
      webhook_key: 'webhook-key',
    });
    listener = await join(listening);
    walker = await join(await service.newOrganization());
    await drain(service);
  });
  after(() => service.close());

  const reads = async () => (await listener.operations('notification.process')).length;

  /** Lets one hear of the change by its notification and the other by its reconciliation. */
  async function change(work: () => Promise<unknown>): Promise<void> {
    const before = await reads();
    await work();
    await until(async () => (await reads()) > before);
    await drain(service);
    await walker.synced();
  }

  const payment = async (invoiceId: string): Promise<string> => {
    const [invoice] = await walker.ledger.call('GET', `Invoices/${invoiceId}`);
    const [first] = (invoice?.['Payments'] ?? []) as readonly JsonObject[];
    return String(first?.['PaymentID']);
  };
  const draft = async (): Promise<string> => {
    const [contact] = await walker.ledger.call('GET', 'Contacts');
    const document = { Type: 'ACCREC', Contact: { ContactID: contact?.['ContactID'] ?? '' }, LineItems: [line] };
    const [made] = await walker.ledger.call('PUT', 'Invoices', { Invoices: [document] });
    return String(made?.['InvoiceID']);
  };

  it('tell the same of one history, word for word', async () => {
    const old = (await walker.cached('invoices')).find(({ fields }) => fields['external_reference'] === 'JOB-77');
    const ids: string[] = [];
    await change(async () => ids.push(...(await walker.invoices(1))));
    const [first = ''] = ids;
    await change(() => walker.pay(first, 40));
    await change(() => walker.pay(first));
    await change(async () => walker.ledger.call('POST', `Payments/${await payment(first)}`, { Status: 'DELETED' }));
    await change(async () => walker.pay(first));
    await change(() => walker.pay(old?.providerId ?? ''));
    await change(async () => ids.push(...(await walker.invoices(1))));
    await change(() => walker.change(ids[1] ?? '', { Reference: 'no money moved' }));
    await change(() => walker.change(ids[1] ?? '', { Status: 'VOIDED' }));
    await change(async () => ids.push(await draft()));
    await change(() => walker.change(ids[2] ?? '', { Status: 'DELETED' }));
    const heard = told(await listener.events());
    expect(heard).to.deep.equal(told(await walker.events()));
    expect(heard.filter((word) => word.startsWith('invoice.paid'))).to.have.length(3);
    expect(heard.filter((word) => word.startsWith('invoice.updated'))).to.have.length(11);
  });

  it('add nothing to each other', async () => {
    const heard = told(await listener.events());
    await listener.synced();
    await listener.synced({ type: 'connection.sync', scope: 'all' });
    expect(told(await listener.events())).to.deep.equal(heard);
    expectWhole(await listener.events());
    expectWhole(await walker.events());
  });

  it('make up for each other: what was skipped or came in a wrong order is told, once', async () => {
    await service.sandbox.control('POST', 'notifications', { skip: 2 });
    const [lost = '', other = ''] = await listener.invoices(2);
    await service.sandbox.control('POST', 'notifications', { reorder: 2 });
    await listener.pay(lost);
    await listener.pay(other);
    const gaps = () => service.database.knex('notification_gaps').select();
    await until(
      async () => (await gaps()).length > 0 && (await listener.operations('notification.process')).length > 0,
    );
    await until(async () => {
      await drain(service);
      return (await listener.events('invoice.paid')).length >= 5;
    });
    await drain(service);
    await walker.synced();
    const paidOf = (events: readonly Event[]) => told(events).filter((word) => word.startsWith('invoice.paid'));
    expect([...paidOf(await listener.events())].sort()).to.deep.equal([...paidOf(await walker.events())].sort());
    expect(
      (await listener.operations('connection.reconcile')).some(({ input }) => input['trigger'] === 'gap'),
    ).to.equal(true);
    expectWhole(await listener.events());
  });
});
