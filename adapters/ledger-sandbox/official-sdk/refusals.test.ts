import { expect } from 'chai';
import { type DrivenSdk, driveSdk, refusalOf } from './testing/drive-sdk.ts';

const nobody = '00000000-0000-4000-8000-000000000001';

describe('official SDK: refusals, limits and idempotency', () => {
  let sdk: DrivenSdk;
  beforeEach(async () => {
    sdk = await driveSdk();
  });
  afterEach(() => sdk.close());

  const contacts = async () => (await sdk.api.getContacts(sdk.tenantId)).body.contacts?.length;
  const create = (name: string, key?: string) =>
    sdk.api.createContacts(sdk.tenantId, { contacts: [{ name }] }, undefined, key);

  it('answers 404 in HTML for an unknown id of every family, printed or not', async () => {
    const { api, tenantId } = sdk;
    const calls = [
      api.getContact(tenantId, nobody),
      api.getInvoice(tenantId, nobody),
      api.getQuote(tenantId, nobody),
      api.getPayment(tenantId, nobody),
      api.getPurchaseOrder(tenantId, nobody),
      api.getAccount(tenantId, nobody),
      api.getBrandingTheme(tenantId, nobody),
      api.getOnlineInvoice(tenantId, nobody),
      api.getInvoiceHistory(tenantId, nobody),
      api.updateInvoice(tenantId, nobody, { invoices: [{ reference: 'x' }] }),
      api.updateQuote(tenantId, nobody, { quotes: [{ reference: 'x' }] }),
      api.deletePayment(tenantId, nobody, { status: 'DELETED' }),
      api.deleteAccount(tenantId, nobody),
    ];
    for (const [count, call] of calls.entries()) {
      const refusal = await refusalOf(call);
      expect([refusal.statusCode, refusal.headers['content-type']], `call ${count}`).to.deep.equal([404, 'text/html']);
    }
    expect((await refusalOf(api.getQuoteAsPdf(tenantId, nobody))).statusCode).to.equal(404);
  });

  it('answers 501 for a verb that a family does not have', async () => {
    const refusal = await refusalOf(sdk.api.updateTaxRate(sdk.tenantId, { taxRates: [{ name: 'x' }] }));
    expect([refusal.statusCode, refusal.body]).to.deep.include(501);
    expect(refusal.body).to.include({ Type: 'ApiMethodNotImplementedException', ErrorNumber: 20 });
  });

  it('limits calls by the minute, with an empty 429 and the remaining counters', async () => {
    await sdk.control('POST', 'quirks', { limits: { minute: 3, day: 100, concurrent: null } });
    const { headers } = (await sdk.api.getOrganisations(sdk.tenantId)).response;
    expect([headers['x-minlimit-remaining'], headers['x-daylimit-remaining']]).to.deep.equal(['2', '99']);
    await sdk.api.getOrganisations(sdk.tenantId);
    await sdk.api.getOrganisations(sdk.tenantId);
    const refusal = await refusalOf(sdk.api.getOrganisations(sdk.tenantId));
    expect([refusal.statusCode, refusal.body || '']).to.deep.equal([429, '']);
    expect(refusal.headers).to.include({ 'x-rate-limit-problem': 'minute', 'x-minlimit-remaining': '0' });
    expect(Number(refusal.headers['retry-after'])).to.be.within(1, 60);
    await sdk.control('POST', 'clock', { advance_seconds: 60 });
    expect((await sdk.api.getOrganisations(sdk.tenantId)).response.status).to.equal(200);
  });

  it('limits calls in flight to five', async () => {
    // Time enough for all eight to arrive while the first is under way.
    await sdk.control('POST', 'quirks', { limits: { minute: null, day: null, concurrent: 5 }, latency_ms: 3_000 });
    const calls = Array.from({ length: 8 }, () => sdk.api.getOrganisations(sdk.tenantId));
    const settled = await Promise.allSettled(calls);
    const refused = settled.filter((call) => call.status === 'rejected');
    expect(refused).to.have.length(3);
    for (const { reason } of refused) expect(reason).to.include('"x-rate-limit-problem":"concurrent"');
  });

  it('answers a repeated key with the first answer, refusals too, for six minutes', async () => {
    const first = await create('Once Ltd', 'key-1');
    const replay = await create('Once Ltd', 'key-1');
    expect(replay.body).to.deep.equal(first.body);
    expect(await contacts()).to.equal(5);
    const other = await refusalOf(create('Twice Ltd', 'key-1'));
    expect(other.statusCode).to.equal(400);
    const refused = await refusalOf(create('Once Ltd', 'key-2'));
    expect((await refusalOf(create('Once Ltd', 'key-2'))).body).to.deep.equal(refused.body);
    expect((await refusalOf(create('Long Ltd', 'k'.repeat(129)))).statusCode).to.equal(400);
    await sdk.control('POST', 'clock', { advance_seconds: 361 });
    const later = await refusalOf(create('Once Ltd', 'key-1'));
    expect(JSON.stringify(later.body)).to.include('already assigned to another contact');
  });

  it('replays a stored 500 for six minutes and processes the call after them', async () => {
    const match = { method: 'PUT', path: '/api.xro/2.0/Contacts' };
    await sdk.control('POST', 'faults', { match, action: { status: 500, store: true } });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await refusalOf(create('Stored Ltd', 'key-1'))).statusCode).to.equal(500);
    }
    expect(await contacts()).to.equal(4);
    await sdk.control('POST', 'clock', { advance_seconds: 361 });
    expect((await create('Stored Ltd', 'key-1')).response.status).to.equal(200);
  });

  it('loses an answer on the socket, and gives it again for the same key', async () => {
    const match = { method: 'PUT', path: '/api.xro/2.0/Contacts' };
    await sdk.control('POST', 'faults', { match, action: { drop: 'after' } });
    expect((await refusalOf(create('Lost Ltd', 'key-1'))).statusCode).to.equal(0);
    expect((await create('Lost Ltd', 'key-1')).body.contacts?.[0]?.name).to.equal('Lost Ltd');
    expect(await contacts()).to.equal(5);
  });

  it('answers 503 for an organisation that is offline, and only for that', async () => {
    const [here = '', there = ''] = sdk.tenantIds;
    const { accountingApi } = await sdk.connect([here, there]);
    await sdk.control('POST', 'quirks', { offline_tenants: [here] });
    expect((await refusalOf(accountingApi.getOrganisations(here))).statusCode).to.equal(503);
    expect((await accountingApi.getOrganisations(there)).response.status).to.equal(200);
  });
});
