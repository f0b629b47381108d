// One worker is brought to every point at once and killed; another takes over all of it.
import {
  arrangeCases,
  type CrashCase,
  type EndedCase,
  endCase,
  isThere,
  leasesOf,
  ledgerFaults,
  nameOf,
  type StartedCase,
  startCase,
} from './crash-cases.test-support.ts';
import { crashPoints } from './crash-points.test-support.ts';
import {
  type CrashLedger,
  type CrashWorld,
  type DatabaseKind,
  openCrashWorld,
  untilIdle,
  untilWorker,
} from './crash-world.test-support.ts';
import type { HostProcess } from './processes.test-support.ts';

export interface CrashRun {
  readonly ended: readonly EndedCase[];
  /** What was not as it must be after held requests had reached the provider late. */
  readonly lateFaults: readonly string[];
}

export async function runCrashes(kind: DatabaseKind, ledger: CrashLedger): Promise<CrashRun> {
  const world = await openCrashWorld(kind, ledger);
  try {
    return await crashAll(world);
  } finally {
    await world.close();
  }
}

async function crashAll(world: CrashWorld): Promise<CrashRun> {
  const cases = await arrangeCases(world, crashPoints);
  const lost = world.startWorker({ stopping: true });
  await untilIdle(world, 60_000);
  const commits = ({ point }: CrashCase) => point.group === 'commit';
  const started = await bring(world, lost, cases.filter((crash) => !commits(crash)));
  // A transaction that is held open stops all others on SQLite, so there one has to do, and it comes last.
  const last = cases.filter(commits);
  started.push(...(await bring(world, lost, world.kind === 'SQLite' ? last.slice(0, 1) : last)));
  const kill = { leases: await leasesOf(world), at: Date.now() };
  await lost.kill('SIGKILL');
  world.startWorker();
  await untilIdle(world, 90_000);
  const ended = await Promise.all(started.map((crash) => endCase(world, crash, kill)));
  return { ended, lateFaults: await lateFaults(world, started) };
}

/** Starts the cases and waits until the worker hangs at the point of each. */
export async function bring(world: CrashWorld, worker: HostProcess, cases: readonly CrashCase[]): Promise<StartedCase[]> {
  const started = await Promise.all(cases.map((crash) => startCase(world, crash)));
  const missing = () => started.filter((crash) => !isThere(world, crash, worker.output()));
  try {
    await untilWorker(worker, 'a worker that hangs everywhere', () => missing().length === 0, 15_000);
  } catch (error) {
    throw new Error(`not at: ${missing().map(nameOf).join('; ')}\n${String(error)}`);
  }
  return started;
}

async function lateFaults({ ledger: { gate } }: CrashWorld, started: readonly StartedCase[]): Promise<string[]> {
  const faults: string[] = [];
  for (const crash of started.filter(({ point }) => point.hold?.when === 'sent')) {
    const statuses = await gate.sendLate(crash.bench.books.tenantId);
    if (statuses.some((status) => status >= 300)) faults.push(`${nameOf(crash)}: answered ${statuses}`);
    faults.push(...(await ledgerFaults(crash)).map((fault) => `${nameOf(crash)}: ${fault}`));
  }
  return faults;
}
