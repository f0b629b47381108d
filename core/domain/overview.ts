// What the console's overview shows of one environment.
import type { ConnectionStatus } from './connection.ts';
import type { ConnectionHealth } from './connection-health.ts';
import type { OperationState } from './operation.ts';

export const overviewHours = 24;
/** What is counted of an hour, and of an unfinished state. */
export const countedMost = 10_000;
/** Attempts are counted of so many of the latest deliveries. */
export const attemptsOfMost = 1_000;

/** How many operations, deliveries apart from all others, are in a state. */
export interface StateCount {
  readonly isDelivery: boolean;
  readonly state: OperationState;
  readonly count: number;
}

/** Those that ended in an hour. */
export interface EndedCount extends StateCount {
  /** When the hour began. */
  readonly hour: Date;
}

/** Attempts at deliveries, whatever became of the deliveries. */
export interface AttemptSums {
  readonly made: number;
  readonly succeeded: number;
}

export interface ConnectionSums {
  readonly byStatus: Readonly<Record<ConnectionStatus, number>>;
  /** Of those that are active. */
  readonly byHealth: Readonly<Record<ConnectionHealth['state'], number>>;
  /** The latest that any was synced. */
  readonly lastSyncedAt: Date | null;
}

type Counts<States extends readonly OperationState[]> = Readonly<Record<States[number], number>>;

/** The count of each of these states, 0 where there is none. */
export function countsOf<const States extends readonly OperationState[]>(
  states: States,
  counts: readonly StateCount[],
): Counts<States> {
  const countOf = (state: OperationState) => counts.find((one) => one.state === state)?.count ?? 0;
  return Object.fromEntries(states.map((state) => [state, countOf(state)])) as Counts<States>;
}
