// What the failover tests need of the machine: Debian's packages, and network namespaces.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunAs, runAsChoices } from '../../tools/run-as.ts';

/** Debian's packages, with a program of each. */
export const packages: Readonly<Record<string, string>> = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'etcd-client': '/usr/bin/etcdctl',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  iproute2: '/sbin/ip',
  faketime: '/usr/bin/faketime',
};
export const postgresFolder = '/usr/lib/postgresql/15/bin';
const installTimeoutMs = 300_000;
const installLock = path.join(tmpdir(), 'ledgerport-failover.lock');

const missing = () => Object.keys(packages).filter((name) => !existsSync(packages[name] ?? ''));

/** Undefined where all is there; else why not, in one sentence. Installs packages as root on Debian, not for a person. */
export function whyNoCluster(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root makes network namespaces and installs what is missing';
  if (missing().length > 0) {
    const why = install();
    if (why !== undefined) return why;
  }
  const probe = `fo-probe-${process.pid}`;
  const made = spawnSync('ip', ['netns', 'add', probe], { encoding: 'utf8' });
  if (made.status !== 0) return `this machine makes no network namespace (${made.stderr.trim().split('\n').at(-1)})`;
  spawnSync('ip', ['netns', 'del', probe]);
  return undefined;
}

function install(): string | undefined {
  const names = missing().join(' ');
  if (!existsSync('/usr/bin/apt-get')) return `there is no ${names}, and only Debian installs it by itself`;
  if (process.stdin.isTTY) return `there is no ${names}; \`apt-get install ${names}\` installs it`;
  // Debian starts a server when it is installed, unless this file says no.
  const quiet =
    'test -e /usr/sbin/policy-rc.d || { printf "#!/bin/sh\\nexit 101\\n" > /usr/sbin/policy-rc.d; chmod +x /usr/sbin/policy-rc.d; }';
  const installing = `${quiet}; apt-get update -q && apt-get install -y -q --no-install-recommends ${names}`;
  const made = spawnSync('flock', [installLock, 'sh', '-c', installing], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: installTimeoutMs,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const left = missing();
  if (left.length === 0) return undefined;
  return `apt-get could not install ${left.join(', ')} (${made.error?.message ?? made.stderr.trim().split('\n').at(-1)})`;
}

/** The account of Debian's package: PostgreSQL refuses to run as root. */
export function postgresAccount(): NonNullable<RunAs['account']> {
  const account = runAsChoices().find(({ name }) => name === 'user postgres')?.account;
  if (!account) throw new Error('there is no user postgres, which the package postgresql-common makes');
  return account;
}

export function run(program: string, ...words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8', timeout: 30_000 });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${error?.message ?? stderr.trim()}`);
  return stdout;
}
