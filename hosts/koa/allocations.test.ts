// Allocations over HTTP: what is answered, who may ask, and how many calls of the provider each act takes.
import { expect } from 'chai';
import { openedOnce } from '../../contract-tests/testing/opened.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { serveLive } from './testing/live-service.ts';

const line = { description: 'Bench', quantity: 1, unit_amount: 100, account_code: '200', tax_type: 'NONE' };

describe('allocations over HTTP', () => {
  const service = openedOnce(() => serveLive());
  const tenancy = openedOnce(() => service.newOrganization());
  let [place, credit, invoice, reader] = ['', '', '', ''];
  before(async () => {
    const { id } = await connected(service, tenancy.test, await service.newTenant());
    place = `/v1/connections/${id}`;
    const made = async (type: string, body: object) => {
      const answer = await service.call(tenancy.test, 'POST', `${place}/${type}`, { key: type, body });
      return (answer.body['data'] as { item: { id: string } }).item.id;
    };
    const contact_id = await made('contacts', { name: 'Ada' });
    const document = { contact_id, issue_date: '2026-11-20', status: 'AUTHORISED', line_items: [line] };
    credit = await made('credit_notes', { type: 'receivable', ...document });
    invoice = await made('invoices', { ...document, due_date: '2026-12-20' });
    const rights = { name: 'reads', scopes: ['read' as const], connectionIds: [id] };
    reader = (await service.core.access.issueKey({ ...tenancy.test, ...rights })).secret;
  });
  const at = (suffix = '') => `${place}/credit_notes/${credit}/allocations${suffix}`;
  const ask = (method: 'POST' | 'DELETE', path: string, key?: string, body?: object) =>
    service.call(tenancy.test, method, path, { ...(key !== undefined && { key }), ...(body && { body }) });
  const asReader = (method: 'POST' | 'DELETE', path: string, body?: object) =>
    service.call(undefined, method, path, {
      ...{ headers: { authorization: `Bearer ${reader}` }, key: 'of a reader' },
      ...(body && { body }),
    });

  it('one is made with 201 and five calls, repeated with none, and taken back with 200', async () => {
    const body = { invoice_id: invoice, amount: 40.5 };
    const made = await ask('POST', at(), 'first', body);
    const { item } = made.body['data'] as { item: Record<string, unknown> };
    expect([made.status, item['invoice_id'], item['amount'], item['date']]).to.deep.equal([
      ...[201, invoice, 40.5, '2026-11-20'],
    ]);
    expect([made.headers.get('x-write-resolution'), made.headers.get('x-provider-calls')]).to.deep.equal(['sent', '5']);
    const again = await ask('POST', at(), 'first', body);
    expect([
      again.status,
      again.headers.get('idempotent-replayed'),
      again.headers.get('x-provider-calls'),
    ]).to.deep.equal([201, 'true', null]);
    expect(again.body['data']).to.deep.equal(made.body['data']);
    const gone = await ask('DELETE', at(`/${item['allocation_id']}`), 'back');
    expect([gone.status, gone.body['data'], gone.headers.get('x-provider-calls')]).to.deep.equal([
      ...[200, { removed: true }, '4'],
    ]);
    expect((await ask('DELETE', at(`/${item['allocation_id']}`), 'back')).body['data']).to.deep.equal({
      removed: true,
    });
    expect((await ask('DELETE', at(`/${item['allocation_id']}`), 'again')).status).to.equal(404);
  });

  it('a look needs the scope read alone, no key, and two calls; the acts need write', async () => {
    const body = { invoice_id: invoice, amount: 100 };
    const look = await asReader('POST', at('?validate_only=true'), body);
    expect([look.status, look.headers.get('x-provider-calls')]).to.deep.equal([200, '2']);
    expect(look.body['data']).to.deep.include({ valid: true, item: body });
    const large = await asReader('POST', at('?validate_only=true'), { ...body, amount: 100.01 });
    expect([large.status, large.body['errors']]).to.deep.equal([
      ...[400, [{ path: 'amount', message: 'is too large: 100 of the credit remain, and 100 of the invoice are due' }]],
    ]);
    for (const refused of [await asReader('POST', at(), body), await asReader('DELETE', at('/x'))]) {
      expect([refused.status, refused.body['reason']]).to.deep.equal([403, 'scope_missing']);
    }
  });

  it('without a key, and of a family without credit, one is refused', async () => {
    const body = { invoice_id: invoice, amount: 1 };
    expect((await ask('POST', at(), undefined, body)).status).to.equal(400);
    expect((await ask('DELETE', at('/x'))).status).to.equal(400);
    const other = await ask('POST', `${place}/invoices/${invoice}/allocations`, 'other', body);
    expect([other.status, other.body['reason']]).to.deep.equal([409, 'not_supported_by_provider']);
  });
});
