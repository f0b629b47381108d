// The budget that the connections of one provider app share, over two hosts.

import { expect } from 'chai';
import {
  type ClosableRequestBudget,
  type DatabaseForTests,
  onBothDatabases,
} from '../../../contract-tests/testing/doubles.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { RequestBudget } from '../../ports/request-budget.ts';
import { type Books, openBooks } from '../resources/testing/books.ts';
import { refusalOf } from '../testing/refusal.ts';
import type { Tenancy } from '../testing/service.ts';
import { openTwoHosts, type TwoHosts } from '../testing/two-hosts.ts';

/** Two hosts with real budgets over their database. */
async function openBudgetedHosts(given: DatabaseForTests) {
  let two: TwoHosts | undefined;
  const budgets: ClosableRequestBudget[] = [];
  const withBudget = (ports: CorePorts): CorePorts => {
    let made: ClosableRequestBudget | undefined;
    const budget = (): RequestBudget => {
      if (!two) throw new Error('no call is made before both hosts are open');
      made ??= two.service.database.requestBudget({ clock: ports.clock });
      if (!budgets.includes(made)) budgets.push(made);
      return made;
    };
    return {
      ...ports,
      budget: {
        acquire: (...asked) => budget().acquire(...asked),
        use: (...asked) => budget().use(...asked),
      },
    };
  };
  two = await openTwoHosts(given, withBudget);
  return { ...two, settle: () => Promise.all(budgets.map((budget) => budget.close())) };
}

onBothDatabases('the budget of an app, two hosts', (given) => {
  let two: Awaited<ReturnType<typeof openBudgetedHosts>>;
  let tenancy: Tenancy;
  let stranger: Tenancy;

  before(async () => {
    two = await openBudgetedHosts(given());
    [tenancy, stranger] = [await two.service.newOrganization(), await two.service.newOrganization()];
  });
  after(() => two?.close());

  it('holds back every connection of an app that the provider refused, and none of another', async () => {
    const { service, hosts } = two;
    const opened: [Tenancy, Books, string][] = [];
    for (const owner of [tenancy, tenancy, stranger]) {
      const books = await openBooks(service, owner);
      opened.push([owner, books, (await books.create('contacts', { name: 'Someone' })).providerId]);
    }
    const read = (host: 0 | 1, index: number) => {
      const [owner, { connection }, id] = opened[index] as [Tenancy, Books, string];
      return hosts[host].resources.read(owner.test, {
        connectionId: connection.id,
        type: 'contacts',
        resourceId: id,
      });
    };
    // Both hosts call for both connections, so each may count some of the app's calls.
    for (const host of [0, 1] as const) for (const index of [0, 1, 2]) await read(host, index);
    await service.sandbox.control('POST', 'quirks', { limits: { app_minute: 1 } });
    const first = await refusalOf(read(0, 0));
    expect([first.code, first.details.reason]).to.deep.equal(['RATE_LIMITED', 'provider']);
    await service.sandbox.control('POST', 'quirks', { limits: { app_minute: null } });
    await two.settle();
    service.advance(1, 'core');
    const before = (await service.calls('GET')).length;
    for (const host of [0, 1] as const) {
      for (const index of [0, 1]) {
        const refused = await refusalOf(read(host, index));
        expect([refused.code, refused.details.reason]).to.deep.equal(['RATE_LIMITED', 'app_minute']);
        expect(refused.details.retryAfterSeconds).to.be.within(1, first.details.retryAfterSeconds ?? 0);
      }
      expect((await read(host, 2)).fields['name']).to.equal('Someone');
    }
    expect((await service.calls('GET')).length - before).to.equal(2);
    service.advance(first.details.retryAfterSeconds ?? 0);
    for (const host of [0, 1] as const) expect((await read(host, 1)).fields['name']).to.equal('Someone');
  });
});
