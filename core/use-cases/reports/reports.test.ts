// Reports of an organization's books: live, one call each, billed as a live read, stored nowhere; and what a missing role or scope
// does to the connection: nothing.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { ServiceError } from '../../domain/errors.ts';
import { reportNames, reportParameters } from '../../domain/report-query.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { openBooks } from '../resources/testing/books.ts';
import { connectedWithout } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import type { Service, Tenancy } from '../testing/service.ts';
import { givenService } from '../testing/worlds.ts';
import type { ShownReport } from './read-report.ts';

const november = { from: '2026-11-01', to: '2026-11-30' };
const told = ({ rows }: ShownReport) =>
  rows.map(({ kind, depth, label, values }) => [kind, depth, label, ...Object.values(values)]);
const named = ({ code, details: { reason } }: ServiceError) => [code, reason].filter(Boolean).join(' ');

/** A sale of 115 with tax, of which 46 are paid, and a bill of 23 of the month before, in books of their own. */
async function trade(service: Service, tenancy: Tenancy, retention_mode: string) {
  const books = await openBooks(service, tenancy, { retention_mode });
  const contact = await books.create('contacts', { name: 'Quetzalcoatl Tools' });
  const document = (type: string, issue_date: string, unit_amount: number, account_code: string) => ({
    ...{ type, contact_id: contact.providerId, issue_date, due_date: '2026-11-20', status: 'AUTHORISED' },
    number: `${type} Xochipilli`,
    line_items: [{ description: 'x', quantity: 1, unit_amount, account_code }],
  });
  const sale = await books.create('invoices', document('receivable', '2026-11-03', 100, '200'));
  await books.create('invoices', document('payable', '2026-10-31', 20, '400'));
  await books.create('payments', { invoice_id: sale.providerId, account_code: '090', amount: 46, date: '2026-11-10' });
  return { books, contact, sale };
}

