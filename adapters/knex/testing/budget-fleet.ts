// Several processes on one store, a clock that tests move, and the calls that the provider would have seen.

import { expect } from 'chai';
import { usualLimits } from '#contract-tests';
import type {
  BudgetDecision,
  BudgetLimits,
  Cause,
  Clock,
  ConnectionId,
  LedgerLimits,
  ProviderLimits,
  SpendingConnection,
} from '#core/ports';
import type { ClosableRequestBudget } from '../request-budget.ts';

export const connection: SpendingConnection = {
  id: 'conn_01' as ConnectionId,
  provider: 'ledger',
  providerAppId: null,
};
export const nothingSaid: ProviderLimits = {
  ...{ minuteRemaining: null, dayRemaining: null, retryAfterSeconds: null, durationMs: 0 },
  app: { minuteRemaining: null, retryAfterSeconds: null },
};

export interface Granted {
  readonly by: SpendingConnection;
  readonly atMs: number;
  readonly cause: Cause;
}

/** The gateway gives up a call after this time. */
const longestCallMs = 30_000;

interface Running {
  readonly cause: Cause;
  readonly atMs: number;
  readonly release: (said?: ProviderLimits) => void;
}

/** Makes a process's budget. */
export type BudgetMaker = (options: { clock: Pick<Clock, 'now'> }) => ClosableRequestBudget;

interface Process {
  readonly budget: ClosableRequestBudget;
  readonly running: Running[];
}

export interface Fleet {
  readonly granted: Granted[];
  /** Asks for calls at once and resolves to the decision on each. */
  ask(process: number, cause: Cause, calls?: number, by?: SpendingConnection): Promise<readonly BudgetDecision[]>;
  /** Ends calls of a process, the oldest first. */
  finish(process: number, calls?: number, said?: ProviderLimits): void;
  /** Moves the clock; calls that have run for 30 s end. */
  advance(milliseconds: number): void;
  /** Waits until the end of each call is stored, even of lost processes, because the next fleet uses the same rows. */
  settle(): Promise<void>;
  /** Loses the process with all its calls, and starts a new one in its place. */
  crash(process: number): void;
  inFlight(...causes: Cause[]): number;
}

export function openFleet(
  make: BudgetMaker,
  size: number,
  limits: LedgerLimits = usualLimits,
  start = '2026-09-14T12:00:00Z',
): Fleet {
  let nowMs = Date.parse(start);
  const now = () => new Date(nowMs);
  const budgets: ClosableRequestBudget[] = [];
  const startOne = (): Process => {
    const budget = make({ clock: { now } });
    budgets.push(budget);
    return { budget, running: [] };
  };
  const processes = Array.from({ length: size }, startOne);
  const at = (index: number) => processes[index % size] as Process;
  const granted: Granted[] = [];
  const askOnce = async (process: Process, cause: Cause, by: SpendingConnection): Promise<BudgetDecision> => {
    const decision = await process.budget.acquire(by, cause, limits);
    if (decision.kind === 'refused') return decision;
    granted.push({ by, atMs: nowMs, cause });
    process.running.push({ cause, atMs: nowMs, release: decision.release });
    return decision;
  };
  return {
    granted,
    ask: (index, cause, calls = 1, by = connection) =>
      Promise.all(Array.from({ length: calls }, () => askOnce(at(index), cause, by))),
    finish(index, calls = 1, said?: ProviderLimits) {
      for (const { release } of at(index).running.splice(0, calls)) release(said);
    },
    advance(milliseconds) {
      nowMs += milliseconds;
      for (const { running } of processes) {
        const ended = running.filter(({ atMs }) => atMs <= nowMs - longestCallMs).length;
        for (const { release } of running.splice(0, ended)) release();
      }
    },
    async settle() {
      await Promise.all(budgets.map((budget) => budget.close()));
    },
    crash(index) {
      processes[index % size] = startOne();
    },
    inFlight: (...causes) =>
      processes.flatMap(({ running }) => running).filter(({ cause }) => causes.length === 0 || causes.includes(cause))
        .length,
  };
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Checks what must hold for all granted calls, whatever happened. */
export function expectWithinBudget(granted: readonly Granted[], limits: BudgetLimits = usualLimits): void {
  const shares: readonly [readonly Cause[], number, number][] = [
    [['syncs'], 0.6, 0.9],
    [['syncs', 'automations'], 0.8, 0.9],
    [['syncs', 'automations', 'requests'], 1, 1],
  ];
  for (const [causes, ofMinute, ofDay] of shares) {
    const times = granted.filter(({ cause }) => causes.includes(cause)).map(({ atMs }) => atMs);
    const mostInMinute = Math.max(0, ...times.map((from) => within(times, from, minuteMs)));
    expect(mostInMinute, `${causes} in 60 s`).to.be.at.most(Math.floor(limits.perMinute * ofMinute));
    const days = new Set(times.map((atMs) => Math.floor(atMs / dayMs)));
    for (const day of days) {
      const calls = within(times, day * dayMs, dayMs - 1);
      expect(calls, `${causes} in a day`).to.be.at.most(Math.floor(limits.perDay * ofDay));
    }
  }
}

function within(times: readonly number[], fromMs: number, milliseconds: number): number {
  return times.filter((atMs) => atMs >= fromMs && atMs <= fromMs + milliseconds).length;
}

/**
 * Counts the calls that the provider would have refused: its window of 60 s begins with the first call that arrives,
 * and a call travels for up to a second.
 */
export function refusedByProvider(granted: readonly Granted[], travelMs: (call: number) => number): number {
  const arrivals = granted.map(({ atMs }, call) => atMs + travelMs(call)).sort((a, b) => a - b);
  let [fromMs, calls, refused] = [Number.NEGATIVE_INFINITY, 0, 0];
  for (const atMs of arrivals) {
    if (atMs - fromMs >= minuteMs) [fromMs, calls] = [atMs, 0];
    if (calls >= usualLimits.perMinute) refused += 1;
    else calls += 1;
  }
  return refused;
}
