// What no notification covers is walked by the clock, within its share, and what is gone is told.
import { expect } from 'chai';
import { traits } from '../../../contract-tests/testing/doubles.ts';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { FamilyWalk } from '../../domain/follow.ts';
import type { JsonObject } from '../../domain/json.ts';
import { isTerminal } from '../../domain/operation.ts';
import { type ResourceType, resourceTypes } from '../../domain/resource.ts';
import { runSchedules } from '../../engine/run-schedules.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerPage } from '../../ports/ledger-gateway.ts';
import { openService } from '../testing/service.ts';
import { followSchedule } from './follow-schedule.ts';
import { drain, dyingWorker, expectWhole, openBooks } from './testing/syncing.ts';

const pascal = (words: readonly string[]) => words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');

const minute = 60;
const hour = 60 * minute;

type Answer = (page: LedgerPage) => LedgerPage;

/** What the provider says of a family, in place of its true answer. */
const said = new Map<ResourceType, Answer>();

function saying(ports: CorePorts): CorePorts {
  const { ledger } = ports.providers;
  if (!ledger) throw new Error('there is no ledger');
  const gateway = {
    ...ledger.gateway,
    list: async (...asked: Parameters<typeof ledger.gateway.list>) => {
      const page = await ledger.gateway.list(...asked);
      return said.get(asked[1])?.(page) ?? page;
    },
  };
  // Each connection's turn is in the middle of its interval.
  const ids = { ...ports.ids, spread: () => 0.5 };
  return { ...ports, ids, providers: { ledger: { ...ledger, gateway } } };
}

const without =
  (...ids: readonly string[]): Answer =>
  (page) => ({ ...page, records: page.records.filter(({ providerId }) => !ids.includes(providerId)) });
const failing =
  (error: ServiceError): Answer =>
  () => {
    throw error;
  };

