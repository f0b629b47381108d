// Notifications acknowledged by the HTTP host while the provider hangs and while workers are saturated, against a bare
// receiver that only checks the signature.
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../hosts/walk/processes.test-support.ts';
import { type Child, startChild } from '../engine/children.ts';
import { type BenchServer, withDatabase } from '../engine/server.ts';
import { shown, spreadOf, table } from '../measure.ts';
import { addConnection, addOrganization, addProviderApp, type Deployment, openDeployment, webhookKey } from './deployment.ts';
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
  { perSecond: 2, events: 100 },
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
        `${appsCount} provider apps of ${tenantsEach} tenants, all events of invoices: each queues a read.`,
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

function cellOf({ took, seconds }: Posted): Cell {
  return { batchesPerSecond: took.length / seconds, ...spreadOf(took) };
}

const patienceMs = (seconds: number): number => (seconds + 60) * 1000;

async function measureAll(
  poster: Child,
  { seconds }: ChangesOptions,
  before: () => Promise<void>,
  told: (events: number) => void,
): Promise<Measured> {
  const ask = async (what: string, wish: { readonly events: number }, lasting: number): Promise<Cell> => {
    await before();
    const posted = (await poster.ask(what, { ...wish, seconds: lasting }, patienceMs(lasting))) as unknown as Posted;
    told(posted.took.length * wish.events);
    return cellOf(posted);
  };
  await ask('loops', { events: 1, inFlight: appsCount } as { events: number }, warmUpSeconds);
  const even: Cell[] = [];
  for (const rate of rates) even.push(await ask('evenly', rate, seconds));
  const flat = new Map<string, Cell>();
  for (const events of batchSizes) {
    for (const inFlight of loops) {
      const wish = { events, inFlight };
      flat.set(cellName(events, inFlight), await ask('loops', wish, seconds));
    }
  }
  return { flat, even };
}

const startPoster = (apps: readonly ToldApp[]): Promise<Child> =>
  startChild('../changes/poster-process.ts', [JSON.stringify(apps), webhookKey, signatureHeader]);

async function measureFloor(options: ChangesOptions): Promise<Measured> {
  const port = await freePort();
  const receiver = await startChild('../changes/bare-receiver-process.ts', [String(port), webhookKey, signatureHeader]);
  const url = `http://127.0.0.1:${port}/`;
  const apps = Array.from({ length: appsCount }, () => ({ url, tenantIds: [crypto.randomUUID()] }));
  const poster = await startPoster(apps);
  const measured = await measureAll(poster, options, async () => {}, () => {});
  await poster.end();
  await receiver.end();
  return measured;
}

async function measureService(server: BenchServer, options: ChangesOptions, part: Part): Promise<Measured> {
  const provider = await startProvider(part === 'hanging' ? 'hangs' : 'answers');
  const deployment = await openDeployment(server, provider.url);
  const http = await deployment.startHttp();
  const poster = await startPoster(await addApps(deployment, http.url));
  const worker = await deployment.startWorker({ slots: options.slots, unlimitedBudget: part === 'saturated' });
  await worker.ask('start');
  let acknowledged = 0;
  const saturate = () => saturated(deployment.databaseUrl, options.slots);
  const measured = await measureAll(poster, options, saturate, (events) => {
    acknowledged += events;
  });
  const kept = await count(deployment.databaseUrl, `select count(*)::int as n from operations where type = 'notification.process'`);
  if (kept !== acknowledged) throw new Error(`${acknowledged} events were acknowledged and ${kept} are kept`);
  console.log(`\n  ${acknowledged.toLocaleString('en')} events acknowledged, as many reads queued; ${titles[part]}`);
  for (const child of [poster, http.child, worker]) await child.end();
  await provider.end();
  await deployment.close();
  return measured;
}
