import { expect } from 'chai';
import { traits } from '../../../contract-tests/testing/doubles.ts';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { type BudgetLimits, budgetOf } from '../../domain/budget.ts';
import { connected } from '../testing/connecting.ts';
import { openService } from '../testing/service.ts';

describe('the daily limit of a provider app', () => {
  const asked: BudgetLimits[] = [];

  const service = openedOnce(() =>
    openService({
      wrap: (ports) => ({
        ...ports,
        budget: {
          ...ports.budget,
          acquire: async (id, cause, limits) => {
            asked.push(limits);
            return ports.budget.acquire(id, cause, limits);
          },
        },
      }),
    }),
  );

  it('lowers the usual one and never raises it', () => {
    expect(budgetOf(traits.limits, null)).to.deep.equal(traits.limits);
    expect(budgetOf(traits.limits, 1000)).to.deep.equal({ ...traits.limits, perDay: 1000, counted: traits.limits });
    expect(budgetOf(traits.limits, 9000)).to.deep.equal(traits.limits);
  });

  it('holds for the calls of its connections', async () => {
    const { test, apps } = await service.newOrganization();
    const tenantId = await service.newTenant();
    const connection = await connected(service, test, tenantId);
    const read = () =>
      service.core.resources.read(test, { connectionId: connection.id, type: 'organizations', resourceId: tenantId });
    await read();
    const app = await service.ports.storage.providerApps.find(test, apps.test.id);
    if (!app) throw new Error('no app');
    await service.ports.storage.providerApps.update({ ...app, dailyCallLimit: 1000 });
    await read();
    expect(asked.map(({ perDay }) => perDay)).to.deep.equal([5000, 1000]);
  });
});
