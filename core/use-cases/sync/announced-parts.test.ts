import { expect } from 'chai';
import { samples } from '#contract-tests';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import { createCore } from '../../create-core.ts';
import { unfinishedMost } from '../../domain/operation.ts';
import type { Stores } from '../../ports/storage.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { openService } from '../testing/service.ts';
import type { FamilyCounts } from './store-page.ts';
import { dyingWorker, expectWhole, never, openBooks } from './testing/syncing.ts';

describe('a sync that gives rise to many deliveries', () => {
  const endpoints = 40;
  const snapshots = { type: 'connection.sync', trigger: 'request', emitsSnapshots: true } as const;
  /** How many deliveries each transaction stored, if any. */
  let commits: number[];
  /** How many commits stored a part of a page. */
  let steps: number;
  /** The most unfinished operations that the organization may have. */
  let capacity: number;
  const service = openedOnce(() =>
    openService({
      wrap: (ports) => {
        const { storage } = ports;
        const counting = (stores: Stores, made: { count: number; isStep: boolean }): Stores => ({
          ...stores,
          operations: {
            ...stores.operations,
            saveSteps(entries) {
              made.isStep = entries.some(({ step }) => step.name === 'invoices');
              return stores.operations.saveSteps(entries);
            },
          },
          deliveries: {
            ...stores.deliveries,
            insert(drafts) {
              made.count += drafts.length;
              return stores.deliveries.insert(drafts);
            },
          },
        });
        const transaction: typeof storage.transaction = async (work) => {
          const made = { count: 0, isStep: false };
          const value = await storage.transaction((stores) => work(counting(stores, made)));
          if (made.count > 0) commits.push(made.count);
          if (made.isStep) steps += 1;
          return value;
        };
        const operations = {
          ...storage.operations,
          countUnfinished: async (...[organizationId, most]: Parameters<typeof storage.operations.countUnfinished>) =>
            unfinishedMost - capacity + (await storage.operations.countUnfinished(organizationId, most)),
        };
        return { ...ports, storage: { ...storage, operations, transaction } };
      },
    }),
  );
  const tenancy = openedEach(() => service.newOrganization());
  beforeEach(async () => {
    [commits, capacity, steps] = [[], unfinishedMost, 0];
    for (let i = 0; i < endpoints; i++) {
      await service.ports.storage.webhookEndpoints.insert(
        samples.sampleEndpoint(tenancy.test, { eventTypes: ['invoice.updated'] }),
      );
    }
  });

  const deliveries = () =>
    service.database
      .knex('operations')
      .where({ organization_id: tenancy.test.organizationId, type: 'webhook.deliver' });
  const unfinished = async () => (await deliveries().whereNot({ state: 'succeeded' })).length;

  it('makes at most 500 in a transaction', async () => {
    const books = await openBooks(service, tenancy);
    await books.invoices(30);
    commits = [];
    const operation = await books.queue(snapshots);
    const [leased] = await service.core.worker.claim(1);
    expect(leased?.operation.id).to.equal(operation.id);
    if (leased) await service.core.worker.run(leased, never);
    expect((await books.find(operation)).state).to.equal('succeeded');
    expect(commits.reduce((sum, count) => sum + count, 0)).to.equal(30 * endpoints);
    expect(Math.max(...commits)).to.be.within(1, 500);
  });

  it('goes on after a wait with what is left, by as many commits as that needs', async () => {
    const books = await openBooks(service, tenancy);
    await books.invoices(30);
    capacity = 700;
    const operation = await books.queue(snapshots);
    const parts = async () => {
      steps = 0;
      // Deliveries of the other tests wait in front of it.
      for (let claims = 0, found = false; !found && claims < 50; claims++) {
        for (const leased of await service.core.worker.claim(1000)) {
          if (leased.operation.id !== operation.id) continue;
          found = true;
          await service.core.worker.run(leased, never);
        }
      }
      return steps;
    };
    steps = 0;
    const first = await parts();
    expect((await books.find(operation)).attempts.at(-1)?.error?.reason).to.equal('operations_backlog');
    const announced = (await books.events('invoice.updated')).length;
    expect(announced).to.be.within(16, 28);
    await deliveries().update({ state: 'succeeded', stage: 'ended', due_at: null, lease_expires_at: null });
    capacity = unfinishedMost;
    service.advance(60);
    await service.core.worker.sweep();
    const second = await parts();
    const ended = await books.find(operation);
    expect([ended.state, ended.attempts.at(-1)?.error]).to.deep.equal(['succeeded', null]);
    // Four invoices a commit: none is spent on those that were announced before.
    expect([first, second]).to.deep.equal([Math.ceil(announced / 4), Math.ceil((30 - announced) / 4)]);
  });

  it('asks for the next page while the last part of a page is stored, and not before', async () => {
    const pages: number[] = [];
    const pageSize = 10;
    const paged = withGateway(service.ports, {
      list: async (access, type, query) => {
        if (type === 'invoices') pages.push(commits.length);
        const all = await gatewayOf(service.ports).list(access, type, { ...query, after: null });
        const from = Number(query.after ?? '0');
        const next = from + pageSize < all.records.length ? String(from + pageSize) : null;
        return { ...all, records: all.records.slice(from, from + pageSize), next };
      },
    });
    const books = await openBooks(service, tenancy);
    await books.invoices(30);
    const operation = await books.queue(snapshots);
    const [leased] = await service.core.worker.claim(1);
    commits = [];
    if (leased) await createCore(paged).worker.run(leased, never);
    expect((await books.find(operation)).state).to.equal('succeeded');
    // Ten invoices are three commits; with the third of them the next page is asked for.
    const [first = -1, second = -1, third = -1, ...others] = pages;
    expect([commits.length, first, others]).to.deep.equal([9, 0, []]);
    expect(second).to.be.within(2, 3);
    expect(third).to.be.within(5, 6);
  });

  it('waits where the organization has no capacity for a part, crashes, goes on, and tells each invoice once', async () => {
    const books = await openBooks(service, tenancy);
    const ids = await books.invoices(30);
    capacity = 300;
    const operation = await books.queue(snapshots);
    let waits = 0;
    for (let tries = 0; (await books.find(operation)).state !== 'succeeded'; tries++) {
      expect(tries).to.be.below(100);
      const worker = tries % 3 === 1 ? dyingWorker(service.ports, 1) : service.core.worker;
      // No endpoint waits for the deliveries; the statement below ends them.
      for (const leased of await worker.claim(1000)) {
        if (leased.operation.id === operation.id) await worker.run(leased, never);
      }
      expect(await unfinished()).to.be.at.most(capacity + 500);
      const now = await books.find(operation);
      if (now.state !== 'running' && now.attempts.at(-1)?.error?.reason === 'operations_backlog') {
        waits += 1;
        expect(now).to.include({ state: 'retrying', attemptCount: 0 });
      }
      service.advance(31);
      await service.core.worker.sweep();
      await deliveries().update({ state: 'succeeded', stage: 'ended', due_at: null, lease_expires_at: null });
    }
    expect(waits).to.be.greaterThan(1);
    const told = await books.events('invoice.updated');
    expect(told).to.have.length(ids.length);
    expect(await deliveries()).to.have.length(ids.length * endpoints);
    expectWhole(await books.events());
    const { invoices } = (await books.find(operation)).result as { invoices: FamilyCounts };
    expect(invoices.announced).to.equal(ids.length);
  });
});
