// Three PostgreSQL nodes under Patroni and etcd, and HAProxy and PgBouncer before them, by the files of deploy/ha.
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { until } from '../../contract-tests/testing/until.ts';
import { freePort, type HostProcess, startProcess } from '../walk/processes.ts';
import { postgresAccount, postgresFolder } from './machine.ts';
import { kill, type Network, openNetwork } from './network.ts';

export const deployFolder = path.resolve('deploy/ha');
/** What is run here as it is deployed. */
export const filesOfTheCluster = [
  ...['patroni.yml', 'create-database.sh', 'haproxy.cfg', 'pgbouncer.ini', 'pgbouncer-session.ini'],
  'pgbouncer-transaction.ini',
];
const nodes = [1, 2, 3] as const;
export type Node = (typeof nodes)[number];
const passwords = { postgres: 'super-word', replicator: 'follow-word', ledgerport: 'service-word' };
const outputMost = Number(process.env['FAILOVER_OUTPUT'] ?? 3_000);
const startWithinMs = 90_000;
const usualPath = '/usr/sbin:/usr/bin:/sbin:/bin';

export type PoolMode = 'session' | 'transaction';

export interface Cluster {
  /** The service's database, through HAProxy. */
  readonly url: string;
  readonly network: Network;
  readonly folder: string;
  /** The service's database at one node, past everything. */
  urlOf(node: Node): string;
  leader(): Promise<Node | undefined>;
  /** A node that leads, is not `former`, and has its standbys; `withinMs`: at most. */
  newLeader(former: Node | undefined, withinMs?: number): Promise<Node>;
  /** Waits until every node runs, and with synchronous mode a standby is waited for. */
  whole(withinMs?: number): Promise<void>;
  /** Changes Patroni's settings, as `patronictl edit-config` does. */
  configure(change: Readonly<Record<string, unknown>>): Promise<void>;
  /** The node is dead at once, with all that runs on it. */
  crash(node: Node): void;
  freeze(node: Node): void;
  thaw(node: Node): void;
  /** Connects a node again that was cut off, and starts its Patroni where that has ended, as a supervisor does. */
  mend(node: Node): void;
  /** Starts what `crash` has ended. */
  revive(node: Node): void;
  /** Ends the etcd of a node alone. */
  stopEtcd(node: Node): Promise<void>;
  startEtcd(node: Node): void;
  /** Its address; `stop` ends it. */
  pooler(mode: PoolMode): Promise<{ readonly url: string; stop(): Promise<void> }>;
  /** Processes of a node whose command line has this word. */
  processes(node: Node, word: string): readonly number[];
  query(sql: string, node?: Node): Promise<readonly Record<string, unknown>[]>;
  /** The ends of what the processes said. */
  output(): string;
  close(): Promise<void>;
}

interface ClusterOptions {
  /** How far a node's clock is off, in the words of `faketime`; undefined: it is right. */
  readonly clockOf?: (node: Node) => string | undefined;
  /** Another folder for a node's data. */
  readonly dataOf?: (node: Node, usual: string) => string;
}

