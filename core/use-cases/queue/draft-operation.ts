import type { Plane } from '../../domain/caller.ts';
import type { Operation, OperationType, WritingType } from '../../domain/operation.ts';
import { type OperationDraft, queueOperation } from '../../domain/operation-moves.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

type Draft = Omit<OperationDraft, 'id' | 'type' | 'origin' | keyof Plane> &
  (
    | { readonly type: WritingType; readonly origin: string }
    | { readonly type: Exclude<OperationType, WritingType>; readonly origin?: null }
  );

/** A new operation of a plane; it is queued once it is stored. */
export function draftOperation(
  { ids, clock, tracing }: CorePorts,
  { organizationId, environment }: Plane,
  draft: Draft,
): Operation {
  const own = { id: ids.next('op'), organizationId, environment, traceparent: tracing?.traceparent() ?? null };
  return queueOperation({ ...draft, ...own }, clock.now());
}
