// What the console's overview shows of one environment.
import type { BudgetUse } from './budget.ts';
import type { Connection, ConnectionStatus } from './connection.ts';
import type { MonitoredConnection } from './connection-health.ts';
import type { HealthState } from './endpoint-health.ts';
import type { OperationState, terminalStates } from './operation.ts';
import type { MonitoredEndpoint } from './webhook-endpoint.ts';

export const overviewHours = 24;
/** What is counted of an hour, and of a state of what waits. */
export const endedMost = 10_000;
export const waitingMost = 10_000;

/** How many operations, deliveries apart from all others, are in a state. */
export interface StateCount {
  readonly isDelivery: boolean;
  readonly state: OperationState;
  readonly count: number;
}

/** The latest deliveries whose attempts are counted. */
export const attemptsOfMost = 1_000;

/** Attempts at deliveries, whatever became of the deliveries. */
export interface AttemptSums {
  readonly made: number;
  readonly succeeded: number;
}

/** Those that ended in an hour. */
export interface EndedCount extends StateCount {
  /** When the hour began. */
  readonly hour: Date;
}

export interface ConnectionSums {
  readonly byStatus: Readonly<Record<ConnectionStatus, number>>;
  /** The latest that any was synced. */
  readonly lastSyncedAt: Date | null;
}

export type TerminalState = (typeof terminalStates)[number];

export interface EndedHour {
  readonly at: Date;
  readonly counts: Readonly<Record<TerminalState, number>>;
}

export interface EndedSums {
  /** Oldest first; the last is the hour that runs. */
  readonly hours: readonly EndedHour[];
  readonly capped: boolean;
}

export interface WaitingSums {
  readonly operations: Readonly<Record<'queued' | 'running' | 'retrying', number>>;
  readonly deliveries: Readonly<Record<'queued' | 'running' | 'retrying', number>>;
  readonly capped: boolean;
}

export interface ConnectionBudget extends BudgetUse {
  readonly connection: Connection;
  readonly perMinute: number;
  readonly perDay: number;
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
  readonly queue: WaitingSums;
  readonly budgets: readonly ConnectionBudget[];
}
