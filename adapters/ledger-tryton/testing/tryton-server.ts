// A real Tryton server for tests, on SQLite or PostgreSQL. The seeded books are made once per machine and copied per server.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../../contract-tests/testing/until.ts';
import { freePort, type HostProcess, startProcess } from '../../../tests/walk/processes.ts';
import { type Seeded, seed } from '../local/seed.ts';
import { configure, localRules, makeTables, type Place, serverCommand, whyNoTryton } from '../local/server.ts';
import { createRpc, type Rpc } from '../rpc.ts';
import { type Books, copyOfDatabase } from './postgres-books.ts';
import { passwords } from './seed.ts';

export { localRules } from '../local/server.ts';

export interface TestTryton {
  readonly url: string;
  readonly database: string;
  /** Of books on SQLite. */
  readonly file: string;
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
    file: path.join(folder, `${books.database}.sqlite`),
    seeded: books.seeded,
    async stop() {
      await server.kill();
      await books.drop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Seeded books whose server is stopped. */
export async function copyOfFolder(folder: string): Promise<Books> {
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
    server = startProcess(serverCommand(file, database), { env: { ...process.env, ...env } });
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
  const names = ['seed.ts', '../local/seed.ts', '../local/server.ts'];
  const files = names.map((file) => readFileSync(path.join(import.meta.dirname, file)));
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
async function makeBooks(folder: string, place: Place): Promise<Seeded> {
  await makeTables(folder, place, passwords.admin);
  const server = await serve(folder, place, {});
  try {
    return await seed(server.rpc, server, passwords);
  } finally {
    await server.kill('SIGTERM');
  }
}
