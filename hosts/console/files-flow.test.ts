// Files of a record in a browser: shown on demand, attached, replaced, refused by words, fetched.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { at, connected, invoiceBody, textAt } from '../../tests/walk/client.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { axeFindings } from './testing/axe.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn } from './testing/console-world.ts';

describe('the console in a browser: files of a record', function () {
  this.timeout(60_000);
  let world: ConsoleWorld | undefined;
  let page: Page;
  let attachments: string;
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-files-'));
  const written = (name: string, content: string | Uint8Array) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };

  before(async function () {
    world = await openConsole();
    if (!world) return leaveOut(this, whyNoBrowser());
    const { client, sandbox, credentials } = world;
    const [tenantId = ''] = await sandbox.tenants();
    const connection = await connected(client, sandbox, { externalAccountId: 'customer-1', tenantIds: [tenantId] });
    const base = `/v1/connections/${connection}`;
    const contact = await client.expecting(201, 'POST', `${base}/contacts`, { name: 'Walk' });
    const invoice = await client.expecting(
      201,
      'POST',
      `${base}/invoices`,
      invoiceBody(textAt(contact, 'data.item.id'), 'filed'),
    );
    const id = textAt(invoice, 'data.item.id');
    attachments = `${base}/invoices/${id}/attachments`;
    page = (await world.visitor()).page;
    await page.goto('/console/test/overview');
    await signIn(page, credentials.console);
    await page.goto(`/console/test/connections/${connection}/records/invoices/${id}`);
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await world?.close();
  });

  const card = () => page.locator('.card', { has: page.getByRole('heading', { name: 'Files' }) });
  const listed = async () =>
    (
      at(await (world as ConsoleWorld).client.expecting(200, 'GET', attachments), 'data.items') as {
        filename: string;
      }[]
    )
      .map(({ filename }) => filename)
      .sort();
  /** While a file is on its way, no other is taken. */
  const idle = () => card().getByRole('button', { name: 'Attach a file…', disabled: false }).waitFor();
  const choose = async (file: string) => {
    await idle();
    await card().locator('input[type=file]').setInputFiles(file);
  };
  const row = (name: string) => card().locator('tbody tr', { hasText: name });

  it('are shown only when a person asks, and there are none', async () => {
    await card().waitFor();
    expect(await card().getByText('No files are attached.').isVisible()).to.equal(false);
    await card().getByRole('button', { name: 'Show files' }).click();
    await card().getByText('No files are attached.').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('are attached by choosing and by dropping, with their names, and listed', async () => {
    await choose(written('Bill & receipt 1.pdf', '%PDF-1.7 one'));
    await row('Bill & receipt 1.pdf').waitFor();
    await idle();
    await page.evaluate(`(() => {
      const drop = document.querySelector('.drop');
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['%PDF-1.7 two'], 'dropped 请款单.pdf', { type: 'application/pdf' }));
      for (const type of ['dragover', 'drop']) {
        drop.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    })()`);
    await row('dropped 请款单.pdf').waitFor();
    expect(await listed()).to.deep.equal(['Bill & receipt 1.pdf', 'dropped 请款单.pdf']);
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('are refused by words before they are sent, and by the service’s words after', async () => {
    const before = await listed();
    await choose(written('page.html', '<html>'));
    await card().getByRole('alert').getByText('must end in one of').waitFor();
    await choose(written('large.pdf', new Uint8Array(10_000_001)));
    await card().getByRole('alert').getByText('at most 10000000 are taken').waitFor();
    await choose(written('empty.pdf', ''));
    await card().getByRole('alert').getByText('the file is empty').waitFor();
    await choose(written('not-a.pdf', 'hello'));
    await card().getByRole('alert').getByText('Filename: the first bytes are not those of such a file').waitFor();
    expect(await listed()).to.deep.equal(before);
  });

  it('of a name that is taken are replaced when the person says so, and fetched as they are', async () => {
    const name = 'Bill & receipt 1.pdf';
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/attachments?')) posts.push(request.url());
    });
    await choose(written(name, '%PDF-1.7 newer'));
    await card().getByText('is attached. What replaces it cannot be undone.').waitFor();
    // The question came before a byte of the file was sent.
    expect(posts.map((url) => new URL(url).searchParams.get('validate_only'))).to.deep.equal(['true']);
    await card().getByRole('button', { name: 'Keep it' }).click();
    await choose(written(name, '%PDF-1.7 newer'));
    await card().getByRole('button', { name: 'Replace it' }).click();
    await row(name).getByText('14 B').waitFor();
    const download = page.waitForEvent('download');
    await row(name)
      .getByRole('button', { name: `Download ${name}` })
      .click();
    const file = await download;
    expect(file.suggestedFilename()).to.equal(name);
    expect(readFileSync(await file.path(), 'utf8')).to.equal('%PDF-1.7 newer');
    expect(await listed()).to.deep.equal(['Bill & receipt 1.pdf', 'dropped 请款单.pdf']);
    if (process.env['PICTURES']) {
      await page.screenshot({ path: `${process.env['PICTURES']}/files-wide.png`, fullPage: true });
      await page.setViewportSize({ width: 380, height: 780 });
      await page.screenshot({ path: `${process.env['PICTURES']}/files-narrow.png`, fullPage: true });
    }
  });

  it('their record’s history is shown only when a person asks, and a note is added to it once', async () => {
    const story = page.locator('.card', { has: page.getByRole('heading', { name: 'History in the books' }) });
    await story.waitFor();
    expect(await story.locator('li').count()).to.equal(0);
    const text = 'Approved by Kim\n<b>order</b> 1003';
    await story.getByLabel('Note').fill(text);
    await story.getByRole('button', { name: 'Add the note' }).click();
    await story.locator('li').waitFor();
    expect(await story.locator('li').innerText())
      .to.include('Note · System Generated')
      .and.to.include(text);
    expect(await story.getByLabel('Note').inputValue()).to.equal('');
    expect(await story.locator('li').count()).to.equal(1);
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('connections whose customers did not grant their scope are found by it, and say what is missing', async () => {
    const { client, sandbox } = world as ConsoleWorld;
    const [, tenantId = ''] = await sandbox.tenants();
    const withheld = 'accounting.attachments';
    const lacking = await connected(client, sandbox, { externalAccountId: 'lacks', tenantIds: [tenantId], withheld });
    await page.goto('/console/test/connections');
    await page.getByRole('cell', { name: 'customer-1' }).waitFor();
    await page.getByLabel('Lacks scope').selectOption(withheld);
    await page.getByRole('cell', { name: 'customer-1' }).waitFor({ state: 'detached' });
    await page.locator(`a[href$="/connections/${lacking}"]`).click();
    const fact = page.locator('.fact', { hasText: 'Not granted' });
    expect(await fact.innerText())
      .to.include(withheld)
      .and.include('until the customer connects again');
    expect(await axeFindings(page)).to.deep.equal([]);
  });
});
