import type { Caller } from '../../domain/caller.ts';
import type { Event } from '../../domain/event.ts';
import { eventFilters } from '../../domain/list-filter.ts';
import type { Listed } from '../../domain/page.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type Listing, type RawQuery, readList } from '../../schemas/query.ts';
import { findById } from '../access/find-by-id.ts';
import { listLate } from '../late-reads/read-late.ts';

/** Newest first. */
export function listEvents(ports: CorePorts) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<Listed<Event>>> => {
    const { request, filter } = readList(query, eventFilters);
    return { ...(await listLate(ports, caller, ({ events }) => events.list(caller, filter, request))), request };
  };
}

/** Throws NOT_FOUND, also for purged events and those of other organizations. */
export function findEvent({ storage }: CorePorts) {
  return (caller: Caller, id: string): Promise<Event> =>
    findById('event', 'evt', id, (known) => storage.events.find(caller, known));
}
