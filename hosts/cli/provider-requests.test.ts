// `ledgerport provider request`, `requests` and `settle`: what they send, over a service that only listens.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { run } from './run.ts';

describe('ledgerport provider request', () => {
  let server: Server;
  const heard: { method: string; url: string; key: unknown; body: Record<string, unknown> }[] = [];
  const env: NodeJS.ProcessEnv = {};
  before(async () => {
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        heard.push({ method, url, key: headers['idempotency-key'], body: text === '' ? {} : JSON.parse(text) });
        const own = { id: 'prq_1', method: 'PUT', template: '/Currencies', outcome: 'unknown', status: null };
        const items = [{ ...own, created_at: '2026-11-23T09:30:00.000Z' }];
        const made = { ...own, effect: 'write', outcome: 'done', status: 200, bytes: 7, body: { Code: 'CAD' } };
        const data = method === 'GET' ? { items } : url.endsWith('/settle') ? { ...own, outcome: 'done' } : made;
        const meta = { page: 1, limit: 50, total: 1, total_pages: 1, has_more: false, next_cursor: null };
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ success: true, message: 'done', data, ...(method === 'GET' && { meta }) }));
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    env['LEDGERPORT_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    env['LEDGERPORT_API_KEY'] = 'acct_test_key';
  });
  beforeEach(() => void heard.splice(0));
  after(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

  async function typed(...words: string[]) {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await run(['provider', ...words], {
      env,
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
      untilStopped: () => new AbortController().signal,
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  }
  const on = ['--connection', 'conn_1'];

  it('sends a write’s bytes as they are typed, under the same key for the same command', async () => {
    const body = '{"Code": "CAD", "Rate": 1.12345678901234567890}';
    const put = ['request', 'put', '/Currencies', '--body', body, ...on];
    expect(await typed(...put)).to.deep.equal({ code: 0, out: '{\n  "Code": "CAD"\n}', err: '200 done prq_1' });
    await typed(...put);
    await typed('request', 'PUT', '/Currencies', '--body', '{}', ...on);
    const [first, again, other] = heard;
    expect(first).to.include({ method: 'POST', url: '/v1/connections/conn_1/provider-requests' });
    expect(first?.body).to.deep.equal({
      ...{ method: 'PUT', path: '/Currencies', body_base64: Buffer.from(body).toString('base64') },
    });
    expect([again?.key, first?.key === other?.key]).to.deep.equal([first?.key, false]);
  });

  it('takes parameters behind the path, and refuses what is no method, no path and no JSON', async () => {
    await typed('request', 'GET', '/Accounts?page=2&order=Code%20ASC', ...on);
    expect(heard[0]?.body).to.deep.equal({
      ...{ method: 'GET', path: '/Accounts', query: { page: '2', order: 'Code ASC' } },
    });
    for (const wrong of [
      ['request', 'PATCH', '/Accounts', ...on],
      ['request', 'GET', ...on],
      ['request', 'PUT', '/Currencies', '--body', '{', ...on],
      ['settle', 'prq_1', 'perhaps', 'x', ...on],
      ['settle', 'prq_1', 'done', ...on],
    ])
      expect((await typed(...wrong)).code, wrong.join(' ')).to.equal(2);
    expect(heard).to.have.length(1);
  });

  it('lists what is unknown, and settles it', async () => {
    const { out } = await typed('requests', '--unknown', ...on);
    expect(out).to.equal('2026-11-23T09:30:00.000Z  prq_1  PUT  /Currencies  -  unknown');
    expect(heard[0]?.url).to.include('outcome=unknown');
    expect(await typed('settle', 'prq_1', 'done', 'It is there', ...on)).to.include({ code: 0, out: 'prq_1  done' });
    expect(heard[1]?.body).to.deep.equal({ outcome: 'done', reason: 'It is there' });
  });
});
