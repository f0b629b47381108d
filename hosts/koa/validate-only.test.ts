// `?validate_only=true` over HTTP: a key that may only read suffices, no Idempotency-Key is needed, and nothing is kept.
import { expect } from 'chai';
import { openedOnce } from '../../contract-tests/testing/opened.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { keptRows } from './testing/kept-rows.ts';
import { serveLive } from './testing/live-service.ts';
import { signedIn } from './testing/signed-in-member.ts';

const line = { description: 'Bench', quantity: 1, unit_amount: 100, account_code: '200' };

describe('a look before a write, over HTTP', () => {
  const service = openedOnce(() => serveLive());
  const tenancy = openedOnce(() => service.newOrganization());
  let [place, contact, secret, elsewhere] = ['', '', '', ''];
  before(async () => {
    const [tenantId, other] = [await service.newTenant(), await service.newTenant()];
    const { id } = await connected(service, tenancy.test, tenantId, { external_account_id: tenantId });
    elsewhere = (await connected(service, tenancy.test, other, { external_account_id: other })).id;
    place = `/v1/connections/${id}`;
    const made = await service.call(tenancy.test, 'POST', `${place}/contacts`, { key: 'one', body: { name: 'Ada' } });
    contact = (made.body['data'] as { item: { id: string } }).item.id;
    const rights = { name: 'looks', scopes: ['read' as const], connectionIds: [id] };
    secret = (await service.core.access.issueKey({ ...tenancy.test, ...rights })).secret;
  });
  const ask = (method: 'POST' | 'PATCH', path: string, body?: object, base = place) =>
    service.call(undefined, method, `${base}/${path}`, {
      headers: { authorization: `Bearer ${secret}` },
      ...(body && { body }),
    });
  const invoice = () => ({ contact_id: contact, line_items: [line] });

  it('answers 200 with what would be sent, and tells what was not checked and what it called', async () => {
    const { status, body, headers } = await ask('POST', 'invoices?validate_only=true', invoice());
    expect([status, headers.get('x-write-resolution')]).to.deep.equal([200, null]);
    const data = body['data'] as { valid: boolean; item: object; not_checked: readonly string[] };
    expect(data.valid).to.equal(true);
    expect(data.item).to.deep.include({ type: 'receivable', contact_id: contact });
    expect(data.not_checked).to.include.members(['role', 'stock']);
    expect(Number(headers.get('x-provider-calls'))).to.be.within(1, 6);
  });

  it('keeps no row but the calls and the request itself, and none is billed', async () => {
    const held = async () => {
      const counted = ['provider_calls', 'usage_events', 'sqlite_sequence'];
      const rows = Object.entries(await keptRows(service.database)).filter(([table]) => !counted.includes(table));
      const billed = await service.database
        .knex('usage_events')
        .whereIn('meter', ['read_live', 'write', 'automation_run'])
        .select();
      return { rows, billed };
    };
    const before = await held();
    await ask('POST', 'invoices?validate_only=true', invoice());
    await ask('PATCH', `contacts/${contact}?validate_only=true`, { first_name: 'Ada' });
    await ask('POST', 'invoices?validate_only=true', { ...invoice(), line_items: [{ ...line, account_code: '090' }] });
    expect(await held()).to.deep.equal(before);
  });

  const refusals: readonly [
    what: string,
    method: 'POST' | 'PATCH',
    path: string,
    body: () => object,
    refusal: string,
  ][] = [
    ['a fault of the body', 'POST', 'invoices', () => ({ line_items: [line] }), '400 BAD_REQUEST contact_id'],
    [
      'a fault of the books',
      'POST',
      'invoices',
      () => ({ ...invoice(), line_items: [{ ...line, tax_type: 'NO' }] }),
      '422 PROVIDER_REJECTED would_be_refused line_items[0].tax_type',
    ],
    [
      'a record that is not there',
      'PATCH',
      'contacts/6c0fca75-9a3c-4d0a-a1f3-1f2d3c4b5a69',
      () => ({ name: 'B' }),
      '404 NOT_FOUND',
    ],
    ['a family that is only read', 'POST', 'tax_rates', () => ({ name: 'x' }), '400 BAD_REQUEST resource_read_only'],
  ];
  for (const [what, method, path, body, refusal] of refusals) {
    it(`answers ${refusal} for ${what}`, async () => {
      const answer = await ask(method, `${path}?validate_only=true`, body());
      const {
        code,
        reason,
        errors = [],
      } = answer.body as { code: string; reason?: string; errors?: { path: string }[] };
      const said = [answer.status, code, reason, ...errors.map((one) => one.path)].filter((part) => part !== undefined);
      expect(said.join(' ')).to.equal(refusal);
    });
  }

  const kept = ['', '?validate_only=false', '?validate_only=1', '?validate_only=true&validate_only=true'];
  for (const query of kept) {
    it(`is a write with ${query || 'no such parameter'}, for which the key lacks the scope`, async () => {
      const { status, body } = await ask('POST', `invoices${query}`, invoice());
      expect([status, body['reason']]).to.deep.equal([403, 'scope_missing']);
    });
  }

  it('looks at a file by what is said of it, without a body', async () => {
    const at = `contacts/${contact}/attachments?validate_only=true&filename=bill.pdf`;
    const looked = await ask('POST', `${at}&size=500`);
    expect([looked.status, (looked.body['data'] as { item: object }).item]).to.deep.equal([
      200,
      {
        ...{ filename: 'bill.pdf', content_type: 'application/pdf', size: 500, include_online: false, replaced: null },
      },
    ]);
    const without = await ask('POST', at);
    expect([without.status, (without.body['errors'] as { path: string }[])[0]?.path]).to.deep.equal([400, 'size']);
    const uploaded = `${place}/contacts/${contact}/attachments?filename=bill.pdf&size=8`;
    const upload = await service.call(tenancy.test, 'POST', uploaded, { key: 'sized', body: Buffer.from('%PDF-1.7') });
    expect([upload.status, (upload.body['errors'] as { path: string }[])[0]?.path]).to.deep.equal([400, 'size']);
    const large = await ask('POST', `${at}&size=10000001`);
    expect([large.status, large.body['reason']]).to.deep.equal([413, 'attachment_too_large']);
  });

  it('is open to members who may only read, and leaves no audit entry', async () => {
    const member = await signedIn(service, tenancy.test.organizationId, 'viewer');
    const asked = (query: string) =>
      service.call(undefined, 'POST', `${place.replace('/v1', '/accounting/test')}/invoices${query}`, {
        headers: { cookie: member.cookie, ...member.page, 'idempotency-key': 'a member' },
        body: invoice(),
      });
    const entries = () => service.database.knex('audit_entries').select();
    const before = await entries();
    expect((await asked('?validate_only=true')).status).to.equal(200);
    expect((await asked('')).status).to.equal(403);
    expect(await entries()).to.deep.equal(before);
  });

  it('of another word is refused by name', async () => {
    const path = `${place}/invoices?validate_only=yes`;
    const { status, body } = await service.call(tenancy.test, 'POST', path, { key: 'yes', body: invoice() });
    expect([status, (body['errors'] as { path: string }[])[0]?.path]).to.deep.equal([400, 'validate_only']);
  });

  it('finds no other connection with a key that is restricted', async () => {
    const other = `/v1/connections/${elsewhere}`;
    expect((await ask('POST', 'invoices?validate_only=true', invoice(), other)).status).to.equal(404);
  });

  it('is possible where nothing may be written', async () => {
    const quiet = await serveLive({ settings: { readOnly: true } });
    try {
      const { test } = await quiet.newOrganization();
      const path = '/v1/connections/conn_00000000000000000000000000/invoices';
      const look = await quiet.call(test, 'POST', `${path}?validate_only=true`, { body: invoice() });
      expect(look.body['code']).to.equal('NOT_FOUND');
      const write = await quiet.call(test, 'POST', path, { key: 'k', body: invoice() });
      expect(write.body['code']).to.equal('READ_ONLY');
    } finally {
      await quiet.close();
    }
  });
});
