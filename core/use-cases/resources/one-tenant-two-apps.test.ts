// One tenant may be connected through two provider apps: its records are the same, whoever changes them.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { connected, write } from '../testing/connecting.ts';
import { openService } from '../testing/service.ts';

describe('two changes of one record over two connections to its tenant', () => {
  const service = openedOnce(() => openService());

  it('both stand', async () => {
    const { test, live } = await service.newOrganization();
    const tenantId = await service.newTenant();
    const [one, other] = [await connected(service, test, tenantId), await connected(service, live, tenantId)];
    const create = async (type: string, body: object) =>
      (await service.core.resources.create(test, { connectionId: one.id, type, write: write(body) })).value.providerId;
    const contact_id = await create('contacts', { name: 'Customer' });
    const line_items = [{ description: 'Bench', quantity: 1, unit_amount: 10, account_code: '200' }];
    const resourceId = await create('quotes', { contact_id, issue_date: '2030-01-01', line_items });
    const change = (caller: Caller, { id: connectionId }: Connection, body: object) =>
      service.core.resources.update(caller, { connectionId, type: 'quotes', resourceId, write: write(body) });
    for (const round of ['first', 'second', 'third']) {
      await Promise.all([change(test, one, { title: round }), change(live, other, { terms: round })]);
      const [quote] = await service.sandbox.documents(tenantId, 'Quotes');
      expect(quote).to.include({ Title: round, Terms: round });
    }
  });
});
