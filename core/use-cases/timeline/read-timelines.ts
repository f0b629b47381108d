import type { Caller } from '../../domain/caller.ts';
import type { Timeline } from '../../domain/timeline.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { requireConnection } from '../connections/require-connection.ts';
import { findEvent } from '../events/read-events.ts';
import { findOperation } from '../operations/read-operations.ts';
import { requireProviderId } from '../resources/resource-target.ts';
import { thingTimeline } from './thing-timeline.ts';
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

/** What happened on a connection lately. Throws NOT_FOUND for connections of others, too. */
export function connectionTimeline(ports: Pick<CorePorts, 'storage'>) {
  const tell = thingTimeline(ports);
  return async (caller: Caller, id: string): Promise<Timeline> =>
    tell(caller, { kind: 'connection', connection: await requireConnection(ports, caller, id) });
}

/** What happened to an invoice lately; empty for one that is not known here. Throws NOT_FOUND for ids of other things. */
export function invoiceTimeline(ports: Pick<CorePorts, 'storage'>) {
  const tell = thingTimeline(ports);
  return async (caller: Caller, connectionId: string, resourceId: string): Promise<Timeline> => {
    const connection = await requireConnection(ports, caller, connectionId);
    return tell(caller, { kind: 'invoice', connection, providerId: requireProviderId('invoices', resourceId) });
  };
}
