import type { ConnectionStatus } from './connection.ts';
import type { ConnectionHealth } from './connection-health.ts';
import { type OperationState, type TerminalState, terminalStates, unfinishedStates } from './operation.ts';
import { valuesBy } from './values-by.ts';

const hourMs = 3_600_000;
const overviewHours = 24;
export const countedMost = 10_000;

/** The beginnings of the current hour and the 24 before it. */
export function hoursUntil(now: Date): readonly [Date, ...Date[]] {
  const first = Math.floor(now.getTime() / hourMs) - overviewHours;
  const later = Array.from({ length: overviewHours }, (_, i) => new Date((first + i + 1) * hourMs));
  return [new Date(first * hourMs), ...later];
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

export function byHour<Sum>(hours: readonly Date[], sums: readonly HourSum[], read: (own: readonly HourSum[]) => Sum) {
  return hours.map((at) => ({ at, ...read(sums.filter(({ hour }) => hour.getTime() === at.getTime())) }));
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
