import { expect } from 'chai';
import { LedgerportError } from './errors.ts';
import { Ledgerport, type LedgerportOptions } from './ledgerport.ts';
import { responseOf } from './response-of.ts';
import { answered, cut, type Scripted, scriptedFetch } from './testing/scripted-fetch.ts';

function clientOver(script: readonly Scripted[], options: Partial<LedgerportOptions> = {}) {
  const { fetch, sent } = scriptedFetch(...script);
  return { lp: new Ledgerport({ apiKey: 'acct_test_1', fetch, backoffMs: 0, ...options }), sent };
}

async function errorOf(call: Promise<unknown>): Promise<LedgerportError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof LedgerportError) return error;
  throw new Error(`no LedgerportError but ${String(error)}`);
}

const invoice = { id: 'inv_1', number: 'INV-1' };

describe('what a call is told and tells', () => {
  it('takes an address with or without /v1, and the key of a call', async () => {
    for (const baseUrl of ['https://a.test', 'https://a.test/', 'https://a.test/v1', 'https://a.test/v1/']) {
      const { lp, sent } = clientOver([answered({ source: 'provider', item: invoice })], { baseUrl });
      await lp.invoices.get('conn_1', 'inv_1', { apiKey: 'acct_live_2' });
      await lp.invoices.get('conn_1', 'inv_1');
      expect(sent.map(({ url }) => url)).to.deep.equal(
        Array(2).fill('https://a.test/v1/connections/conn_1/invoices/inv_1'),
      );
      const keys = sent.map(({ headers }) => headers.get('authorization'));
      expect(keys).to.deep.equal(['Bearer acct_live_2', 'Bearer acct_test_1']);
    }
  });

  it('tells of each result which request gave it', async () => {
    const answer = () => {
      const told = answered({ source: 'provider', item: { ...invoice } });
      told.headers.set('X-Request-ID', 'req_7');
      return told;
    };
    const { lp } = clientOver([answer, () => answered({ items: [invoice] }, 200, { has_more: false })]);
    const found = await lp.invoices.get('conn_1', 'inv_1');
    expect(responseOf(found)).to.include({ requestId: 'req_7', status: 200 });
    expect(JSON.stringify(found)).to.equal(JSON.stringify(invoice));
    const page = await lp.invoices.list('conn_1', { requestId: 'mine' }).page();
    expect(responseOf(page)?.requestId).to.equal('mine');
    expect(responseOf({})).to.equal(undefined);
  });

  it('puts message, address and cause of a failure into its JSON', async () => {
    const { lp } = clientOver([cut('ECONNREFUSED')], { baseUrl: 'http://localhost:1', maxRetries: 0 });
    const error = await errorOf(lp.invoices.get('conn_1', 'inv_1', { requestId: 'mine' }));
    const message = 'nothing listens at http://localhost:1 (ECONNREFUSED)';
    expect(error.message).to.equal(message);
    expect(JSON.parse(JSON.stringify(error))).to.deep.equal({
      name: 'LedgerportError',
      message,
      code: 'CONNECTION_FAILED',
      retryable: true,
      requestId: 'mine',
      method: 'GET',
      url: 'http://localhost:1/v1/connections/conn_1/invoices/inv_1',
      attempts: 1,
      cause: 'fetch failed',
    });
    expect(JSON.stringify(error)).not.to.contain('acct_test_1');
  });
});
