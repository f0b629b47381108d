// A place in the provider's budget, for a caller who would rather wait than be refused.
import { type Actor, actorOf } from '../../domain/actor.ts';
import {
  type BudgetReason,
  type CallLimits,
  type Cause,
  longestWaitSeconds,
  type ProviderLimits,
} from '../../domain/budget.ts';
import type { Caller } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { OperationId, RequestId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { SpendingConnection } from '../../ports/request-budget.ts';
import { takeWaitingPlace } from './key-places.ts';

export interface CallContext {
  readonly requestId: RequestId;
  /** The calling operation, whose timeline shows these calls. */
  readonly operationId?: OperationId;
  /** The budget counts the calls under this cause and uses its share; `requests` by default. */
  readonly cause?: Cause;
  /** The caller, one of whose waiting places a waiting request takes; workers have none. */
  readonly actor?: Caller['actor'];
  /** Who asks, for what is noted of records that are made. */
  readonly by?: Actor;
  readonly countCall?: Caller['countCall'];
  /** Until when calls wait for the budget; without it they are refused at once. */
  readonly waitUntil?: Date;
}

/** How a caller wants a request made (`Prefer: wait=N`). */
export interface Patience {
  /** Wait up to this long for the provider's budget, in all calls of the request together; above 20 counts as 20. */
  readonly waitSeconds?: number | undefined;
}

export function requestContext(
  { clock }: Pick<CorePorts, 'clock'>,
  caller: Caller,
  { waitSeconds, cause }: Patience & Pick<CallContext, 'cause'>,
): CallContext {
  const { requestId, actor, countCall } = caller;
  const context = { requestId, actor, by: actorOf(caller), countCall, ...(cause && { cause }) };
  if (waitSeconds === undefined) return context;
  const waitMs = Math.min(waitSeconds, longestWaitSeconds) * 1000;
  return { ...context, waitUntil: new Date(clock.now().getTime() + waitMs) };
}

/**
 * Takes a place and returns a function that gives it back. Throws RATE_LIMITED at once when none would be free by
 * `context.waitUntil`, and when too many requests of the caller's key are waiting already.
 */
export async function waitForBudget(
  { budget, clock, budgetAsked }: Pick<CorePorts, 'budget' | 'clock' | 'budgetAsked'>,
  connection: SpendingConnection,
  limits: CallLimits,
  { cause = 'requests', actor, waitUntil }: CallContext,
): Promise<(said?: ProviderLimits) => void> {
  let leave: (() => void) | undefined;
  let waitedMs = 0;
  let refused: BudgetReason | undefined;
  try {
    for (;;) {
      const decision = await budget.acquire(connection, cause, limits);
      if (decision.kind === 'granted') return decision.release;
      const { reason, retryAfterSeconds } = decision;
      const pauseMs = Math.max(100, retryAfterSeconds * 1000);
      if (!waitUntil || clock.now().getTime() + pauseMs > waitUntil.getTime()) {
        refused = reason;
        throw usedUp(reason, retryAfterSeconds);
      }
      if (actor !== undefined) leave ??= takeWaitingPlace(actor);
      await clock.wait(pauseMs);
      waitedMs += pauseMs;
    }
  } finally {
    leave?.();
    budgetAsked?.(cause, waitedMs, refused);
  }
}

function usedUp(reason: BudgetReason, retryAfterSeconds: number): ServiceError {
  const whose = reason === 'app_minute' ? "provider app's" : "connection's";
  const part = reason === 'provider_requests_share' ? ', of which provider requests have half,' : '';
  return new ServiceError('RATE_LIMITED', `the ${whose} provider budget${part} is used up`, {
    reason,
    retryAfterSeconds,
    outcome: 'not_applied',
  });
}
