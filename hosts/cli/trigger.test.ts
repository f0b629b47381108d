// `trigger` says when work waits; a server with a few answers stands for the service.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { run } from './run.ts';

const customer = { provider: 'ledger', external_account_id: 'customer-1' };
const connection = { ...customer, connection_id: 'conn_1', retention_mode: 'cached' };
const event = { type: 'sync.completed', data: { operation_id: 'op_1' } };
const usedUp = {
  ...{ success: false, code: 'RATE_LIMITED', message: "the connection's provider budget is used up" },
  ...{ retryable: true, retry_after_seconds: 0, reason: 'connection_minute', request_id: 'r' },
};
const listed = (...items: object[]) => ({ success: true, data: { items, page: { page: 1, limit: 1, total: 1 } } });
const itself = (item: object) => ({ success: true, data: item });

describe('ledgerport trigger', () => {
  const err: string[] = [];
  let server: Server;
  let url: string;
  let syncs = 0;
  let asked = 0;

  before(async () => {
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://a');
      const answer = (): object => {
        if (request.method === 'POST') return syncs++ === 0 ? usedUp : itself({ operation_id: 'op_1' });
        if (pathname === '/v1/connections') return listed(connection);
        if (pathname === '/v1/connections/conn_1') return itself(connection);
        if (pathname === '/v1/operations') return listed({ waiting_for: asked++ === 0 ? null : 'provider_budget' });
        return searchParams.has('type') && asked > 1 ? listed(event) : listed();
      };
      const body = answer();
      response.writeHead(body === usedUp ? 429 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  it('says that it waits: for its own call, and for work that waits for the budget', async () => {
    const env = {
      ...{ LEDGERPORT_URL: url, LEDGERPORT_API_KEY: `acct_test_${'a'.repeat(38)}`, DATA_DIR: '/nowhere' },
      LEDGERPORT_SANDBOX_URL: url,
    };
    const out: string[] = [];
    const world = { env, out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) };
    const code = await run('trigger sync.completed --json'.split(' '), {
      ...world,
      untilStopped: () => AbortSignal.abort(),
    });
    expect(err).to.deep.equal([
      "the connection's provider budget is used up: trying again in 1 s",
      'The calls that the provider allows in a minute are used up: waiting for more',
    ]);
    expect([code, out.map((text) => JSON.parse(text))]).to.deep.equal([0, [event]]);
  });
});
