import type { Actor } from './actor.ts';
import type { Approval } from './approval.ts';
import { type AutomationType, automationType, recipeNames } from './automation.ts';
import type { Plane } from './caller.ts';
import type { ErrorCode, WriteOutcome } from './errors.ts';
import type { ConnectionId, OperationId, RequestId } from './ids.ts';
import type { Json, JsonObject } from './json.ts';

export const unfinishedStates = ['queued', 'running', 'retrying'] as const;
export const terminalStates = ['succeeded', 'failed', 'cancelled', 'dead_letter'] as const;
/** Of work that waits for a member, not for a worker: nothing claims it, and it has not ended. */
export const waitingState = 'awaiting_approval';
export const operationStates = [waitingState, ...unfinishedStates, ...terminalStates] as const;
export type OperationState = (typeof operationStates)[number];
export type TerminalState = (typeof terminalStates)[number];
/** How an operation ends that was given up; a person can replay it. */
export const failedStates = ['failed', 'dead_letter'] as const satisfies readonly TerminalState[];
export type FailedState = (typeof failedStates)[number];

export function hasFailed(state: OperationState): state is FailedState {
  return (failedStates as readonly OperationState[]).includes(state);
}

export function isTerminal(state: OperationState): boolean {
  return (terminalStates as readonly OperationState[]).includes(state);
}

export const operationTypes = [
  ...recipeNames.map(automationType),
  'record.write',
  'records.bulk',
  'connection.sync',
  'connection.reconcile',
  'connection.follow',
  'notification.process',
  'webhook.deliver',
  'webhook.recover',
  'operation.replay_many',
  'webhook.redeliver_many',
  'list.export',
  'alert.send',
  'retention.purge',
  'secrets.reencrypt',
] as const;
export type OperationType = (typeof operationTypes)[number];
/** What the clock begins for every connection, again and again: where it succeeds it says nothing new. */
export const routineTypes = ['connection.reconcile', 'connection.follow'] as const satisfies readonly OperationType[];
/** The types of work that writes at the provider. */
export type WritingType = AutomationType | 'record.write' | 'records.bulk';

export type OperationError = {
  readonly code: ErrorCode;
  readonly reason?: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly outcome?: WriteOutcome;
};

export const stepStates = ['succeeded', 'failed'] as const;

/** A finished piece of an operation; a succeeded step never runs again. */
export interface OperationStep {
  readonly name: string;
  readonly state: (typeof stepStates)[number];
  readonly result: Json;
  readonly error: OperationError | null;
  readonly startedAt: Date;
  readonly finishedAt: Date;
}

/** A `postponed` attempt waited for budget and does not count; at a `lost` one the lease ran out. */
export const attemptOutcomes = [
  'succeeded',
  'retrying',
  'failed',
  'dead_letter',
  'cancelled',
  'postponed',
  'lost',
] as const;

export interface OperationAttempt {
  readonly run: number;
  readonly number: number;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly outcome: (typeof attemptOutcomes)[number];
  readonly error: OperationError | null;
}

export interface OperationReplay {
  readonly at: Date;
  readonly actor: string;
  readonly reason: string;
  readonly previousState: OperationState;
  readonly previousAttemptCount: number;
  readonly traceparent?: string | null | undefined;
}

export interface Operation extends Plane {
  readonly id: OperationId;
  readonly type: OperationType;
  readonly state: OperationState;
  readonly connectionId: ConnectionId | null;
  /**
   * What the work concerns besides the connection, such as a delivery's endpoint. Work is cancelled and coalesced by
   * it.
   */
  readonly subject: string | null;
  readonly input: JsonObject;
  /**
   * What asked for work that writes at the provider, as `requestOrigin` makes it. The provider's keys are made from it and not
   * from the id, so that work that is asked for again after the database went back has the same keys. Null for other work, and
   * for work that a build queued that knew no origin.
   */
  readonly origin: string | null;
  readonly result: Json;
  readonly error: OperationError | null;
  readonly steps: readonly OperationStep[];
  readonly attempts: readonly OperationAttempt[];
  readonly replays: readonly OperationReplay[];
  /** From 1; each replay begins the next. */
  readonly run: number;
  readonly attemptCount: number;
  readonly maxAttempts: number;
  /** Leases in a row that ran out without a finished step. */
  readonly lapses: number;
  readonly nextAttemptAt: Date | null;
  readonly leaseExpiresAt: Date | null;
  readonly cancelRequestedAt: Date | null;
  readonly metadata: JsonObject;
  readonly requestId: RequestId;
  /** Who asked for it; null for the service itself. */
  readonly begunBy: Actor | null;
  /** Null for work that nobody has to approve. */
  readonly approval: Approval | null;
  /** The W3C trace context that queued it, followed by those of later requests for the same work, separated by spaces. */
  readonly traceparent: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly updatedAt: Date;
  readonly finishedAt: Date | null;
}

/** The right to write to a running operation; a newer claim ends it. */
export interface Lease {
  readonly operationId: OperationId;
  /** The fencing token: grows with every claim of this operation. */
  readonly token: number;
  readonly claimedAt: Date;
  readonly expiresAt: Date;
}

export interface LeasedOperation {
  readonly operation: Operation;
  readonly lease: Lease;
  readonly dueAt?: Date;
}

/** Why a worker ends an attempt early; hosts give it as the AbortSignal's reason. */
export const stopReasons = ['lease_lost', 'cancel_requested', 'shutdown'] as const;
export type StopReason = (typeof stopReasons)[number];

/** The most unfinished operations of an organization; beyond them, callers can queue nothing more. */
export const unfinishedMost = 100_000;

export const leaseSeconds = 10;
export const renewEverySeconds = 3;
export const maxLapses = 5;
