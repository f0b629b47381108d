// Notifications acknowledged by the HTTP host while the provider hangs and while workers are saturated, against a bare
// receiver that only checks the signature.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../tests/walk/processes.ts';
import { type Child, startChild } from '../engine/children.ts';
import { type BenchServer, withDatabase } from '../engine/server.ts';
import { shown, spreadOf, table } from '../measure.ts';
import {
  addConnection,
  addOrganization,
  addProviderApp,
  type Deployment,
  openDeployment,
  webhookKey,
} from './deployment.ts';
import { type ChangesFlagValues, type ChangesOptions, changesOptions, notificationParts, partsOf } from './options.ts';
import { startProvider } from './provider.ts';
import type { ToldApp } from './signed-batches.ts';
import { withServer } from './with-server.ts';

const signatureHeader = 'X-Ledger-Signature';
/** Each an organization with its own provider app. */
const appsCount = 16;
const tenantsEach = 4;
const loops = [1, appsCount] as const;
const batchSizes = [1, 100, 1_000] as const;
/** 200 events a second, in batches as they may come. */
const rates = [
  { perSecond: 200, events: 1 },
  { perSecond: 20, events: 10 },
] as const;
const barMs = 250;
const warmUpSeconds = 2;

type Part = (typeof notificationParts)[number];

const titles: Readonly<Record<Part, string>> = {
  hanging: 'the provider never answers; every slot of the worker hangs on a read',
  saturated: 'the provider answers at once; every slot of the worker reads, without budget, as fast as it can',
};

export async function benchNotifications(flags: ChangesFlagValues): Promise<void> {
  const options = changesOptions(flags);
  await withServer('Notifications', async (server) => {
    console.log(
      `HTTP host, one worker of ${options.slots} slots, load generator, provider and floor: each a process. ` +
        `${appsCount} provider apps of ${tenantsEach} tenants, all events of invoices: each queues a read, until its connection has 200 waiting.`,
    );
    const floor = await measureFloor(options);
    for (const part of partsOf(flags, notificationParts)) {
      show(titles[part], floor, await measureService(server, options, part));
    }
  });
}

interface Cell {
  readonly batchesPerSecond: number;
  readonly median: number;
  readonly p99: number;
  /** What the receiver used of the processors for a batch, in microseconds. */
  readonly cpuMicros: number;
}

interface Measured {
  /** By batch size and batches in flight. */
  readonly flat: ReadonlyMap<string, Cell>;
  readonly even: readonly Cell[];
}

const cellName = (events: number, inFlight: number): string => `${events} × ${inFlight}`;

interface Posted {
  readonly took: readonly number[];
  readonly seconds: number;
}

async function cellOf({ took, seconds }: Posted, receiver: Child): Promise<Cell> {
  const { cpuMs } = await receiver.ask('cpu');
  return {
    batchesPerSecond: took.length / seconds,
    ...spreadOf(took),
    cpuMicros: (Number(cpuMs) / took.length) * 1000,
  };
}

const patienceSeconds = 60;

async function measureAll(
  poster: Child,
  receiver: Child,
  { seconds }: ChangesOptions,
  before: () => Promise<void>,
  told: (events: number) => void,
): Promise<Measured> {
  const ask = async (what: string, wish: Wish, lasting: number): Promise<Cell> => {
    await before();
    await receiver.ask('cpu');
    const posted = await post(poster, what, { ...wish, seconds: lasting });
    told(posted.took.length * wish.events);
    return cellOf(posted, receiver);
  };
  await ask('loops', { events: 1, inFlight: appsCount }, warmUpSeconds);
  const even: Cell[] = [];
  for (const rate of rates) even.push(await ask('evenly', rate, seconds));
  const flat = new Map<string, Cell>();
  for (const events of batchSizes) {
    for (const inFlight of loops) {
      flat.set(cellName(events, inFlight), await ask('loops', { events, inFlight }, seconds));
    }
  }
  return { flat, even };
}

interface Wish {
  readonly events: number;
  readonly inFlight?: number;
  readonly perSecond?: number;
}

async function post(poster: Child, what: string, wish: Wish & { readonly seconds: number }): Promise<Posted> {
  return (await poster.ask(what, { ...wish }, (wish.seconds + patienceSeconds) * 1000)) as unknown as Posted;
}

const startPoster = (apps: readonly ToldApp[]): Promise<Child> =>
  startChild('../changes/poster-process.ts', [JSON.stringify(apps), webhookKey, signatureHeader]);

async function measureFloor(options: ChangesOptions): Promise<Measured> {
  const port = await freePort();
  const receiver = await startChild('../changes/bare-receiver-process.ts', [String(port), webhookKey, signatureHeader]);
  const url = `http://127.0.0.1:${port}/`;
  const poster = await startPoster(Array.from({ length: appsCount }, () => ({ url, tenantIds: [randomUUID()] })));
  const nothing = async () => {};
  const measured = await measureAll(poster, receiver, options, nothing, () => {});
  await poster.end();
  await receiver.end();
  return measured;
}

