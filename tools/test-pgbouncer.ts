// A PgBouncer for the tests: Debian's, found or installed.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort, startProcess } from '../tests/walk/processes.ts';
import { runAsChoices } from './run-as.ts';

export interface TestPgbouncer {
  /** As the server's URL, through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

const program = '/usr/sbin/pgbouncer';
const installTimeoutMs = 120_000;
const installLock = path.join(tmpdir(), 'ledgerport-pgbouncer.lock');
const installation = 'apt-get update -q && apt-get install -y -q --no-install-recommends pgbouncer';

/** Undefined where PgBouncer is there now; else why not, in one sentence. Installs it as root on Debian, not for a person. */
export function whyNoPgbouncer(): string | undefined {
  if (existsSync(program)) return undefined;
  if (!existsSync('/usr/bin/apt-get')) return 'there is no PgBouncer, and only Debian installs it by itself';
  if (process.getuid?.() !== 0)
    return 'there is no PgBouncer, and only root can install it (`apt-get install pgbouncer`)';
  if (process.stdin.isTTY) return 'there is no PgBouncer; `apt-get install pgbouncer` installs it';
  const made = spawnSync('flock', [installLock, 'sh', '-c', `test -e ${program} || { ${installation}; }`], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: installTimeoutMs,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (existsSync(program)) return undefined;
  return `apt-get could not install PgBouncer (${made.error?.message ?? made.stderr.trim().split('\n').at(-1)})`;
}

/** Starts it before the server of `serverUrl`, of which the user needs no password. */
export async function startPgbouncer(serverUrl: string, mode: 'session' | 'transaction'): Promise<TestPgbouncer> {
  const server = new URL(serverUrl);
  const port = await freePort();
  const work = mkdtempSync(path.join(tmpdir(), 'test-pgbouncer-'));
  const file = path.join(work, 'pgbouncer.ini');
  writeFileSync(path.join(work, 'users'), `"${server.username}" ""\n`);
  writeFileSync(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${path.join(work, 'users')}
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 60 : 8}
max_client_conn = 200
`,
  );
  const [runAs] = runAsChoices();
  if (!runAs) throw new Error('PgBouncer refuses to run as root, and there is no other account');
  chmodSync(work, 0o711);
  if (runAs.account)
    for (const one of [work, file, path.join(work, 'users')]) chownSync(one, runAs.account.uid, runAs.account.gid);
  const bouncer = startProcess([...runAs.prefix, program, file], { ...runAs.account, cwd: '/', env: { LC_ALL: 'C' } });
  server.port = String(port);
  const stop = async () => {
    await bouncer.kill('SIGKILL');
    rmSync(work, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 200; tries++) {
    const client = new pg.Client({ connectionString: server.href, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      await client.end();
      return { url: server.href, stop };
    } catch {
      await wait(50);
    }
  }
  await stop();
  throw new Error(`PgBouncer does not answer:\n${bouncer.output()}`);
}
