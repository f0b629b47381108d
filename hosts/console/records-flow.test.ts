// What the pages show of records: documents, their lists, and connections without copies.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { until } from '../../contract-tests/testing/until.ts';
import { at, connected, invoiceBody, textAt } from '../../tests/walk/client.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { axeFindings } from './testing/axe.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn, type Visitor } from './testing/console-world.ts';

describe('the console in a browser: what it shows of the books is so', function () {
  this.timeout(60_000);
  let world: ConsoleWorld | undefined;
  let visitor: Visitor;
  let page: Page;
  let connectionId: string;
  let contactId: string;
  let invoiceId: string;

  before(async function () {
    world = await openConsole();
    if (!world) return leaveOut(this, whyNoBrowser());
    visitor = await world.visitor();
    page = visitor.page;
    const { client, sandbox, credentials } = world;
    const [tenantId = ''] = await sandbox.tenants();
    connectionId = await connected(client, sandbox, { externalAccountId: 'customer-1', tenantIds: [tenantId] });
    const contact = await client.expecting(201, 'POST', `/v1/connections/${connectionId}/contacts`, { name: 'Walk' });
    contactId = textAt(contact, 'data.item.id');
    invoiceId = await create('invoices', invoiceBody(contactId, 'good'));
    await create('invoices', invoiceBody(contactId, 'later'));
    await page.goto('/console/test/overview');
    await signIn(page, credentials.console);
  });

  after(() => world?.close());

  const here = (): ConsoleWorld => {
    if (!world) throw new Error('there is no browser');
    return world;
  };
  const read = (path: string) => here().client.expecting(200, 'GET', path);
  const create = async (type: string, body: unknown) =>
    textAt(await here().client.expecting(201, 'POST', `/v1/connections/${connectionId}/${type}`, body), 'data.item.id');
  const liveReads = async () => {
    const items = at(await read('/v1/usage?group_by=meter'), 'data.items') as { meter: string; quantity: number }[];
    return items.find(({ meter }) => meter === 'read_live')?.quantity ?? 0;
  };

  it('of a record: when its copy was read; a live read only when asked for, and told to be one', async () => {
    const before = await liveReads();
    await page.goto(`/console/test/connections/${connectionId}/records/invoices/${invoiceId}`);
    await page.getByText(/^As of .* the cached copy/).waitFor();
    await page.getByText('each use is billable').waitFor();
    expect(await liveReads()).to.equal(before);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText(/^As of .* read at the provider/).waitFor();
    await until('a live read that is counted', async () => (await liveReads()) === before + 1);
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('of an invoice: what stands on it, on the screen, on a phone, on paper, as PDF and as JSON', async () => {
    const path = `/v1/connections/${connectionId}/invoices`;
    const number = textAt(await read(`${path}?id=${invoiceId}`), 'data.items.0.number');
    await page.waitForFunction(`document.title === 'Invoice ${number} · Ledgerport'`);
    await page.getByRole('heading', { level: 1, name: `Invoice ${number}` }).waitFor();
    await page.locator('.page-heading').getByText('Authorised', { exact: true }).waitFor();
    const line = page.locator('.lines tbody tr');
    const cells = async () => (await line.locator('td').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(await cells()).to.deep.equal(['Bench', '2', '50.00', '200', '15.00 15% GST on Income', '100.00']);
    const sums = (await page.locator('.sums .sum').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(sums).to.deep.equal([
      'Subtotal 100.00 NZD',
      '15% GST on Income 15.00 NZD',
      'Total 115.00 NZD',
      'Paid 0.00 NZD',
      'Due 115.00 NZD',
    ]);
    await page
      .locator('.card', { hasText: 'What happened to it' })
      .getByText('Event invoice.updated')
      .first()
      .waitFor();
    const pdf = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    expect((await pdf).suggestedFilename()).to.equal(`${number}.pdf`);
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Customer’s page' }).click();
    await (await opened).waitForURL(`${here().sandbox.url}/**`);
    await (await opened).close();

    await page.emulateMedia({ media: 'print' });
    for (const name of ['.side', '.page-actions', '.tabs', '.icon-button']) {
      expect(await page.locator(name).first().isVisible(), name).to.equal(false);
    }
    expect(await line.isVisible()).to.equal(true);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'JSON' }).click();
    await page.getByRole('region', { name: 'Record' }).getByText(`"${number}"`).waitFor();
    const isCut = () =>
      page.evaluate<boolean>(
        `[...document.querySelectorAll('.json pre')].some((pre) => pre.scrollHeight > pre.clientHeight)`,
      );
    expect(await isCut()).to.equal(true);
    await page.emulateMedia({ media: 'print' });
    expect(await isCut()).to.equal(false);
    await page.emulateMedia({ media: 'screen' });

    await page.setViewportSize({ width: 380, height: 780 });
    await page.getByRole('link', { name: 'Invoices' }).click();
    const row = page.locator('main tbody tr').first();
    await row.getByText('Walk').waitFor();
    expect((await row.boundingBox())?.y).to.be.below(600);
    expect(await page.getByLabel('Due until').isVisible()).to.equal(false);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Due until').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('of a long invoice: that its lines are not in the copy; read live, the first hundred and how many there are', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => ({ description: `Line ${i}`, quantity: 1, unit_amount: 0.1 }));
    const long = await create('invoices', { contact_id: contactId, line_items: lines });
    await page.goto(`/console/test/connections/${connectionId}/records/invoices/${long}`);
    await page.getByText('left out here: line items').waitFor();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('The first 100 of 300 lines.').waitFor();
    expect(await page.locator('.lines tbody tr').count()).to.equal(100);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('Line 299').waitFor();
  });

  it('of the invoices of a contact that are due: those, in the order that was asked for', async () => {
    const base = `/console/test/connections/${connectionId}/records`;
    await page.goto(`${base}/contacts/${contactId}`);
    await page.getByRole('link', { name: 'Invoices of this contact', exact: true }).click();
    await page.getByLabel('Due until').fill('2999-12-31');
    await page.getByLabel('Order').selectOption({ label: 'Latest change first' });
    await page.waitForURL(`**/invoices?**contact_id=${contactId}**sort=-updated_at`);
    const rows = page.locator('main tbody tr');
    await rows.first().getByText('later').waitFor();
    await rows.last().getByText('good', { exact: true }).waitFor();
    await page.getByText('2 entries').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.getByLabel('Due until').fill('2000-01-01');
    await page.getByText('Nothing matches these filters').waitFor();
  });

  it('of a family: its sides and amounts, sorted by a click on the head of a column, kept in the address', async () => {
    const bill = {
      ...invoiceBody(contactId, 'ignored'),
      type: 'payable',
      number: 'B-1',
      external_reference: undefined,
    };
    await create('invoices', {
      ...bill,
      line_items: [{ description: 'Oak', quantity: 1, unit_amount: 3, account_code: '400' }],
    });
    await page.goto(`/console/test/connections/${connectionId}/records/invoices`);
    const rows = page.locator('main tbody tr');
    const amounts = () => rows.locator('td[data-label=Amount]').allInnerTexts();
    const isSorted = async (direction: 1 | -1) => {
      const sums = (await amounts()).map((text) => Number.parseFloat(text.replaceAll(',', '')));
      return sums.length > 2 && sums.every((sum, i) => i === 0 || (sum - (sums[i - 1] ?? 0)) * direction >= 0);
    };
    const head = page.getByRole('columnheader', { name: 'Amount' });
    await head.getByRole('button').click();
    await page.waitForURL(/sort=-total$/);
    await until('the greatest first', () => isSorted(-1));
    expect(await head.getAttribute('aria-sort')).to.equal('descending');
    await head.getByRole('button').press('Enter');
    await page.waitForURL(/sort=total$/);
    await until('the least first', () => isSorted(1));
    expect(await axeFindings(page)).to.deep.equal([]);
    await head.getByRole('button').click();
    await page.waitForURL(/records\/invoices$/);
    for (const name of ['Record', 'Issued', 'Due']) {
      await page.getByRole('columnheader', { name }).getByRole('button').click();
      await page.waitForURL(new RegExp(`sort=-${{ Record: 'number', Issued: 'issue_date', Due: 'due_date' }[name]}$`));
    }
    await page.getByLabel('Side').selectOption({ label: 'Purchases' });
    await page.getByRole('link', { name: 'B-1' }).waitFor();
    await until('bills alone', async () => {
      const shown = await rows.locator('td[data-label=Record]').allInnerTexts();
      return shown.length > 0 && shown.every((number) => number.startsWith('B-'));
    });
    await page.getByLabel('Side').selectOption({ label: 'Sales and purchases' });
    await page.getByLabel('Total from').fill('115');
    await page.waitForURL(/total_from=115$/);
    await page.getByLabel('Total up to').fill('115.00');
    await page.waitForURL(/total_from=115&total_to=115.00/);
    await until('those of 115.00', async () => {
      const shown = await amounts();
      return shown.length > 0 && shown.every((text) => text.startsWith('115.00'));
    });
    await page.getByLabel('Total up to').fill('1e3');
    await page.getByText('must be an amount such as 1250.50').first().waitFor();
  });

  it('of a connection without copies: that there is none, with the live read offered', async () => {
    const { client, sandbox } = here();
    await sandbox.control('POST', 'organisations', { name: 'Riverside Plumbing', seed: 'small' });
    const [, tenantId = ''] = await sandbox.tenants();
    const fields = { retention_mode: 'zero' };
    const zero = await connected(client, sandbox, { externalAccountId: 'customer-0', tenantIds: [tenantId], fields });
    const path = `/v1/connections/${zero}`;
    const contact = await client.expecting(201, 'POST', `${path}/contacts`, { name: 'Nobody kept' });
    const body = invoiceBody(textAt(contact, 'data.item.id'), 'not kept');
    const given = await client.expecting(201, 'POST', `${path}/invoices`, body);
    const before = await liveReads();
    await page.goto(`/console/test/connections/${zero}/records/invoices`);
    await page.getByLabel('Id, ours or the provider’s').fill(textAt(given, 'data.item.id'));
    await page.getByRole('button', { name: 'Go to the record' }).click();
    await page.getByText('There is no cached copy').waitFor();
    expect(await liveReads()).to.equal(before);
    await page.getByRole('button', { name: 'Read live at the provider' }).click();
    await page.getByRole('heading', { name: `Invoice ${textAt(given, 'data.item.number')}` }).waitFor();
    await page.locator('.lines').getByText('Bench').waitFor();
    await until('a live read that is counted', async () => (await liveReads()) === before + 1);
    await page.getByRole('link', { name: 'Nobody kept' }).click();
    await page.getByText('There is no cached copy').waitFor();
    expect(await page.locator('h1').innerText()).to.equal('Contact');
  });

  it('of a provider with contacts alone: only those, and where one reads what can be done with them', async () => {
    await page.route('**/providers', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { items: { capabilities: Record<string, object> }[] } };
      for (const item of body.data.items) {
        const { contacts = {} } = item.capabilities;
        Object.assign(item, { capabilities: { contacts: { ...contacts, restore: false } }, recipes: [] });
      }
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto(`/console/test/connections/${connectionId}`);
    const guide = page
      .locator('.fact')
      .filter({ hasText: 'Provider' })
      .getByRole('link', { name: 'what it can do here' });
    expect((await page.request.get(String(await guide.getAttribute('href')))).status()).to.equal(200);
    await page.getByRole('link', { name: 'Records', exact: true }).click();
    await page.getByRole('link', { name: 'Walk', exact: true }).click();
    await page.getByRole('heading', { name: 'Walk' }).waitFor();
    expect(await page.getByRole('link', { name: 'of this contact' }).count()).to.equal(0);
    await page.goto(`/console/test/connections/${connectionId}/records`);
    await page.getByRole('row', { name: 'Walk' }).waitFor();
    expect(await page.locator('.chips a').allInnerTexts()).to.deep.equal(['Contacts']);
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.unroute('**/providers');
  });

  it('of a credit note: what it may settle; a part is allocated, refused where it is too much, and taken back', async () => {
    const contact_id = await create('contacts', { name: 'Credited' });
    const open = await create('invoices', invoiceBody(contact_id, 'to be settled'));
    const body = { ...invoiceBody(contact_id, 'returned'), due_date: undefined, type: 'receivable' };
    const note = await create('credit_notes', { ...body, issue_date: '2026-11-20' });
    const dueOf = async () =>
      at(await read(`/v1/connections/${connectionId}/invoices?id=${open}`), 'data.items.0.amount_due');
    await page.goto(`/console/test/connections/${connectionId}/records/credit_notes/${note}`);
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Allocate this credit' }) });
    // Until the invoices are read, an id can be typed.
    await card.getByRole('combobox', { name: 'Invoice' }).selectOption(open);
    expect(await card.getByLabel('Amount').inputValue()).to.equal('115');
    await card.getByLabel('Amount').fill('115.01');
    await card.getByRole('button', { name: 'Allocate' }).click();
    await card.getByText('115 of the credit remain').first().waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await card.getByLabel('Amount').fill('40.5');
    await card.getByRole('button', { name: 'Allocate' }).click();
    await card.getByRole('row', { name: '40.50' }).waitFor();
    expect(await dueOf()).to.equal(74.5);
    await card.getByRole('button', { name: 'Take back…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('40.50 NZD of the invoice are due again').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'Take it back' }).click();
    await card.getByRole('row', { name: '40.50' }).waitFor({ state: 'detached' });
    expect(await dueOf()).to.equal(115);
  });

  it('never made the browser complain', () => {
    expect(visitor.complaints.filter((told) => !told.includes('status of 4'))).to.deep.equal([]);
  });
});
