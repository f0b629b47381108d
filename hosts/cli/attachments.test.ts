// `ledgerport attach`, `attachments list`, `attachments get` and `history`, over a whole service in this process.
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { Ledgerport } from '../../client/index.ts';
import { createLedgerport, type LedgerportOffline } from '../embed/index.ts';
import { run } from './run.ts';
import { importTyped } from './testing/import-typed.ts';

const { folder, inFolder, env, written, remove } = importTyped();
after(remove);

async function typed(...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run(words, {
    env,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    untilStopped: () => new AbortController().signal,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('ledgerport attach', function () {
  this.timeout(60_000);
  let server: Server;
  let service: LedgerportOffline;
  let on: readonly string[];
  let contact: string;

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
    const lp = new Ledgerport({ apiKey: service.sandbox.apiKeys.test, baseUrl });
    const { id } = (await service.sandbox.connect('customer-1')).connection;
    on = ['--connection', id];
    contact = (await lp.contacts.create(id, { name: 'Harbour Coffee' })).id;
  });
  after(async () => {
    await service.close();
    await new Promise((resolve) => server.close(resolve).closeAllConnections());
  });

  it('attaches a file once, however often it is run; lists it; fetches it; and overwrites nothing', async () => {
    const file = written('terms & more.pdf', '%PDF-1.7 terms');
    const first = await typed('attach', 'contacts', contact, file, ...on);
    expect([first.code, first.err]).to.deep.equal([0, '']);
    expect(first.out).to.match(/^att_\w+ {2}terms & more\.pdf {2}14 bytes$/);
    expect((await typed('attach', 'contacts', contact, file, ...on)).out, 'again').to.equal(first.out);
    const taken = await typed('attach', 'contacts', contact, file, ...on, '--idempotency-key', 'another');
    expect([taken.code, taken.err]).to.deep.equal([1, taken.err]);
    expect(taken.err).to.include('a file of this name is attached');
    const replaced = await typed(
      'attach',
      'contacts',
      contact,
      written('new.pdf', '%PDF-1.7 newer'),
      ...on,
      '--name',
      'TERMS & more.pdf',
      '--replace',
      '--json',
    );
    expect(JSON.parse(replaced.out)).to.include({ filename: 'TERMS & more.pdf', replaced: first.out.split(' ')[0] });
    const listed = await typed('attachments', 'list', 'contacts', contact, ...on);
    const [id = ''] = listed.out.split(' ');
    expect(listed.out).to.equal(`${id}  14  TERMS & more.pdf`);
    const out = inFolder('fetched.pdf');
    const get = ['attachments', 'get', 'contacts', contact, id, ...on, '--out', out];
    expect((await typed(...get)).out).to.equal(out);
    expect(readFileSync(out, 'utf8')).to.equal('%PDF-1.7 newer');
    expect((await typed(...get)).err).to.include('is there already');
  });

  it('adds a note once, however often it is run, and tells the history', async () => {
    const note = ['history', 'add', 'contacts', contact, 'Approved\nby Kim', ...on];
    const first = await typed(...note);
    expect([first.code, first.err]).to.deep.equal([0, '']);
    expect(first.out).to.match(/Z {2}Approved by Kim$/);
    expect((await typed(...note)).out, 'again').to.equal(first.out);
    const told = await typed('history', 'list', 'contacts', contact, ...on);
    expect(told.out).to.match(/^\S+Z {2}System Generated {2}Note {2}Approved by Kim$/);
    await typed(...note, '--idempotency-key', 'a second');
    const two = (await typed('history', 'list', 'contacts', contact, ...on, '--json')).out.split('\n');
    expect(two.map((line) => JSON.parse(line).details)).to.deep.equal(['Approved\nby Kim', 'Approved\nby Kim']);
    for (const [words, said] of [
      [['history', 'add', 'accounts', contact, 'x', ...on], 'the type must be one of'],
      [['history', 'add', 'contacts', contact, ...on], 'the note is missing'],
      [['history', 'list', 'contacts', ...on], 'the id of the record is missing'],
    ] as const) {
      const { code, err } = await typed(...words);
      expect(code).not.to.equal(0);
      expect(err).to.include(said);
    }
  });

  it('says what is wrong before it sends anything', async () => {
    const file = written('a.pdf', '%PDF-1.7');
    const table: readonly (readonly [readonly string[], string])[] = [
      [['attach', 'contact', contact, file, ...on], 'the type must be one of'],
      [['attach', 'contacts', ...on], 'the id of the record is missing'],
      [['attach', 'contacts', contact, ...on], 'the file is missing'],
      [['attach', 'contacts', contact, file], '--connection <id> is missing'],
      [['attach', 'contacts', contact, inFolder('nowhere.pdf'), ...on], 'there is no file'],
      [['attach', 'contacts', contact, file, 'more', ...on], 'does not take "more"'],
      [['attach', 'contacts', contact, written('big.pdf', 'x'.repeat(10_000_001)), ...on], 'at most 10000000'],
    ];
    for (const [words, said] of table) {
      const { code, err } = await typed(...words);
      expect(code, words.join(' ')).not.to.equal(0);
      expect(err).to.include(said);
    }
    const refused = await typed('attach', 'contacts', contact, written('a.html', '<html>'), ...on);
    expect(refused.err).to.include('must end in one of');
    expect(existsSync(inFolder('nowhere.pdf'))).to.equal(false);
  });
});
