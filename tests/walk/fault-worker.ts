// Run as a process of its own by database-faults.test.ts: the worker's loop on a clock that runs fast.

import { createPostgresWakeUp, openPostgres } from '../../adapters/knex-postgres/index.ts';
import { createLocalWakeUp, openSqlite } from '../../adapters/knex-sqlite/index.ts';
import { createWorker } from '../../core/engine/worker-api.ts';
import { portsOf, startingHands } from '../../core/use-cases/testing/hands.ts';
import { startWorker } from '../../hosts/worker/start-worker.ts';
import { faultClock } from './fault-clock.ts';
import { faultKinds } from './fault-work.ts';

const { DATABASE = '', DIRECT, NOTES = '', BEGAN = '0' } = process.env;
const clock = faultClock(Number(BEGAN));
const isPostgres = DATABASE.startsWith('postgres:');
const database = isPostgres
  ? await openPostgres({ url: DATABASE, directUrl: DIRECT, poolMax: 6 })
  : await openSqlite({ filename: DATABASE });
const wakeUp = isPostgres ? createPostgresWakeUp({ url: DIRECT ?? DATABASE }) : createLocalWakeUp();
const say = (...words: readonly unknown[]) => void process.stdout.write(`${words.map(String).join(' ')}\n`);
const log = {
  info: () => {},
  warn: (message: string, fields: object = {}) => say('warn', message, JSON.stringify(fields)),
  error: (message: string, cause: unknown) => say('error', message, cause),
};
const ports = { ...portsOf(database.storage, startingHands()), clock, wakeUp, log };
const worker = createWorker(ports, { kinds: faultKinds(ports, NOTES), endings: {} });
const { leaseEveryMs, sweepEveryMs } = clock;
startWorker({
  worker: { ...worker, tick: async () => 0 },
  wakeUp,
  log,
  slots: 16,
  now: clock.now,
  pollMs: 250,
  renewMs: leaseEveryMs,
  sweepMs: sweepEveryMs,
  outageMs: 500,
});
