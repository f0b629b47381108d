// `npm run bench retention`: whether what is past its time is removed as fast as it arises at 1,000 operations a second,
// while the service works. `--rows=360000` operations are removed instead of 100,000; `--database=sqlite` is one of both.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '../../adapters/knex-postgres/index.ts';
import { type Database, openSqlite } from '../../adapters/knex-sqlite/index.ts';
import { systemPlane } from '../../core/domain/caller.ts';
import type { CorePorts, Plane } from '../../core/index.ts';
import { type LeasedOperation, type Operation, queueOperation, settle, workLanes } from '../../core/ports.ts';
import { type Composition, compose } from '../../hosts/composition/compose.ts';
import { readConfig } from '../../hosts/composition/config.ts';
import { bar } from '../bars.ts';
import { withServer } from '../engine/with-server.ts';
import { chosen, type DatabaseKind, databaseKinds, type Flags, whole } from '../flags.ts';
import { spreadOf, table } from '../measure.ts';
import { emptied, fillOld, numbersOf } from './fill.ts';

/** Operations a second that arise for an hour. */
const arising = 1_000;
/** What is removed a second must be more by so much: retention runs hourly, and a round may begin late. */
const margins: Readonly<Record<DatabaseKind, number>> = { postgres: 2, sqlite: 1.2 };
/** Of what the load does alone, so much is to be done beside it. */
const loadDone = 0.8;
/** Who make the load; each waits for its own batches. */
const loaders = 4;

/** Operations a second that are stored, claimed and settled meanwhile. SQLite is one file for one process. */
const loads: Readonly<Record<DatabaseKind, number>> = { postgres: 1_000, sqlite: 200 };

const tasks = [
  ...['operations', 'deliveries', 'excerpts', 'events', 'idempotency_keys', 'notifications'],
  ...['provider_calls', 'usage_events'],
];

interface Measured {
  readonly removedPerSecond: number;
  readonly loadAlonePerSecond: number;
  readonly loadPerSecond: number;
  readonly p99BatchMs: number;
  readonly p99BatchAloneMs: number;
}

export async function benchRetention(flags: Flags): Promise<void> {
  const count = whole(flags.rows, 100_000);
  const wanted = chosen(flags.database, databaseKinds);
  const rows: (readonly (string | number)[])[] = [];
  const measure = async (name: DatabaseKind, url: string, open: () => Promise<Database>) => {
    const found = await measured(name, url, open, count);
    const { removedPerSecond, loadAlonePerSecond, loadPerSecond, p99BatchMs, p99BatchAloneMs } = found;
    bar(`${name}: removed a second`, removedPerSecond, { least: margins[name] * arising });
    bar(`${name}: load done beside it, of the load alone`, loadPerSecond / loadAlonePerSecond, { least: loadDone });
    rows.push([
      name,
      removedPerSecond,
      removedPerSecond / arising,
      loads[name],
      loadAlonePerSecond,
      loadPerSecond,
      p99BatchAloneMs,
      p99BatchMs,
    ]);
  };
  if (wanted.includes('postgres'))
    await withServer('Retention', async (server) => {
      const url = await server.fresh();
      await measure('postgres', url, () => openPostgres({ url }));
    });
  if (wanted.includes('sqlite')) {
    const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-retention-'));
    const filename = path.join(folder, 'retention.db');
    await measure('sqlite', `sqlite:${filename}`, () => openSqlite({ filename })).finally(() =>
      rmSync(folder, { recursive: true, force: true }),
    );
  }
  table(
    `${count.toLocaleString('en')} operations and what belongs to them are removed; the bars are 2,000 and 1,200 a second`,
    [
      'database',
      'removed/s',
      `of ${arising}/s`,
      'load asked/s',
      'done alone/s',
      'done/s',
      'p99 of 50, alone (ms)',
      'meanwhile (ms)',
    ],
    rows,
  );
}

