import type { Plane } from '../../domain/caller.ts';
import type { Operation } from '../../domain/operation.ts';
import { type OperationDraft, queueOperation } from '../../domain/operation-moves.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** A new operation of a plane; it is queued once it is stored. */
export function draftOperation(
  { ids, clock, tracing }: CorePorts,
  { organizationId, environment }: Plane,
  draft: Omit<OperationDraft, 'id' | keyof Plane>,
): Operation {
  const own = { id: ids.next('op'), organizationId, environment, traceparent: tracing?.traceparent() ?? null };
  return queueOperation({ ...draft, ...own }, clock.now());
}
