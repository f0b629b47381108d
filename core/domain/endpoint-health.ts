// How a webhook endpoint has been answering, and what follows. This page holds every rule that changes its state:
//
// | state    | stored as                          | its deliveries             | leaves it by                                   |
// |----------|------------------------------------|----------------------------|------------------------------------------------|
// | healthy  | no failures                        | go out                     | a failure                                      |
// | failing  | 1 to 9 failures                    | go out, retried each       | a success; the tenth failure in a row: paused  |
// | paused   | `pausedAt`, `nextCheckAt`          | are held                   | a due check: probing                           |
// | probing  | the same and `probeId`             | are held but the probe     | its failure: paused; a success: resumed        |
// | resumed  | `nextCheckAt` alone                | are released, 500 at once  | when none is held any more: healthy            |
// | kept     | disabled, `requested`, `nextCheckAt` | are held                 | a person, who enables it: resumed; 24 hours: disabled |
// | disabled | its status, `nextCheckAt`          | are ended                  | a person, who enables it: resumed              |
//
// 410 Gone or five days without a success disable an endpoint; one that a person disables is kept first. The deliveries of a removed endpoint are cancelled.
// A trial that a person sends goes out in every state but disabled, and its failure does not count.
import { secondsAfter } from './backoff.ts';
import type { OperationId } from './ids.ts';

export const endpointStatuses = ['enabled', 'disabled', 'deleted'] as const;

export interface EndpointHealth {
  readonly status: (typeof endpointStatuses)[number];
  readonly statusReason: string | null;
  readonly consecutiveFailures: number;
  readonly failingSince: Date | null;
  /** The last failure that was counted, and what went wrong in words; null before the first. */
  readonly lastFailureAt: Date | null;
  readonly lastError: string | null;
  /** Accurate to a minute, because not every success is stored. */
  readonly lastSuccessAt: Date | null;
  /** Since when deliveries are held. */
  readonly pausedAt: Date | null;
  /** When a pause was last told of: of this one, if it is not before `pausedAt`. */
  readonly pauseToldAt: Date | null;
  /** The one delivery that may go out while the endpoint is paused. */
  readonly probeId: OperationId | null;
  /**
   * When a sweep next releases a probe, or releases or ends the waiting deliveries; null when there is nothing to do.
   */
  readonly nextCheckAt: Date | null;
}

export const pauseAfterFailures = 10;
export const probeEverySeconds = 60;
/** Short waits before the first probes of a paused endpoint, because most outages are short. */
const firstProbesAfterSeconds = [1, 2, 5, 10, 30] as const;
export const giveUpAfterSeconds = 5 * 86_400;
const successStoredEverySeconds = 60;
/** How long deliveries wait for an endpoint that a person disabled. */
export const keptSeconds = 86_400;

export const newHealth: EndpointHealth = {
  status: 'enabled',
  statusReason: null,
  consecutiveFailures: 0,
  failingSince: null,
  lastFailureAt: null,
  lastError: null,
  lastSuccessAt: null,
  pausedAt: null,
  pauseToldAt: null,
  probeId: null,
  nextCheckAt: null,
};

interface FailedAttempt {
  readonly operationId: OperationId;
  readonly at: Date;
  readonly error: string;
  readonly retryAfterSeconds: number;
}

/** The tenth failure in a row pauses the endpoint; one after five days without a success disables it. */
export function afterFailure<Of extends EndpointHealth>(health: Of, failure: FailedAttempt): Of {
  const { operationId, at, error, retryAfterSeconds } = failure;
  const consecutiveFailures = health.consecutiveFailures + 1;
  const failingSince = health.failingSince ?? at;
  const failed = { ...health, consecutiveFailures, failingSince, lastFailureAt: at, lastError: error };
  if (secondsAfter(failingSince, giveUpAfterSeconds) <= at) return disabled(failed, 'failing', at);
  if (health.pausedAt) {
    if (health.probeId !== operationId) return failed;
    return { ...failed, probeId: null, nextCheckAt: nextProbeAt(failed, retryAfterSeconds, at) };
  }
  if (consecutiveFailures < pauseAfterFailures) return failed;
  return { ...failed, pausedAt: at, probeId: null, nextCheckAt: nextProbeAt(failed, retryAfterSeconds, at) };
}

/** Failures after the tenth are those of probes. */
function nextProbeAt({ consecutiveFailures }: EndpointHealth, retryAfterSeconds: number, failedAt: Date): Date {
  const seconds = firstProbesAfterSeconds[consecutiveFailures - pauseAfterFailures] ?? probeEverySeconds;
  return secondsAfter(failedAt, Math.max(seconds, retryAfterSeconds));
}

export function afterSuccess<Of extends EndpointHealth>(health: Of, at: Date): Of {
  const well = health.status === 'enabled' ? resumed(health, at) : health;
  return { ...well, lastSuccessAt: later(health.lastSuccessAt ?? at, at) };
}