async function measured(
  name: DatabaseKind,
  url: string,
  open: () => Promise<Database>,
  count: number,
): Promise<Measured> {
  const database = await open();
  await database.migrate();
  await fillOld(database.knex, numbersOf[name], count);
  await database.knex.raw(name === 'postgres' ? 'vacuum analyze' : 'analyze');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-bench-'));
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const composition = await compose(readConfig(env), 'bench');
  try {
    const alone = await underLoad(composition, loads[name], () => sleep(5_000));
    const beside = await underLoad(composition, loads[name], () => removeAll(composition));
    for (const table of emptied) {
      const [left] = await database.knex(table).count('* as rows');
      if (Number(left?.['rows']) > 0) throw new Error(`${table} still holds ${left?.['rows']} rows`);
    }
    return {
      removedPerSecond: count / beside.seconds,
      loadAlonePerSecond: alone.perSecond,
      loadPerSecond: beside.perSecond,
      p99BatchAloneMs: alone.p99,
      p99BatchMs: beside.p99,
    };
  } finally {
    await composition.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const noRoom = Object.fromEntries(workLanes.map((lane) => [lane, 0])) as Record<(typeof workLanes)[number], number>;

/** The retention tasks, as an hour's schedule queues them, run by one worker to their ends. */
async function removeAll({ core, ports }: Composition): Promise<void> {
  const drafts = tasks.map((task) =>
    operationOf(ports, systemPlane, 'retention.purge', { subject: task, input: { task } }),
  );
  await ports.storage.operations.insert(drafts);
  const running = new Set<Promise<unknown>>();
  const signal = new AbortController().signal;
  const isDone = async () => (await ports.storage.operations.countUnfinished(systemPlane.organizationId, 100)) === 0;
  while (running.size > 0 || !(await isDone())) {
    const claimed = await core.worker.claim({ limit: 8 - running.size, lanes: { ...noRoom, maintenance: 8 } });
    for (const leased of claimed) {
      const run: Promise<unknown> = core.worker.run(leased, signal).finally(() => running.delete(run));
      running.add(run);
    }
    await sleep(100);
  }
}

function operationOf(
  { ids, clock }: CorePorts,
  plane: Plane,
  type: Operation['type'],
  of: { readonly subject: string; readonly input: Operation['input'] },
): Operation {
  const draft = {
    ...plane,
    id: ids.next('op'),
    type,
    connectionId: null,
    metadata: {},
    requestId: ids.next('req'),
    ...of,
  };
  return queueOperation(draft, clock.now());
}

const batch = 50;

/** Stores, claims and settles so many operations a second until `work` has ended. */
async function underLoad({ ports }: Composition, perSecond: number, work: () => Promise<unknown>) {
  const began = performance.now();
  let isOver = false;
  const took: number[] = [];
  const loader = async () => {
    for (let sent = 1; !isOver; sent++) {
      const started = performance.now();
      await oneBatch(ports);
      took.push(performance.now() - started);
      await sleep(Math.max(0, began + (sent * loaders * batch * 1_000) / perSecond - performance.now()));
    }
  };
  const loading = Promise.all(Array.from({ length: loaders }, loader));
  await work().finally(() => {
    isOver = true;
  });
  await loading;
  const seconds = (performance.now() - began) / 1_000;
  return { seconds, perSecond: (took.length * batch) / seconds, p99: spreadOf(took).p99 };
}

async function oneBatch(ports: CorePorts): Promise<void> {
  const { storage, clock, ids } = ports;
  const plane: Plane = { organizationId: ids.next('org'), environment: 'test' };
  const work = Array.from({ length: batch }, (_, i) =>
    operationOf(ports, plane, 'notification.process', { subject: `record ${i} ${ids.next('req')}`, input: {} }),
  );
  await storage.operations.insert(work);
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + 30_000);
  const claimed = await storage.operations.claimDue({
    now,
    leaseUntil,
    limit: batch,
    lanes: { ...noRoom, notification: batch },
  });
  await storage.operations.settleAll(claimed.map((leased) => settlement(leased, clock.now())));
}

function settlement({ operation, lease }: LeasedOperation, now: Date) {
  const next = settle(operation, { kind: 'succeeded', result: null }, { startedAt: lease.claimedAt, now, spread: 0 });
  return { lease, next };
}
