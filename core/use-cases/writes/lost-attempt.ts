import { secondsAfter } from '../../domain/backoff.ts';
import type { CreatedType, WriteAttempt } from '../../domain/idempotency.ts';
import type { Operation } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** The clocks of two hosts differ by at most this. */
const toleranceSeconds = 60;

type Ports = Pick<CorePorts, 'databaseWatch'>;

/**
 * The attempt to assume for a write without a stored attempt. If the operation was unfinished when the database lost its latest
 * commits, the write may have been sent, and only the provider can tell. Null if nothing was lost.
 */
export function lostAttempt(
  { databaseWatch }: Ports,
  { createdAt }: Pick<Operation, 'createdAt'>,
  createdType: CreatedType | null,
): WriteAttempt | null {
  const loss = databaseWatch?.loss();
  if (!loss || createdAt >= loss.until) return null;
  const since = secondsAfter(loss.since, -toleranceSeconds);
  return {
    // A change at the provider counts as this write's if it came near the time up to which the database holds everything.
    prepared: createdType ? null : { last_sent_at: loss.since.toISOString() },
    firstSentAt: createdAt > since ? createdAt : since,
    createdType,
    keys: {},
  };
}

/**
 * Like `lostAttempt`, for a write that was sent before and refused: the database may have lost that it was sent once more.
 * `told`: the names of the steps that store the provider's answer; the latest of them counts. Null if the write was asked for
 * after the loss, or has been answered since.
 */
export function lostAgain(
  ports: Ports,
  operation: Pick<Operation, 'createdAt' | 'replays' | 'steps'>,
  { createdType, told = [] }: { readonly createdType: CreatedType | null; readonly told?: readonly string[] },
): WriteAttempt | null {
  const loss = ports.databaseWatch?.loss();
  const askedAt = operation.replays.at(-1)?.at ?? operation.createdAt;
  if (!loss || askedAt >= loss.until) return null;
  const answers = operation.steps.filter(({ name }) => told.includes(name));
  // What this attempt was told stands in no step yet that it began with.
  const isToldSince = answers.length === 0 || answers.some(({ finishedAt }) => finishedAt >= loss.until);
  return told.length > 0 && isToldSince ? null : lostAttempt(ports, operation, createdType);
}
