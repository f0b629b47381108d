import type { ConnectionStatus } from './connection.ts';
import type { ConnectionHealth } from './connection-health.ts';
import { type OperationState, type TerminalState, terminalStates, unfinishedStates } from './operation.ts';
import { valuesBy } from './values-by.ts';

const hourMs = 3_600_000;
export const countedMost = 10_000;

/** How many hours a chart goes back, and how many hours each of its bars sums up. */
const hoursOfPeriods = {
  '1h': { back: 1, each: 1 },
  '24h': { back: 24, each: 1 },
  '7d': { back: 7 * 24, each: 6 },
  '30d': { back: 30 * 24, each: 24 },
};
export type SumPeriod = keyof typeof hoursOfPeriods;
export const sumPeriods = Object.keys(hoursOfPeriods) as readonly SumPeriod[];

/** A chart's bars by their beginnings, with all hours that they sum up. */
export interface Bars {
  readonly starts: readonly [Date, ...Date[]];
  readonly hours: readonly Date[];
  readonly each: number;
}

/** The bar of now and those before it, in whole hours (days of UTC); leaves out bars of which sums were deleted. */
export function barsUntil(now: Date, period: SumPeriod, keptSince: Date): Bars {
  const { back, each } = hoursOfPeriods[period];
  const current = Math.floor(now.getTime() / hourMs);
  const last = Math.floor(current / each) * each;
  const [first = last, ...later] = range(last - back, last, each).filter(
    (hour) => hour * hourMs >= keptSince.getTime(),
  );
  const hours = range(first, current, 1).map(timeOfHour);
  return { starts: [timeOfHour(first), ...later.map(timeOfHour)], hours, each };
}

function range(from: number, to: number, step: number): readonly number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
}

function timeOfHour(hour: number): Date {
  return new Date(hour * hourMs);
}

export interface StateCount {
  readonly isDelivery: boolean;
  readonly state: OperationState;
  readonly count: number;
}

export interface HourSum {
  readonly hour: Date;
  readonly kind: 'operation' | 'delivery' | 'attempt';
  readonly outcome: TerminalState;
  readonly count: number;
}

/** `atLeast`: counting stopped at its bound. */
export interface BoundedCount {
  readonly value: number;
  readonly atLeast: boolean;
}

type EndedCounts = Readonly<Record<TerminalState, number>>;

export function endedCounts(sums: readonly HourSum[], kind: HourSum['kind']): EndedCounts {
  const countOf = (state: TerminalState) =>
    sums.reduce((sum, one) => (one.kind === kind && one.outcome === state ? sum + one.count : sum), 0);
  return valuesBy(terminalStates, countOf);
}

function attemptSums(sums: readonly HourSum[]) {
  const { succeeded, failed } = endedCounts(sums, 'attempt');
  return { made: succeeded + failed, succeeded };
}

export function byBar<Sum>({ starts, each }: Bars, sums: readonly HourSum[], read: (own: readonly HourSum[]) => Sum) {
  const barOf = (at: Date): number => Math.floor(at.getTime() / hourMs / each);
  const own = Map.groupBy(sums, ({ hour }) => barOf(hour));
  return starts.map((at) => ({ at, ...read(own.get(barOf(at)) ?? []) }));
}

export function deliveryCounts(sums: readonly HourSum[]) {
  return { ...endedCounts(sums, 'delivery'), attempts: attemptSums(sums) };
}

type WaitingCounts = Readonly<Record<(typeof unfinishedStates)[number], BoundedCount>>;

export function waitingCounts(counts: readonly StateCount[], isDelivery: boolean): WaitingCounts {
  const countOf = (state: OperationState): BoundedCount => {
    const value = counts.find((one) => one.state === state && one.isDelivery === isDelivery)?.count ?? 0;
    return { value, atLeast: value >= countedMost };
  };
  return valuesBy(unfinishedStates, countOf);
}

export interface ConnectionSums {
  readonly byStatus: Readonly<Record<ConnectionStatus, number>>;
  readonly byHealth: Readonly<Record<ConnectionHealth['state'], number>>;
  readonly lastSyncedAt: Date | null;
}