describe('the reports of a connection', () => {
  const { service, tenancy } = givenService();
  const world = openedOnce(() => trade(service, tenancy, 'cached'));
  const read = (report: string, query: object = {}, connectionId: string = world.books.connection.id) =>
    service.core.reports.read(tenancy.test, {
      connectionId,
      report,
      query: query as Record<string, string>,
      waitSeconds: 0,
    });

  it('tell the profit and loss over whole months, by accounts of the chart, and in columns whose days were asked for', async () => {
    const report = await read('profit_and_loss', { ...november, periods: '1' });
    expect(report).to.deep.include({
      report: 'profit_and_loss',
      basis: 'accrual',
      currency: 'NZD',
      ...november,
      warnings: [],
    });
    expect(report.columns).to.deep.equal([
      { key: 'current', label: '30 Nov 26', ...november },
      { key: 'earlier_1', label: '31 Oct 26', from: '2026-10-01', to: '2026-10-31' },
    ]);
    expect(told(report)).to.deep.equal([
      ['section', 0, 'Income'],
      ['line', 1, 'Sales', '100.00', '0.00'],
      ['total', 1, 'Total Income', '100.00', '0.00'],
      ['section', 0, 'Less Cost of Sales'],
      ['total', 0, 'Gross Profit', '100.00', '0.00'],
      ['section', 0, 'Less Operating Expenses'],
      ['line', 1, 'Materials', '0.00', '20.00'],
      ['total', 1, 'Total Operating Expenses', '0.00', '20.00'],
      ['total', 0, 'Net Profit', '100.00', '-20.00'],
    ]);
    const sales = report.rows.find(({ label }) => label === 'Sales');
    const { sandbox } = service;
    const { documents } = await sandbox.control('GET', `documents?tenant_id=${world.books.tenantId}&type=Accounts`);
    const account = (documents as { Code?: string; AccountID: string }[]).find(({ Code }) => Code === '200');
    expect(sales?.accountId).to.equal(resourceIdOf('accounts', account?.AccountID ?? ''));
  });

  it('count what was paid where the basis is cash', async () => {
    const report = await read('profit_and_loss', { ...november, basis: 'cash' });
    expect(report.basis).to.equal('cash');
    expect(told(report))
      .to.deep.include(['line', 1, 'Sales', '40.00'])
      .and.to.deep.include(['total', 0, 'Net Profit', '40.00']);
  });

  it('tell the balance sheet of the month’s end, say so, and name the year’s earnings, which no account has', async () => {
    const report = await read('balance_sheet', { date: '2026-11-15' });
    expect(report.columns.map(({ from, to }) => [from, to])).to.deep.equal([
      [null, '2026-11-30'],
      [null, '2025-11-30'],
    ]);
    expect(report.warnings.map(({ code, path }) => [code, path])).to.deep.equal([['date_moved', 'columns[0].to']]);
    const rows = told(report);
    expect(rows).to.deep.include.members([
      ['line', 1, 'Business Bank Account', '46.00', '0.00'],
      ['line', 1, 'Accounts Receivable', '69.00', '0.00'],
      ['line', 1, 'Accounts Payable', '23.00', '0.00'],
      ['line', 1, 'GST', '12.00', '0.00'],
      ['total', 0, 'Net Assets', '80.00', '0.00'],
      ['total', 1, 'Total Equity', '80.00', '0.00'],
    ]);
    const earnings = report.rows.find(({ pseudo }) => pseudo !== null);
    expect(earnings).to.deep.include({ pseudo: 'current_year_earnings', accountId: null, section: 'Equity' });
    expect((await read('balance_sheet', { date: '2026-11-30' })).warnings).to.deep.equal([]);
  });

  it('tell trial balance, open documents and banks', async () => {
    const balance = await read('trial_balance', { date: '2026-11-30' });
    expect(told(balance)).to.deep.include(['line', 1, 'Sales (200)', null, '100.00', null, '100.00']);
    expect(told(balance).at(-1)).to.deep.equal(['total', 0, 'Total', '115.00', '115.00', '135.00', '135.00']);
    const contact_id = resourceIdOf('contacts', world.contact.providerId);
    const owed = await read('aged_receivables', { contact_id, date: '2026-11-23' });
    expect([owed.basis, owed.to, owed.warnings.length]).to.deep.equal([null, '2026-11-23', 0]);
    expect(owed.rows[1]).to.deep.include({
      ...{ kind: 'line', label: 'receivable Xochipilli', documentId: resourceIdOf('invoices', world.sale.providerId) },
      values: { total: '115.00', paid: '46.00', credited: '0.00', due: '69.00' },
      texts: { date: '2026-11-03', due_date: '2026-11-20', overdue: '3 days overdue' },
    });
    const owing = await read('aged_payables', { contact_id: world.contact.providerId, date: '2026-11-23' });
    expect(told(owing).at(-1)).to.deep.equal(['total', 0, 'Closing Balance', '23.00', '0.00', '0.00', '23.00']);
    const banks = await read('bank_summary', november);
    expect(told(banks)[0]).to.deep.equal(['line', 0, 'Business Bank Account', '0.00', '46.00', '0.00', '46.00']);
  });

  it('cost one call each, are billed as live reads, and are stored nowhere', async () => {
    await service.sandbox.control('DELETE', 'requests');
    const contact_id = world.contact.providerId;
    const billed = () => service.database.knex('usage_events').where({ meter: 'read_live' }).count({ times: '*' });
    const before = await billed();
    for (const report of reportNames) await read(report, report.startsWith('aged') ? { contact_id } : {});
    await refusalOf(read('aged_payables', { contact_id: world.books.tenantId }));
    expect(Number((await billed())[0]?.['times']) - Number(before[0]?.['times'])).to.equal(reportNames.length);
    const calls = (await service.calls('')).map(({ path }) => /Reports\/\w+/.exec(path)?.[0] ?? path);
    expect(calls, 'and the one that the provider refused').to.have.length(reportNames.length + 1);
    expect(calls.every((path) => path.startsWith('Reports/'))).to.equal(true);
  });

  it('take the day from the organization’s own time zone', async () => {
    const before = service.ports.clock.now();
    const report = await read('trial_balance');
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' });
    expect([day.format(before), day.format(service.ports.clock.now())]).to.include(report.to);
  });

  it('refuse what cannot be asked for, and name the parameter', async () => {
    const contact_id = world.contact.providerId;
    const wrong: readonly (readonly [string, object, string])[] = [
      ['profit_and_loss', { date: '2026-11-30' }, 'date'],
      ['profit_and_loss', { from: '2026-11-31' }, 'from'],
      ['profit_and_loss', { from: '2026-12-01', to: '2026-11-30' }, 'from'],
      ['profit_and_loss', { from: '0001-01-01' }, 'from'],
      ['profit_and_loss', { ...november, to: ['2026-11-30', '2026-11-29'] }, 'to'],
      ['profit_and_loss', { from: '' }, 'from'],
      ['profit_and_loss', { ...november, periods: '12' }, 'periods'],
      ['profit_and_loss', { ...november, periods: '-1' }, 'periods'],
      ['profit_and_loss', { ...november, periods: '1.5' }, 'periods'],
      ['profit_and_loss', { from: '2026-11-01', to: '2026-11-29', periods: '1' }, 'periods'],
      ['profit_and_loss', { from: '2026-10-01', to: '2026-11-30', periods: '1' }, 'periods'],
      ['profit_and_loss', { ...november, periods: '11' }, 'periods'],
      ['profit_and_loss', { from: '2026-01-01', to: '2026-12-31', periods: '1' }, 'period'],
      ['profit_and_loss', { ...november, period: 'month' }, 'period'],
      ['profit_and_loss', { ...november, periods: '1', period: 'week' }, 'period'],
      ['profit_and_loss', { basis: 'tax' }, 'basis'],
      ['profit_and_loss', { layout: 'mine' }, 'layout'],
      ['profit_and_loss', { tracking_option_id: 'b'.repeat(200) }, 'tracking_option_id'],
      ['balance_sheet', { tracking_option_id: 'aaaaaaaa-0000-4000-8000-00000000000f' }, 'tracking_option_id'],
      ['balance_sheet', { from: '2026-11-01' }, 'from'],
      ['trial_balance', { layout: 'own' }, 'layout'],
      ['trial_balance', { limit: '3' }, 'limit'],
      ['aged_receivables', {}, 'contact_id'],
      ['aged_receivables', { contact_id: 'inv_64r3ce1g' }, 'contact_id'],
      ['aged_payables', { contact_id, basis: 'cash' }, 'basis'],
      ['bank_summary', { basis: 'cash' }, 'basis'],
    ];
    await service.sandbox.control('DELETE', 'requests');
    for (const [report, query, parameter] of wrong) {
      const refused = await refusalOf(read(report, query));
      expect([named(refused), refused.details.errors?.[0]?.path], `${report} ${JSON.stringify(query)}`).to.deep.equal([
        'BAD_REQUEST',
        parameter,
      ]);
    }
    expect(await service.calls('GET /api.xro/2.0/Reports')).to.deep.equal([]);
    const unknown = await refusalOf(read('profit_and_lost'));
    expect(named(unknown)).to.equal('NOT_FOUND unknown_path');
    expect(unknown.message).to.match(/profit_and_loss/);
    expect(Object.keys(reportParameters)).to.deep.equal([...reportNames]);
  });

  it('take the standard layout unless the organization’s own is asked for, in the words of any country', async () => {
    const { tenantId: tenant_id } = world.books;
    for (const report_country of ['gb', 'us', 'nz']) {
      await service.sandbox.control('POST', 'organisation-rules', { tenant_id, report_country });
      const standard = await read('profit_and_loss', november);
      const own = await read('profit_and_loss', { ...november, layout: 'own' });
      for (const { rows } of [standard, own]) {
        expect(rows.find(({ label }) => label === 'Sales')?.values, report_country).to.deep.equal({
          current: '100.00',
        });
      }
      expect(standard.rows.at(-1)?.kind, report_country).to.equal('total');
      const earlier = await read('profit_and_loss', { ...november, layout: 'own', periods: '1' });
      expect(earlier.rows.find(({ label }) => label === 'Sales')?.values).to.deep.equal({
        ...{ current: '100.00', earlier_1: null },
      });
      // The provider does not say that this is a sum, and its words are the organization's own.
      expect(own.rows.at(-1)).to.deep.include({ kind: 'line', label: 'What is left', accountId: null });
    }
  });

  it('tell only what is tracked under an option', async () => {
    const option = 'aaaaaaaa-0000-4000-8000-000000000002';
    await world.books.create('invoices', {
      ...{ type: 'receivable', contact_id: world.contact.providerId, issue_date: '2026-09-07', status: 'AUTHORISED' },
      due_date: '2026-09-20',
      line_items: ['North', 'South'].map((name, at) => ({
        ...{ description: 'x', quantity: 1, unit_amount: 10 + at, account_code: '200' },
        tracking: [{ name: 'Region', option: name }],
      })),
    });
    const september = { from: '2026-09-01', to: '2026-09-30', tracking_option_id: option };
    expect(told(await read('profit_and_loss', september))[1]).to.deep.equal(['line', 1, 'Sales', '10.00']);
    const whole = await read('profit_and_loss', { from: '2026-09-01', to: '2026-09-30' });
    expect(told(whole)[1]).to.deep.equal(['line', 1, 'Sales', '21.00']);
  });
});

