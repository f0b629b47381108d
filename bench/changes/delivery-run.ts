// One measurement of deliveries: workers that are told to start, receivers that count, the database that has the last word.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tests/walk/processes.ts';
import { type Child, startChild } from '../engine/children.ts';
import { type BenchServer, withDatabase } from '../engine/server.ts';
import { addOrganization, type Deployment, openDeployment } from './deployment.ts';
import { addSubscription, queueCopies, type Subscription } from './queued-deliveries.ts';

export interface Receivers {
  readonly child: Child;
  readonly urls: readonly string[];
}

/** More endpoints than this share ports. */
const portsMax = 100;

export async function startReceivers(endpoints: number): Promise<Receivers> {
  const ports: number[] = [];
  while (ports.length < Math.min(endpoints, portsMax)) {
    const port = await freePort();
    if (!ports.includes(port)) ports.push(port);
  }
  const child = await startChild('../changes/receiver-process.ts', [JSON.stringify(ports)]);
  return {
    child,
    urls: Array.from({ length: endpoints }, (_, i) => `http://127.0.0.1:${ports[i % ports.length]}/${i}`),
  };
}

export interface Stage {
  readonly deployment: Deployment;
  readonly receivers: Receivers;
  readonly workers: readonly Child[];
  /** One an endpoint, in the order of the addresses. */
  readonly subscriptions: readonly Subscription[];
  end(): Promise<void>;
}

export interface StageWishes {
  readonly workers: number;
  readonly slots: number;
  readonly endpoints: number;
}

export async function openStage(server: BenchServer, wishes: StageWishes): Promise<Stage> {
  const { workers: count, slots, endpoints } = wishes;
  const receivers = await startReceivers(endpoints);
  const deployment = await openDeployment(server);
  const subscriptions: Subscription[] = [];
  for (const url of receivers.urls) {
    subscriptions.push(await addSubscription(deployment, await addOrganization(deployment), url));
  }
  const workers = await Promise.all(Array.from({ length: count }, () => deployment.startWorker({ slots })));
  return {
    deployment,
    receivers,
    workers,
    subscriptions,
    end: async () => {
      for (const child of [...workers, receivers.child]) await child.end();
      await deployment.close();
    },
  };
}

export interface Run {
  readonly tookMs: number;
  /** Of all workers. */
  readonly cpuMs: number;
}

/** A worker that does fewer than this a second is broken. */
const slowestPerSecond = 20;

/** Starts the workers, waits until all `count` deliveries have come and are settled, stops them. */
export async function run({ workers, receivers, deployment }: Stage, count: number): Promise<Run> {
  const limitMs = 60_000 + (count / slowestPerSecond) * 1000;
  await receivers.child.ask('start');
  const began = performance.now();
  await Promise.all(workers.map((worker) => worker.ask('start')));
  await arrived({ receivers, deployment }, count, began + limitMs);
  await settled(deployment.databaseUrl, began + limitMs);
  const tookMs = performance.now() - began;
  const stopped = await Promise.all(workers.map((worker) => worker.ask('stop')));
  const { arrived: delivered, events } = await receivers.child.ask('arrived');
  await assertKept(deployment.databaseUrl);
  if (delivered !== events) console.log(`  ${Number(delivered) - Number(events)} deliveries came twice`);
  return { tookMs, cpuMs: stopped.reduce((sum, { cpuMs }) => sum + Number(cpuMs), 0) };
}

const lookEveryMs = 20;

type Looked = Pick<Stage, 'receivers' | 'deployment'>;

async function arrived({ receivers: { child }, deployment }: Looked, count: number, deadline: number): Promise<void> {
  while (child.ran() < count) {
    if (performance.now() > deadline) {
      const missing = await whatIsLeft(deployment.databaseUrl);
      throw new Error(`${child.ran()} of ${count} deliveries came in time; left are ${JSON.stringify(missing)}`);
    }
    await sleep(lookEveryMs);
  }
}

/** What the database says of deliveries that did not succeed: by endpoint, with the last error. */
async function whatIsLeft(databaseUrl: string): Promise<readonly object[]> {
  let left: readonly object[] = [];
  await withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `select d.endpoint_id, e.url, e.paused_at, o.state, o.stage, count(*)::int as deliveries, max(a.error) as error
       from deliveries d join operations o on o.id = d.operation_id join webhook_endpoints e on e.id = d.endpoint_id
         left join delivery_attempts a on a.delivery_id = d.id
       where o.state <> 'succeeded' group by 1, 2, 3, 4, 5 limit 20`,
    );
    left = rows;
  });
  return left;
}

async function settled(databaseUrl: string, deadline: number): Promise<void> {
  await withDatabase(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ open: boolean }>(
        `select exists (select 1 from operations where type = 'webhook.deliver'
           and state in ('queued', 'running', 'retrying')) as open`,
      );
      if (!rows[0]?.open) return;
      if (performance.now() > deadline) throw new Error('deliveries that arrived are not settled');
      await sleep(lookEveryMs);
    }
  });
}

async function assertKept(databaseUrl: string): Promise<void> {
  await withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from deliveries d join operations o on o.id = d.operation_id
       where o.state <> 'succeeded' or not exists (select 1 from delivery_attempts a where a.delivery_id = d.id)`,
    );
    if (rows[0]?.n !== 0) throw new Error(`${rows[0]?.n} deliveries did not succeed or have no attempt`);
  });
}

/** Of every process that is measured, the got loop's too. */
export const warmUpDeliveries = 1000;

/** Brings every process up to speed: as many deliveries as that takes, of all endpoints. */
export async function warmUp(stage: Stage): Promise<void> {
  const { subscriptions, deployment, workers } = stage;
  const each = Math.max(1, Math.ceil((warmUpDeliveries * workers.length) / subscriptions.length));
  await queueCopies(deployment.databaseUrl, subscriptions, each);
  await run(stage, (each + 1) * subscriptions.length);
}
