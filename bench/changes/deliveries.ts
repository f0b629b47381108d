// Deliveries end to end against a bare signed got loop; what a long queue costs in memory; whether receivers that hang
// slow down the others.
import { laneRules } from '../../core/ports.ts';
import { startChild } from '../engine/children.ts';
import type { BenchServer } from '../engine/server.ts';
import { type Row, shown, table } from '../measure.ts';
import { openStage, type Receivers, type Run, run, type Stage, warmUp, warmUpDeliveries } from './delivery-run.ts';
import { type ChangesFlagValues, type ChangesOptions, changesOptions, deliveryParts, partsOf } from './options.ts';
import { dropQueued, queueCopies, signingSecret } from './queued-deliveries.ts';
import { withServer } from './with-server.ts';

const ratioBar = 0.5;
const endpointCounts = [1, 100] as const;
const workerCounts = [1, 2] as const;
/** What WORKER_CONCURRENCY is unless it is set. */
const productSlots = 50;
/** Beside the number that was asked for, since what a delivery mostly does is wait. */
const fewSlots = 10;
/** What an endpoint may have on its way at once, in the whole fleet. */
const { atOnce: atOnceOfEndpoint } = laneRules.delivery;
const flatTimes = 1.25;
const healthyShareBar = 0.9;

type Part = (typeof deliveryParts)[number];

export async function benchDeliveries(flags: ChangesFlagValues): Promise<void> {
  const options = changesOptions(flags, productSlots);
  await withServer('Deliveries', async (server) => {
    console.log(
      `Workers of ${options.slots} slots unless said otherwise, receivers and the got loop: each a process, over plain HTTP on this machine ` +
        '(ALLOW_HTTP, WEBHOOK_ALLOW_CIDRS), with log lines as they come. Receivers answer at once.',
    );
    for (const part of partsOf(flags, deliveryParts)) await deeds[part](server, options);
  });
}

const deeds: Readonly<Record<Part, (server: BenchServer, options: ChangesOptions) => Promise<void>>> = {
  rate: benchRate,
  memory: benchMemory,
  hanging: benchHanging,
};

const answering = ({ urls }: Receivers): readonly string[] => urls;
const perSecond = (count: number, tookMs: number): number => (count / tookMs) * 1000;

async function benchRate(server: BenchServer, { slots, queued }: ChangesOptions): Promise<void> {
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
  const stage = await openStage(server, { workers, slots, endpoints, urls: answering });
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

async function benchMemory(server: BenchServer, { slots, queued, deep }: ChangesOptions): Promise<void> {
  const runs: (Run & { readonly waiting: number })[] = [];
  for (const waiting of [queued, deep]) {
    const stage = await openStage(server, { workers: 1, slots, endpoints: 100, urls: answering });
    await queueAll(server, stage, waiting);
    runs.push({ waiting, ...(await run(stage, queued, { all: false })) });
    await stage.end();
  }
  table(
    `Memory of one worker that makes ${queued.toLocaleString('en')} deliveries to 100 endpoints, by what is in the queue when it starts`,
    ['queued', 'delivered/s', 'peak MB'],
    runs.map(({ waiting, delivered, tookMs, peakMegabytes }) => [
      waiting.toLocaleString('en'),
      perSecond(delivered, tookMs),
      peakMegabytes,
    ]),
  );
  const [few, many] = runs;
  if (!few || !many) return;
  const times = many.peakMegabytes / few.peakMegabytes;
  console.log(`\nMemory flat (at most ${flatTimes} ×): ${shown(times)} ×: ${times <= flatTimes ? 'met' : 'missed'}`);
}

/** Endpoints of one organization. */
const endpointsEach = 10;
const hangingLimitMs = 60_000;

/** Every second endpoint hangs, or gets nothing; the others get the same in both runs. */
async function benchHanging(server: BenchServer, { slots, queued, endpoints }: ChangesOptions): Promise<void> {
  const healthy = Math.ceil(endpoints / 2);
  const each = Math.max(1, Math.floor(queued / healthy));
  const runs: Run[] = [];
  for (const withHanging of [false, true]) {
    const stage = await openStage(server, {
      ...{ workers: 1, slots, endpoints, each: endpointsEach },
      urls: ({ urls, hanging }) => urls.map((url, i) => (i % 2 === 1 ? (hanging[i] ?? '') : url)),
    });
    const [well, ill] = [0, 1].map((rest) => stage.subscriptions.filter((_, i) => i % 2 === rest));
    if (!withHanging) await dropQueued(stage.deployment.databaseUrl, ill ?? []);
    await queueCopies(stage.deployment.databaseUrl, withHanging ? stage.subscriptions : (well ?? []), each - 1);
    await server.calm(stage.deployment.databaseUrl);
    runs.push(await run(stage, healthy * each, { all: false, limitMs: hangingLimitMs }));
    await stage.end();
  }
  showHanging(runs, { endpoints, healthy, each });
}

function showHanging(
  runs: readonly Run[],
  { endpoints, healthy, each }: { readonly endpoints: number; readonly healthy: number; readonly each: number },
): void {
  const rates = runs.map(({ delivered, tookMs }) => perSecond(delivered, tookMs));
  table(
    `${healthy} endpoints that answer, ${each} deliveries each, beside ${endpoints - healthy} others; one worker, ${hangingLimitMs / 1000} s at most`,
    ['the others', 'delivered', 'seconds', 'delivered/s', 'ratio', 'peak MB'],
    runs.map(({ delivered, tookMs, peakMegabytes }, i) => [
      i === 0 ? 'have nothing' : `hang, ${each} deliveries each`,
      ...[delivered.toLocaleString('en'), tookMs / 1000, rates[i] ?? 0, (rates[i] ?? 0) / (rates[0] ?? 1)],
      peakMegabytes,
    ]),
  );
  const share = (rates[1] ?? 0) / (rates[0] ?? 1);
  const verdict = share >= healthyShareBar ? 'met' : 'missed';
  console.log(`\nHalf of the endpoints hang, the others keep at least ${healthyShareBar} of their rate: ${verdict}`);
}