describe('a report that the connection may not see', () => {
  const { service, tenancy } = givenService();
  const healthOf = async (id: string) => {
    await service.core.worker.tick();
    const { status, health } = await service.core.connections.find(tenancy.test, id);
    return [status, health.state];
  };
  const read = (connectionId: string, report: string) =>
    service.core.reports.read(tenancy.test, { connectionId, report, query: {}, waitSeconds: 0 });

  for (const reports_role of ['missing', 'missing_in_words']) {
    it(`because of the role (${reports_role}) is refused each time, and changes neither status nor health`, async () => {
      const books = await openBooks(service, tenancy);
      const { id } = books.connection;
      await service.sandbox.control('POST', 'organisation-rules', { tenant_id: books.tenantId, reports_role });
      for (let times = 0; times < 4; times++) {
        const refused = await refusalOf(read(id, 'balance_sheet'));
        expect([named(refused), refused.details.connectionId]).to.deep.equal([
          'ACTION_REQUIRED reports_role_missing',
          id,
        ]);
        expect(refused.retryable).to.equal(false);
      }
      expect(await healthOf(id)).to.deep.equal(['active', 'ok']);
      await books.create('contacts', { name: 'Goes on' });
      await service.sandbox.control('POST', 'organisation-rules', { tenant_id: books.tenantId, reports_role: 'held' });
      expect((await read(id, 'balance_sheet')).report).to.equal('balance_sheet');
    });
  }

  it('because of its scope is refused by name, alone of all reports, and changes neither status nor health', async () => {
    const tenantId = await service.newTenant();
    const scope = 'accounting.reports.profitandloss.read';
    const { id } = await connectedWithout(service, tenancy.test, tenantId, [scope], { external_account_id: tenantId });
    for (let times = 0; times < 4; times++) {
      const refused = await refusalOf(read(id, 'profit_and_loss'));
      expect([named(refused), refused.details.missingScopes]).to.deep.equal(['ACTION_REQUIRED scope_missing', [scope]]);
    }
    expect((await read(id, 'balance_sheet')).report).to.equal('balance_sheet');
    expect(await healthOf(id)).to.deep.equal(['active', 'ok']);
    const { missingScopes } = await service.core.connections.find(tenancy.test, id);
    expect(missingScopes).to.deep.equal([scope]);
  });

  it('because the organization was removed makes the connection wait for a person, as any call does', async () => {
    const books = await openBooks(service, tenancy);
    await service.sandbox.control('POST', 'revoke', { tenant_id: books.tenantId });
    const refused = await refusalOf(read(books.connection.id, 'balance_sheet'));
    expect(named(refused)).to.match(/^ACTION_REQUIRED (?!reports_role_missing)/);
    expect((await healthOf(books.connection.id))[0]).to.equal('action_required');
  });
});

