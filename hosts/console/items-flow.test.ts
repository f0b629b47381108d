// Items, tracking categories and reports in a browser: lists, filters and pages, wide and narrow, light and dark.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../../contract-tests/testing/until.ts';
import { connected, textAt } from '../../tests/walk/client.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { axeFindings } from './testing/axe.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn } from './testing/console-world.ts';

describe('the console in a browser: items, tracking categories and reports', function () {
  this.timeout(60_000);
  let world: ConsoleWorld | undefined;
  let page: Page;
  let records: string;

  before(async function () {
    world = await openConsole();
    if (!world) return leaveOut(this, whyNoBrowser());
    const { client, sandbox, credentials } = world;
    const [tenantId = ''] = await sandbox.tenants();
    const connection = await connected(client, sandbox, { externalAccountId: 'customer-1', tenantIds: [tenantId] });
    const item = {
      ...{ code: 'SHELF-80', name: 'Shelf', description: 'Shelf, oak, 80 cm' },
      sale: { unit_price: 46.2, account_code: '200', tax_type: 'OUTPUT2' },
    };
    await client.expecting(201, 'POST', `/v1/connections/${connection}/items`, item);
    await client.expecting(202, 'POST', `/v1/connections/${connection}/sync`, { scope: 'all' });
    // Before the first sync has ended, a change is noted without an event.
    const found = await until('the shelf is stored', async () => {
      const synced = textAt(await client.expecting(200, 'GET', `/v1/connections/${connection}`), 'data.last_synced_at');
      const list = await client.expecting(200, 'GET', `/v1/connections/${connection}/items?code=SHELF-80`);
      return synced !== 'null' && textAt(list, 'data.items.0.id');
    });
    await client.expecting(200, 'PATCH', `/v1/connections/${connection}/items/${found}`, { name: 'Long shelf' });
    page = (await world.visitor()).page;
    await page.goto('/console/test/overview');
    await signIn(page, credentials.console);
    records = `/console/test/connections/${connection}/records`;
  });
  after(() => world?.close());

  const pictured = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1280, 380]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect(overflow, `${name} ${width}`).to.equal(0);
        expect(await axeFindings(page), `${name} ${colorScheme} ${width}`).to.deep.equal([]);
        const folder = process.env['PICTURES'];
        if (folder) await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true });
      }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
  };

  it('show items in a list and on a page of their own', async () => {
    await page.goto(`${records}/items`);
    await page.getByText('SHELF-80').first().waitFor();
    await pictured('items');
    await page.getByText('SHELF-80').first().click();
    await page.getByText('Shelf, oak, 80 cm').first().waitFor();
    await page.getByText('46.2').first().waitFor();
    expect(await page.getByText('Provider data').count()).to.equal(0);
    await page.getByText('updated: name').waitFor();
    await pictured('item');
  });

  it('show reports that are computed when a person asks, and print them without what can be pressed', async () => {
    const { client, sandbox } = world as ConsoleWorld;
    const calls = async () =>
      JSON.stringify(await sandbox.control('GET', 'requests')).match(/2\.0\/Reports\/\w+/g) ?? [];
    await page.goto(`${records.replace(/records$/, 'reports')}/balance_sheet`);
    await page.getByRole('link', { name: 'Trial balance' }).waitFor();
    expect(await calls()).to.deep.equal([]);
    await page.getByLabel('Date', { exact: true }).fill('2026-11-15');
    await page.getByRole('button', { name: 'Show the report' }).click();
    await page.getByRole('row', { name: /^Net Assets/ }).waitFor();
    await page.getByText('the provider tells the balances of the month’s end, 2026-11-30').waitFor();
    expect(await calls()).to.deep.equal(['2.0/Reports/BalanceSheet']);
    const bank = page.getByRole('rowheader', { name: 'Business Bank Account' }).getByRole('link');
    expect(await bank.getAttribute('href')).to.match(/records\/accounts\/acc_/);
    // Each row ends below the last heading.
    const ends = `new Set([...document.querySelectorAll('.report tr')].map((row) => row.lastElementChild.getBoundingClientRect().right)).size`;
    expect(await page.evaluate(ends)).to.equal(1);
    await pictured('report');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Show the report' }).isVisible()).to.equal(false);
    expect(await page.getByRole('button', { name: /^Print/ }).isVisible()).to.equal(false);
    expect(await page.getByRole('row', { name: /^Net Assets/ }).isVisible()).to.equal(true);
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`${records.replace(/records$/, 'reports')}/profit_and_loss`);
    await page.getByLabel('Earlier columns').selectOption('11');
    await page.getByLabel('From', { exact: true }).fill('2026-10-01');
    await page.getByLabel('To', { exact: true }).fill('2026-10-31');
    await page.getByRole('button', { name: 'Show the report' }).click();
    await page.getByRole('row', { name: /^Net Profit/ }).waitFor();
    await pictured('wide-report');
    const [tenant_id] = await sandbox.tenants();
    await sandbox.control('POST', 'organisation-rules', { tenant_id, reports_role: 'missing' });
    await page.getByRole('button', { name: 'Show the report' }).click();
    await page.getByText(/may not see its reports at the provider/).waitFor();
    const [, id = ''] = /connections\/(conn_\w+)/.exec(records) ?? [];
    expect(textAt(await client.expecting(200, 'GET', `/v1/connections/${id}`), 'data.status')).to.equal('active');
  });

  it('show a journal with what it debits and credits, and where money was moved', async () => {
    await page.goto(`${records}/manual_journals`);
    await page.getByRole('link', { name: 'Printing of the month' }).click();
    const lines = page.getByRole('table', { name: 'Lines' });
    await lines.waitFor();
    expect(await lines.getByRole('columnheader').allTextContents()).to.deep.equal([
      'Description',
      'Account',
      'Tax',
      'Debit',
      'Credit',
    ]);
    const cells = await lines.getByRole('row').nth(2).getByRole('cell').allTextContents();
    expect([cells[1], cells[3], cells[4]]).to.deep.equal(['970', '', '80.00']);
    await pictured('journal');
    await page.goto(`${records}/bank_transfers`);
    await page.getByRole('link', { name: /Transfer of/ }).click();
    await page.getByRole('link', { name: '091 Savings' }).waitFor();
    await page.goto(`${records}/repeating_invoices`);
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByText('Unit: month').waitFor();
  });

  it('show tracking categories with their options', async () => {
    await page.goto(`${records}/tracking_categories`);
    await page.getByText('Region').first().click();
    await page.getByText('North').first().waitFor();
    await pictured('tracking');
  });
});