/**
 * Called after a success, and when a person enables the endpoint or changes its address. The first sweep after `at`
 * releases the waiting deliveries.
 */
export function resumed<Of extends EndpointHealth>(health: Of, at: Date): Of {
  const well = { ...health, consecutiveFailures: 0, failingSince: null, pausedAt: null, probeId: null };
  return health.nextCheckAt ? { ...well, nextCheckAt: at } : well;
}

/** A person sends a delivery again, so the next sweep releases a probe at once. */
export function probedAtOnce<Of extends EndpointHealth>(paused: Of, now: Date): Of {
  return { ...paused, nextCheckAt: now };
}

/** An endpoint that fails and recovers again and again would otherwise tell others of it every few seconds. */
export const pauseToldEverySeconds = 3_600;

/** True while `endpoint.paused` is to be told of this pause. A pause too soon after one that was told is told if it lasts. */
export function tellsPause({ pausedAt, pauseToldAt }: EndpointHealth, now: Date): boolean {
  if (pausedAt === null || isPauseTold({ pausedAt, pauseToldAt })) return false;
  return pauseToldAt === null || secondsBetween(pauseToldAt, now) >= pauseToldEverySeconds;
}

export function isPauseTold({ pausedAt, pauseToldAt }: Pick<EndpointHealth, 'pausedAt' | 'pauseToldAt'>): boolean {
  return pausedAt !== null && pauseToldAt !== null && pauseToldAt >= pausedAt;
}

/** Also between times of which a wrong clock set the first ahead. */
function secondsBetween(one: Date, other: Date): number {
  return Math.abs(other.getTime() - one.getTime()) / 1000;
}

/** What a due check does with the waiting deliveries. */
export type Check = 'probe' | 'release' | 'fail' | 'cancel';

export function dueCheck({ status, pausedAt }: EndpointHealth): Check {
  if (status === 'enabled') return pausedAt ? 'probe' : 'release';
  return status === 'disabled' ? 'fail' : 'cancel';
}

/** Called when a check found no waiting delivery. */
export function checked<Of extends EndpointHealth>(health: Of): Of {
  return { ...health, nextCheckAt: null };
}

/** Disables the endpoint, so that nothing more is sent to it. */
export function disabled<Of extends EndpointHealth>(health: Of, statusReason: 'gone' | 'failing', at: Date): Of {
  return stopped({ ...health, status: 'disabled', statusReason }, at);
}

/** Called when the endpoint is disabled or removed. The first sweep after `at` ends the waiting deliveries. */
export function stopped<Of extends EndpointHealth>(health: Of, at: Date): Of {
  return { ...health, pausedAt: null, probeId: null, nextCheckAt: at };
}

/**
 * `probeId` is the delivery that goes out now, if one waits. The next probe follows when it fails, or after a minute.
 */
export function probing<Of extends EndpointHealth>(health: Of, probeId: OperationId | null, now: Date): Of {
  const { lastFailureAt } = health;
  const failedSecondsAgo = lastFailureAt ? (now.getTime() - lastFailureAt.getTime()) / 1000 : probeEverySeconds;
  // A delivery with a later attempt is held only once that is due, and can be a probe then.
  const seconds = probeId === null ? Math.min(Math.max(failedSecondsAgo, 1), probeEverySeconds) : probeEverySeconds;
  return { ...health, probeId, nextCheckAt: secondsAfter(now, seconds) };
}

/** Until when deliveries wait for an endpoint that a person disabled; null if they do not. */
export function keptUntil({ status, statusReason, nextCheckAt }: EndpointHealth): Date | null {
  return status === 'disabled' && statusReason === 'requested' ? nextCheckAt : null;
}

/** True if this delivery must wait until the endpoint is resumed. */
export function isHeld(health: EndpointHealth, operationId: OperationId): boolean {
  return keptUntil(health) !== null || (health.pausedAt !== null && health.probeId !== operationId);
}

/** True if a success at `at` must be stored. */
export function storesSuccess({ consecutiveFailures, pausedAt, lastSuccessAt }: EndpointHealth, at: Date): boolean {
  if (consecutiveFailures > 0 || pausedAt || !lastSuccessAt) return true;
  return secondsAfter(lastSuccessAt, successStoredEverySeconds) <= at;
}

/** When the endpoint will be disabled if it does not answer before; null while nothing fails. */
export function disablesAt({ failingSince }: EndpointHealth): Date | null {
  return failingSince && secondsAfter(failingSince, giveUpAfterSeconds);
}

export const healthStates = ['healthy', 'failing', 'open'] as const;

/** The API's word: `open` is paused, `failing` has failed and not succeeded since. */
export function healthState({ pausedAt, consecutiveFailures }: EndpointHealth): (typeof healthStates)[number] {
  if (pausedAt) return 'open';
  return consecutiveFailures > 0 ? 'failing' : 'healthy';
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
