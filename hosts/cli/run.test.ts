// What a person sees after typing something: help, and refusals that say what to do.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect } from 'chai';
import { restore, stub } from 'sinon';
import { hostFile } from '../../tests/walk/processes.ts';
import { commands as adminCommands } from '../admin/commands.ts';
import { commands } from './commands.ts';
import { addressOf, machineSecret } from './listen.ts';
import { run } from './run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-cli-'));

const admin = Object.entries(adminCommands).map(([name, command]) => [`admin ${name}`, command] as const);

type Variables = Readonly<Record<string, string>>;

async function type(line: string, env: Variables = {}, file: Variables = {}) {
  const [out, err]: string[][] = [[], []];
  const code = await run(line.split(' ').filter(Boolean), {
    ...{ env: { DATA_DIR: path.join(folder, 'nothing'), ...file, ...env }, file },
    out: (text) => void out?.push(stripVTControlCharacters(text)),
    err: (text) => void err?.push(stripVTControlCharacters(text)),
    untilStopped: () => AbortSignal.abort(),
  });
  return { code, out: out?.join('\n') ?? '', err: err?.join('\n') ?? '' };
}

describe('the command line', () => {
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('lists every command, and names its release', async () => {
    const { code, out, err } = await type('--help');
    expect([code, err]).to.deep.equal([0, '']);
    for (const [name, { does }] of Object.entries(commands)) expect(out).to.contain(name).and.contain(does);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    for (const line of ['--version', 'version']) expect(await type(line)).to.include({ code: 0, out: version });
    expect(await type('')).to.include({ code: 2, err: out });
    expect(await type('help')).to.include({ code: 0, out });
    for (const name of ['trigger', 'events resend', 'admin', 'admin key create']) {
      expect(await type(`help ${name}`)).to.deep.equal(await type(`${name} --help`));
    }
    expect(await type('help lisen')).to.include({ code: 2, out: '' });
  });

  for (const [name, command] of [...Object.entries(commands), ...admin]) {
    if ('within' in command || command.takesAll) continue;
    const { options = {}, examples } = command;
    it(`explains ${name}: its options, and examples that it understands`, async () => {
      const { code, out } = await type(`${name} --help`);
      expect(code).to.equal(0);
      for (const option of Object.keys(options)) expect(out).to.contain(`--${option}`);
      expect(examples).not.to.deep.equal([]);
      for (const example of examples) {
        const words = example.replace(/^(?:[A-Z_]+=\S+ )*ledgerport /, '').replace(/ < .*/, '');
        expect(words.startsWith(name), example).to.equal(true);
        expect(await type(`${words} --help`), example).to.include({ code: 0 });
      }
    });
  }

  const key = `acct_test_${'a'.repeat(38)}`;
  const known = { LEDGERPORT_API_KEY: key, LEDGERPORT_URL: 'http://127.0.0.1:1' };
  const memory = { DATABASE_URL: 'sqlite::memory:' };
  const production = {
    ...{ NODE_ENV: 'production', BASE_URL: 'https://a.example', TRUST_PROXY: 'true', API_KEY_PEPPER: 'p'.repeat(32) },
    ...{ ENCRYPTION_KEYS: `k1:${btoa('k'.repeat(32))}`, SESSION_SECRET: 's'.repeat(32) },
    ...{ REDIRECT_ORIGINS: 'https://a.example', CONSOLE_ORIGINS: 'https://a.example' },
  };
  const refusals: readonly (readonly [string, number, RegExp, Readonly<Record<string, string>>?])[] = [
    ['lisen', 2, /unknown command lisen; did you mean listen\?\nSee "ledgerport --help"/],
    ['quux', 2, /unknown command quux\n/],
    ['--json doctor', 2, /unknown option --json; a command comes first/],
    [
      'listen --forwardto 3000',
      2,
      /unknown option --forwardto; did you mean --forward-to\?\nSee "ledgerport listen --help"/,
    ],
    ['listen', 2, /--forward-to <url> is missing/],
    ['listen --forward-to', 2, /'--forward-to <value>' argument missing/],
    ['listen --forward-to 3000 --events invoice.pad', 2, /there is no event invoice.pad; did you mean invoice.paid\?/],
    ['listen --forward-to 3000 --since yesterday', 2, /--since must be a time such as/],
    ['listen --forward-to ftp://x', 2, /--forward-to is not an address: ftp:\/\/x/],
    ['listen --forward-to 3000 --tries 0', 2, /--tries must be a whole number from 1 to 100/],
    ['trigger', 2, /name one event; --list names them all/],
    ['trigger invoice.payd', 2, /there is no event invoice.payd; did you mean invoice.paid\?/, known],
    ['trigger nothing', 2, /there is no event nothing; --list names them all/, known],
    ['trigger invoice.paid --wait 0', 2, /--wait must be a whole number from 1 to 600/, known],
    ['trigger invoice.paid', 1, /no sandbox ledger is known: run this where "ledgerport start" ran/, known],
    ['trigger invoice.paid invoice.updated', 2, /this command does not take "invoice.updated"/, known],
    ['seed small', 2, /this command does not take "small"\nSee "ledgerport seed --help"/, known],
    ['seed --size huge', 2, /--size must be one of small, year/, known],
    ['start --port abc', 2, /--port must be a whole number from 0 to 65535\nSee "ledgerport start --help"/],
    ['sandbox --sandbox-port 65536', 2, /--sandbox-port must be a whole number from 0 to 65535/],
    ['events', 2, /"events" is followed by tail or list or resend/],
    ['events list --type invoice.pad', 2, /--type must be one of .*; did you mean invoice.paid\?/, known],
    ['events resend', 2, /an event, evt_…, or a delivery, dlv_…, is missing/, known],
    ['get', 2, /a path, such as \/v1\/connections, is missing/, known],
    ['get connections', 1, /127.0.0.1:1 does not answer/, known],
    ['post x --data {', 2, /--data: .*JSON/, known],
    ['post x --data @nowhere', 2, /--data: ENOENT/, known],
    ['post x --method GET', 2, /--method must be one of POST, PUT, PATCH, DELETE/, known],
    ['import', 2, /a file, .csv or .jsonl, is missing/],
    ['import README.md', 2, /--connection <id> is missing/, known],
    ['import README.md --type invoice --dry-run', 2, /--type must be one of .*; did you mean invoices\?/],
    ['import nowhere.csv --dry-run', 1, /^ledgerport: there is no file nowhere.csv$/],
    ['open consol', 2, /there is no page consol; did you mean console\?/, known],
    ['completion', 2, /name a shell: bash, zsh or fish/],
    ['admin key', 2, /"key" is followed by create or list or revoke\nSee "ledgerport admin --help"/],
    ['admin org create --plan paid', 2, /--name <text> is missing\nSee "ledgerport admin org create --help"/, memory],
    ['events tial', 2, /unknown command events tial; did you mean events tail\?/],
    ['logs tail --since 3', 2, /--since must be a time such as/, known],
    ['events tail', 1, /127.0.0.1:1 does not answer/, known],
    ['reset --force', 1, /NODE_ENV is production: reset removes nothing there/, production],
    ['reset --force', 1, /DATABASE_URL is PostgreSQL/, { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d' }],
    ['listen --forward-to 3000', 1, /no service is known: start it with "ledgerport start", or name one by --url/],
    [
      'listen --forward-to 3000 --url http://127.0.0.1:1',
      1,
      /no API key is known for http:\/\/127.0.0.1:1: give one by --api-key/,
    ],
    [`listen --forward-to 3000 --api-key ${key}`, 1, /no address was given together with the API key/],
    [
      `events tail --url http://10.0.0.1:1 --api-key acct_live_${'a'.repeat(38)}`,
      1,
      /a live key is sent only over HTTPS, and http:\/\/10.0.0.1:1 is plain HTTP/,
    ],
    ['listen --forward-to 3000', 1, /127.0.0.1:1 does not answer .*: start it with "ledgerport start"/, known],
    ['listen --forward-to 3000 --api-key secret', 2, /the API key must begin with acct_test_ or acct_live_/, known],
    ['listen --forward-to 3000 --environment live', 2, /the API key is for test, not for live/, known],
    ['listen --forward-to 3000 --url localhost', 2, /--url is not an http address/, known],
  ];
  for (const [line, code, message, env] of refusals) {
    it(`answers ${code} to: ${line}${env ? ' (with variables)' : ''}`, async () => {
      const answer = await type(line, env);
      expect(answer.err).to.match(message);
      expect(answer).to.include({ code, out: '' });
    });
  }

  describe('takes key and address from one place', () => {
    const live = (letter: string) => `acct_live_${letter.repeat(38)}`;
    const [folderUrl, ownUrl] = ['http://127.0.0.1:1', 'http://localhost:2'];
    const started = path.join(folder, 'started');
    const own = { LEDGERPORT_API_KEY: live('o') };
    const foreign = { LEDGERPORT_URL: folderUrl, LEDGERPORT_API_KEY: live('f') };
    const startedHere = { DATA_DIR: started };
    let sent: (readonly [string, string])[] = [];
    before(() => {
      mkdirSync(started);
      const api_keys = { test: `acct_test_${'d'.repeat(38)}`, live: live('d') };
      writeFileSync(path.join(started, 'dev-credentials.json'), JSON.stringify({ base_url: folderUrl, api_keys }));
      stub(globalThis, 'fetch').callsFake(async (url, request) => {
        const { origin } = new URL(url instanceof Request ? url.url : url);
        const headers = new Headers(url instanceof Request ? url.headers : request?.headers);
        sent.push([origin, headers.get('authorization')?.replace('Bearer ', '') ?? '']);
        throw new TypeError('refused');
      });
    });
    beforeEach(() => {
      sent = [];
    });
    after(() => restore());

    const places: Readonly<Record<string, readonly [string, Variables, Variables, readonly string[] | RegExp]>> = {
      'no key of the shell goes where .env leads': ['', own, { LEDGERPORT_URL: folderUrl }, /no address was given/],
      'nor where both are in .env': ['', own, foreign, /no address was given/],
      'nor where "ledgerport start" is said to have run': ['', { ...own, ...startedHere }, {}, /no address was given/],
      'no typed key does': [`--api-key ${live('t')}`, startedHere, foreign, /no address was given/],
      'no key of .env goes elsewhere': [`--url ${ownUrl}`, {}, foreign, /no API key is known for http:..localhost:2/],
      'what .env says belongs together': ['', startedHere, foreign, [folderUrl, live('f')]],
      'what the shell says does': ['', { ...own, LEDGERPORT_URL: ownUrl }, foreign, [ownUrl, live('o')]],
      'what is typed and what the shell says do': [`--url ${ownUrl}/`, own, foreign, [ownUrl, live('o')]],
      'a key that the folder holds goes to its address': [
        '',
        { LEDGERPORT_API_KEY: live('d'), ...startedHere },
        {},
        [folderUrl, live('d')],
      ],
      'its address finds its key': [`--url ${folderUrl}`, startedHere, {}, [folderUrl, `acct_test_${'d'.repeat(38)}`]],
    };
    for (const [what, [line, env, file, expected]] of Object.entries(places)) {
      it(what, async () => {
        const { err } = await type(`events tail ${line}`, env, file);
        if (expected instanceof RegExp) {
          expect(err).to.match(expected);
          expect(sent).to.deep.equal([]);
        } else expect(sent[0]).to.deep.equal(expected);
      });
    }
  });

  it('knows a key of the shell from an address of the folder’s .env', () => {
    const cwd = mkdtempSync(path.join(folder, 'foreign-'));
    writeFileSync(path.join(cwd, '.env'), 'LEDGERPORT_URL=http://127.0.0.1:1\n');
    const ask = (env: Variables) =>
      spawnSync(process.execPath, [path.resolve(hostFile('hosts/cli/main.ts')), 'events', 'tail'], {
        ...{ cwd, env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' },
      }).stderr;
    expect(ask({ LEDGERPORT_API_KEY: key })).to.contain('no address was given together with the API key');
    writeFileSync(path.join(cwd, '.env'), `LEDGERPORT_URL=http://127.0.0.1:1\nLEDGERPORT_API_KEY=${key}\n`);
    expect(ask({})).to.contain('http://127.0.0.1:1 does not answer');
  });

  it('ends without a word when whoever read it has enough', () => {
    const line = `exec 3> >(true); wait $!; "$0" ${hostFile('hosts/cli/main.ts')} trigger --list >&3`;
    const { status, stderr } = spawnSync('bash', ['-c', line, process.execPath], { encoding: 'utf8' });
    expect([status, stderr]).to.deep.equal([0, '']);
  });

  it('takes a port, also with a path, an address without its scheme, and a whole one', () => {
    const typed = ['3000', '3000/hook', '10.0.0.1:80/hook', 'localhost:3000/hook', 'https://app.example.com/hook'];
    expect(typed.map(addressOf)).to.deep.equal([
      'http://localhost:3000',
      'http://localhost:3000/hook',
      'http://10.0.0.1:80/hook',
      'http://localhost:3000/hook',
      'https://app.example.com/hook',
    ]);
  });

  it('signs with one secret on a machine, which only its owner reads', async () => {
    const env = { XDG_CONFIG_HOME: path.join(folder, 'config') };
    const secret = machineSecret({ env });
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(machineSecret({ env })).to.equal(secret);
    const file = path.join(folder, 'config/ledgerport/listen-secret');
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    writeFileSync(file, 'damaged');
    expect(() => machineSecret({ env })).to.throw('holds no signing secret: remove it');
  });
});
