// How much an organization may have queued: nobody fills the house's one queue.
import { ServiceError } from '../domain/errors.ts';
import type { OrganizationId } from '../domain/ids.ts';
import { unfinishedMost } from '../domain/operation.ts';
import type { CorePorts } from '../ports/core-ports.ts';

/** Counting costs as much as there is to count. So a count holds for so long, and what is queued here meanwhile is added. */
const recountSeconds = 5;
const organizationsMost = 1_000;

interface Counted {
  readonly at: number;
  readonly count: Promise<number>;
  added: number;
}

/** One for each database of a process: whichever use case asks, it knows what the others have queued. */
const countsOf = new WeakMap<CorePorts['storage'], Map<OrganizationId, Counted>>();

/** Ask before an operation is queued for a caller, outside of transactions. Throws RATE_LIMITED `operations_backlog`. */
export function backlogRoom({ storage, clock }: Pick<CorePorts, 'storage' | 'clock'>) {
  const counts = countsOf.get(storage) ?? new Map<OrganizationId, Counted>();
  countsOf.set(storage, counts);
  const counted = (organizationId: OrganizationId): Counted => {
    const now = clock.now().getTime();
    const known = counts.get(organizationId);
    if (known && Math.abs(now - known.at) < recountSeconds * 1000) return known;
    if (counts.size >= organizationsMost) counts.clear();
    const fresh = { at: now, count: storage.operations.countUnfinished(organizationId, unfinishedMost), added: 0 };
    counts.set(organizationId, fresh);
    fresh.count.catch(() => counts.delete(organizationId));
    return fresh;
  };
  return async (organizationId: OrganizationId): Promise<void> => {
    const known = counted(organizationId);
    known.added += 1;
    if ((await known.count) + known.added <= unfinishedMost) return;
    known.added -= 1;
    throw new ServiceError('RATE_LIMITED', `an organization has at most ${unfinishedMost} unfinished operations`, {
      reason: 'operations_backlog',
      retryAfterSeconds: recountSeconds,
    });
  };
}
