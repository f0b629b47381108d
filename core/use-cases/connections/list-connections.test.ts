import { expect } from 'chai';
import type { Connection } from '../../domain/connection.ts';
import { connected } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';

describe('the connections of an environment', () => {
  const made: Connection[] = [];

  const { service, tenancy } = givenService();
  before(async () => {
    for (const external_account_id of ['a', 'b', 'b', 'B']) {
      made.push(await connected(service, tenancy.test, await service.newTenant(), { external_account_id }));
    }
    made.push(await service.core.connections.disconnect(tenancy.test, made[0]?.id ?? ''));
    await connected(service, tenancy.live, await service.newTenant(), { external_account_id: 'a' });
  });

  const list = (query: Readonly<Record<string, string>> = {}) => service.core.connections.list(tenancy.test, query);
  const ids = async (query: Readonly<Record<string, string>>) => (await list(query)).items.map(({ id }) => id).sort();
  const of = (...indexes: number[]) => indexes.map((index) => made[index]?.id).sort();

  it('are filtered by customer and status, exactly', async () => {
    expect(await ids({ external_account_id: 'b' })).to.deep.equal(of(1, 2));
    expect(await ids({ external_account_id: 'a', status: 'disconnected' })).to.deep.equal(of(0));
    expect(await ids({ status: 'ACTIVE' })).to.deep.equal(of(1, 2, 3));
    expect(await ids({ external_account_id: 'c' })).to.deep.equal([]);
    for (const query of [{ status: 'asleep' }, { external_account_id: '' }, { provider: 'ledger' }, { limit: '0' }]) {
      expect((await refusalOf(list(query))).code).to.equal('BAD_REQUEST');
    }
  });
});
