// What is followed of a connection is set, told with its cost, and walked as it was set.
import { expect } from 'chai';
import { traits } from '../../../contract-tests/testing/doubles.ts';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { resourceTypes } from '../../domain/resource.ts';
import { drain, openBooks } from '../sync/testing/syncing.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';

describe('what is followed of a connection', () => {
  const { service, tenancy } = givenService();
  const books = openedOnce(() => openBooks(service, tenancy, { seed: 'small' }));
  const change = (follow: unknown, caller = tenancy.test) =>
    service.core.connections.change(caller, books.connection.id, { follow });
  const shown = async () => service.core.connections.find(tenancy.test, books.connection.id);
  const all = resourceTypes.filter((type) => type !== 'invoices' && !traits.families[type]?.isNotified);
  const callsADay = (minutes: number, families: readonly unknown[] = all) => (families.length * 1_440) / minutes;

  it('is by default all that no notification covers, hourly, with its cost, also in the budget and in lists', async () => {
    const follow = { families: all, minutes: 60, callsADay: callsADay(60) };
    expect((await shown()).follow).to.deep.equal(follow);
    expect((await service.core.connections.budget(tenancy.test, books.connection.id)).follow).to.deep.equal(follow);
    const [listed] = (await service.core.connections.list(tenancy.test, {})).items;
    expect(listed?.follow).to.deep.equal(follow);
    expect(listed).not.to.have.property('walks');
  });

  it('is what was set, part by part; all is kept as a list, null takes all back', async () => {
    const set = async (asked: unknown) => (await change(asked)).follow;
    expect(await set({ families: ['tax_rates', 'quotes', 'quotes'] })).to.deep.equal({
      ...{ families: ['quotes', 'tax_rates'], minutes: 60, callsADay: 48 },
    });
    expect(await set({ minutes: 30 })).to.deep.equal({ families: ['quotes', 'tax_rates'], minutes: 30, callsADay: 96 });
    expect(await set({ families: 'all' })).to.deep.equal({ families: all, minutes: 30, callsADay: callsADay(30) });
    expect(
      (await service.ports.storage.connections.find(tenancy.test, books.connection.id))?.followSetting,
    ).to.deep.equal({
      ...{ families: all, minutes: 30 },
    });
    expect(await set({ minutes: 0 })).to.deep.equal({ families: all, minutes: 0, callsADay: 0 });
    expect(await set(undefined)).to.include({ minutes: 0 });
    expect(await set({ families: [] })).to.deep.equal({ families: [], minutes: 0, callsADay: 0 });
    expect(await set(null)).to.deep.equal({ families: all, minutes: 60, callsADay: callsADay(60) });
  });

  const refused: readonly [unknown, string, RegExp][] = [
    [{ families: ['quotes', 'invoices'] }, 'follow.families[1]', /must be one of organizations,/],
    [{ families: ['quots'] }, 'follow.families[0]', /did you mean quotes\?/],
    [{ families: ['contacts'] }, 'follow.families[0]', /must be one of/],
    [{ families: 'none' }, 'follow.families', /a list of families, or all/],
    [{ families: Array(99).fill('quotes') }, 'follow.families', /at most/],
    [{ minutes: 4 }, 'follow.minutes', /0, which is off, or 5 to 1440/],
    [{ minutes: 1441 }, 'follow.minutes', /./],
    [{ minutes: 7.5 }, 'follow.minutes', /./],
    [{ every: 5 }, 'follow.every', /./],
  ];
  for (const [follow, path, words] of refused) {
    it(`refuses ${JSON.stringify(follow)?.slice(0, 40)}, naming ${path}`, async () => {
      const { code, details, message } = await refusalOf(change(follow));
      expect(code).to.equal('BAD_REQUEST');
      expect(details.errors?.[0]?.path, message).to.equal(path);
      expect(details.errors?.[0]?.message).to.match(words);
    });
  }

  it('is changed by its own organization alone, and the act is in the audit log with before and after', async () => {
    const stranger = await service.newOrganization();
    expect((await refusalOf(change({ minutes: 30 }, stranger.test))).code).to.equal('NOT_FOUND');
    await change({ minutes: 30 });
    const [act] = await service.ports.storage.audit.listBySubjects(tenancy.organizationId, [books.connection.id], 1);
    expect(act).to.deep.include({ action: 'connection.follow_changed', actor: 'key_test' });
    expect(act?.changes).to.deep.equal({ before: { minutes: null }, after: { minutes: 30 } });
    await change(null);
  });

  it('is nothing where nothing is stored', async () => {
    const zero = await openBooks(service, tenancy, { fields: { retention_mode: 'zero' } });
    const { id } = zero.connection;
    const found = await service.core.connections.find(tenancy.test, id);
    expect(found.follow).to.deep.equal({ families: [], minutes: 0, callsADay: 0 });
    expect(found.walks?.map(({ notWalked }) => notWalked)).to.deep.equal(resourceTypes.map(() => 'zero_retention'));
    const refusal = await refusalOf(service.core.connections.change(tenancy.test, id, { follow: { minutes: 5 } }));
    expect(refusal).to.deep.include({ code: 'CONFLICT', details: { reason: 'zero_retention' } });
  });

  it('shows of each family how changes are heard of, when it was last walked, and why not', async () => {
    await change({ families: ['quotes'] });
    await drain(service);
    const { id } = books.connection;
    const now = service.ports.clock.now();
    const failed = { walkedAt: null, read: 0, changed: 0, removed: 0, triedAt: now, failure: 'budget' } as const;
    await service.ports.storage.familyWalks.note(books.connection, [{ ...failed, type: 'quotes' }]);
    const walks = new Map((await shown()).walks?.map((walk) => [walk.type, walk]));
    for (const type of resourceTypes) {
      const { heardBy, notWalked } = walks.get(type) ?? {};
      const told: readonly unknown[] =
        type === 'quotes' ? ['walks', 'budget'] : all.includes(type) ? ['nothing', 'off'] : ['notifications', null];
      expect([heardBy, notWalked], type).to.deep.equal(told);
    }
    expect(walks.get('quotes')?.walkedAt, 'the first sync').to.be.a('date');
    expect(walks.get('invoices')).to.include({ read: 4, changed: 4, removed: 0 });
    const { items } = await service.core.connections.timeline(tenancy.test, id);
    const told = items.filter(({ kind }) => kind === 'walk');
    expect(told.map(({ title }) => title)).to.include.members([
      'Last walk of quotes: not walked, budget',
      'Last walk of invoices: 4 read, 4 new or changed, 0 gone',
    ]);
    expect(told.find(({ details }) => details['resource_type'] === 'quotes')?.at).to.deep.equal(now);
    await change(null);
  });

  it('is walked within the new interval, however far the old turn was', async () => {
    const { follows } = service.ports.storage;
    const { id } = books.connection;
    const far = new Date(service.ports.clock.now().getTime() + 86_400_000);
    await follows.plan([{ connectionId: id, dueAt: far, intervalMs: 86_400_000, plannedAt: null }]);
    await change({ minutes: 10 });
    const soon = new Date(service.ports.clock.now().getTime() + 600_000);
    const cut = { now: soon, after: '', appMost: 9, plannedSince: soon, limit: 9 };
    expect((await follows.due(cut)).due.map(({ connectionId }) => connectionId)).to.include(id);
    await change(null);
  });

  it('is not changed any more once the customer has left', async () => {
    await service.core.connections.disconnect(tenancy.test, books.connection.id);
    const refusal = await refusalOf(change({ minutes: 30 }));
    expect(refusal).to.deep.include({ code: 'CONFLICT', details: { reason: 'connection_not_active' } });
    expect((await shown()).walks?.every(({ notWalked }) => notWalked === 'connection_not_active')).to.equal(true);
  });
});
