// `ledgerport import`: how it reads a file, what it refuses, and that it writes each record once.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { Ledgerport } from '../../client/index.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { createLedgerport, type LedgerportOffline } from '../embed/index.ts';
import { run } from './run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-import-'));
const inFolder = (name: string) => path.join(folder, name);
const key = `acct_test_${'a'.repeat(38)}`;
let env: Record<string, string> = { LEDGERPORT_URL: 'http://127.0.0.1:1', LEDGERPORT_API_KEY: key };

async function typed(words: readonly string[], signal = new AbortController().signal) {
  const [out, err, drawn]: [string[], string[], string[]] = [[], [], []];
  const code = await run(['import', ...words], {
    env,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text.replaceAll(`${folder}/`, '')),
    redraw: (text) => void drawn.push(text),
    untilStopped: () => signal,
  });
  return { code, out: out.join('\n'), err: err.join('\n'), drawn };
}

function written(name: string, content: string | Uint8Array): string {
  writeFileSync(inFolder(name), content);
  return inFolder(name);
}

const dry = '--dry-run';
const contact = 'con_0zt39gf7ag9pqakhes431z5qkv';
const head = 'item_key,contact_id,due_date,line_items.description,line_items.quantity,line_items.account_code';

after(() => rmSync(folder, { recursive: true, force: true }));

describe('ledgerport import --dry-run', () => {
  const line = (item_key: string, more: object = {}) =>
    JSON.stringify({ item_key, contact_id: contact, line_items: [{ quantity: 1 }], ...more });
  const shortHead = 'item_key,due_date\n';

  const taken: readonly (readonly [what: string, name: string, content: string, out: string])[] = [
    [
      'rows with one item_key as one record',
      'two.csv',
      `\ufeff${head}\n1,${contact},2030-01-31,"Desk, oak",2,090\n1,,,"Lamp\n(tall)",1,090\n2,${contact},,Chair,1,\n`,
      '2 invoices in 1 bulk write',
    ],
    [
      'semicolons and Windows line ends',
      'a.csv',
      `item_key;contact_id;line_items.quantity\r\n1;${contact};2\r\n`,
      '1 in',
    ],
    ['objects and lists', 'contacts.csv', 'item_key,name,phones.type,phones.number\n1,Quay,FAX,1\n1,,DDI,2\n', '1 con'],
    ['changes', 'contacts.csv', `item_key,id,name\n1,${contact},Quay\n`, '1 contacts'],
    ['JSON lines', 'a.jsonl', `${line('1')}\n\n${line('2')}`, '2 invoices'],
    [
      '2,001 records',
      'b.jsonl',
      Array.from({ length: 2001 }, (_, i) => line(`${i}`)).join('\n'),
      '2,001 invoices in 3 bulk',
    ],
  ];
  for (const [what, name, content, out] of taken) {
    it(`takes ${what}`, async () => {
      const answer = await typed([
        written(name, content),
        '--type',
        out.includes('con') ? 'contacts' : 'invoices',
        dry,
      ]);
      expect(answer, answer.err).to.include({ code: 0, err: '' });
      expect(answer.out).to.match(new RegExp(`^${out}.*; nothing was sent$`));
    });
  }

  const refused: readonly (readonly [what: string, name: string, content: string | Uint8Array, said: RegExp])[] = [
    [
      'faults by line and column, also of a second row',
      'faults.csv',
      `${head}\n1,${contact},,"two\nlines",-1,\n1,,2030-01-31,,1.00001,\n1,,2030-02-01,,"1,5",\n3,,31.1.2030,,1,\n`,
      /^faults.csv:5: due_date differs from a row above .*\nfaults.csv:2: line_items.quantity must not be negative\nfaults.csv:4: line_items.quantity must have at most 4 decimal places\nfaults.csv:5: line_items.quantity must be a number\nfaults.csv:6: contact_id is required\nfaults.csv:6: due_date must be a date.*\nledgerport: 2 of 2 invoices are wrong; nothing was sent$/,
    ],
    [
      'faults by line and path',
      'faults.jsonl',
      `${line('1')}\n${line('1', { due: 1 })}\n{"item_key":"2","line_items":[{},{"quantity":"1"}]}`,
      /^faults.jsonl:2: due is not a field of this request.*\nfaults.jsonl:2: item_key is the item_key of line 1, too\nfaults.jsonl:3: contact_id is required\nfaults.jsonl:3: line_items\[1\].quantity must be a number/,
    ],
    [
      'an id of records that are only created',
      'quotes.jsonl',
      line('1', { id: '1' }),
      /:1: id is not for quotes: they are/,
    ],
    [
      'a column that is no field',
      'a.csv',
      'item_key,due_dat',
      /a.csv:1: the column "due_dat" is not .*did you mean due_date/,
    ],
    ['a column of objects', 'a.csv', 'item_key,line_items', /the column "line_items" is not a field/],
    ['a column of the prototype', 'a.csv', 'item_key,toString', /the column "toString" is not a field/],
    ['a column twice', 'a.csv', 'item_key,due_date,due_date', /"due_date" occurs twice/],
    ['a file without item_key', 'a.csv', 'contact_id\n1', /a.csv:1: the column item_key is missing/],
    ['a row that is too short', 'a.csv', `${shortHead}1\n`, /a.csv:2: Invalid Record Length/],
    ['a quote that does not end', 'a.csv', `${shortHead}1,"2\n`, /a.csv:2: Quote Not Closed/],
    ['a row without end', 'a.csv', `${shortHead}${'x'.repeat(70_000)}`, /a.csv:2: Max Record Size/],
    ['a line without end', 'a.jsonl', `\n"${'x'.repeat(5e6)}"`, /a.jsonl:2: the line is longer than 4 MiB/],
    ['an item without end', 'a.csv', `item_key\n${'1\n'.repeat(501)}`, /a.csv:502: an item has at most 500 rows/],
    ['other encodings', 'a.csv', Buffer.from(`${shortHead}1,Käse`, 'latin1'), /a.csv is not UTF-8/],
    ['what is not JSON', 'a.jsonl', `${line('1')}\n{`, /a.jsonl:2: /],
    ['what is no object', 'a.jsonl', '7', /a.jsonl:1: is not a JSON object/],
    ['an empty file', 'a.csv', '', /a.csv has no records/],
  ];
  for (const [what, name, content, said] of refused) {
    it(`refuses ${what}`, async () => {
      const answer = await typed([
        written(name, content),
        '--type',
        name.includes('quotes') ? 'quotes' : 'invoices',
        dry,
      ]);
      expect(answer.err).to.match(said);
      expect(answer).to.include({ code: 1, out: '' });
    });
  }

  it('takes no other files, and writes over none that it reads', async () => {
    expect(await typed([written('a.xlsx', ''), dry])).to.include({ code: 2 });
    const file = written('own.csv', head);
    const answer = await typed([file, '--connection', 'conn_1', '--out', `${folder}/./own.csv`]);
    expect([answer.code, readFileSync(file, 'utf8')]).to.deep.equal([2, head]);
  });
});

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
    env = { LEDGERPORT_URL: baseUrl, LEDGERPORT_API_KEY: service.sandbox.apiKeys.test };
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
});
