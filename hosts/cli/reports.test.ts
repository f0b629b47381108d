// `ledgerport report`: what it asks for and how it is printed, over a service that only listens.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { reportNames } from '../../core/domain/report-query.ts';
import { run } from './run.ts';

const row = (kind: string, depth: number, label: string, values: object, texts?: object) => ({
  ...{ kind, depth, section: null, label, account_id: null, pseudo: null, document_id: null, values },
  ...(texts && { texts }),
});
const report = {
  ...{ report: 'profit_and_loss', basis: 'cash', currency: 'NZD', from: '2026-10-01', to: '2026-10-31' },
  columns: [
    { key: 'current', label: '31 Oct 26', from: '2026-10-01', to: '2026-10-31' },
    { key: 'earlier_1', label: '', from: '2026-09-01', to: '2026-09-30' },
  ],
  rows: [
    row('section', 0, 'Income', {}),
    row('line', 1, 'Sales \u001b[31m', { current: '1200.00', earlier_1: null }),
    row('total', 1, 'Total Income', { current: '1200.00', earlier_1: '0.00' }),
    row('total', 0, 'Net Profit', { current: '-5.50' }, { earlier_1: '12.5%' }),
  ],
  warnings: [{ code: 'total_differs', path: 'rows[2].values.current', message: 'the lines sum to 1, and …' }],
};

describe('ledgerport report', () => {
  let server: Server;
  const heard: string[] = [];
  const env: NodeJS.ProcessEnv = { LEDGERPORT_API_KEY: 'acct_test_key' };
  before(async () => {
    server = createServer((request, response) => {
      heard.push(request.url ?? '');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ success: true, message: 'done', data: { source: 'provider', item: report } }));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    env['LEDGERPORT_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => void heard.splice(0));
  after(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

  async function typed(...words: string[]) {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await run(['report', ...words], {
      env,
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
      untilStopped: () => new AbortController().signal,
    });
    return { code, out, err: err.join('\n') };
  }
  const on = ['--connection', 'conn_1'];

  it('prints a table, whose texts reach no terminal raw, and tells warnings beside it', async () => {
    const { code, out, err } = await typed('profit_and_loss', ...on);
    expect(code).to.equal(0);
    expect(out).to.deep.equal([
      'profit and loss from 2026-10-01 to 2026-10-31 (NZD, cash)',
      '',
      '                    31 Oct 26  earlier_1',
      'Income',
      '  Sales \\u001b[31m    1200.00',
      '  Total Income        1200.00       0.00',
      'Net Profit              -5.50      12.5%',
    ]);
    expect(err).to.equal('rows[2].values.current: the lines sum to 1, and …');
  });

  it('prints the report as JSON', async () => {
    const { out } = await typed('profit-and-loss', ...on, '--json');
    expect(out.map((line) => JSON.parse(line))).to.deep.equal([report]);
  });

  it('asks each report with its own options', async () => {
    for (const name of reportNames) {
      await typed(name, ...on, ...(name.startsWith('aged') ? ['--contact', 'con_1'] : []));
    }
    const asked = ['--from', '2026-10-01', '--to', '2026-10-31', '--periods', '2', '--period', 'year'];
    const how = ['--basis', 'cash', '--layout', 'own', '--tracking-option', 'o-1'];
    await typed('profit_and_loss', ...on, ...asked, ...how);
    const path = (name: string) => `/v1/connections/conn_1/reports/${name}`;
    expect(heard.slice(0, 6)).to.deep.equal([
      ...['profit_and_loss', 'balance_sheet', 'trial_balance'].map(path),
      ...['aged_receivables', 'aged_payables'].map((name) => `${path(name)}?contact_id=con_1`),
      path('bank_summary'),
    ]);
    expect(Object.fromEntries(new URL(heard[6] ?? '', 'http://x').searchParams)).to.deep.equal({
      ...{ from: '2026-10-01', to: '2026-10-31', periods: '2', period: 'year' },
      ...{ basis: 'cash', layout: 'own', tracking_option_id: 'o-1' },
    });
  });

  it('says what is missing or wrong, and sends nothing', async () => {
    const wrong: readonly [readonly string[], string][] = [
      [on, 'the report must be one of profit_and_loss, '],
      [['balance_shet', ...on], 'did you mean balance_sheet?'],
      [['balance_sheet'], '--connection <id> is missing'],
      [['aged_payables', ...on], '--contact <id> is missing'],
      [['balance_sheet', ...on, '--from', '2026-10-01'], 'balance_sheet takes no --from'],
      [['bank_summary', ...on, '--contact', 'con_1'], 'bank_summary takes no --contact'],
    ];
    for (const [words, says] of wrong) {
      const { code, err } = await typed(...words);
      expect(code, words.join(' ')).not.to.equal(0);
      expect(err, words.join(' ')).to.include(says);
    }
    expect(heard).to.deep.equal([]);
  });
});
