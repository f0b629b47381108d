import type { Caller } from '../../domain/caller.ts';
import type { Timeline } from '../../domain/timeline.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { findEvent } from '../events/read-events.ts';
import { findOperation } from '../operations/read-operations.ts';
import { timelineOf } from './timeline-of.ts';

/** What led to an operation and what came of it. Throws NOT_FOUND for operations of others, too. */
export function operationTimeline(ports: Pick<CorePorts, 'storage'>) {
  const find = findOperation(ports);
  const tell = timelineOf(ports);
  return async (caller: Caller, id: string): Promise<Timeline> =>
    tell(caller, { kind: 'operation', operation: await find(caller, id) });
}

/** What led to an event and where it was delivered. Throws NOT_FOUND for events of others, too. */
export function eventTimeline(ports: Pick<CorePorts, 'storage'>) {
  const find = findEvent(ports);
  const tell = timelineOf(ports);
  return async (caller: Caller, id: string): Promise<Timeline> =>
    tell(caller, { kind: 'event', event: await find(caller, id) });
}
