// One worker is brought to every point at once and killed; another takes over all of it.

import { isLong, isPlayed } from '../../tools/run-length.ts';
import {
  arrangeCases,
  type CrashCase,
  type EndedCase,
  endCase,
  isThere,
  type Kill,
  leasesOf,
  ledgerFaults,
  nameOf,
  type StartedCase,
  startCase,
} from './crash-cases.ts';
import { type CrashPoint, isLaidAnew } from './crash-points.ts';
import { type CrashWorld, untilIdle, untilWorker } from './crash-world.ts';
import type { HostProcess } from './processes.ts';

export interface Killed {
  readonly started: readonly StartedCase[];
  readonly kill: Kill;
}

/** A recipe with fewer points outside a transaction is played whole. */
const halvedFrom = 5;

/**
 * All points in a long run. In a short one half of a recipe's, two of them in turn, because kinds of points alternate, and the
 * first two with every second recipe; but each that lies in a transaction, because several can be open at once, and all of a
 * recipe of so few that half of them would say little.
 */
export function playedPoints(all: readonly CrashPoint[]): readonly CrashPoint[] {
  if (isLong) return all;
  const ofRecipes = [...Map.groupBy(all, ({ recipe }) => recipe).values()];
  return ofRecipes.flatMap((points, nthRecipe) => {
    const areFew = points.filter(({ group }) => group !== 'commit').length < halvedFrom;
    const isTurn = (i: number) => isPlayed({ many: 2, place: 0 }, nthRecipe, Math.floor(i / 2));
    return points.filter(({ group }, i) => areFew || group === 'commit' || isTurn(i));
  });
}

export async function killAtAll(world: CrashWorld, points: readonly CrashPoint[]): Promise<Killed> {
  const cases = await arrangeCases(world, points);
  const lost = world.startWorker({ stopping: true });
  await untilIdle(world);
  const of = (group: CrashPoint['group']) => cases.filter(({ point }) => point.group === group);
  // On SQLite an open transaction stops all others, so only one is held open there, and it comes last.
  const commits = world.kind === 'SQLite' ? of('commit').slice(0, 1) : of('commit');
  const started: StartedCase[] = [];
  started.push(...(await bring(world, lost, of('boundary'))));
  started.push(...(await bring(world, lost, of('call'))));
  started.push(...(await bring(world, lost, commits)));
  const kill = { leases: await leasesOf(world), at: Date.now() };
  await lost.kill('SIGKILL');
  for (const crash of started) await meanwhile(crash);
  return { started, kill };
}

/** What a write was made of changes: a copy's kept bytes are sent again as they were, a quote is laid over anew. */
async function meanwhile({ point, bench, input }: StartedCase): Promise<void> {
  const { recipe, hold } = point;
  if (recipe === 'invoice.void_and_reissue' && hold?.call === 'PUT /invoices') {
    const { invoice_id } = input as { invoice_id: string };
    await bench.books.update('invoices', invoice_id, { external_reference: 'meanwhile' });
  }
  if (isLaidAnew(point)) {
    const [quote] = await bench.documents('Quotes');
    await bench.books.byHand('quotes', String(quote?.['QuoteID']), { title: 'meanwhile' });
  }
}

export async function takeOver(world: CrashWorld, { started, kill }: Killed): Promise<EndedCase[]> {
  world.startWorker();
  await untilIdle(world);
  return Promise.all(
    started.map(async (crash) => {
      const ended = await endCase(world, crash, kill);
      return { ...ended, faults: [...ended.faults, ...(await undone(crash))] };
    }),
  );
}

/** What somebody else changed meanwhile is still there. */
async function undone({ point, bench }: StartedCase): Promise<readonly string[]> {
  if (!isLaidAnew(point)) return [];
  const [quote] = await bench.documents('Quotes');
  return quote?.['Title'] === 'meanwhile' ? [] : [`title: ${quote?.['Title']} instead of meanwhile`];
}

/** Starts the cases and waits until the worker hangs at the point of each. */
export async function bring(
  world: CrashWorld,
  worker: HostProcess,
  cases: readonly CrashCase[],
): Promise<StartedCase[]> {
  const started = await Promise.all(cases.map((crash) => startCase(world, crash)));
  const missing = () => started.filter((crash) => !isThere(world, crash, worker.output()));
  try {
    await untilWorker(worker, 'a worker that hangs everywhere', () => missing().length === 0);
  } catch (error) {
    throw new Error(`not at: ${missing().map(nameOf).join('; ')}\n${String(error)}`);
  }
  return started;
}

/** What held requests do that reach the provider after all, when everything is done. */
export async function lateFaults({ ledger: { gate } }: CrashWorld, { started }: Killed): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const crash of started.filter(({ point }) => point.hold?.when === 'sent')) {
    const statuses = await gate.sendLate(crash.bench.books.tenantId);
    if (statuses.some((status) => status >= 300)) faults.push(`${nameOf(crash)}: answered ${statuses}`);
    faults.push(...(await ledgerFaults(crash)).map((fault) => `${nameOf(crash)}: ${fault}`));
  }
  return faults;
}

/** With the point's name, and bounded: one mistake may show everywhere. */
export function told(
  ended: readonly EndedCase[],
  faultsOf: (crash: EndedCase) => readonly string[],
): readonly string[] {
  return ended.flatMap((crash) => faultsOf(crash).map((fault) => `${nameOf(crash)}: ${fault}`)).slice(0, 20);
}
