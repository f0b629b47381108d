// What many changes of one connection cost at the provider, under its real limits, and how soon they are announced.
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { CorePorts } from '../core/ports/core-ports.ts';
import type { RequestBudget } from '../core/ports/request-budget.ts';
import { openBooks, type SyncedBooks } from '../core/use-cases/sync/testing/syncing.ts';
import { write } from '../core/use-cases/testing/connecting.ts';
import { openService, type Service, type Tenancy } from '../core/use-cases/testing/service.ts';
import { type RunningWorker, startWorker } from '../hosts/worker/start-worker.ts';

const line = { description: 'Bench', quantity: 2, unit_amount: 50, account_code: '200' };

describe('many changes of one connection', () => {
  let service: Service;
  let tenancy: Tenancy;
  let books: SyncedBooks;
  let worker: RunningWorker;
  let sequence = 0;

  before(async () => {
    let budget: RequestBudget | undefined;
    const wrap = (ports: CorePorts): CorePorts => {
      const { clock, gateway } = ports;
      const real = () => (budget ??= service.database.requestBudget({ clock, limits: gateway.traits.limits }));
      return { ...ports, budget: { ...ports.budget, acquire: (...asked) => real().acquire(...asked) } };
    };
    service = await openService({ wrap });
    tenancy = await service.newOrganization();
    books = await openBooks(service, tenancy);
    await service.sandbox.control('POST', 'quirks', {
      limits: { minute: 60, day: 5000, concurrent: 5, app_minute: 10_000 },
    });
    const { core, ports } = service;
    worker = startWorker({
      ...{ worker: core.worker, wakeUp: ports.wakeUp, log: ports.log, slots: 50 },
      now: () => ports.clock.now(),
      // No reconciliation takes part.
      tickMs: 3_600_000,
    });
  });
  after(async () => {
    await worker.stop(5_000);
    await service.close();
  });
  beforeEach(async () => {
    // A fresh minute for everyone.
    service.advance(120);
    await service.sandbox.control('DELETE', 'requests');
  });

  /** What the provider tells of changes of these records, in batches. */
  async function notified(changes: readonly { readonly category: string; readonly id: string }[]): Promise<void> {
    const eventDateUtc = service.ports.clock.now().toISOString().slice(0, 23);
    for (let start = 0; start < changes.length; start += 100) {
      const events = changes.slice(start, start + 100).map(({ category, id }) => ({
        ...{ tenantId: books.tenantId, tenantType: 'ORGANISATION', eventType: 'UPDATE', eventDateUtc },
        ...{ eventCategory: category, resourceId: id },
      }));
      const numbers = { firstEventSequence: sequence + 1, lastEventSequence: sequence + events.length };
      sequence += events.length;
      const body = new TextEncoder().encode(JSON.stringify({ events, ...numbers, entropy: 'X' }));
      const signature = createHmac('sha256', 'webhook-key').update(body).digest('base64');
      const { requestId } = tenancy.test;
      await service.core.notifications.receive({ appId: tenancy.apps.test.id, body, signature, requestId });
    }
  }
  const unfinished = async () => {
    const states = ['queued', 'running', 'retrying'] as const;
    const pages = await Promise.all(
      states.map((state) => service.core.operations.list(tenancy.test, { type: 'notification.process', state })),
    );
    return pages.reduce((sum, { total }) => sum + total, 0);
  };
  async function ended(): Promise<void> {
    for (const until = performance.now() + 15_000; performance.now() < until; await sleep(20)) {
      if ((await unfinished()) === 0) return;
    }
    expect.fail(`after 15 s ${await unfinished()} notifications are not worked off`);
  }
  const reads = async () => (await service.calls('GET /api.xro')).map(({ path }) => path);
  const paid = async (ids: readonly string[]) => {
    const told = (await books.events('invoice.paid')).map(
      ({ data }) => (data['invoice'] as { provider_id: string }).provider_id,
    );
    return told.filter((id) => ids.includes(id)).toSorted();
  };

  it('150 invoices are announced within 15 s, each once, by at most 8 calls', async () => {
    const ids = await books.invoices(150);
    service.advance(120);
    await notified(ids.map((id) => ({ category: 'INVOICE', id })));
    await ended();
    expect((await reads()).length).to.be.at.most(8);
    const told = (await books.events('invoice.updated')).map(
      ({ data }) => (data['invoice'] as { provider_id: string }).provider_id,
    );
    expect(told.toSorted()).to.deep.equal(ids.toSorted());
  });

  it('a payment costs two calls, and 15 payments at most 8', async () => {
    const ids = await books.invoices(16);
    service.advance(120);
    for (const some of [ids.slice(0, 1), ids.slice(1)]) {
      await service.sandbox.control('DELETE', 'requests');
      const changes: { category: string; id: string }[] = [];
      for (const id of some) {
        const made = await service.sandbox.control('POST', 'payments', { tenant_id: books.tenantId, invoice_id: id });
        changes.push({ category: 'PAYMENT', id: String(made['payment_id']) }, { category: 'INVOICE', id });
      }
      await notified(changes);
      await ended();
      expect(await paid(some)).to.deep.equal(some.toSorted());
      expect((await reads()).length).to.be.at.most(some.length === 1 ? 2 : 8);
    }
  });

  it('twelve creates of ours are announced at once; their echoes cost two calls at most, a minute later', async () => {
    const [contact] = await books.ledger.call('PUT', 'Contacts', { Contacts: [{ Name: 'Someone' }] });
    await service.sandbox.control('DELETE', 'requests');
    const fields = {
      contact_id: String(contact?.['ContactID']),
      status: 'DRAFT',
      due_date: '2031-01-01',
      line_items: [line],
    };
    const at = { connectionId: books.connection.id, type: 'invoices' };
    const before = (await books.events('invoice.updated')).length;
    for (let i = 0; i < 12; i++) {
      const { value } = await service.core.resources.create(tenancy.test, { ...at, write: write(fields) });
      await notified([{ category: 'INVOICE', id: value.providerId }]);
    }
    expect((await books.events('invoice.updated')).length).to.equal(before + 12);
    expect([await unfinished(), await reads()]).to.deep.equal([12, []]);
    service.advance(61);
    await ended();
    expect((await reads()).length).to.be.within(1, 2);
    expect((await books.events('invoice.updated')).length).to.equal(before + 12);
  });
});
