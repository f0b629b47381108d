import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { verifyWebhook } from '../../client/webhooks.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { freshDatabase } from '../../tests/walk/fleet.ts';
import { runCommand } from '../../tests/walk/processes.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { createLedgerport, type Ledgerport, type LedgerportOptions } from './index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-embed-'));
/** The console is one of the pages that an embedder serves. */
before(() => void runCommand('tools/build-console.ts', [], {}));
after(() => rmSync(folder, { recursive: true, force: true }));

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function listening(answer: RequestListener): Promise<string> {
  const server: Server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  opened.push({ close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()) });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

const refusal = (options: object) =>
  createLedgerport(options as LedgerportOptions).then(
    async (lp) => {
      await lp.close();
      throw new Error('was opened');
    },
    (error: Error) => error.message,
  );

describe('createLedgerport', () => {
  it('leads from an empty folder to a verified webhook, under a prefix', async () => {
    let mounted: RequestListener = () => {};
    const origin = await listening((request, response) => mounted(request, response));
    const database = `sqlite:${folder}/walk/lp.db`;
    const lp = await createLedgerport({ database, ledger: 'sandbox', baseUrl: `${origin}/books`, logLevel: 'error' });
    opened.push(lp);
    mounted = lp.handler;
    const { caller, connection } = await lp.sandbox.connect('customer-1');
    const received: string[] = [];
    let secret = '';
    const url = await listening(async (request, response) => {
      received.push(verifyWebhook(await buffer(request), request.headers, secret).type);
      response.end();
    });
    const { value } = await lp.core.webhooks.createEndpoint(caller, {
      write: { key: 'hook', body: { url, event_types: ['invoice.paid'] } },
    });
    secret = value.signingSecret ?? '';
    lp.worker.start();
    const { records } = lp.core;
    const of = { connectionId: connection.id };
    const { value: contact } = await records.create(caller, {
      ...{ ...of, type: 'contacts' },
      write: { key: 'contact-1', body: { name: 'Harbour Tools' } },
    });
    const lines = [{ description: 'Bench', quantity: 1, unit_amount: 100, account_code: '200' }];
    const body = { contact_id: contact.id, status: 'AUTHORISED', due_date: '2030-01-31', line_items: lines } as const;
    const order = { ...of, type: 'invoices', write: { key: 'order-1', body } } as const;
    const { value: invoice, replayed } = await records.create(caller, order);
    expect([replayed, invoice.line_items[0]?.unit_amount, invoice.contact?.name]).to.deep.equal([
      false,
      100,
      'Harbour Tools',
    ]);
    expect(await records.create(caller, order)).to.deep.equal({ value: invoice, replayed: true, resolution: 'sent' });
    const seen = await fetch(`${origin}/books/v1/connections/${connection.id}/invoices/${invoice.id}`, {
      headers: { Authorization: `Bearer ${lp.sandbox.apiKeys.test}` },
    });
    const { item } = ((await seen.json()) as { data: { item: object } }).data;
    const live = await records.read(caller, { ...of, type: 'invoices', resourceId: invoice.id });
    expect({ ...item, fetched_at: '' }).to.deep.equal({ ...live, fetched_at: '' });
    const listed = await records.list(caller, { ...of, type: 'invoices', query: { number: invoice.number ?? '' } });
    expect(listed.items.map(({ id }) => id)).to.deep.equal([invoice.id]);
    const all = await records.list(caller, { ...of, type: 'invoices', query: undefined as never });
    expect(all.items.map(({ id }) => id)).to.include(invoice.id);
    const session = { provider: 'ledger', external_account_id: 'c-2', redirect_uri: 'http://localhost:1/' };
    const { value: link } = await lp.core.connectSessions.create(caller, { body: session });
    const page = await (await fetch(link.connectUrl)).text();
    expect(page).to.match(/action="\/books\/connect\/[^"]+\/cancel"/);
    const console = await fetch(`${origin}/books/`);
    expect([console.url, console.status]).to.deep.equal([`${origin}/books/console/`, 200]);
    const html = await console.text();
    const [, script = ''] = /<script type="module" src="(\/books\/console\/assets\/[^"]+)"/.exec(html) ?? [];
    expect((await fetch(origin + script)).headers.get('content-type')).to.contain('javascript');
    await lp.sandbox.pay(connection, invoice);
    await until('the webhook', () => received[0]);
    expect(received).to.deep.equal(['invoice.paid']);
    expect(existsSync(path.join(folder, 'walk', 'dev-secrets.json'))).to.equal(true);
    const counted = await lp.metrics();
    for (const line of [
      /^ledgerport_events_total\{type="invoice\.paid"\} [1-9]/m,
      /^ledgerport_worker_claimed_total\{type="webhook\.deliver"\} [1-9]/m,
    ]) {
      expect(counted).to.match(line);
    }
    expect(counted).to.contain('ledgerport_http_requests_total{method="GET"');
    await lp.worker.stop();
    lp.worker.start();
  });

  it('lets running requests end before it closes', async () => {
    const lp = await createLedgerport({ database: `sqlite:${folder}/end/lp.db`, ledger: 'sandbox', logLevel: 'error' });
    opened.push(lp);
    let begun = 0;
    const origin = await listening((request, response) => {
      begun++;
      lp.handler(request, response);
    });
    const { connection } = await lp.sandbox.connect('customer-1');
    const headers = { Authorization: `Bearer ${lp.sandbox.apiKeys.test}`, 'Content-Type': 'application/json' };
    // As many as the provider allows a connection in flight.
    const answers = Array.from({ length: 5 }, async (_, n) => {
      const body = JSON.stringify({ name: `Customer ${n}` });
      const sent = { method: 'POST', headers: { ...headers, 'Idempotency-Key': `customer-${n}` }, body };
      return (await fetch(`${origin}/v1/connections/${connection.id}/contacts`, sent)).status;
    });
    await until('the requests', () => begun === answers.length);
    await lp.close();
    expect(new Set(await Promise.all(answers))).to.deep.equal(new Set([201]));
  });

  it('answers a Request under its prefix, and names a body that somebody else has read', async () => {
    const database = `sqlite:${folder}/fetch/lp.db`;
    const lp = await createLedgerport({
      database,
      ledger: 'sandbox',
      baseUrl: 'http://localhost:1/books',
      logLevel: 'silent',
    });
    opened.push(lp);
    const { connection } = await lp.sandbox.connect('customer-1');
    const headers = { Authorization: `Bearer ${lp.sandbox.apiKeys.test}`, 'Content-Type': 'application/json' };
    const write = (key: string) => ({
      method: 'POST',
      headers: { ...headers, 'Idempotency-Key': key },
      body: JSON.stringify({ name: 'Harbour Tools' }),
    });
    const address = `/books/v1/connections/${connection.id}/contacts`;
    const created = await lp.fetch(new Request(`http://localhost:1${address}`, write('contact-1')));
    expect(created.status).to.equal(201);
    expect(created.headers.get('x-request-id')).to.match(/^req_/);
    const { data } = (await created.json()) as { data: { item: { name: string } } };
    expect(data.item.name).to.equal('Harbour Tools');
    const origin = await listening(async (request, response) => {
      await buffer(request);
      lp.handler(request, response);
    });
    const refused = await fetch(origin + address, write('contact-2'));
    expect(refused.status).to.equal(500);
    expect(await refused.json()).to.include({
      code: 'INTERNAL',
      reason: 'body_already_read',
      outcome: 'not_applied',
      message: 'the body was already read: mount Ledgerport before body parsers',
    });
  });

  it('names every option that is wrong, and no secret', async () => {
    const wrong = {
      database: 'mysql://x',
      ledger: 'sage',
      baseURL: 'http://x',
      workerConcurrency: 0,
      apiKeyPepper: 'short',
      encryptionKeys: 'abc',
      migrate: 'no',
    };
    expect(await createLedgerport(undefined as never).catch(String)).to.match(
      /createLedgerport needs options, such as \{/,
    );
    expect(await refusal({ ...wrong, hostedAppClientId: 'a', retainEventsDays: 0, retainTeaDays: 1 })).to.equal(
      [
        'the configuration is not usable:',
        '  database: must be sqlite:<file> or postgres://user:password@host:5432/database',
        '  encryptionKeys: entry 1 of 1: expected <id>:<base64 of 32 bytes>',
        '  apiKeyPepper: must have at least 32 characters',
        '  workerConcurrency: must be a whole number from 1 to 1000',
        '  retainEventsDays: must be a whole number from 1 to 3650',
        '  ledger: must be one of sandbox, xero',
        '  hostedAppClientId: set it together with hostedAppClientSecret and hostedAppWebhookKey, or none of them',
        '  baseURL: is not an option',
        '  retainTeaDays: is not an option',
        '  migrate: must be true or false',
      ].join('\n'),
    );
    expect(await refusal({})).to.match(/database: is required\n {2}ledger: is required$/);
    expect(await refusal({ database: 'sqlite::memory:', ledger: 'sandbox', production: true })).to.match(
      /baseUrl: is required in production\n(.*\n)*.*encryptionKeys: is required in production\n(.*\n)*.*ledger: must be xero/,
    );
    expect(await refusal({ database: 'postgres://localhost/x', ledger: 'xero' })).to.match(
      /encryptionKeys: is required with PostgreSQL\n.*apiKeyPepper.*\n.*sessionSecret/,
    );
    const ports = { tea: () => ({}) };
    expect(await refusal({ database: `sqlite:${folder}/ports.db`, ledger: 'xero', ports })).to.contain('no port tea');
    const made = { database: `sqlite:${folder}/ports.db`, ledger: 'xero', ports: { log: {} } };
    expect(await refusal(made)).to.equal('ports: log must be () => the port');
    const elsewhere = { database: `sqlite:${folder}/ports.db`, ledger: 'sandbox', baseUrl: 'http://127.0.0.1:8080' };
    expect(await refusal(elsewhere)).to.match(
      /^BASE_URL \(embedded: baseUrl\) is http:\/\/127.0.0.1:8080: .* http:\/\/localhost$/,
    );
  });

  it('takes a port of the embedder’s own in the place of its adapter, for those that ask for it too', async () => {
    const lines: string[] = [];
    const note = (line: string) => void lines.push(line);
    const log: Ledgerport['ports']['log'] = { info: note, warn: note, error: note };
    const database = `sqlite:${folder}/own.db`;
    const lp = await createLedgerport({ database, ledger: 'http://localhost:1', ports: { log: () => log } });
    opened.push(lp);
    expect(lp.ports.log).to.equal(log);
    const { ledger } = lp.ports.providers;
    if (!ledger) throw new Error('the first provider is missing');
    const wrong = { ...ledger, traits: { ...ledger.traits, title: '' } };
    const beside = (provider: typeof ledger) => ({
      database,
      ledger: 'http://localhost:1' as const,
      trytonAllowedHosts: ['books.example.com'],
      ports: { log: () => log, providers: () => ({ books: provider }) },
    });
    const two = await createLedgerport(beside(ledger));
    opened.push(two);
    expect(Object.keys(two.ports.providers)).to.deep.equal(['ledger', 'tryton', 'books']);
    expect(await refusal(beside(wrong))).to.equal('the provider books cannot be used: title must not be empty');
    const origin = await listening(lp.handler);
    expect((await fetch(`${origin}/health`)).status).to.equal(200);
    await until('the line of the request', () => lines.includes('request') && 'told');
  });
});

