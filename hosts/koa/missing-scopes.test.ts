// Connections whose customers did not grant a scope, over HTTP: the refusal names it, and the list finds them.
import { expect } from 'chai';
import { openedOnce } from '../../contract-tests/testing/opened.ts';
import { connectedWithout } from '../../core/use-cases/testing/connecting.ts';
import { serveLive } from './testing/live-service.ts';

describe('missing scopes over HTTP', () => {
  const service = openedOnce(() => serveLive());
  const tenancy = openedOnce(() => service.newOrganization());
  const scope = 'accounting.attachments';

  it('are named by the connection, by the refusal of a call and by no other, and are listed', async () => {
    const tenantId = await service.newTenant();
    const fields = { external_account_id: tenantId };
    const { id } = await connectedWithout(service, tenancy.test, tenantId, [scope], fields);
    const base = `/v1/connections/${id}`;
    const shown = await service.call(tenancy.test, 'GET', base);
    expect(shown.body['data']).to.deep.include({ missing_scopes: [scope], status: 'active', health: 'ok' });
    const made = await service.call(tenancy.test, 'POST', `${base}/contacts`, { key: 'c', body: { name: 'Supplier' } });
    expect(made.status).to.equal(201);
    const contact = (made.body['data'] as { item: { id: string } }).item.id;
    const refused = await service.call(tenancy.test, 'GET', `${base}/contacts/${contact}/attachments`);
    expect(refused.status).to.equal(409);
    expect(refused.body).to.deep.include({
      ...{ code: 'ACTION_REQUIRED', reason: 'scope_missing', action: 'reconnect', retryable: false },
      ...{ connection_id: id, missing_scopes: [scope] },
    });
    const list = (query: string) => service.call(tenancy.test, 'GET', `/v1/connections?${query}`);
    const { items } = (await list(`missing_scope=${scope}`)).body['data'] as { items: { connection_id: string }[] };
    expect(items.map(({ connection_id }) => connection_id)).to.deep.equal([id]);
    for (const query of ['missing_scope=files', 'missing_scope=', `missing_scope=${scope}&missing_scope=${scope}`]) {
      expect((await list(query)).status, query).to.equal(400);
    }
    const providers = await service.call(tenancy.test, 'GET', '/v1/providers');
    const [ledger] = (providers.body['data'] as { items: { scopes: string[] }[] }).items;
    expect(ledger?.scopes).to.include(scope);
  });
});
