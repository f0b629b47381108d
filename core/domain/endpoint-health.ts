// How an endpoint has been answering, and what follows from it: its breaker, what waits for it, its end.
import type { Plane } from './caller.ts';
import type { OperationId, WebhookEndpointId } from './ids.ts';

/**
 * What is being done about deliveries that wait: `gathering` those that wait for their own retry into the lines, then
 * the lines are `leaving`, each in the order of its connection; `ending` when nothing may be sent there any more.
 */
export const backlogStages = ['none', 'gathering', 'leaving', 'ending'] as const;
export type BacklogStage = (typeof backlogStages)[number];

export interface EndpointHealth extends Plane {
  readonly endpointId: WebhookEndpointId;
  readonly consecutiveFailures: number;
  /** The first failure since the last success. */
  readonly failingSince: Date | null;
  /** The last failure that was counted, and what went wrong in words; null before the first. */
  readonly lastFailureAt: Date | null;
  readonly lastError: string | null;
  /** To the minute: not every success is kept. */
  readonly lastSuccessAt: Date | null;
  /** The breaker is open since then: deliveries are held; null while it is closed. */
  readonly openedAt: Date | null;
  /** The one delivery that may go out while the breaker is open. */
  readonly probeId: OperationId | null;
  readonly backlog: BacklogStage;
  /** When the next probe goes out, or the backlog is looked after again; null when there is nothing to do. */
  readonly tendAt: Date | null;
}

export const breakerFailures = 10;
export const probeEverySeconds = 60;
export const giveUpAfterSeconds = 5 * 86_400;
/** How long before its end an endpoint is warned of. */
export const warnBeforeSeconds = 86_400;
/** A success of a healthy endpoint is kept at most so often. */
export const successNotedEverySeconds = 60;
/** How soon a backlog is looked after again. */
export const tendEverySeconds = 5;

type Owner = Pick<EndpointHealth, 'endpointId' | 'organizationId' | 'environment'>;

export function newHealth({ endpointId, organizationId, environment }: Owner): EndpointHealth {
  return {
    endpointId,
    organizationId,
    environment,
    consecutiveFailures: 0,
    failingSince: null,
    lastFailureAt: null,
    lastError: null,
    lastSuccessAt: null,
    openedAt: null,
    probeId: null,
    backlog: 'none',
    tendAt: null,
  };
}

export interface FailedAttempt {
  readonly operationId: OperationId;
  readonly at: Date;
  /** What went wrong, in words. */
  readonly error: string;
  /** How long the receiver asked to be left alone. */
  readonly retryAfterSeconds: number;
}

export function afterFailure(health: EndpointHealth, failure: FailedAttempt): EndpointHealth {
  const { operationId, at, error, retryAfterSeconds } = failure;
  const consecutiveFailures = health.consecutiveFailures + 1;
  const failingSince = health.failingSince ?? at;
  const failed = { ...health, consecutiveFailures, failingSince, lastFailureAt: at, lastError: error };
  if (health.openedAt) {
    const probeId = health.probeId === operationId ? null : health.probeId;
    return { ...failed, probeId, tendAt: later(health.tendAt ?? at, after(at, retryAfterSeconds)) };
  }
  if (consecutiveFailures < breakerFailures || health.backlog === 'ending') return failed;
  const tendAt = after(at, Math.max(probeEverySeconds, retryAfterSeconds));
  return { ...failed, openedAt: at, probeId: null, backlog: 'none', tendAt };
}

/** After an attempt that succeeded at `at`: the breaker closes, and what was held may go. */
export function afterSuccess(health: EndpointHealth, at: Date): EndpointHealth {
  const lastSuccessAt = later(health.lastSuccessAt ?? at, at);
  const well = { ...health, consecutiveFailures: 0, failingSince: null, lastSuccessAt };
  return health.openedAt ? closed(well, at) : well;
}

/** A new start, when a person enables the endpoint or gives it another address. */
export function restarted(health: EndpointHealth, at: Date): EndpointHealth {
  const well = { ...health, consecutiveFailures: 0, failingSince: null };
  return health.openedAt || health.backlog === 'ending' ? closed(well, at) : well;
}

function closed(health: EndpointHealth, at: Date): EndpointHealth {
  return { ...health, openedAt: null, probeId: null, backlog: 'gathering', tendAt: at };
}

/** Of an endpoint that is disabled or removed: what waits for it ends. */
export function ending(health: EndpointHealth, at: Date): EndpointHealth {
  return { ...health, openedAt: null, probeId: null, backlog: 'ending', tendAt: at };
}

/** What was put in line may go, or, while the breaker is open, be the next probe. */
export function linedUp(health: EndpointHealth, at: Date): EndpointHealth {
  if (health.openedAt) return { ...health, tendAt: at };
  return health.backlog === 'none' ? { ...health, backlog: 'leaving', tendAt: after(at, tendEverySeconds) } : health;
}

/** The next stage of a backlog, when one is through. */
export function advanced(health: EndpointHealth, at: Date): EndpointHealth {
  if (health.backlog !== 'gathering') return { ...health, backlog: 'none', tendAt: null };
  return { ...health, backlog: 'leaving', tendAt: after(at, tendEverySeconds) };
}

/** `probeId` is the delivery that goes out now, if there is one. */
export function probing(health: EndpointHealth, probeId: OperationId | null, now: Date): EndpointHealth {
  return { ...health, probeId, tendAt: after(now, probeEverySeconds) };
}

export function isDue({ tendAt }: EndpointHealth, now: Date): boolean {
  return tendAt !== null && tendAt <= now;
}

/** Deliveries to it need not look at anything. */
export function isCalm({ consecutiveFailures, openedAt, backlog }: EndpointHealth): boolean {
  return consecutiveFailures === 0 && openedAt === null && backlog === 'none';
}

/** Whether a success at `at` changes what is kept of the endpoint. */
export function isNewsOfSuccess(health: EndpointHealth, at: Date): boolean {
  const { consecutiveFailures, openedAt, lastSuccessAt } = health;
  if (consecutiveFailures > 0 || openedAt || !lastSuccessAt) return true;
  return after(lastSuccessAt, successNotedEverySeconds) <= at;
}

/** Whether a success at `at` changes nothing but the delivery: nothing waits, and the endpoint is known to be well. */
export function isRoutine(health: EndpointHealth, at: Date): boolean {
  return isCalm(health) && !isNewsOfSuccess(health, at);
}

/** When the endpoint is disabled unless it answers before; null while nothing fails. */
export function disablesAt({ failingSince }: EndpointHealth): Date | null {
  return failingSince && after(failingSince, giveUpAfterSeconds);
}

/** Too long without a success. */
export function isGivenUp(health: EndpointHealth, at: Date): boolean {
  const end = disablesAt(health);
  return end !== null && end <= at;
}

export type HealthState = 'healthy' | 'failing' | 'open';

export function healthState({ openedAt, consecutiveFailures }: EndpointHealth): HealthState {
  if (openedAt) return 'open';
  return consecutiveFailures > 0 ? 'failing' : 'healthy';
}

function after(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