describe('a followed connection', () => {
  const service = openedEach(() => openService({ wrap: saying }));
  const tenancy = openedEach(() => service.newOrganization());
  const books = openedEach(() => openBooks(service, tenancy, { seed: 'small' }));
  beforeEach(() => tick());
  afterEach(() => said.clear());

  const tick = async () => runSchedules(service.ports, [followSchedule(service.ports)])();
  /** Some time later, whatever is due then; returns the families that were read. */
  async function later(seconds = hour): Promise<readonly string[]> {
    service.advance(seconds);
    await service.sandbox.control('DELETE', 'requests');
    await tick();
    await drain(service);
    const listed = (await service.calls('GET /api.xro/2.0/')).map(({ path }) => path.replace(/^.*2\.0\/|\?.*$/g, ''));
    return [...new Set(listed)].sort();
  }
  const followed = resourceTypes
    .filter((type) => type !== 'invoices' && !traits.families[type]?.isNotified)
    .map((type) => (type === 'organizations' ? 'Organisation' : pascal(type.split('_'))))
    .sort();
  const walks = async (): Promise<ReadonlyMap<ResourceType, FamilyWalk>> => {
    const { id } = books.connection;
    const found = (await service.ports.storage.familyWalks.find([id])).get(id) ?? [];
    return new Map(found.map((walk) => [walk.type, walk]));
  };
  const idsOf = async (type: ResourceType) => (await books.cached(type)).map(({ providerId }) => providerId).sort();
  const someOf = async (type: ResourceType) => (await idsOf(type))[0] ?? '';

  it('has each family without notifications walked once an hour, and leaves nothing behind', async () => {
    for (let hours = 0; hours < 3; hours++) expect(await later()).to.deep.equal(followed);
    expect(await later(29 * minute)).to.deep.equal([]);
    expect(await books.operations('connection.follow')).to.deep.equal([]);
    const walk = (await walks()).get('quotes');
    expect(walk).to.include({ changed: 0, removed: 0, failure: null });
    expect(service.ports.clock.now().getTime() - (walk?.walkedAt?.getTime() ?? 0)).to.be.within(
      29 * 60_000,
      30 * 60_000,
    );
  });

  it('finds what changed since the walk before, and tells of it', async () => {
    await later();
    const { length } = await books.events('sync.completed');
    await books.ledger.call('PUT', 'Accounts', { Code: '777', Name: 'Found by a walk', Type: 'EXPENSE' });
    await later();
    expect((await books.cached('accounts')).map(({ fields }) => fields['name'])).to.include('Found by a walk');
    expect(await books.events('sync.completed')).to.have.length(length + 1);
    const [operation] = await books.operations('connection.follow');
    expect(operation?.result).to.deep.nested.include({
      'accounts.changed': 1,
      'accounts.removed': 0,
      'quotes.changed': 0,
    });
  });

  it('has what was set for it walked, as often as was set', async () => {
    await service.ports.storage.connections.noteFollow(books.connection.id, { families: ['quotes'], minutes: 30 });
    await later();
    for (let turns = 0; turns < 3; turns++) expect(await later(30 * minute)).to.deep.equal(['Quotes']);
    await service.ports.storage.connections.noteFollow(books.connection.id, { families: null, minutes: 0 });
    expect(await later()).to.deep.equal([]);
    expect(await later(24 * hour)).to.deep.equal([]);
  });

  it('takes a record for gone when two walks in a row miss it, and never by one', async () => {
    await later();
    const account = await someOf('accounts');
    said.set('accounts', without(account));
    await later();
    expect(await idsOf('accounts')).to.include(account);
    said.clear();
    await later();
    said.set('accounts', without(account));
    await later();
    expect(await idsOf('accounts'), 'it was seen in between').to.include(account);
    const told = async () => (await books.events('account.changed')).filter(({ data }) => data['change'] === 'deleted');
    expect(await told()).to.deep.equal([]);
    await later();
    expect(await idsOf('accounts')).not.to.include(account);
    await later();
    expect((await told()).map(({ data }) => (data['record'] as JsonObject)['provider_id'])).to.deep.equal([account]);
    expectWhole(await books.events());
  });

  it('counts a walk that is cut, however often and for however long, as one', async () => {
    await later();
    const account = await someOf('accounts');
    said.set('accounts', without(account));
    service.advance(hour);
    await tick();
    const left = async () => (await books.operations('connection.follow')).some(({ state }) => !isTerminal(state));
    let cuts = 0;
    // Dies a commit later each time; what it had done counts, and what it does again is later by more than some minutes.
    for (; await left(); cuts++) {
      await drain(service, dyingWorker(service.ports, cuts)).catch(() => {});
      service.advance(6 * minute);
      await service.core.worker.sweep();
    }
    expect(cuts).to.be.greaterThan(3);
    expect(await idsOf('accounts')).to.include(account);
    expect(await books.events('account.changed')).to.deep.equal([]);
    await later();
    expect((await books.events('account.changed')).map(({ data }) => data['change'])).to.deep.equal(['deleted']);
  });

  const doubted: readonly [string, Answer][] = [
    ['is empty', (page) => ({ ...page, records: [] })],
    ['has half of the records', (page) => ({ ...page, records: page.records.slice(page.records.length / 2) })],
    ['fails', failing(new ServiceError('PROVIDER_UNAVAILABLE', 'is down'))],
    ['is refused for a scope', failing(new ServiceError('ACTION_REQUIRED', 'no scope', { reason: 'scope_missing' }))],
    ['has an unreadable record', (page) => ({ ...page, records: page.records.slice(1), unreadable: ['x'] })],
    [
      'is not the only page',
      (page) => (page.next === null ? { ...page, records: page.records.slice(1), next: 'more' } : page),
    ],
  ];
  for (const [name, answer] of doubted) {
    it(`takes none for gone while the answer ${name}`, async () => {
      await later();
      const before = await idsOf('tax_rates');
      expect(before.length).to.be.greaterThan(2);
      let calls = 0;
      said.set('tax_rates', (page) => (calls++ % 2 === 0 ? answer(page) : name.includes('page') ? page : answer(page)));
      for (let hours = 0; hours < 3; hours++) await later();
      expect(await idsOf('tax_rates')).to.deep.equal(before);
      expect(await books.events('tax_rate.changed')).to.deep.equal([]);
    });
  }

  it('keeps a record that is written while the walk runs', async () => {
    await later();
    const account = await someOf('accounts');
    said.set('accounts', without(account));
    await later();
    const copy = (await books.cached('accounts')).find(({ providerId }) => providerId === account);
    if (!copy) throw new Error('the copy is gone');
    const kept = { ...copy, fields: { ...copy.fields, name: 'Renamed' } };
    const { records } = service.ports.storage;
    await records.put([[books.connection, [{ ...kept, fetchedAt: service.ports.clock.now() }]]]);
    await later();
    expect(await idsOf('accounts'), 'a read found it after the first miss').to.include(account);
  });

  it('walks the other families when one is refused, and asks for that one again after a day or a new consent', async () => {
    said.set('accounts', failing(new ServiceError('ACTION_REQUIRED', 'no scope', { reason: 'scope_missing' })));
    expect(await later()).to.deep.equal(followed);
    const [accounts, quotes] = [(await walks()).get('accounts'), (await walks()).get('quotes')];
    expect(accounts).to.include({ failure: 'scope_missing' });
    expect(quotes).to.include({ failure: null });
    said.clear();
    expect(await later()).not.to.include('Accounts');
    expect(await later(24 * hour)).to.include('Accounts');
    expect((await walks()).get('accounts')).to.include({ failure: null });
  });

  it('says that a walk waits for budget, and goes on when there is some', async () => {
    await later();
    const used = new ServiceError('RATE_LIMITED', 'the budget is used up', { retryAfterSeconds: 600 });
    said.set('quotes', failing(used));
    await later();
    expect((await walks()).get('quotes')).to.include({ failure: 'budget' });
    expect((await walks()).get('organizations')).to.include({ failure: null });
    said.clear();
    await later(15 * minute);
    expect((await walks()).get('quotes')).to.include({ failure: null });
  });

  it('keeps one walk that is tried again, however long the provider is down', async () => {
    said.set('organizations', failing(new ServiceError('PROVIDER_UNAVAILABLE', 'is down')));
    for (let hours = 0; hours < 4; hours++) await later();
    const operations = await books.operations('connection.follow');
    expect(operations.filter(({ state }) => state !== 'dead_letter' && state !== 'failed')).to.have.length.at.most(1);
    expect((await walks()).get('quotes')).to.include({ failure: 'provider_failed' });
    expect((await service.core.connections.find(tenancy.test, books.connection.id)).status).to.equal('active');
  });
});
