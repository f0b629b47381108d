// `npm run bench fairness`: how long another organization's GET waits over a new connection beside 50 lists of 200 operations
// with 16 KiB of metadata each, which one organization asks for at once; against the same GET of an idle service.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation, Plane } from '../../core/index.ts';
import { queueOperation } from '../../core/ports.ts';
import { type Composition, compose } from '../../hosts/composition/compose.ts';
import { offlineDefaults, readConfig } from '../../hosts/composition/config.ts';

import { answering, freePort, type HostProcess, startHost } from '../../tests/walk/processes.ts';
import { bar } from '../bars.ts';
import { killChildren, startChild } from '../engine/children.ts';
import { withServer } from '../engine/with-server.ts';
import { chosen, type DatabaseKind, databaseKinds, type Flags, whole } from '../flags.ts';
import { spreadOf, table } from '../measure.ts';

const lists = 50;
const rows = 200;
const metadataBytes = 16 * 1024;
const noteBytes = '{"note":""}'.length;
/** What the other organization reads: an answer that is compressed, too. */
const [fewRows, fewBytes] = [20, 100];
/** What a GET may wait at most, in milliseconds. */
const most = 2_000;
const idleGets = 40;
const betweenGetsMs = 10;

interface Measured {
  readonly idle: readonly number[];
  readonly beside: readonly number[];
  readonly listsMs: number;
  /** Lists that were ended before they were sent. */
  readonly broken: number;
}

export async function benchFairness(flags: Flags): Promise<void> {
  const wanted = chosen(flags.database, databaseKinds);
  const rounds = whole(flags.rounds, flags.quick ? 1 : 3);
  const found: (readonly (string | number)[])[] = [];
  const measure = async (name: DatabaseKind, url: string, hosts: number) => {
    const { idle, beside, listsMs, broken } = await measured(url, hosts, rounds);
    const [calm, busy] = [spreadOf(idle), spreadOf(beside)];
    const longest = Math.max(...beside);
    bar(`${name}, ${hosts} host(s): the longest GET beside the lists, ms`, longest, { most });
    const ratio = busy.median / calm.median;
    found.push([name, hosts, calm.median, busy.median, ratio, busy.p99, longest, listsMs / rounds, broken]);
  };
  if (wanted.includes('sqlite')) {
    const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-fairness-'));
    await measure('sqlite', `sqlite:${path.join(folder, 'fairness.db')}`, 1).finally(() =>
      rmSync(folder, { recursive: true, force: true }),
    );
  }
  if (wanted.includes('postgres'))
    await withServer('Fairness', async (server) => {
      for (const hosts of [1, 2]) await measure('postgres', await server.fresh(), hosts);
    });
  table(
    `A GET over a new connection beside ${lists} lists of ${rows} operations with ${metadataBytes / 1024} KiB, ${rounds} times; the bar is ${most} ms`,
    ['database', 'hosts', 'idle median (ms)', 'median', 'ratio', 'p99', 'longest', 'all lists (ms)', 'broken off'],
    found,
  );
}

async function measured(databaseUrl: string, hosts: number, rounds: number): Promise<Measured> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-bench-'));
  const started: HostProcess[] = [];
  const load = await startChild('../fairness/lists-process.ts', []);
  try {
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
    const urls: string[] = [];
    for (let i = 0; i < hosts; i++) urls.push(await startOne(started, env, i === 0));
    const { crowd, other } = await filled({ ...offlineDefaults, ...env });
    const idle: number[] = [];
    for (let i = 0; i < idleGets; i++) for (const url of urls) idle.push(await timedGet(url, other));
    const beside: number[] = [];
    let [listsMs, broken] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      let isOver = false;
      const asked = load.ask('lists', { urls, key: crowd, lists, rows }, 120_000).finally(() => {
        isOver = true;
      });
      const gets = urls.map(async (url) => {
        while (!isOver) {
          beside.push(await timedGet(url, other));
          await sleep(betweenGetsMs);
        }
      });
      const [told] = await Promise.all([asked, ...gets]);
      broken += Number(told['broken']);
      listsMs += performance.now() - began;
    }
    return { idle, beside, listsMs, broken };
  } finally {
    await load.end();
    for (const host of started) await host.kill('SIGKILL');
    killChildren();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The first is everything in one process, as `npm start` runs it; others are HTTP hosts on the same database. */
async function startOne(
  started: HostProcess[],
  env: Readonly<Record<string, string>>,
  isFirst: boolean,
): Promise<string> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const own = { ...env, PORT: String(port), SANDBOX_PORT: String(sandboxPort), BASE_URL: `http://localhost:${port}` };
  const more = isFirst ? {} : { ...offlineDefaults, METRICS_PORT: '0' };
  const host = startHost('hosts/cli/main.ts', { ...more, ...own }, [isFirst ? 'start' : 'http']);
  started.push(host);
  await answering(host, `http://localhost:${port}/health`);
  return `http://localhost:${port}`;
}

/** Two organizations, one of which has many large operations; a key of each. */
async function filled(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly crowd: string; readonly other: string }> {
  const composition = await compose(readConfig(env), 'bench');
  try {
    const [crowd, other] = [await organization(composition, 'Crowd'), await organization(composition, 'Other')];
    await fill(composition, crowd.plane, rows, metadataBytes);
    await fill(composition, other.plane, fewRows, fewBytes);
    return { crowd: crowd.key, other: other.key };
  } finally {
    await composition.close();
  }
}

/** Ended operations, each with so many bytes of metadata that cannot be compressed much. */
async function fill({ ports }: Composition, plane: Plane, count: number, bytes: number): Promise<void> {
  const now = ports.clock.now();
  const made = Array.from({ length: count }, (): Operation => {
    const draft = { ...plane, id: ports.ids.next('op'), type: 'connection.sync', connectionId: null } as const;
    const metadata = { note: randomBytes((bytes - noteBytes) / 2).toString('hex') };
    const rest = { subject: null, input: {}, metadata, requestId: ports.ids.next('req') };
    return { ...queueOperation({ ...draft, ...rest }, now), state: 'cancelled', nextAttemptAt: null, finishedAt: now };
  });
  await ports.storage.operations.insert(made);
}

async function organization({ core }: Composition, name: string) {
  const { id: organizationId } = await core.access.createOrganization({ name, plan: 'paid' });
  const plane: Plane = { organizationId, environment: 'test' };
  return { plane, key: (await core.access.issueKey({ ...plane, name })).secret };
}

/** Milliseconds of a GET over a connection of its own. */
function timedGet(url: string, key: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, connection: 'close', 'accept-encoding': 'gzip, deflate, br' };
    request(`${url}/v1/operations?limit=${fewRows}`, { agent: false, headers }, (answer) => {
      answer.resume().once('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`the GET was answered ${answer.statusCode}`));
      });
    })
      .once('error', reject)
      .end();
  });
}
