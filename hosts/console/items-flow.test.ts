// Items and tracking categories in a browser: their lists, filters and pages, wide and narrow, light and dark.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../../contract-tests/testing/until.ts';
import { connected, textAt } from '../../tests/walk/client.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { axeFindings } from './testing/axe.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn } from './testing/console-world.ts';

describe('the console in a browser: items and tracking categories', function () {
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

  it('show tracking categories with their options', async () => {
    await page.goto(`${records}/tracking_categories`);
    await page.getByText('Region').first().click();
    await page.getByText('North').first().waitFor();
    await pictured('tracking');
  });
});
