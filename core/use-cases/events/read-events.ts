import type { Caller } from '../../domain/caller.ts';
import { type Event, eventTypes } from '../../domain/event.ts';
import type { Listed } from '../../domain/page.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { given, idOf, instant, type Listing, oneOf, parseListQuery, type RawQuery } from '../../schemas/query.ts';
import { findById } from '../access/find-by-id.ts';

/** Newest first; filters `type`, `connection_id`, `created_after`, `created_before`. */
export function listEvents({ storage }: CorePorts) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<Listed<Event>>> => {
    const { request, filters } = parseListQuery(query, ['type', 'connection_id', 'created_after', 'created_before']);
    const filter = given({
      type: oneOf('type', filters.type, eventTypes),
      connectionId: idOf('connection_id', filters.connection_id, 'conn'),
      createdAfter: instant('created_after', filters.created_after),
      createdBefore: instant('created_before', filters.created_before),
    });
    return { ...(await storage.events.list(caller, filter, request)), request };
  };
}

/** Throws NOT_FOUND, also for purged events and those of other organizations. */
export function findEvent({ storage }: CorePorts) {
  return (caller: Caller, id: string): Promise<Event> =>
    findById('event', 'evt', id, (known) => storage.events.find(caller, known));
}
