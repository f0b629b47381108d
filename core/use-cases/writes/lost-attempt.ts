import { secondsAfter } from '../../domain/backoff.ts';
import type { WriteAttempt } from '../../domain/idempotency.ts';
import type { Operation } from '../../domain/operation.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** The clock of another host may have been behind by as much. */
const toleranceSeconds = 60;

/**
 * The attempt to assume for a write of which none is stored, if the operation was unfinished when the database lost its latest
 * commits: the write may have been sent, and only the provider can tell. Null if nothing was lost.
 */
export function lostAttempt(
  { databaseWatch }: Pick<CorePorts, 'databaseWatch'>,
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
