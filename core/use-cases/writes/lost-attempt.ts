import { secondsAfter } from '../../domain/backoff.ts';
import type { WriteAttempt } from '../../domain/idempotency.ts';
import type { Operation } from '../../domain/operation.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** The clocks of two hosts differ by at most this. */
const toleranceSeconds = 60;

type Ports = Pick<CorePorts, 'databaseWatch'>;

/**
 * The attempt to assume for a write of which none is stored, if the operation was unfinished when the database lost its latest
 * commits: the write may have been sent, and only the provider can tell. Null if nothing was lost.
 */
export function lostAttempt(
  { databaseWatch }: Ports,
  { createdAt }: Pick<Operation, 'createdAt'>,
  createdType: ResourceType | null,
): WriteAttempt | null {
  const loss = databaseWatch?.loss();
  if (!loss || createdAt >= loss.until) return null;
  const since = secondsAfter(loss.since, -toleranceSeconds);
  return {
    // A change is taken for this one's if it came near the time when the database still held everything.
    prepared: createdType ? null : { last_sent_at: loss.since.toISOString() },
    firstSentAt: createdAt > since ? createdAt : since,
    createdType,
    keys: {},
  };
}

/**
 * As `lostAttempt`, of a write that is known to have been sent before, and done nothing: the database may have lost that it was
 * sent once more. `told`: the steps that told what the provider answered, of which the latest counts. Null for what was asked for
 * after the loss, or was answered since.
 */
export function lostAgain(
  ports: Ports,
  operation: Pick<Operation, 'createdAt' | 'replays' | 'steps'>,
  { createdType, told = [] }: { readonly createdType: ResourceType | null; readonly told?: readonly string[] },
): WriteAttempt | null {
  const loss = ports.databaseWatch?.loss();
  const askedAt = operation.replays.at(-1)?.at ?? operation.createdAt;
  if (!loss || askedAt >= loss.until) return null;
  const answers = operation.steps.filter(({ name }) => told.includes(name));
  // What this attempt was told stands in no step yet that it began with.
  const isToldSince = answers.length === 0 || answers.some(({ finishedAt }) => finishedAt >= loss.until);
  return told.length > 0 && isToldSince ? null : lostAttempt(ports, operation, createdType);
}
