// Our engine as a deployment runs it: the worker host's loop over the core's worker, on PostgreSQL; only what the
// operations do is the benchmark's.

import {
  createPostgresWakeUp,
  type Database,
  openPostgres,
  type PostgresWakeUp,
} from '../../adapters/knex-postgres/index.ts';
import { createIdGenerator, createSystemClock } from '../../adapters/system/index.ts';
import type { OperationKinds } from '../../core/engine/operation-kind.ts';
import { createWorker, type WorkerApi } from '../../core/engine/worker-api.ts';
import type { CorePorts, JsonObject, Log, Operation, OperationType, OrganizationId } from '../../core/index.ts';
import { type IdGenerator, queueOperation } from '../../core/ports.ts';
import { startWorker } from '../../hosts/worker/start-worker.ts';
import type { Engine } from './contender.ts';

export const ids: IdGenerator = createIdGenerator();
export const clock = createSystemClock();

const log: Log = {
  info() {},
  warn: (message, fields) => console.error('ours:', message, fields),
  error: (message, cause) => console.error('ours:', message, cause),
};

const graceMs = 10_000;

/** Connections of a process, as a deployment has them. */
export const ourConnections = 10;

export interface OurSide {
  readonly database: Database;
  readonly wakeUp: PostgresWakeUp;
  readonly worker: WorkerApi;
  close(): Promise<void>;
}

export async function openOurs(url: string, kinds: OperationKinds = {}): Promise<OurSide> {
  const database = await openPostgres({ url, poolMax: ourConnections });
  const wakeUp = createPostgresWakeUp({ url });
  await wakeUp.ready;
  // Such operations ask nothing else of the world; whatever asked would fail at once.
  const ports = { storage: database.storage, clock, ids, log, wakeUp } as unknown as CorePorts;
  return {
    database,
    wakeUp,
    // Nothing is begun by the clock, as with the others.
    worker: { ...createWorker(ports, { kinds, endings: {} }), tick: async () => 0 },
    close: async () => {
      await wakeUp.close();
      await database.close();
    },
  };
}

export async function openOurEngine(url: string, kinds: OperationKinds, slots: number): Promise<Engine> {
  const { worker, wakeUp, close } = await openOurs(url, kinds);
  let running: ReturnType<typeof startWorker> | undefined;
  return {
    start: async () => {
      running = startWorker({ worker, wakeUp, log, slots });
    },
    stop: async () => {
      await running?.stop(graceMs);
      running = undefined;
    },
    close,
  };
}

export async function installOurs(url: string): Promise<void> {
  const database = await openPostgres({ url, poolMax: 1 });
  await database.migrate();
  await database.close();
}

/** Without connection and subject no bound of theirs applies; an organization of its own for each `organizationId`. */
export function operationOf(organizationId: OrganizationId, type: OperationType, input: JsonObject): Operation {
  const plane = { organizationId, environment: 'test' } as const;
  const draft = {
    id: ids.next('op'),
    ...plane,
    type,
    connectionId: null,
    subject: null,
    input,
    requestId: ids.next('req'),
  };
  return queueOperation(draft, clock.now());
}

const chunk = 5_000;

export async function queueOurs(database: Database, operations: readonly Operation[]): Promise<void> {
  for (let i = 0; i < operations.length; i += chunk) {
    await database.storage.operations.insert(operations.slice(i, i + chunk));
  }
}