for (const retention of ['zero', 'cached'] as const) {
  describe(`what a report leaves behind with ${retention} retention`, () => {
    const { service, tenancy } = givenService({ settings: { logRequestBodies: true } });

    it('no cell, in any table or line of the log, whether it was told, refused or failed', async () => {
      const { books, contact } = await trade(service, tenancy, retention);
      const { id: connectionId } = books.connection;
      const contact_id = contact.providerId;
      const read = (report: string) => {
        const query = report.startsWith('aged') ? { contact_id } : {};
        return service.core.reports.read(tenancy.test, { connectionId, report, query, waitSeconds: 0 });
      };
      const dump = async () => {
        const { knex } = service.database;
        const tables = await knex('sqlite_master').where({ type: 'table' }).select('name');
        const dumps = await Promise.all(tables.map(async ({ name }) => JSON.stringify(await knex(name).select())));
        return dumps.join('\n') + JSON.stringify(service.lines);
      };
      // Cells that nothing else of the books shows.
      const cells = [
        'Total Current Liabilities',
        'Closing Balance',
        'days overdue',
        'YTD Debit',
        'Current Year Earnings',
      ];
      let shown = '';
      for (const report of reportNames) shown += JSON.stringify(await read(report));
      const body = JSON.stringify({ Reports: [{ Rows: [{ RowType: 'Section', Title: 'Xolotl', Rows: [] }] }] });
      for (const status of [200, 403, 500]) {
        const headers = { 'content-type': 'application/json' };
        const action = status === 200 ? { status, headers, body: body.slice(0, -5) } : { status, headers, body };
        await service.sandbox.control('POST', 'faults', { match: { path: '/api.xro/2.0/Reports/*' }, action });
        await refusalOf(read('balance_sheet'));
      }
      const left = await dump();
      expect(left.length).to.be.above(1_000);
      for (const cell of cells) {
        expect(shown, cell).to.include(cell);
        expect(left, cell).not.to.include(cell);
      }
      expect(left).not.to.include('Xolotl');
      if (retention === 'zero') expect(left).not.to.include('Quetzalcoatl');
    });
  });
}
