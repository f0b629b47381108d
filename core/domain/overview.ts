// What the console's overview shows of one environment.
import type { BudgetUse } from './budget.ts';
import type { Connection, ConnectionStatus } from './connection.ts';
import type { MonitoredConnection } from './connection-health.ts';
import type { HealthState } from './endpoint-health.ts';
import type { OperationState, terminalStates, unfinishedStates } from './operation.ts';
import type { MonitoredEndpoint } from './webhook-endpoint.ts';

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

export interface EndedSums {
  /** By the beginning of the hour, oldest first; the last is the hour that runs. */
  readonly hours: readonly ({ readonly at: Date } & Counts<typeof terminalStates>)[];
  readonly capped: boolean;
}

export interface Overview {
  readonly at: Date;
  readonly connections: ConnectionSums & { readonly failing: readonly MonitoredConnection[] };
  readonly endpoints: {
    readonly byHealth: Readonly<Record<HealthState | 'disabled', number>>;
    readonly failing: readonly MonitoredEndpoint[];
  };
  readonly operations: EndedSums;
  readonly deliveries: EndedSums & { readonly attempts: AttemptSums };
  readonly queue: {
    readonly operations: Counts<typeof unfinishedStates>;
    readonly deliveries: Counts<typeof unfinishedStates>;
    readonly capped: boolean;
  };
  readonly budgets: readonly (Pick<Connection, 'externalAccountId' | 'providerTenantName'> &
    Pick<BudgetUse, 'connectionId' | 'blockedUntil'> &
    Readonly<Record<'minute' | 'day', { readonly used: number; readonly limit: number }>>)[];
}
