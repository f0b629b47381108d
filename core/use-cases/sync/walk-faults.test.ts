import { expect } from 'chai';
import type { Event } from '../../domain/event.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { givenService } from '../testing/worlds.ts';
import type { FamilyCounts } from './store-page.ts';
import { drain, dyingWorker, expectWhole, never, openBooks, type SyncedBooks, typesOf } from './testing/syncing.ts';

describe('a walk through the books', () => {
  let afterPage: () => Promise<void>;
  let budget: 'free' | 'used_up';
  const { service, tenancy } = givenService({
    wrap: (ports) =>
      withGateway(
        {
          ...ports,
          budget: {
            use: async () => [],
            acquire: async () =>
              budget === 'free'
                ? { kind: 'granted', release: () => {} }
                : { kind: 'refused', reason: 'connection_minute', retryAfterSeconds: 40 },
          },
        },
        {
          list: async (...asked) => {
            const page = await gatewayOf(ports).list(...asked);
            await afterPage();
            return page;
          },
        },
      ),
  });
  beforeEach(() => {
    afterPage = async () => {};
    budget = 'free';
  });

  const invoiceOf = ({ data }: Event) => (data['invoice'] as { provider_id: string } | undefined)?.provider_id ?? '';
  const fault = (action: object, times = 1) =>
    service.sandbox.control('POST', 'faults', { match: { path: '/api.xro/2.0/Invoices' }, action, times });
  const pagesRead = async () => (await service.calls('GET /api.xro/2.0/Invoices')).length;
  const toldOf = async (books: SyncedBooks) => (await books.events('invoice.updated')).map(invoiceOf);

  it('goes on where its worker was lost, however often, and neither repeats nor loses a word', async () => {
    const books = await openBooks(service, tenancy);
    const ids = await books.invoices(1_130);
    const operation = await books.queue({ type: 'connection.sync', trigger: 'request' });
    await service.sandbox.control('DELETE', 'requests');
    let crashes = 0;
    for (; crashes < 40; crashes++) {
      const worker = dyingWorker(service.ports, crashes % 4);
      for (const leased of await worker.claim(5)) await worker.run(leased, never);
      service.advance(31);
      await service.core.worker.sweep();
      if ((await books.find(operation)).state === 'succeeded') break;
      service.advance(5);
    }
    const done = await books.find(operation);
    expect(done.state).to.equal('succeeded');
    expect(crashes).to.be.greaterThan(5);
    expect(await toldOf(books)).to.have.members(ids);
    expectWhole(await books.events());
    expect(await books.cached('invoices')).to.have.length(1_130);
    const { invoices } = done.result as { invoices: FamilyCounts };
    expect(invoices).to.include({ changed: 1_130, announced: 1_130, removed: 0 });
    expect(invoices.read).to.be.within(1_130, 1_330);
    expect(done.steps.map(({ name, state }) => [name, state])).to.deep.equal([['invoices', 'succeeded']]);
    // A loss costs the page that was being stored.
    expect(await pagesRead()).to.be.at.most(2 * (1 + crashes));
  });

  it('tells every invoice once for a sync that asks for snapshots, over crashes, failure and replay', async () => {
    const books = await openBooks(service, tenancy, { seed: 'small' });
    const ids = await books.invoices(120);
    const ask = { type: 'connection.sync', scope: 'all', trigger: 'request', emitsSnapshots: true } as const;
    const operation = await books.queue(ask);
    for (let crashes = 0; crashes < 4; crashes++) {
      const worker = dyingWorker(service.ports, 1);
      for (const leased of await worker.claim(5)) await worker.run(leased, never);
      service.advance(31);
      await service.core.worker.sweep();
      service.advance(3600);
    }
    const refused = { status: 400, body: { Type: 'QueryParseException', Message: 'no' } };
    await service.sandbox.control('POST', 'faults', {
      match: { path: '/api.xro/2.0/Contacts' },
      action: refused,
      times: 1,
    });
    await drain(service);
    expect((await books.find(operation)).state).to.equal('failed');
    const write = { key: crypto.randomUUID(), body: { reason: 'mended' } };
    await service.core.operations.replay(tenancy.test, { operationId: operation.id, write });
    await drain(service);
    expect((await books.find(operation)).state).to.equal('succeeded');
    const told = await toldOf(books);
    expect(told).to.have.length(124);
    expect(told).to.include.members(ids);
    expectWhole(await books.events());
    expect(await books.events('sync.completed')).to.have.length(2);
  });

  it('stops at the next page when it is told to, and hands back what is left', async () => {
    const books = await openBooks(service, tenancy);
    const ids = await books.invoices(1_020);
    const operation = await books.queue();
    const stop = new AbortController();
    let commits = 0;
    const { storage } = service.ports;
    const worker = dyingWorker(
      {
        ...service.ports,
        storage: {
          ...storage,
          transaction: async (work) => {
            commits += 1;
            if (commits === 3) stop.abort('shutdown');
            return storage.transaction(work);
          },
        },
      },
      1000,
    );
    for (const leased of await worker.claim(5)) await worker.run(leased, stop.signal);
    const waiting = await books.find(operation);
    expect(waiting).to.include({ state: 'retrying', attemptCount: 0 });
    expect((await toldOf(books)).length).to.be.within(100, 200);
    await drain(service);
    expect(await toldOf(books)).to.have.members(ids);
    expectWhole(await books.events());
  });

  it('sees the last state of every record, though records change after every page', async () => {
    const books = await openBooks(service, tenancy);
    const ids = await books.invoices(2_300);
    let page = 0;
    await service.sandbox.control('DELETE', 'requests');
    afterPage = async () => {
      page += 1;
      if (page > 4) return;
      // The first ones move to the end, and everything behind them one place forward.
      for (const id of ids.slice(page * 12, page * 12 + 12)) await books.change(id, { Reference: `moved ${page}` });
    };
    await books.synced();
    // The next walk finds what changed after the last page was read.
    const moved = new Set(ids.slice(12, Math.min(page, 5) * 12));
    expect(moved.size).to.be.at.least(24);
    const cached = await books.cached('invoices');
    expect(cached).to.have.length(2_300);
    for (const { providerId, fields } of cached) {
      expect(String(fields['external_reference']).startsWith('moved'), providerId).to.equal(moved.has(providerId));
    }
    await books.synced();
    const last = ids.slice(12, Math.min(page + 1, 5) * 12);
    const after = (await books.cached('invoices')).filter(({ fields }) => fields['external_reference'] !== null);
    expect(after.map(({ providerId }) => providerId)).to.have.members(last);
    expectWhole(await books.events());
    expect(new Set(await toldOf(books)).size).to.equal(2_300);
    const calls = await pagesRead();
    expect(calls).to.be.below(15);
  });

  it('waits for budget and for the provider, which costs no attempt', async () => {
    const books = await openBooks(service, tenancy);
    await books.invoices(1);
    const operation = await books.queue({ type: 'connection.sync', trigger: 'request' });
    budget = 'used_up';
    await drain(service);
    expect(await books.find(operation)).to.include({ state: 'queued', attemptCount: 0 });
    budget = 'free';
    service.advance(60);
    await fault({ status: 429, headers: { 'retry-after': '90', 'x-rate-limit-problem': 'minute' } });
    await drain(service);
    const waiting = await books.find(operation);
    expect(waiting).to.include({ state: 'queued', attemptCount: 0 });
    expect(waiting.attempts.map(({ outcome }) => outcome)).to.deep.equal(['postponed', 'postponed']);
    service.advance(120);
    await drain(service);
    expect(typesOf(await books.events()).slice(2)).to.deep.equal(['invoice.updated', 'sync.completed']);
  });

  it('tries again when the provider is down, from the page where it was', async () => {
    const books = await openBooks(service, tenancy);
    await books.invoices(1_010);
    const operation = await books.queue();
    let pages = 0;
    afterPage = async () => {
      pages += 1;
      if (pages === 1) await fault({ status: 503 });
    };
    await service.sandbox.control('DELETE', 'requests');
    await drain(service);
    const failed = await books.find(operation);
    expect(failed).to.include({ state: 'retrying', attemptCount: 1 });
    expect(failed.steps[0]).to.deep.include({ name: 'invoices', state: 'failed' });
    expect(failed.steps[0]?.result).to.include({ pages: 1, announced: 1000 });
    service.advance(10);
    await drain(service);
    expect(await books.find(operation)).to.include({ state: 'succeeded', attemptCount: 2 });
    expect(await pagesRead()).to.equal(3);
    expect(new Set(await toldOf(books)).size).to.equal(1_010);
    expectWhole(await books.events());
  });

  it('leaves no trace of a connection that is disconnected while a page is read', async () => {
    const books = await openBooks(service, tenancy);
    await books.invoices(3);
    const operation = await books.queue();
    afterPage = async () => {
      afterPage = async () => {};
      await service.core.connections.disconnect(tenancy.test, books.connection.id);
    };
    await drain(service);
    expect((await books.find(operation)).state).to.be.oneOf(['cancelled', 'succeeded']);
    expect(await books.cached('invoices')).to.deep.equal([]);
    expect(await toldOf(books)).to.deep.equal([]);
  });
});
