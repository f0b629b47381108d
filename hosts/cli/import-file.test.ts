// `ledgerport import`: that it writes each record once, and finds what the provider's templates name.
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Ledgerport } from '../../client/index.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { createLedgerport, type LedgerportOffline } from '../embed/index.ts';
import { importTyped } from './testing/import-typed.ts';

const { folder, inFolder, env, typed, written, remove } = importTyped();
after(remove);

const dry = '--dry-run';

describe('ledgerport import', function () {
  this.timeout(60_000);
  let server: Server;
  let service: LedgerportOffline;
  let lp: Ledgerport;
  let connection: string;
  let contact_id: string;

  before(async () => {
    let mounted: RequestListener = () => {};
    server = createServer((request, response) => mounted(request, response)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
    service = await createLedgerport({
      database: `sqlite:${inFolder('lp.db')}`,
      ledger: 'sandbox',
      dataDir: folder,
      baseUrl,
      apiKeyPepper: 'p'.repeat(32),
      sessionSecret: 's'.repeat(32),
      encryptionKeys: `k:${btoa('k'.repeat(32))}`,
      migrate: true,
      logLevel: 'silent',
    });
    mounted = service.handler;
    Object.assign(env, { LEDGERPORT_URL: baseUrl, LEDGERPORT_API_KEY: service.sandbox.apiKeys.test });
    lp = new Ledgerport({ apiKey: service.sandbox.apiKeys.test, baseUrl });
    connection = (await service.sandbox.connect('customer-1')).connection.id;
    contact_id = (await lp.contacts.create(connection, { name: 'Harbour Coffee' })).id;
  });
  after(async () => {
    await service.close();
    await new Promise((resolve) => server.close(resolve).closeAllConnections());
  });

  const invoices = async (external_reference: string) =>
    (await lp.invoices.list(connection, { external_reference, limit: 100 }).page()).items.length;
  const rows = (reference: string, accounts: readonly string[]) =>
    [
      'item_key,contact_id,external_reference,line_items.description,line_items.quantity,line_items.unit_amount,line_items.account_code',
      ...accounts.map((account, i) => `=${i},${contact_id},${reference},Bench,2,50,${account}`),
    ].join('\n');

  it('with --check tells by line what the books would refuse, and writes nothing', async () => {
    // Books of their own, whose calls no other test needs.
    const own = (await service.sandbox.connect('customer-2')).connection.id;
    const customer = (await lp.contacts.create(own, { name: 'Quay Hotel' })).id;
    const check = (name: string) => typed([name, '--connection', own, '--check']);
    const ofOwn = (accounts: readonly string[]) => rows('books', accounts).replaceAll(contact_id, customer);
    const wrong = written('books.csv', ofOwn(['200', '090', '20', '200']));
    const refused = await check(wrong);
    expect(refused.code).to.equal(1);
    expect(refused.err).to.include(`books.csv:3: line_items.account_code is a bank account`);
    expect(refused.err).to.include(`books.csv:4: line_items.account_code is no account of the books; did you mean`);
    expect(refused.err).to.include('2 of 4 invoices would be refused; nothing was sent');
    const right = await check(written('right.csv', ofOwn(['200', '400'])));
    expect(right.err).to.equal('');
    expect(right.out).to.match(/nothing known speaks against 2 of them \(not checked: .*stock.*\); nothing was sent/);
    expect((await lp.invoices.list(own).page()).items).to.deep.equal([]);
  });

  it('leaves the operation running when it is stopped, and the same command finds it and writes nothing twice', async () => {
    const file = written('once.csv', rows('once', ['200', '200', 'none']));
    const stop = new AbortController();
    const first = typed([file, '--connection', connection, '--out', inFolder('results.csv')], stop.signal);
    await until('an operation', async () => (await lp.operations.list({ type: 'records.bulk' }).page()).items[0]);
    stop.abort();
    const stopped = await first;
    expect(stopped.code).to.equal(1);
    expect(stopped.err).to.match(/(op_\w+) goes on in the service; "ledgerport get operations\/\1\/items" shows it/);

    service.worker.start();
    for (const time of ['first', 'second']) {
      const answer = await typed([file, '--connection', connection, '--out', inFolder('results.csv')]);
      expect(answer, time).to.include({ code: 1, out: '' });
      expect(answer.err).to.match(
        /3 of 3, 2 written\n.*not all were written: 2 succeeded, 1 failed, 0 unknown, 0 pending/,
      );
      expect(answer.drawn.at(-1)).to.equal(`[${'#'.repeat(30)}] 3 of 3`);
      const [title, one, , three] = readFileSync(inFolder('results.csv'), 'utf8').split('\n');
      expect(title).to.equal('item_key,status,id,provider_id,error');
      expect(one).to.match(/^'=0,succeeded,inv_\w+,[-0-9a-f]{36},$/);
      expect(three).to.match(/^'=2,failed,,,the provider refused the document: Account code 'none' is not/);
    }
    expect(await invoices('once')).to.equal(2);
  });

  it('tells by the exit code that all were written', async () => {
    const file = written('all.csv', rows('all', ['200', '200']));
    expect(await typed([file, '--connection', connection])).to.include({ code: 0, out: '2 invoices written' });
    expect(await invoices('all')).to.equal(2);
  });

  it('says without a result file which were refused, and names the lines that the service refuses', async () => {
    const failed = await typed([written('failed.csv', rows('failed', ['none'])), '--connection', connection]);
    expect(failed.out).to.match(/^'=0,failed,,,the provider refused/);
    const change = { item_key: '1', id: contact_id, due_date: '2030-01-31' };
    const file = written('foreign.jsonl', `\n${JSON.stringify(change)}`);
    const refused = await typed([file, '--connection', connection]);
    expect(refused).to.include({ code: 1, out: '' });
    expect(refused.err).to.match(/^foreign.jsonl:2: id is no id of invoices\nledgerport: BAD_REQUEST/);
  });

  describe('of the provider’s templates', () => {
    const salesHead =
      '*ContactName,EmailAddress,POAddressLine1,POCity,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TaxAmount,TrackingName1,TrackingOption1,Currency,BrandingTheme';
    const sales = (number: string, contact: string, more: { email?: string; tax?: string } = {}) => [
      salesHead,
      `${contact},${more.email ?? ''},1 Quay St,Napier,${number}-1,PO 77,05/11/2026,15/12/2026,,,Oak bench,2,"1,450.00",,200,${more.tax ?? '15% GST on Income'},,,,NZD,`,
      `${contact},,,,${number}-1,PO 77,05/11/2026,15/12/2026,,,  Delivery,1,35.50,10,200,15% gst on income,,,,NZD,`,
      `${contact},,,,${number}-2,,06/11/2026,16/12/2026,,,Shelf,1,10,,200,15% GST on Income,,,,NZD,`,
    ];
    const template = (name: string, lines: readonly string[]) => written(name, `${lines.join('\r\n')}\r\n`);
    const numbered = async (number: string) =>
      (await lp.invoices.list(connection, { number, limit: 5 }).page()).items[0];

    before(async () => {
      await lp.contacts.create(connection, { name: 'Pier Books', email: 'books@pier.example' });
      await lp.connections.sync(connection, {});
      await until('tax rates', async () => (await lp.taxRates.list(connection).page()).items[0]);
    });

    it('finds contacts and tax rates by name, and writes each invoice once with its lines', async () => {
      const file = template('sales.csv', sales('TS', '  pier  books '));
      for (const time of ['first', 'second']) {
        const answer = await typed([file, '--connection', connection]);
        expect(answer, `${time}: ${answer.err}`).to.include({ code: 0, out: '2 invoices written' });
        expect(answer.err).to.match(/^read as the provider’s template of sales invoices/);
      }
      const found = await numbered('TS-1');
      const invoice = await lp.invoices.get(connection, found?.id ?? '');
      expect(invoice).to.include({ type: 'receivable', external_reference: 'PO 77', issue_date: '2026-11-05' });
      expect(invoice).to.include({ due_date: '2026-12-15', status: 'DRAFT', sub_total: 2931.95 });
      expect(invoice.line_items?.map(({ description, tax_type }) => [description, tax_type])).to.deep.equal([
        ['Oak bench', 'OUTPUT2'],
        ['  Delivery', 'OUTPUT2'],
      ]);
      expect((await lp.invoices.list(connection, { q: 'TS-', limit: 10 }).page()).items).to.have.length(2);
    });

    it('finds a contact by its address, and names the lines whose contact or tax rate is not there', async () => {
      const byEmail = template('mail.csv', sales('TM', 'Pier Booksellers', { email: 'BOOKS@pier.example' }));
      const dryRun = await typed([byEmail, '--connection', connection, dry]);
      expect(dryRun.out).to.equal('2 invoices in 1 bulk write, lines of NZD 2,941.95; nothing was sent');
      const file = template('none.csv', sales('TN', 'Nobody Ltd', { tax: 'Luxury' }));
      for (const more of [[dry], []]) {
        const { code, out, err } = await typed([file, '--connection', connection, ...more]);
        expect([code, out]).to.deep.equal([1, '']);
        expect(err).to.match(
          /none.csv:2: \*ContactName no contact is called "Nobody Ltd": --create-contacts makes it\n/,
        );
        expect(err).to.match(/none.csv:2: \*TaxType no tax rate is called "Luxury"; there are .*GST/);
        expect(err).to.match(/none.csv:4: \*ContactName no contact.*\nledgerport: 2 of 2 invoices are wrong/);
      }
      expect(await numbered('TN-1')).to.equal(undefined);
    });

    it('makes the contacts that are missing, once, and tells it before', async () => {
      const file = template('made.csv', sales('TC', 'Wharf Café', { email: 'wharf@example.com' }));
      const words = [file, '--connection', connection, '--create-contacts'];
      expect((await typed([...words, dry])).out).to.contain('1 contacts to be made; nothing was sent');
      const first = await typed(words);
      expect(first, first.err).to.include({ code: 0, out: '2 invoices written' });
      expect(first.err).to.contain('1 contacts made');
      const second = await typed(words);
      expect(second, second.err).to.include({ code: 0, out: '2 invoices written' });
      const { items } = await lp.contacts.list(connection, { name: 'Wharf Café' }).page();
      expect(items).to.have.length(1);
      expect(items[0]).to.include({ email: 'wharf@example.com' });
      const made = await lp.contacts.get(connection, items[0]?.id ?? '');
      expect(made.addresses?.[0]).to.include({ type: 'POBOX', line1: '1 Quay St', city: 'Napier' });
      expect(await numbered('TC-2')).to.include({ contact_id: items[0]?.id });
    });

    it('writes no second time once the name is that of another contact', async () => {
      const head =
        '*ContactName,*InvoiceNumber,*InvoiceDate,*DueDate,Description,*Quantity,*UnitAmount,*AccountCode,*TaxType';
      const bill = 'Jetty Supply,TJ-1,2026-11-05,2026-12-05,Rope,1,10,200,OUTPUT2';
      const words = [template('jetty.csv', [head, bill]), '--connection', connection, '--create-contacts'];
      expect(await typed(words)).to.include({ code: 0, out: '1 invoices written' });
      const { id = '' } = (await lp.contacts.list(connection, { name: 'Jetty Supply' }).page()).items[0] ?? {};
      await lp.contacts.update(connection, id, { name: 'Jetty Supplies Ltd' });
      const renamed = await typed(words);
      expect(renamed, renamed.err).to.include({ code: 0, out: '1 invoices written' });
      await lp.contacts.create(connection, { name: 'Jetty Supply' });
      const again = await typed(words);
      expect(again, again.err).to.include({ code: 1, out: '' });
      expect(again.err).to.match(/written before, for another contact/);
      expect((await lp.invoices.list(connection, { q: 'TJ-1', limit: 10 }).page()).items).to.have.length(1);
    });

    it('writes bills as bills, and refuses a file that lacks what the template has', async () => {
      const head =
        '*ContactName,EmailAddress,*InvoiceNumber,*InvoiceDate,*DueDate,Total,InventoryItemCode,Description,*Quantity,*UnitAmount,*AccountCode,*TaxType,Currency';
      const bill = 'Pier Books,,TB-1,2026-11-05,2026-12-05,11.5,,Paper,1,10,200,OUTPUT2,NZD';
      const answer = await typed([template('bills.csv', [head, bill]), '--connection', connection]);
      expect(answer, answer.err).to.include({ code: 0, out: '1 invoices written' });
      expect(answer.err).to.match(/template of bills.*\nnot written, because it is computed: Total/);
      expect(await numbered('TB-1')).to.include({ type: 'payable' });
      const unmarked = head.replaceAll('*', '');
      const unclear = await typed([template('either.csv', [unmarked, bill]), '--connection', connection]);
      expect(unclear, 'nothing tells bills from sales invoices').to.include({ code: 1, out: '' });
      expect(unclear.err).to.match(/either.csv:1: --template xero-sales .*--template xero-bills/);
      const told = await typed([template('either.csv', [unmarked, bill]), dry, '--template', 'xero-sales']);
      expect(told.err).to.match(/template of sales invoices/);
      const lacking = await typed([
        template('few.csv', ['*ContactName,*InvoiceNumber,Memo', 'A,1,x']),
        dry,
        '--template',
        'xero',
      ]);
      expect(lacking.err).to.match(
        /column Quantity of the template is missing\n.*UnitAmount.*\n.*"Memo" is not in the template/,
      );
      expect(await typed([template('q.csv', [head]), dry, '--type', 'quotes', '--template', 'xero'])).to.include({
        code: 2,
      });
    });
  });
});
