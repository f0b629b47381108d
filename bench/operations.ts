// The engine on a real PostgreSQL with durable commits: operations a second against the bare claim and complete
// statements of the same run, and how long an operation waits before it starts at 100 a second.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  anyRoom,
  type Connection,
  type Core,
  type CorePorts,
  createCore,
  type Operation,
  type OrganizationId,
  queueOperation,
} from '#core';
import { createPostgresWakeUp, type Database, openPostgres } from '../adapters/knex-postgres/index.ts';
import { createIdGenerator, createSystemClock } from '../adapters/system/index.ts';
import { startWorker } from '../hosts/worker/loop.ts';
import { startPostgres } from '../tools/test-postgres.ts';
import { spreadOf, table } from './measure.ts';

const queued = 5_000;
const slots = 20;
const ratePerSecond = 100;
const latencySeconds = 10;
const longestMs = 120_000;

const clock = createSystemClock();
const ids = createIdGenerator();

type Plane = { organizationId: OrganizationId; environment: 'test' };

/** The cheapest real operation: it looks its connection up, finds it in use and ends. */
function smallOperation(plane: Plane, connectionId: string): Operation {
  return queueOperation(
    {
      id: ids.next('op'),
      ...plane,
      type: 'retention.purge',
      connectionId: null,
      subject: null,
      input: { connection_id: connectionId },
      requestId: ids.next('req'),
    },
    clock.now(),
  );
}

async function prepare(database: Database): Promise<{ plane: Plane; connectionId: string }> {
  const plane: Plane = { organizationId: ids.next('org'), environment: 'test' };
  const now = clock.now();
  await database.storage.organizations.insert({
    id: plane.organizationId,
    name: 'Bench',
    plan: 'paid',
    connectionLimit: 100,
    createdAt: now,
  });
  const connection: Connection = {
    id: ids.next('conn'),
    ...plane,
    externalAccountId: 'bench',
    provider: 'ledger',
    providerAppId: null,
    providerConnectionId: null,
    providerTenantId: 'bench',
    providerTenantName: 'Bench',
    status: 'active',
    statusReason: null,
    retentionMode: 'cached',
    scopes: [],
    metadata: {},
    lastSyncedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  await database.storage.connections.insert(connection);
  return { plane, connectionId: connection.id };
}

async function enqueue(database: Database, operations: readonly Operation[]): Promise<void> {
  for (let i = 0; i < operations.length; i += 500)
    await database.storage.operations.insert(operations.slice(i, i + 500));
}

const unfinished = async ({ knex }: Database): Promise<number> => {
  const [row] = await knex('operations').whereIn('state', ['queued', 'running', 'retrying']).count({ n: '*' });
  return Number(row?.['n']);
};

async function drained(database: Database): Promise<void> {
  const deadline = Date.now() + longestMs;
  while ((await unfinished(database)) > 0) {
    if (Date.now() > deadline) throw new Error('the queue did not drain in time');
    await sleep(20);
  }
}

/** Claims and settles by the store alone, without a worker around it, one at a time from as many loops as slots. */
async function bareLoop(database: Database, batch: number): Promise<number> {
  const { operations } = database.storage;
  const began = performance.now();
  const loop = async (): Promise<void> => {
    for (;;) {
      const now = clock.now();
      const claimed = await operations.claimDue({
        now,
        leaseUntil: new Date(now.getTime() + 30_000),
        room: anyRoom(batch),
      });
      if (claimed.length === 0) return;
      for (const { operation, lease } of claimed) {
        await operations.settle(lease, {
          ...operation,
          state: 'succeeded',
          leaseExpiresAt: null,
          nextAttemptAt: null,
          finishedAt: now,
        });
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, loop));
  return (queued / (performance.now() - began)) * 1000;
}

async function throughWorker(database: Database, core: Core, ports: CorePorts): Promise<number> {
  const began = performance.now();
  const worker = startWorker({ worker: core.worker, wakeUp: ports.wakeUp, log: ports.log, slots });
  await drained(database);
  const perSecond = (queued / (performance.now() - began)) * 1000;
  await worker.stop(5_000);
  return perSecond;
}

async function latency(database: Database, core: Core, ports: CorePorts, make: () => Operation): Promise<number[]> {
  await database.knex('operations').delete();
  const worker = startWorker({ worker: core.worker, wakeUp: ports.wakeUp, log: ports.log, slots });
  const began = performance.now();
  for (let i = 0; i < ratePerSecond * latencySeconds; i++) {
    await sleep(Math.max(0, began + (i * 1000) / ratePerSecond - performance.now()));
    await database.storage.operations.insert([make()]);
    ports.wakeUp.signal();
  }
  await drained(database);
  await worker.stop(5_000);
  const rows = (await database.knex('operations').select('created_at', 'started_at')) as {
    created_at: number;
    started_at: number;
  }[];
  return rows.map((row) => Number(row.started_at) - Number(row.created_at));
}

export async function benchOperations(): Promise<void> {
  const server = await startPostgres({ durable: true });
  const database = await openPostgres({ url: server.url });
  const wakeUp = await createPostgresWakeUp({ url: server.url });
  try {
    await database.migrate();
    const { plane, connectionId } = await prepare(database);
    const log = {
      info() {},
      warn() {},
      error(message: string, cause: unknown) {
        console.error(message, cause);
      },
    };
    // The engine needs no more of the world for this kind of work; anything else it asked for would fail at once.
    const ports = { storage: database.storage, clock, ids, log, wakeUp } as unknown as CorePorts;
    const core = createCore(ports);
    const batchOf = () => Array.from({ length: queued }, () => smallOperation(plane, connectionId));
    const measured = async (run: () => Promise<number>): Promise<number> => {
      await database.knex('operations').delete();
      await enqueue(database, batchOf());
      return run();
    };
    const one = await measured(() => bareLoop(database, 1));
    const batched = await measured(() => bareLoop(database, slots));
    const engine = await measured(() => throughWorker(database, core, ports));
    table(
      `Operations a second on PostgreSQL (fsync and synchronous_commit on; ${queued} queued)`,
      ['what', 'per second', 'ratio'],
      [
        ['floor: bare claim-one, settle-one, 8 loops', one, 1],
        [`bare claim-${slots}, settle-one, 8 loops`, batched, batched / one],
        [`one worker, ${slots} slots`, engine, engine / one],
      ],
    );
    const waits = spreadOf(await latency(database, core, ports, () => smallOperation(plane, connectionId)));
    table(
      `Claim to start at ${ratePerSecond} a second for ${latencySeconds} s`,
      ['figure', 'ms'],
      [
        ['median', waits.median],
        ['p99', waits.p99],
      ],
    );
  } finally {
    await wakeUp.close();
    await database.close();
    await server.stop();
  }
}
