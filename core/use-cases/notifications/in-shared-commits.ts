import type { Clock } from '../../ports/clock.ts';

export interface Grouping<T, R> {
  /** Answers for each value, in order, once all of them are durable. Throws when that is not sure of any. */
  readonly keep: (group: readonly T[]) => Promise<readonly R[]>;
  /** Values of one key are kept in the order in which they came. */
  readonly keyOf: (value: T) => string;
  readonly weightOf: (value: T) => number;
  /** A group is no heavier, unless one value alone is. */
  readonly weightMost: number;
  /** What has not been begun by then fails: whoever sent it has long hung up. */
  readonly patienceSeconds: number;
}

interface Entry<T, R> {
  readonly value: T;
  readonly cameAt: number;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/** Of one moment; more would hold what the database refuses together for too long. */
const groupMost = 100;
/** Values that are on their way when the first one comes, a few promises apart, are in its group. */
const gatherTurns = 8;

/**
 * Keeps what comes at one time in one commit. Nobody waits for a group to fill: what comes while one is being kept is
 * kept by the next, and no value is answered before its own commit. When a group fails, its values are tried one by
 * one, so that one that the database refuses hinders none of the others.
 */
export function inSharedCommits<T, R>({ now }: Pick<Clock, 'now'>, grouping: Grouping<T, R>): (value: T) => Promise<R> {
  const waiting: Entry<T, R>[] = [];
  let isBusy = false;

  const keepAll = async (): Promise<void> => {
    isBusy = true;
    for (let turn = 0; turn < gatherTurns; turn++) await undefined;
    while (waiting.length > 0) {
      await keepGroup(grouping, waiting.splice(0, fitting(waiting, grouping)), () => now().getTime());
    }
    isBusy = false;
  };
  return (value) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ value, cameAt: now().getTime(), resolve, reject });
      if (!isBusy) void keepAll();
    });
}

function fitting<T, R>(waiting: readonly Entry<T, R>[], { weightOf, weightMost }: Grouping<T, R>): number {
  let weight = 0;
  for (const [count, { value }] of waiting.entries()) {
    weight += weightOf(value);
    if (count > 0 && (weight > weightMost || count === groupMost)) return count;
  }
  return waiting.length;
}

async function keepGroup<T, R>(
  grouping: Grouping<T, R>,
  group: readonly Entry<T, R>[],
  nowMs: () => number,
): Promise<void> {
  const inTime = group.filter((entry) => isInTime(grouping, entry, nowMs()));
  if (inTime.length === 0) return;
  try {
    const results = await grouping.keep(inTime.map(({ value }) => value));
    for (const [i, entry] of inTime.entries()) settle(entry, results[i]);
  } catch (error) {
    if (inTime.length === 1) inTime[0]?.reject(error);
    else await keepEach(grouping, inTime, nowMs);
  }
}

/** Keys side by side, so that a database that does not answer is waited for once and not a hundred times. */
async function keepEach<T, R>(
  grouping: Grouping<T, R>,
  group: readonly Entry<T, R>[],
  nowMs: () => number,
): Promise<void> {
  const keys = Map.groupBy(group, ({ value }) => grouping.keyOf(value));
  const inOrder = async (entries: readonly Entry<T, R>[]): Promise<void> => {
    for (const entry of entries) await keepGroup(grouping, [entry], nowMs);
  };
  await Promise.all([...keys.values()].map(inOrder));
}

function isInTime<T, R>({ patienceSeconds }: Grouping<T, R>, { cameAt, reject }: Entry<T, R>, nowMs: number): boolean {
  const isLate = nowMs - cameAt > patienceSeconds * 1000;
  if (isLate) reject(new Error(`what came was not kept within ${patienceSeconds} seconds`));
  return !isLate;
}

function settle<T, R>({ resolve, reject }: Entry<T, R>, result: R | undefined): void {
  if (result === undefined) reject(new Error('fewer results than values that were to be kept'));
  else resolve(result);
}
