// What the plan says of a deployment that fits here, beside what this deployment used: one host, one worker, PostgreSQL with
// durable commits, a provider and a receiver, each a process. Read the ratios; on a busy machine times are too long.

import { withDatabase } from '../engine/server.ts';
import { withServer } from '../engine/with-server.ts';
import { quietDay } from '../followed.ts';
import { table } from '../measure.ts';
import { connectionsAnApp, type NewsStage, openNewsStage } from '../news/news-stage.ts';
import { values } from './constants.ts';
import { planOf, usual } from './model.ts';
import { processMs, serverMs } from './processor-time.ts';

const [perSecond, seconds, warmUpSeconds] = [5, 60, 5];
const settleMs = 2_000;

export async function checkPlan(): Promise<void> {
  await withServer('The plan against a small deployment', async (server) => {
    const stage = await openNewsStage(server, connectionsAnApp);
    await run(stage, warmUpSeconds);
    const before = await counted(stage);
    await run(stage, seconds);
    const after = await counted(stage);
    await stage.end();
    const changes = perSecond * seconds;
    const used = (name: keyof Counted) => (after[name] - before[name]) / changes;
    const load = { ...usual, connections: 1, changesADay: 1, createsADay: 0, records: 0, peak: 1, busy: 1 };
    const quiet = planOf({ ...load, changesADay: 0 });
    const one = planOf(load);
    const day = await quietDay();
    const dayMs = 86_400_000;
    const rows: readonly (readonly [string, number, number])[] = [
      ['calls to the provider a change', one.calls.aDay - quiet.calls.aDay, used('calls')],
      ['hosts’ processor ms a change', (one.cores.hosts - quiet.cores.hosts) * dayMs, used('hostMs')],
      ['PostgreSQL’s processor ms a change', (one.cores.database - quiet.cores.database) * dayMs, used('databaseMs')],
      ['bytes on the disk a change', bytesOfChange(), used('bytes')],
      ['bytes sent to the endpoint a change', values.deliveryEgressBytes, used('sentBytes')],
      ['calls of a quiet connection a day', quiet.calls.aDay, day.calls],
      ['operations of a quiet connection a day', values.dailyOperations, day.operations],
    ];
    table(
      `${changes} changes at ${perSecond} a second over ${connectionsAnApp} connections, and a quiet day of one connection`,
      ['what', 'predicted', 'measured', 'predicted / measured'],
      rows.map(([what, predicted, measured]) => [what, predicted, measured, predicted / measured]),
    );
  });
}

/** As the model counts them, before retention: rows with their indexes, without the copy, which is there before. */
function bytesOfChange(): number {
  const { operationBytes, stepBytes, useBytes, deliveryBytes, attemptBytes, eventBytes, callBytes, identityBytes } =
    values;
  const read = operationBytes + stepBytes + 2 * useBytes + eventBytes + callBytes + identityBytes;
  return (read + operationBytes + deliveryBytes + attemptBytes) * values.churned;
}

async function run({ provider, receiver }: NewsStage, forSeconds: number): Promise<void> {
  await receiver.ask('forget');
  await provider.ask('change', { perSecond, seconds: forSeconds }, forSeconds * 1000 + 60_000);
  const deadline = performance.now() + 60_000;
  const count = async () => Number((await receiver.ask('count'))['count']);
  while ((await count()) < perSecond * forSeconds) {
    if (performance.now() > deadline) throw new Error('not every change was delivered');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  // Journals and uses are stored within two seconds.
  await new Promise((resolve) => setTimeout(resolve, settleMs));
}

type Counted = Readonly<Record<'calls' | 'hostMs' | 'databaseMs' | 'bytes' | 'sentBytes', number>>;

/** Tables that a change adds rows to; those of copies and sums are there before. */
const grown = [
  ...['operations', 'operation_steps', 'events', 'deliveries', 'delivery_attempts', 'provider_calls', 'usage_events'],
  'inbound_notifications',
];

async function counted({ databaseUrl, pids, receiver }: NewsStage): Promise<Counted> {
  const sentBytes = Number((await receiver.ask('count'))['bytes']);
  return withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<Record<'calls' | 'bytes' | 'pid', string>>(
      `select (select count(*) from provider_calls) as calls, pg_backend_pid() as pid,
        (select sum(pg_total_relation_size(name::regclass)) from unnest($1::text[]) as name) as bytes`,
      [grown],
    );
    const [{ calls, bytes, pid } = { calls: '0', bytes: '0', pid: '0' }] = rows;
    const hostMs = pids.reduce((sum, one) => sum + processMs(one), 0);
    return { calls: Number(calls), bytes: Number(bytes), sentBytes, hostMs, databaseMs: serverMs(Number(pid)) };
  });
}
