// Deliveries end to end against a bare signed got loop.
import { laneRules } from '../../core/ports.ts';
import { startChild } from '../engine/children.ts';
import type { BenchServer } from '../engine/server.ts';
import { withServer } from '../engine/with-server.ts';
import { type Flags, whole } from '../flags.ts';
import { type Row, shown, table } from '../measure.ts';
import { openStage, run, type Stage, warmUp, warmUpDeliveries } from './delivery-run.ts';
import { queueCopies, signingSecret } from './queued-deliveries.ts';

const ratioBar = 0.4;
const endpointCounts = [1, 100] as const;
const workerCounts = [1, 2] as const;
/** What WORKER_CONCURRENCY is unless it is set. */
const productSlots = 50;
/** Beside the number that was asked for, since what a delivery mostly does is wait. */
const fewSlots = 10;
/** What an endpoint may have on its way at once, in the whole fleet. */
const { atOnce: atOnceOfEndpoint } = laneRules.delivery;

export async function benchDeliveries(flags: Flags): Promise<void> {
  const slots = whole(flags.slots, productSlots);
  const queued = whole(flags.queued, flags.quick ? 2_000 : 10_000);
  await withServer('Deliveries', async (server) => {
    console.log(
      `Workers of ${slots} slots unless said otherwise, receivers and the got loop: each a process, over plain HTTP on this machine ` +
        '(ALLOW_HTTP, WEBHOOK_ALLOW_CIDRS), with log lines as they come. Receivers answer at once.',
    );
    await benchRate(server, slots, queued);
  });
}

const perSecond = (count: number, tookMs: number): number => (count / tookMs) * 1000;

async function benchRate(server: BenchServer, slots: number, queued: number): Promise<void> {
  const rows: Row[] = [];
  for (const endpoints of endpointCounts) {
    for (const count of new Set([slots, fewSlots])) {
      for (const workers of workerCounts)
        rows.push(await measureRate(server, { endpoints, slots: count, workers }, queued));
    }
  }
  table(
    `${queued.toLocaleString('en')} queued deliveries, from the start signal until all are settled (bar: at least ${ratioBar} of the loop)`,
    [
      'endpoints',
      'slots',
      'workers',
      'loop at once',
      'got loop/s',
      'delivered/s',
      'ratio',
      'bar',
      'worker CPU µs each',
    ],
    rows,
  );
}

interface RateCase {
  readonly endpoints: number;
  readonly slots: number;
  readonly workers: number;
}

async function measureRate(server: BenchServer, { endpoints, slots, workers }: RateCase, queued: number): Promise<Row> {
  const stage = await openStage(server, { workers, slots, endpoints });
  await warmUp(stage);
  const inFlight = endpoints === 1 ? Math.min(slots, atOnceOfEndpoint) : slots;
  const before = await gotLoop(stage, queued, inFlight);
  await queueAll(server, stage, queued);
  const { tookMs, cpuMs } = await run(stage, queued);
  // Once more after it: what else the machine did meanwhile weighs on both.
  const floor = (before + (await gotLoop(stage, queued, inFlight))) / 2;
  await stage.end();
  const rate = perSecond(queued, tookMs);
  const ratio = rate / floor;
  console.log(
    `  ${endpoints} endpoints, ${workers} × worker of ${slots} slots: ${shown(rate)} a second, got loop ${shown(floor)}`,
  );
  const names = [endpoints, slots, workers, inFlight].map(String);
  return [...names, floor, rate, ratio, ratio >= ratioBar ? 'met' : 'missed', (cpuMs / queued) * 1000];
}

/** Deliveries a second. */
async function gotLoop({ receivers, subscriptions }: Stage, count: number, inFlight: number): Promise<number> {
  const args = [JSON.stringify(subscriptions[0]?.sample), JSON.stringify(receivers.urls), signingSecret];
  const child = await startChild('../changes/got-loop-process.ts', args);
  const limitMs = 60_000 + count * 10;
  await child.ask('deliver', { count: warmUpDeliveries, inFlight }, limitMs);
  const { tookMs } = await child.ask('deliver', { count, inFlight }, limitMs);
  await child.end();
  return perSecond(count, Number(tookMs));
}

async function queueAll(server: BenchServer, { deployment, subscriptions }: Stage, count: number): Promise<void> {
  await queueCopies(deployment.databaseUrl, subscriptions, Math.ceil(count / subscriptions.length));
  await server.calm(deployment.databaseUrl);
}
