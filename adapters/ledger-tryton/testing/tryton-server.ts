// A real Tryton server for tests, on SQLite or PostgreSQL. The seeded books are made once per machine and copied per server.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../../contract-tests/testing/until.ts';
import { freePort, type HostProcess, startProcess } from '../../../tests/walk/processes.ts';
import { createRpc, type Rpc } from '../rpc.ts';
import { type Books, copyOfDatabase, type Place } from './postgres-books.ts';
import { adminPassword, type Seeded, seed } from './seed.ts';

const modules = ['party', 'company', 'currency', 'country', 'product', 'account', 'account_product'];
const documents = ['account_invoice', 'sale', 'purchase'];

export interface TestTryton {
  readonly url: string;
  readonly database: string;
  readonly seeded: Seeded;
  /** Calls without rules of addresses that would refuse this machine. */
  readonly rpc: Rpc;
  readonly output: () => string;
  /** Ends the server at once, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again over the same books, at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Rules that let tests call this machine. */
export const localRules = { allowedHosts: ['127.0.0.1'], allowCidrs: ['127.0.0.0/8'], allowHttp: true };

/** Says what is missing; undefined where tests can run. */
export function whyNoTryton(): string | undefined {
  const found = spawnSync('trytond-admin', ['--version'], { encoding: 'utf8' });
  if (found.status !== 0) return 'Tryton is not installed: sh adapters/ledger-tryton/install.sh (root, Debian)';
  const version = found.stdout.trim().split(' ').at(-1) ?? '';
  return version.startsWith('6.0.') ? undefined : `Tryton ${version} is installed, and 6.0 is needed`;
}

/** Making the books there takes minutes. */
const whyNoPostgres = () => (process.env['TEST_TRYTON_PG'] === 'on' ? undefined : 'TEST_TRYTON_PG=on is not set');

/** A `describe` that shows as skipped, with the reason, where it cannot run. */
export function describeTryton(name: string, body: () => void, on: TrytonSettings['on'] = 'sqlite'): void {
  const why = whyNoTryton() ?? (on === 'postgres' ? whyNoPostgres() : undefined);
  if (why === undefined) describe(name, body);
  else describe.skip(`${name} (left out: ${why})`, () => it('needs Tryton'));
}

/** Settings of the server by their environment variables, and the database that it keeps its books in. */
export interface TrytonSettings {
  readonly on?: 'sqlite' | 'postgres';
  readonly env?: Readonly<Record<string, string>>;
}

export async function startTryton({ on = 'sqlite', env = {} }: TrytonSettings = {}): Promise<TestTryton> {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-tryton-'));
  const books = on === 'sqlite' ? await copyOfFolder(folder) : await copyOfDatabase(digest(), makeBooks);
  const server = await serve(folder, books, env);
  return {
    ...server,
    seeded: books.seeded,
    async stop() {
      await server.kill();
      await books.drop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function copyOfFolder(folder: string): Promise<Books> {
  cpSync(await template(), folder, { recursive: true });
  const seeded = JSON.parse(readFileSync(path.join(folder, 'seeded.json'), 'utf8')) as Seeded;
  return { uri: 'sqlite://', database: 'books', seeded, drop: async () => {} };
}

async function serve(folder: string, { uri, database }: Place, env: Readonly<Record<string, string>>) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const rpc = createRpc(localRules);
  const file = configure(folder, uri, port);
  let server: HostProcess;
  const kill = (signal: NodeJS.Signals = 'SIGKILL') => server.kill(signal);
  const start = async () => {
    // The kernel ends the server when the test process dies.
    const words = ['setpriv', '--pdeathsig', 'TERM', '--', 'trytond', '-c', file, '-d', database];
    server = startProcess(words, { env: { ...process.env, ...env } });
    let hasEnded = false;
    void server.exitCode().then(() => {
      hasEnded = true;
    });
    await until('the Tryton server', async () => {
      if (hasEnded) throw new Error(`trytond ended early: ${server.output()}`);
      const asked = { url, method: 'common.server.version', params: [], writes: false };
      return rpc(asked).then(
        () => true,
        () => false,
      );
    });
  };
  await start();
  return { url, database, rpc, start, output: () => server.output(), kill };
}

function configure(folder: string, uri: string, port: number): string {
  const file = path.join(folder, 'trytond.conf');
  const lines = [
    ...['[database]', `uri = ${uri}`, `path = ${folder}`],
    ...['[web]', `listen = 127.0.0.1:${port}`, 'root ='],
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** A folder of seeded books whose server is stopped. Only one process makes it; the others wait. */
async function template(): Promise<string> {
  const made = path.join(tmpdir(), `ledgerport-tryton-${digest()}`);
  const turn = `${made}.turn`;
  await until('the books that tests copy', () => existsSync(made) || tookTurn(turn), 280_000);
  if (existsSync(made)) return made;
  const folder = mkdtempSync(`${made}.`);
  try {
    const seeded = await makeBooks(folder, { uri: 'sqlite://', database: 'books' });
    writeFileSync(path.join(folder, 'seeded.json'), JSON.stringify(seeded));
    renameSync(folder, made);
  } finally {
    rmSync(turn, { force: true });
    rmSync(folder, { recursive: true, force: true });
  }
  return made;
}

/** Everything that the seeded books depend on. */
function digest(): string {
  const files = ['seed.ts', 'tryton-server.ts'].map((file) => readFileSync(path.join(import.meta.dirname, file)));
  const version = spawnSync('trytond-admin', ['--version']).stdout;
  const hash = createHash('sha256').update(version);
  for (const file of files) hash.update(file);
  return hash.digest('hex').slice(0, 16);
}

/** Writes this process's number into a file that only one can create; a dead process's file is removed. */
function tookTurn(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isAlive(Number(readFileSync(file, { encoding: 'utf8', flag: 'a+' })))) rmSync(file, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Fills an empty database; `folder` holds the SQLite file, or nothing but the configuration. */
async function makeBooks(folder: string, { uri, database }: Place): Promise<Seeded> {
  writeFileSync(path.join(folder, `${database}.sqlite`), '');
  const passwordFile = path.join(folder, 'admin.password');
  writeFileSync(passwordFile, `${adminPassword}\n`);
  const file = configure(folder, uri, 0);
  const words = ['-c', file, '-d', database, '--email', 'admin@example.test', '--activate-dependencies'];
  const env = { ...process.env, TRYTONPASSFILE: passwordFile };
  const asked = { env, encoding: 'utf8', timeout: 240_000 } as const;
  const made = spawnSync('trytond-admin', [...words, '-u', ...modules, ...documents], asked);
  if (made.status !== 0) throw new Error(`trytond-admin: ${made.stderr.slice(-2_000)}`);
  const server = await serve(folder, { uri, database }, {});
  try {
    return await seed(server.rpc, server);
  } finally {
    await server.kill('SIGTERM');
  }
}
