// `ledgerport allocate` and `allocations remove`: what they send, over a service that only listens.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { run } from './run.ts';

describe('ledgerport allocate', () => {
  let server: Server;
  const heard: { method: string; url: string; key: unknown; body: string }[] = [];
  const env: NodeJS.ProcessEnv = {};
  before(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        heard.push({ method, url, key: headers['idempotency-key'], body });
        const item = { allocation_id: 'a-1', invoice_id: 'inv_1', amount: 40.5, date: '2026-12-01' };
        const look = { valid: true, item: {}, not_checked: ['role', 'plan'] };
        const data = method === 'DELETE' ? { removed: true } : url.includes('validate_only') ? look : { item };
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ success: true, message: 'done', data }));
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
    const code = await run(words, {
      env,
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
      untilStopped: () => new AbortController().signal,
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  }
  const on = ['--connection', 'conn_1'];

  it('sends the same key for the same command, and another for another amount', async () => {
    expect(await typed('allocate', 'crn_1', 'inv_1', '40.5', ...on)).to.include({
      code: 0,
      out: 'a-1  40.5  2026-12-01',
    });
    await typed('allocate', 'crn_1', 'inv_1', '40.5', ...on);
    await typed('allocate', 'crn_1', 'inv_1', '41', ...on, '--date', '2026-12-01');
    await typed('allocate', 'crn_1', 'inv_1', '40.5', ...on, '--idempotency-key', 'own');
    const [first, again, other, own] = heard;
    expect(first).to.include({ method: 'POST', body: '{"invoice_id":"inv_1","amount":40.5}' });
    expect(first?.url).to.match(/^\/v1\/connections\/conn_1\/credit_notes\/crn_1\/allocations/);
    expect([again?.key, own?.key]).to.deep.equal([first?.key, 'own']);
    expect(other?.key).not.to.equal(first?.key);
    expect(other?.body).to.equal('{"invoice_id":"inv_1","amount":41,"date":"2026-12-01"}');
  });

  it('goes to the credit the id is of: a credit note, a prepayment or an overpayment', async () => {
    await typed('allocate', 'prp_1', 'inv_1', '5', ...on);
    await typed('allocations', 'remove', 'ovp_1', 'a-1', ...on);
    expect(heard.map(({ url }) => url.split('/').slice(4, 6).join('/'))).to.deep.equal([
      'prepayments/prp_1',
      'overpayments/ovp_1',
    ]);
  });

  it('only looks with --check, and takes an allocation back', async () => {
    const looked = await typed('allocate', 'crn_1', 'inv_1', '40.5', ...on, '--check');
    expect([looked.out, heard[0]?.url.includes('validate_only=true')]).to.deep.equal([
      ...['it would be sent; not checked: role, plan', true],
    ]);
    expect((await typed('allocations', 'remove', 'crn_1', 'a-1', ...on)).out).to.equal('taken back');
    expect(heard[1]).to.include({ method: 'DELETE', url: '/v1/connections/conn_1/credit_notes/crn_1/allocations/a-1' });
  });

  it('says what is missing or wrong, and sends nothing', async () => {
    const wrong: readonly [readonly string[], string][] = [
      [['allocate', 'crn_1', 'inv_1', '40.5'], '--connection <id> is missing'],
      [['allocate', ...on], 'the id of the credit is missing'],
      [['allocate', 'crn_1', ...on], 'the id of the invoice is missing'],
      [['allocate', 'crn_1', 'inv_1', ...on], 'the amount is missing'],
      [['allocate', 'crn_1', 'inv_1', '1e9', ...on], 'the amount must be a number'],
      [['allocate', 'crn_1', 'inv_1', '1', 'more', ...on], 'does not take "more"'],
      [['allocations', 'remove', 'crn_1', ...on], 'the id of the allocation is missing'],
    ];
    for (const [words, says] of wrong) {
      const { code, err } = await typed(...words);
      expect([code, err], words.join(' ')).to.satisfy(([c, e]: [number, string]) => c !== 0 && e.includes(says));
    }
    expect(heard).to.deep.equal([]);
  });
});
