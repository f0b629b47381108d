import { expect } from 'chai';
import { ServiceError } from '../../core/ports.ts';
import { openBooks } from './books.ts';
import { createConnect } from './connect.ts';
import { createRpc } from './rpc.ts';
import { readingOf } from './testing/reading.ts';
import { serveScripted } from './testing/scripted-server.ts';
import { adminClient, adminPassword, clientAs, makeChart, makeCompany, servicePassword } from './testing/seed.ts';
import { describeTryton, localRules, startTryton, type TestTryton } from './testing/tryton-server.ts';

const now = new Date('2026-11-26T10:00:00Z');

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => 'it succeeded',
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ServiceError)) throw error;
  const { code, details } = error;
  expect(error.message).not.to.contain('user-4wybjg');
  return [code, details.reason, details.errors?.[0]?.path].filter((word) => word !== undefined).join(' ');
}

describeTryton('connecting to a Tryton server', () => {
  let tryton: TestTryton;
  let form: Record<string, string>;
  const connect = createConnect(createRpc(localRules), () => now);
  before(async () => {
    tryton = await startTryton({ env: { TRYTOND_SESSION__MAX_ATTEMPT: '1' } });
    // Another spelling of the same server.
    form = {
      server_address: `${tryton.url.replace('http', 'HTTP')}/./`,
      database: 'books',
      login: 'ledgerport',
      password: servicePassword,
    };
  });
  after(() => tryton.stop());

  it('opens with a form, lists the companies of the user, renews, and logs out', async () => {
    const admin = await adminClient(tryton.rpc, tryton, tryton.seeded);
    const second = await makeCompany(admin, 'Second Kiln', tryton.seeded.currency);
    const elsewhere = await clientAs(tryton.rpc, tryton, { login: 'admin', password: adminPassword, company: second });
    await makeChart(elsewhere, second);
    await admin.call('model.res.user.write', [tryton.seeded.serviceUser], { companies: [['add', [second]]] });
    const grant = await connect.open(form);
    expect(grant).to.deep.include({ expiresAt: new Date('2026-11-26T22:00:00Z'), scopes: [], consentId: null });
    expect(grant.accessToken).not.to.contain(servicePassword);
    const tenants = await connect.tenants(grant.accessToken);
    const at = `${tryton.url}/books#`;
    expect(tenants).to.eql(
      ['Hearth & Kiln Studio', 'Second Kiln'].map((name, i) => {
        const tenantId = at + [tryton.seeded.company, second][i];
        const { identity } = tenants[i] ?? {};
        expect(identity).to.match(/^[0-9a-f]{64}$/);
        return { providerConnectionId: tenantId, tenantId, name, identity, isNew: true };
      }),
    );
    expect(tenants[0]?.identity).not.to.equal(tenants[1]?.identity);
    // The same server by another name: other ids, the same identities, and the books of a tenant by either log-in.
    const named = createConnect(createRpc({ ...localRules, allowedHosts: ['localhost'] }), () => now);
    const other = await named.open({ ...form, server_address: tryton.url.replace('127.0.0.1', 'localhost') });
    const again = await named.tenants(other.accessToken);
    expect(again.map(({ identity }) => identity)).to.eql(tenants.map(({ identity }) => identity));
    expect(again[0]?.tenantId).not.to.equal(tenants[0]?.tenantId);
    expect(await named.identityOf(other.accessToken, tenants[1]?.tenantId ?? '')).to.equal(tenants[1]?.identity);
    const byOther = { ...other, tenantId: tenants[1]?.tenantId ?? '', report: () => {} };
    expect(openBooks(tryton.rpc, byOther).companyId).to.equal(second);
    // Each tenant's books are its own company's, whichever company the user works in elsewhere.
    for (const { tenantId } of tenants) {
      const access = { ...grant, tenantId, report: () => {} };
      const books = openBooks(tryton.rpc, access);
      const domain = [
        ['name', 'like', '%Receivable'],
        ['company', '=', books.companyId],
      ];
      const found = await books.search('account.account', { domain, fields: ['name'] });
      expect(found, tenantId).to.have.length(1);
    }
    const renewed = await connect.refresh(grant.refreshToken);
    expect(renewed.accessToken).not.to.equal(grant.accessToken);
    await connect.disconnect(grant.accessToken);
    await connect.disconnect(grant.accessToken);
    expect(await refusalOf(connect.tenants(grant.accessToken))).to.equal('ACTION_REQUIRED token_rejected');
    expect(await connect.tenants(renewed.accessToken)).to.have.length(2);
  });

  it('names the field that is wrong', async () => {
    const scripted = await serveScripted({ body: '{"id":0,"result":"7.2.1"}' });
    const rows: readonly [Record<string, string>, string][] = [
      [{ database: ' ' }, 'BAD_REQUEST database'],
      [{ password: '' }, 'BAD_REQUEST password'],
      [{ database: '../etc' }, 'BAD_REQUEST database'],
      [{ database: 'nobody' }, 'BAD_REQUEST database_unknown database'],
      [{ server_address: 'http://10.1.2.3' }, 'BAD_REQUEST server_address'],
      [{ server_address: 'http://127.0.0.1:1' }, 'BAD_REQUEST server_address'],
      [{ server_address: 'http://127.0.0.1:20001' }, 'BAD_REQUEST server_unreachable server_address'],
      [{ server_address: scripted.url }, 'BAD_REQUEST server_version server_address'],
    ];
    for (const [wrong, expected] of rows) {
      expect(await refusalOf(connect.open({ ...form, ...wrong })), JSON.stringify(wrong)).to.equal(expected);
    }
    await scripted.stop();
  });

  it('names what the user may not do, and the models that a server lacks', async () => {
    const admin = await adminClient(tryton.rpc, tryton, tryton.seeded);
    const login = 'clerk';
    const { company } = tryton.seeded;
    const values = { name: login, login, password: servicePassword, companies: [['add', [company]]], company };
    await admin.create('res.user', values);
    const error = await connect.open({ ...form, login }).catch((thrown: unknown) => thrown);
    expect(String(error)).to.contain('create account.invoice').and.not.contain('party.party');
    expect(await refusalOf(connect.open({ ...form, login }))).to.equal('BAD_REQUEST server_incomplete login');
    const all = { read: 1, write: 1, create: 1 };
    const lacks = (model: string) => ({ body: JSON.stringify({ id: 0, error: [`'${model}'`, ''] }) });
    const answers = ['"6.0.29"', '[2,"key"]'].map((result) => ({ body: `{"id":0,"result":${result}}` }));
    const rest = { body: JSON.stringify({ id: 0, result: { 'party.party': all } }) };
    const scripted = await serveScripted(...answers, lacks('sale.sale'), lacks('purchase.purchase'), rest);
    const partial = await connect.open({ ...form, server_address: scripted.url }).catch((thrown: unknown) => thrown);
    expect(String(partial)).to.contain('lacks the model sale.sale, the model purchase.purchase, read company.company');
    await scripted.stop();
  });

  it('tells a wrong password from a locked login, which the right password does not open', async () => {
    const grant = await connect.open(form);
    const wrong = { ...form, password: 'wrong' };
    const stale = grant.refreshToken.replace(servicePassword, 'wrong');
    expect(await refusalOf(connect.open(wrong))).to.equal('BAD_REQUEST wrong_password password');
    expect(await refusalOf(connect.refresh(stale))).to.equal('ACTION_REQUIRED invalid_grant');
    expect(await refusalOf(connect.open(form))).to.equal('PROVIDER_UNAVAILABLE login_locked');
    expect(await refusalOf(connect.refresh(grant.refreshToken))).to.equal('PROVIDER_UNAVAILABLE login_locked');
    // A session that is open goes on.
    expect(await connect.tenants(grant.accessToken)).to.have.length(2);
    await clientAs(tryton.rpc, tryton, { login: 'admin', password: adminPassword });
  });
});

describeTryton('a session that has rested', () => {
  it('reads and writes, but is ended by a call that needs a fresh one; nothing was applied, and a log-in helps', async () => {
    const tryton = await startTryton({ env: { TRYTOND_SESSION__TIMEOUT: '0' } });
    const { work, reads } = await readingOf(tryton);
    const id = await work.invoice();
    const failure = await refusalOf(work.press('account.invoice.post', id));
    expect(failure).to.equal('ACTION_REQUIRED token_rejected');
    expect(await refusalOf(reads.read(work.access, 'invoices', String(id)))).to.equal('ACTION_REQUIRED token_rejected');
    const again = await readingOf(tryton);
    expect((await again.read('invoices', id))['status']).to.equal('DRAFT');
    await tryton.stop();
  });
});
