// `npm run bench news`: from the moment at which an invoice changes at the provider to the moment at which a customer's
// receiver has the signed event: notification, acknowledgement, live read, commit, delivery. Before that: what a telling
// costs, of an invoice and of another record.
import { setTimeout as sleep } from 'node:timers/promises';
import { bar } from '../bars.ts';
import { withServer } from '../engine/with-server.ts';
import { type Flags, whole } from '../flags.ts';
import { spreadOf, table } from '../measure.ts';
import { connectionsAnApp, type NewsStage, openNewsStage, productSlots } from './news-stage.ts';
import type { Change } from './provider-process.ts';
import type { Delivery } from './receiver-process.ts';
import { measureTelling } from './telling-cost.ts';

interface Rate {
  readonly perSecond: number;
  readonly connections: number;
}

/** A connection's background work has 36 calls a minute: at 300 a second that takes more than 100 connections. */
const rates: readonly Rate[] = [
  { perSecond: 10, connections: 100 },
  { perSecond: 100, connections: 100 },
  { perSecond: 300, connections: 400 },
];
const barPerSecond = 100;
const [endToEndMostMs, acknowledgedMostMs] = [300, 50];
const [usualSeconds, quickSeconds, warmUpSeconds] = [20, 3, 5];
const warmUp = { perSecond: 100 } as const;

export async function benchNews(flags: Flags): Promise<void> {
  const seconds = whole(flags.seconds, flags.quick ? quickSeconds : usualSeconds);
  await withServer('News', async (server) => {
    console.log(
      `One HTTP host, one worker of ${productSlots} slots, the provider and the receiver: each a process, with the real provider ` +
        `budget. Apps of ${connectionsAnApp} connections; every change is of an invoice of its own and due at its own moment.`,
    );
    await measureTelling(server, flags.quick === true);
    for (const rate of rates) {
      const stage = await openNewsStage(server, rate.connections);
      await measure(stage, warmUp, warmUpSeconds);
      await stage.calm();
      show(rate, await measure(stage, rate, seconds));
      await stage.end();
    }
  });
}

interface Measured {
  readonly changes: readonly Required<Change>[];
  /** By invoice, the first. */
  readonly delivered: ReadonlyMap<string, Delivery>;
  readonly twice: number;
}

async function measure(stage: NewsStage, { perSecond }: Pick<Rate, 'perSecond'>, seconds: number): Promise<Measured> {
  const { provider, receiver } = stage;
  await receiver.ask('forget');
  await provider.ask('change', { perSecond, seconds }, seconds * 1000 + settleMs);
  await arrived(stage, perSecond * seconds);
  const { changes } = await provider.ask('changes');
  const { deliveries, refused } = await receiver.ask('deliveries');
  if ((refused as readonly string[]).length > 0) throw new Error(`the receiver refused: ${refused}`);
  return counted(stage, changes as Required<Change>[], deliveries as Delivery[]);
}

const settleMs = 60_000;
const lookEveryMs = 20;
/** What is announced or delivered twice would come by then. */
const afterwardsMs = 500;

async function arrived({ receiver }: NewsStage, count: number): Promise<void> {
  const deadline = performance.now() + settleMs;
  while (Number((await receiver.ask('count'))['count']) < count) {
    if (performance.now() > deadline) break;
    await sleep(lookEveryMs);
  }
  await sleep(afterwardsMs);
}

/** Every change must have been announced once, and have arrived; a delivery may come twice, and is counted. */
async function counted(stage: NewsStage, changes: readonly Required<Change>[], deliveries: readonly Delivery[]) {
  const delivered = new Map<string, Delivery>();
  const events = new Set<string>();
  for (const delivery of deliveries) {
    if (!delivered.has(delivery.invoiceId)) delivered.set(delivery.invoiceId, delivery);
    events.add(delivery.eventId);
  }
  const missing = changes.filter(({ id }) => !delivered.has(id)).length;
  const announced = await stage.announced(changes.map(({ id }) => id));
  if (missing > 0 || events.size !== changes.length || announced !== changes.length) {
    throw new Error(
      `${changes.length} changes: ${announced} events stored, ${events.size} came, ${missing} are missing`,
    );
  }
  return { changes, delivered, twice: deliveries.length - events.size };
}

function show({ perSecond, connections }: Rate, { changes, delivered, twice }: Measured): void {
  const of = (span: (change: Required<Change>) => number) => spreadOf(changes.map(span));
  const arrivedMs = ({ id }: Change): number => delivered.get(id)?.atMs ?? Number.NaN;
  const endToEnd = of((change) => arrivedMs(change) - change.dueMs - change.ownMs);
  const acknowledged = of(({ acknowledgedMs, dueMs }) => acknowledgedMs - dueMs);
  const spans = {
    'change until delivered': endToEnd,
    'change until acknowledged': acknowledged,
    'change until read': of(({ readMs, dueMs }) => readMs - dueMs),
    'read until delivered': of((change) => arrivedMs(change) - change.readMs - change.ownMs),
    'the provider itself (taken off)': of(({ ownMs }) => ownMs),
  };
  table(
    `${perSecond} changes a second over ${connections} connections: ${changes.length.toLocaleString('en')} changes, each announced once, ${twice} delivered twice`,
    ['from … to', 'median ms', 'p99 ms'],
    Object.entries(spans).map(([name, { median, p99 }]) => [name, median, p99]),
  );
  if (perSecond !== barPerSecond) return;
  bar(`${perSecond} changes a second: p99 until delivered, ms`, endToEnd.p99, { most: endToEndMostMs });
  bar(`${perSecond} changes a second: p99 until acknowledged, ms`, acknowledged.p99, { most: acknowledgedMostMs });
}
