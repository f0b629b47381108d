// Worker processes of one contender that begin and end together.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Child, startChild } from './children.ts';
import type { ComparedPart, Contender, Task } from './contender.ts';
import { type StableName, stables } from './stables.ts';

/** A contender and where it lives. */
export interface Entry {
  readonly stable: StableName;
  readonly contender: Contender;
}

export interface Report {
  /** Jobs begun. */
  readonly ran: number;
  /** Milliseconds from queueing to begin, of jobs that tell. */
  readonly waits: readonly number[];
  /** What the worker processes used of the processors, in milliseconds. */
  readonly cpuMs: number;
}

export interface Fleet {
  /** Tells all processes at once to start; resolves when they have. */
  start(): Promise<void>;
  /** Jobs begun since, as far as the processes have told. */
  ran(): number;
  stop(): Promise<Report>;
  end(): Promise<void>;
}

export async function entriesOf(names: readonly StableName[], part: ComparedPart): Promise<readonly Entry[]> {
  const found = await Promise.all(
    names.map(async (stable) => (await stables[stable]()).contenders.map((contender) => ({ stable, contender }))),
  );
  return found.flat().filter(({ contender }) => contender.parts.includes(part));
}

export async function startFleet({ stable, contender }: Entry, url: string, task: Task, size: number): Promise<Fleet> {
  const args = [stable, contender.name, url, task];
  const children = await Promise.all(Array.from({ length: size }, () => startChild('worker-process.ts', args)));
  const all = <T>(deed: (child: Child) => Promise<T>): Promise<T[]> => Promise.all(children.map(deed));
  return {
    start: async () => void (await all((child) => child.ask('start'))),
    ran: () => children.reduce((sum, child) => sum + child.ran(), 0),
    stop: async () => {
      const reports = (await all((child) => child.ask('stop'))) as unknown as Report[];
      return {
        ran: reports.reduce((sum, { ran }) => sum + ran, 0),
        waits: reports.flatMap(({ waits }) => waits),
        cpuMs: reports.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      };
    },
    end: async () => void (await all((child) => child.end())),
  };
}

const stepMs = 20;
const finalStepMs = 2;
/** Looks into the database although the workers have not told that they are through. */
const doubtMs = 5_000;

/**
 * Resolves when the database's own rows say that nothing is left. The database is not troubled with the question until
 * the workers tell that they have begun everything.
 */
export async function drained(fleet: Fleet, contender: Contender, client: pg.Client, jobs: number, limitMs: number) {
  const deadline = performance.now() + limitMs;
  let lookAt = performance.now() + doubtMs;
  for (;;) {
    const begun = fleet.ran() >= jobs;
    if (begun || performance.now() > lookAt) {
      const { rows } = await client.query<{ open: boolean }>(contender.openSql);
      if (!rows[0]?.open) return;
      lookAt = performance.now() + doubtMs;
    }
    if (performance.now() > deadline) {
      throw new Error(
        `${contender.name} did not finish ${jobs} jobs within ${limitMs / 1000} s (${fleet.ran()} begun)`,
      );
    }
    await sleep(begun ? finalStepMs : stepMs);
  }
}