describe('what is switched on of the provider', () => {
  it('is what a deployment offers and asks consents for; a wrong word stops the start', async () => {
    const offered = async (name: string, ledgerCapabilities?: readonly 'history'[] | 'none') => {
      const where = {
        database: `sqlite:${folder}/${name}.db`,
        ledger: 'http://localhost:1',
        logLevel: 'silent',
      } as const;
      const lp = await createLedgerport({ ...where, ...(ledgerCapabilities && { ledgerCapabilities }) });
      opened.push(lp);
      const [ledger] = lp.core.providers.list();
      const { attachments, history } = ledger?.capabilities.invoices ?? {};
      const families = Object.keys(ledger?.capabilities ?? {});
      return { attachments, history, items: families.includes('items'), asks: ledger?.scopes.at(-1) };
    };
    const all = { attachments: true, history: true, items: true, asks: 'accounting.banktransactions' };
    const none = { attachments: false, history: false, items: false, asks: 'accounting.settings' };
    expect(await offered('all')).to.deep.equal(all);
    expect(await offered('history', ['history'])).to.deep.equal({ ...none, history: true });
    expect(await offered('none', 'none')).to.deep.equal(none);
    const wrong = { database: `sqlite:${folder}/wrong.db`, ledger: 'sandbox', ledgerCapabilities: ['files'] };
    expect(await refusal(wrong)).to.contain('ledgerCapabilities: must be all, none, or some of attachments, ');
  });
});

describePostgres('createLedgerport on PostgreSQL', () => {
  it('migrates only when it is asked to', async () => {
    const pepper = 'p'.repeat(32);
    const secrets = { apiKeyPepper: pepper, sessionSecret: pepper, encryptionKeys: `k:${btoa(pepper)}` };
    const options = { database: await freshDatabase(), ledger: 'xero', logLevel: 'silent', ...secrets } as const;
    expect(await refusal(options)).to.contain('the database has no schema yet');
    const lp = await createLedgerport({ ...options, migrate: true });
    opened.push(lp);
    expect(await lp.core.health.ready()).to.equal(true);
    opened.push(await createLedgerport(options));
  });
});