export async function startCluster({
  clockOf = () => undefined,
  dataOf = (_, usual) => usual,
}: ClusterOptions = {}): Promise<Cluster> {
  const account = postgresAccount();
  const folder = mkdtempSync(path.join(roomyFolder(), 'failover-'));
  chmodSync(folder, 0o755);
  const owned = (name: string): string => {
    const made = path.join(folder, name);
    mkdirSync(made, { mode: 0o700 });
    chownSync(made, account.uid, account.gid);
    return made;
  };
  const files = path.join(folder, 'files');
  mkdirSync(files);
  for (const file of filesOfTheCluster) cpSync(path.join(deployFolder, file), path.join(files, file));
  // A member of etcd on the machine of a node would fail with it, which is worse (docs/failover.md).
  const network = openNetwork(2 * nodes.length);
  const address = (node: Node) => network.addressOf(node);
  const machineOfEtcd = (node: Node) => nodes.length + node;
  const etcdAddress = (node: Node) => network.addressOf(machineOfEtcd(node));
  const processes = new Map<string, HostProcess>();
  const asPostgres = ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const start = (name: string, words: readonly string[], env: Readonly<Record<string, string>>, cwd: string) => {
    processes.set(name, startProcess(words, { cwd, env: { PATH: usualPath, LC_ALL: 'C', TZ: 'UTC', ...env } }));
  };
  const startEtcd = (node: Node): void => {
    const at = etcdAddress(node);
    const all = nodes.map((one) => `etcd${one}=http://${etcdAddress(one)}:2380`).join(',');
    const words = [
      ...['--name', `etcd${node}`, '--data-dir', path.join(folder, `etcd${node}`), '--log-level', 'warn'],
      ...['--listen-client-urls', `http://${at}:2379`, '--advertise-client-urls', `http://${at}:2379`],
      ...['--listen-peer-urls', `http://${at}:2380`, '--initial-advertise-peer-urls', `http://${at}:2380`],
      ...['--initial-cluster', all, '--initial-cluster-state', 'new', '--initial-cluster-token', 'ledgerport'],
      ...['--heartbeat-interval', '250', '--election-timeout', '2500'],
      // Patroni 3.0.2 overwrites the leader by the third interface (docs/failover.md).
      '--enable-v2',
    ];
    start(`etcd ${node}`, [...network.inside(machineOfEtcd(node)), ...asPostgres, 'etcd', ...words], {}, folder);
  };
  const startPatroni = (node: Node): void => {
    const at = address(node);
    const env = {
      ...{
        PATRONI_NAME: `node${node}`,
        PATRONI_RESTAPI_LISTEN: `${at}:8008`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${at}:8008`,
      },
      ...{ PATRONI_POSTGRESQL_LISTEN: `${at}:5432`, PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${at}:5432` },
      PATRONI_POSTGRESQL_DATA_DIR: dataOf(node, path.join(folder, `data${node}`)),
      ...{
        PATRONI_POSTGRESQL_BIN_DIR: postgresFolder,
        PATRONI_POSTGRESQL_PGPASS: path.join(folder, `home${node}`, 'pass'),
      },
      PATRONI_ETCD_HOSTS: nodes.map((one) => `${etcdAddress(one)}:2379`).join(','),
      ...{ PATRONI_SUPERUSER_PASSWORD: passwords.postgres, PATRONI_REPLICATION_PASSWORD: passwords.replicator },
      LEDGERPORT_DATABASE_PASSWORD: passwords.ledgerport,
    };
    const clock = clockOf(node);
    const off = clock === undefined ? [] : ['faketime', '--exclude-monotonic', '-f', clock];
    const words = [...network.inside(node), ...asPostgres, ...off, 'patroni', path.join(files, 'patroni.yml')];
    start(`patroni ${node}`, words, env, files);
  };
  for (const node of nodes) {
    for (const kind of ['data', 'etcd', 'home']) owned(`${kind}${node}`);
    startEtcd(node);
  }
  const [leaderPort, replicaPort] = [await freePort(), await freePort()];
  const ask = async (node: Node, where: string, init: RequestInit = {}) => {
    const signal = AbortSignal.timeout(4_000);
    return fetch(`http://${address(node)}:8008${where}`, { ...init, signal, headers: { connection: 'close' } }).catch(
      () => undefined,
    );
  };
  const leader = async (): Promise<Node | undefined> => {
    const answers = await Promise.all(
      nodes.map(async (node) => ((await ask(node, '/primary'))?.ok ? node : undefined)),
    );
    return answers.find((node) => node !== undefined);
  };
  const anyNode = async (where: string, init: RequestInit = {}): Promise<Response> => {
    for (const node of nodes) {
      const answer = await ask(node, where, init);
      if (answer?.ok) return answer;
    }
    throw new Error(`no node answers ${where}`);
  };
  const isWhole = async (): Promise<boolean> => {
    interface Member {
      readonly role: string;
      readonly state: string;
      readonly lag?: number | string;
    }
    const { members } = (await (await anyNode('/cluster')).json()) as { members: readonly Member[] };
    const { synchronous_mode } = (await (await anyNode('/config')).json()) as { synchronous_mode?: boolean };
    const isFollowing = ({ role, state, lag }: Member) =>
      role === 'leader' || (['running', 'streaming'].includes(state) && typeof lag === 'number' && lag < 1_000_000);
    const isSync = synchronous_mode !== true || members.some(({ role }) => role === 'sync_standby');
    const isLed = members.some(({ role }) => role === 'leader');
    return members.length === nodes.length && isLed && isSync && members.every(isFollowing);
  };
  const output = () =>
    [...processes].map(([name, one]) => `--- ${name}\n${one.output().slice(-outputMost)}`).join('\n');
  const telling = async <T>(waiting: Promise<T>): Promise<T> =>
    waiting.catch((error: unknown) => {
      throw new Error(`${String(error)}\n${output()}`);
    });
  const addressed = (host: string, port: number) =>
    `postgres://ledgerport:${passwords.ledgerport}@${host}:${port}/ledgerport`;
  const clientAt = async (url: string, sql: string) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(sql)).rows as Record<string, unknown>[];
    } finally {
      void client.end().catch(() => {});
    }
  };
  const cluster: Cluster = {
    ...{ network, folder, leader, startEtcd, output },
    url: addressed('127.0.0.1', leaderPort),
    urlOf: (node) => addressed(address(node), 5432),
    newLeader: (former, withinMs = 60_000) =>
      telling(
        until(
          'a new leader',
          async () => {
            const now = await leader();
            return now !== undefined && now !== former ? now : undefined;
          },
          withinMs,
        ),
      ),
    whole: (withinMs = startWithinMs) =>
      telling(until('a whole cluster', () => isWhole().catch(() => false), withinMs)).then(() => {}),
    configure: async (change) => {
      const patch = { method: 'PATCH', body: JSON.stringify(change) };
      const changing = () =>
        anyNode('/config', patch).then(
          () => true,
          () => false,
        );
      await telling(until('the change of the settings', changing, 30_000));
    },
    crash: (node) => {
      for (const pid of network.pids(node)) kill(pid, 'SIGKILL');
    },
    freeze: (node) => {
      for (const pid of network.pids(node)) kill(pid, 'SIGSTOP');
    },
    thaw: (node) => {
      for (const pid of network.pids(node)) kill(pid, 'SIGCONT');
    },
    revive: startPatroni,
    mend: (node) => {
      network.mend(node);
      // Patroni 3.0.2 ends by an error of its own when it has reached no member of etcd for a while.
      if (cluster.processes(node, 'patroni.yml').length === 0) startPatroni(node);
    },
    stopEtcd: async (node) => processes.get(`etcd ${node}`)?.kill('SIGKILL'),
    async pooler(mode) {
      const place = owned(`pgbouncer-${mode}`);
      const port = await freePort();
      cpSync(path.join(files, 'pgbouncer.ini'), path.join(place, 'pgbouncer.ini'));
      writeFileSync(
        path.join(place, 'place.ini'),
        placed(readFileSync(path.join(files, `pgbouncer-${mode}.ini`), 'utf8'), leaderPort, port),
      );
      writeFileSync(path.join(place, 'users.txt'), `"ledgerport" "${passwords.ledgerport}"\n`);
      for (const name of readdirSync(place)) chownSync(path.join(place, name), account.uid, account.gid);
      start(`pgbouncer ${mode}`, [...asPostgres, 'pgbouncer', 'pgbouncer.ini'], {}, place);
      const url = addressed('127.0.0.1', port);
      await telling(until('an answer of PgBouncer', () => clientAt(url, 'select 1').catch(() => undefined), 20_000));
      return { url, stop: async () => processes.get(`pgbouncer ${mode}`)?.kill('SIGKILL') };
    },
    processes: (node, word) => network.pids(node).filter((pid) => commandOf(pid).includes(word)),
    query: (sql, node) => clientAt(node === undefined ? cluster.url : cluster.urlOf(node), sql),
    async close() {
      for (const one of processes.values()) await one.kill('SIGKILL');
      network.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  try {
    // The first makes the cluster; the others copy it.
    startPatroni(1);
    await cluster.newLeader(undefined, startWithinMs);
    for (const node of nodes.slice(1)) startPatroni(node);
    const places = Object.fromEntries(nodes.map((node) => [`NODE${node}`, address(node)]));
    const binds = { LEADER_BIND: `127.0.0.1:${leaderPort}`, REPLICA_BIND: `127.0.0.1:${replicaPort}` };
    start(
      'haproxy',
      [...asPostgres, 'haproxy', '-db', '-f', path.join(files, 'haproxy.cfg')],
      { ...places, ...binds },
      folder,
    );
    await cluster.whole();
    await telling(until('HAProxy leads there', () => clientAt(cluster.url, 'select 1').catch(() => undefined), 20_000));
    return cluster;
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

const needsBytes = 4_000_000_000;

/** Memory where there is enough: what a killed process has written survives it there, too, and nothing waits for the disk. */
function roomyFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > needsBytes ? memory : tmpdir();
}

/** Only addresses differ from the file of the deployment. */
function placed(file: string, leaderPort: number, port: number): string {
  return file
    .replace('host=haproxy port=5000', `host=127.0.0.1 port=${leaderPort}`)
    .replace('listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1')
    .replace('listen_port = 6432', `listen_port = ${port}`);
}
