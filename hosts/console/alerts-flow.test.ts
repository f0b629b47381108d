// Alerts in a browser, and from an endpoint that fails to the mail of who is on call: through an outage of the mail server.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import {
  hasMailServer,
  type MailServer,
  openMailServer,
  readLetter,
} from '../../adapters/mail-smtp/testing/mail-server.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { connected, invoiceBody, textAt } from '../../tests/walk/client.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { axeFindings } from './testing/axe.ts';
import { whyNoBrowser } from './testing/browser.ts';
import { type ConsoleWorld, openConsole, signIn } from './testing/console-world.ts';

describe('the console in a browser: alerts', () => {
  let world: ConsoleWorld | undefined;
  let mail: MailServer;
  let page: Page;

  before(async function () {
    if (!hasMailServer) return leaveOut(this, 'smtp-server is not installed: npm ci');
    mail = await openMailServer();
    world = await openConsole({
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      ALERTS_FROM: 'Ledgerport <alerts@example.com>',
    });
    if (!world) return leaveOut(this, whyNoBrowser());
    ({ page } = await world.visitor());
    await page.goto('/console/alerts');
    await signIn(page, world.credentials.console);
  });

  after(async () => {
    await world?.close();
    await mail?.close();
  });

  const here = (): ConsoleWorld => {
    if (!world) throw new Error('there is no browser');
    return world;
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const titles = () => mail.letters.map((letter) => readLetter(letter).headers.get('subject'));
  const arrived = (title: string) => until(title, async () => titles().includes(title) && 'there', 60_000);

  it('adds a chat’s webhook, tests it, says why a test failed, and never shows the address again', async () => {
    await page.getByText('Nobody would be told').first().waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.getByRole('link', { name: 'Add a destination' }).first().click();
    await page.getByLabel('Way').selectOption('Chat webhook');
    await page.getByLabel('Webhook address').fill(`${here().receiver.url}/T1/secret-of-the-chat`);
    await page.getByLabel('Test', { exact: true }).check();
    expect(await axeFindings(page)).to.deep.equal([]);
    await button('Add destination').click();
    await page.getByRole('row', { name: /…chat.*Not tested/ }).waitFor();
    here().receiver.answer(200);
    await button(/^Send a test to/).click();
    await page.getByRole('row', { name: /…chat.*Works/ }).waitFor();
    here().receiver.answer(500);
    await button(/^Send a test to/).click();
    await page.getByText('the webhook answered 500').first().waitFor();
    await page.getByRole('row', { name: /…chat.*Failing/ }).waitFor();
    await page.getByText('the only destination of alerts did not take the latest message').waitFor();
    expect(await page.content()).not.to.contain('secret-of-the');
    await page.goto('/console/test/overview');
    await page.getByText('Say who is told at night').or(page.getByText('Nobody would be told')).first().waitFor();
    await page.goto('/console/alerts');
    await button(/^Remove/).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nobody would be told').first().waitFor();
  });

  it('refuses a wrong address beside its field', async () => {
    await page.goto('/console/alerts?add=1');
    await page.getByLabel('E-mail address').fill('oncall@localhost');
    await button('Add destination').click();
    await page.getByText('must be one e-mail address such as oncall@example.com').waitFor();
  });

  it('tells by mail that an endpoint is held, through an outage of the mail server, and once that it is well', async () => {
    await page.getByLabel('E-mail address').fill('oncall@example.com');
    await page.getByLabel('Test', { exact: true }).check();
    await button('Add destination').click();
    await page.getByRole('row', { name: /oncall@example.com.*Not tested/ }).waitFor();
    await button('Send a test to oncall@example.com').click();
    await arrived('A test of your alerts');
    await page.getByRole('row', { name: /oncall@example.com.*Works/ }).waitFor();

    const { client, sandbox, receiver } = here();
    const { port } = mail;
    await mail.close();
    receiver.answer(500);
    const hook = { url: receiver.url, event_types: ['*'], description: 'Warehouse' };
    await client.expecting(201, 'POST', '/v1/webhook-endpoints', hook);
    const [tenantId = ''] = await sandbox.tenants();
    const connectionId = await connected(client, sandbox, { externalAccountId: 'customer-1', tenantIds: [tenantId] });
    const contact = await client.expecting(201, 'POST', `/v1/connections/${connectionId}/contacts`, {
      name: 'Secret Ltd',
    });
    for (let i = 0; i < 12; i++) {
      const body = invoiceBody(textAt(contact, 'data.item.id'), `held-${i}`);
      await client.expecting(201, 'POST', `/v1/connections/${connectionId}/invoices`, body);
    }
    await page.getByText(/Last error: the mail server could not be reached/).waitFor({ timeout: 60_000 });
    await page.goto('/console/test/overview');
    await page.getByText(/Nobody would be told if something failed: the only destination/).waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);

    mail = await openMailServer({ port });
    await arrived('[test] Deliveries to “Warehouse” are held');
    receiver.answer(200);
    await arrived('[test] Deliveries to “Warehouse” are well again');
    expect(titles()).to.have.length(2);
    const all = mail.letters.map((letter) => readLetter(letter).text).join('\n');
    expect(all).to.contain(`${here().credentials.base_url}/console/test/webhook-endpoints/we_`);
    expect(all).not.to.match(/Secret Ltd|held-|invoice/);
    await page.goto('/console/alerts');
    await page.getByRole('row', { name: /oncall@example.com.*Works/ }).waitFor();
    await page.goto('/console/audit');
    await page
      .getByRole('row', { name: /Sent a test of alerts/ })
      .first()
      .waitFor();
  });
});
