// The console below a prefix of a foreign server, whose own pages are at `/`.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { runCommand } from '../../tests/walk/processes.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { createLedgerport, type LedgerportOffline } from '../embed/index.ts';
import { openBrowser, whyNoBrowser } from './testing/browser.ts';
import { signIn, type Visitor, visit } from './testing/console-world.ts';

describe('the console below a prefix', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-mounted-'));
  /** Requests that reached the foreign application. */
  const strayed: string[] = [];
  let server: Server;
  let origin: string;
  let lp: LedgerportOffline;
  let visitor: Visitor;
  let invoicePath: string;

  before(async function () {
    const browser = await openBrowser();
    if (!browser) return leaveOut(this, whyNoBrowser());
    runCommand('tools/build-console.ts', [], {});
    let mounted: RequestListener = () => {};
    server = createServer((request, response) => {
      if (request.url?.startsWith('/books/')) return mounted(request, response);
      strayed.push(`${request.url} ${request.headers.cookie}`);
      response.setHeader('Set-Cookie', 'ledgerport_session=of-the-application; Path=/');
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Shop</title><h1>The application</h1>');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const database = `sqlite:${folder}/lp.db`;
    lp = await createLedgerport({ database, ledger: 'sandbox', baseUrl: `${origin}/books`, logLevel: 'error' });
    mounted = lp.handler;
    const { caller, connection } = await lp.sandbox.connect('customer-1');
    const of = { connectionId: connection.id };
    const contact = { key: 'contact-1', body: { name: 'Harbour Tools' } };
    const { value } = await lp.core.records.create(caller, { ...of, type: 'contacts', write: contact });
    const lines = [{ description: 'Bench', quantity: 1, unit_amount: 100, account_code: '200' }];
    const body = { contact_id: value.id, status: 'AUTHORISED', due_date: '2030-01-31', line_items: lines } as const;
    const order = { ...of, type: 'invoices', write: { key: 'order-1', body } } as const;
    const { value: invoice } = await lp.core.records.create(caller, order);
    invoicePath = `connections/${connection.id}/records/invoices/${invoice.id}`;
    visitor = await visit(browser, origin);
  });

  after(async () => {
    await visitor?.context.close();
    server?.closeAllConnections();
    server?.close();
    await lp?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('signs in, shows the overview and an invoice, and signs out, beside an application of its own cookies', async () => {
    const { page, context, complaints } = visitor;
    await page.goto('/');
    await page.goto('/books/');
    expect(page.url()).to.contain(`${origin}/books/console`);
    await signIn(page, lp.sandbox.login);
    await page.goto('/books/console/test/overview');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.goto(`/books/console/test/${invoicePath}`);
    await page.getByText('Harbour Tools').first().waitFor();
    const cookies = await context.cookies();
    expect(cookies.map(({ name, path: at }) => [name, at]).sort()).to.deep.equal([
      ['ledgerport_session%2Fbooks', '/books'],
      ['ledgerport_session', '/'],
    ]);
    await page.goto('/books/docs/quick-start');
    await page.getByLabel('Search the guides').fill('idempotency');
    const guide = page.locator('.guide-found a').first();
    await guide.waitFor();
    expect(new URL((await guide.getAttribute('href')) ?? '').pathname).to.match(/^\/books\/docs\//);
    await page.goto('/cart');
    await page.getByRole('heading', { name: 'The application' }).waitFor();
    await page.goto(`/books/console/test/${invoicePath}`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').waitFor();
    expect((await context.cookies()).map(({ name }) => name)).to.deep.equal(['ledgerport_session']);
    expect(strayed.filter((line) => !/^\/(cart|favicon.ico)? /.test(line) || line.includes('_books'))).to.deep.equal(
      [],
    );
    expect(complaints).to.deep.equal([]);
  });
});