async function measureService(server: BenchServer, options: ChangesOptions, part: Part): Promise<Measured> {
  const provider = await startProvider(part === 'hanging' ? 'hangs' : 'answers');
  const deployment = await openDeployment(server, provider.url);
  const { databaseUrl } = deployment;
  const http = await deployment.startHttp();
  const poster = await startPoster(await addApps(deployment, http.url));
  const worker = await deployment.startWorker({ slots: options.slots, unlimitedBudget: part === 'saturated' });
  await worker.ask('start');
  let acknowledged = 0;
  const told = (events: number): void => {
    acknowledged += events;
  };
  const busy = async (): Promise<void> => {
    told(await refill(poster, databaseUrl));
    await server.calm(databaseUrl);
    if (part === 'hanging') await everySlotHangs(databaseUrl, options.slots);
  };
  const measured = await measureAll(poster, http.child, options, busy, told);
  const kept = await count(databaseUrl, 'true', 'inbound_notifications');
  if (kept !== acknowledged) throw new Error(`${acknowledged} events were acknowledged and ${kept} are kept`);
  console.log(`  ${acknowledged.toLocaleString('en')} events acknowledged, as many kept (${titles[part]})`);
  for (const child of [poster, http.child, worker]) await child.end();
  await provider.end();
  await deployment.close();
  return measured;
}

async function addApps(deployment: Deployment, url: string): Promise<readonly ToldApp[]> {
  const apps: ToldApp[] = [];
  for (let i = 0; i < appsCount; i += 1) {
    const plane = await addOrganization(deployment);
    const app = await addProviderApp(deployment, plane);
    const tenantIds: string[] = [];
    for (let tenant = 0; tenant < tenantsEach; tenant += 1) {
      const { providerTenantId } = await addConnection(deployment, plane, app.id);
      tenantIds.push(providerTenantId ?? '');
    }
    apps.push({ url: `${url}/webhooks/ledger/${app.id}`, tenantIds });
  }
  return apps;
}

/** A connection has no more than 200 reads waiting. */
const backlog = 5_000;
const refillsMax = 100;

/** More is due than the worker does within a measurement. Returns how many events were posted for it. */
async function refill(poster: Child, databaseUrl: string): Promise<number> {
  let posted = 0;
  for (let i = 0; i < refillsMax && (await count(databaseUrl, `state = 'queued'`)) < backlog; i += 1) {
    posted += (await post(poster, 'evenly', { perSecond: 10, events: 1_000, seconds: 0.5 })).took.length * 1_000;
  }
  return posted;
}

const hangMs = 30_000;

async function everySlotHangs(databaseUrl: string, slots: number): Promise<void> {
  const deadline = performance.now() + hangMs;
  while ((await count(databaseUrl, `state = 'running'`)) < slots) {
    if (performance.now() > deadline) throw new Error('the slots do not fill with reads that hang');
    await sleep(100);
  }
}

const count = (databaseUrl: string, where: string, from = 'operations'): Promise<number> =>
  withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${from} where ${where}`);
    return rows[0]?.n ?? 0;
  });

function show(title: string, floor: Measured, service: Measured): void {
  table(
    `Batches acknowledged without a pause: ${title}`,
    [
      'events',
      'in flight',
      'floor batches/s',
      'batches/s',
      'ratio',
      'events/s',
      'p50 ms',
      'p99 ms',
      'floor p99 ms',
      'host CPU µs',
      'floor CPU µs',
    ],
    [...service.flat].map(([name, { batchesPerSecond, median, p99, cpuMicros }]) => {
      const below = floor.flat.get(name);
      const [events = '', inFlight = ''] = name.split(' × ');
      const perSecond = [below?.batchesPerSecond ?? Number.NaN, batchesPerSecond];
      const ratio = batchesPerSecond / (below?.batchesPerSecond ?? Number.NaN);
      const times = [median, p99, below?.p99 ?? Number.NaN, cpuMicros, below?.cpuMicros ?? Number.NaN];
      return [events, inFlight, ...perSecond, ratio, batchesPerSecond * Number(events), ...times];
    }),
  );
  table(
    `200 events a second, timed from when each batch is due (bar: p99 under ${barMs} ms): ${title}`,
    ['batches/s', 'events each', 'p50 ms', 'p99 ms', 'bar', 'floor p50 ms', 'floor p99 ms'],
    rates.map(({ perSecond, events }, i) => {
      const { median = Number.NaN, p99 = Number.NaN } = service.even[i] ?? {};
      const below = floor.even[i];
      const verdict = p99 < barMs ? `met: ${shown(p99)} ms` : 'missed';
      const floors = [below?.median ?? Number.NaN, below?.p99 ?? Number.NaN];
      return [String(perSecond), String(events), median, p99, verdict, ...floors];
    }),
  );
}
