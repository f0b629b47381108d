// Histories over HTTP: statuses, headers, refusals, and keys that may only read.
import { expect } from 'chai';
import { openedOnce } from '../../contract-tests/testing/opened.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { serveLive } from './testing/live-service.ts';

type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

describe('histories over HTTP', () => {
  const service = openedOnce(() => serveLive());
  const tenancy = openedOnce(() => service.newOrganization());
  let base: string;
  let path: string;
  before(async () => {
    const tenantId = await service.newTenant();
    const { id } = await connected(service, tenancy.test, tenantId, { external_account_id: tenantId });
    base = `/v1/connections/${id}`;
    const made = await service.call(tenancy.test, 'POST', `${base}/contacts`, { key: 'c', body: { name: 'Supplier' } });
    path = `${base}/contacts/${(made.body['data'] as { item: { id: string } }).item.id}/history`;
  });
  const named = ({ status, body }: Answer) => [status, body['code'], body['reason']].filter(Boolean).join(' ');
  const itemOf = ({ body }: Answer) => (body['data'] as { item: Record<string, unknown> }).item;
  const add = (note: unknown, key: string, where = path) =>
    service.call(tenancy.test, 'POST', where, { key, body: { note } });

  it('a note is 201, its replay 200, and the history tells it with four fields', async () => {
    const first = await add('Approved', 'one');
    expect(first.status).to.equal(201);
    expect(first.headers.get('x-provider-calls')).to.equal('1');
    expect(first.headers.get('x-write-resolution')).to.equal('sent');
    expect(Object.keys(itemOf(first)).sort()).to.deep.equal(['at', 'change', 'details', 'user']);
    const again = await add('Approved', 'one');
    expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([200, 'true']);
    expect(itemOf(again)).to.deep.equal(itemOf(first));
    const told = await service.call(tenancy.test, 'GET', path);
    const { items } = told.body['data'] as { items: Record<string, unknown>[] };
    expect(items).to.deep.equal([{ ...itemOf(first), user: 'System Generated', change: 'Note' }]);
    expect(told.headers.get('x-provider-calls')).to.equal('1');
  });

  it('what is wrong is refused by the field’s name, before the provider is called', async () => {
    const bodies = [{}, { note: '' }, { note: 'x'.repeat(2_501) }, { note: 5 }, { note: 'a', user: 'Kim' }, [], 'note'];
    for (const body of bodies) {
      const answer = await service.call(tenancy.test, 'POST', path, { key: 'wrong', body });
      expect(named(answer), JSON.stringify(body)).to.equal('400 BAD_REQUEST');
    }
    expect(named(await service.call(tenancy.test, 'POST', path, { body: { note: 'no key' } }))).to.equal(
      '400 BAD_REQUEST',
    );
    expect(named(await add('other', 'one'))).to.equal('422 IDEMPOTENCY_KEY_REUSED');
    expect(named(await add('x', 'nobody', path.replace(/con_\w+/, 'con_00000000000000000000000000')))).to.match(/^404/);
    for (const family of ['accounts', 'tax_rates', 'organizations']) {
      const nowhere = `${base}/${family}/x/history`;
      const unsupported = '409 CONFLICT not_supported_by_provider';
      expect(named(await service.call(tenancy.test, 'GET', nowhere)), family).to.equal(unsupported);
      expect(named(await add('x', family, nowhere)), family).to.equal(unsupported);
    }
  });
});
