import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { Event } from '../../domain/event.ts';
import { isRequestId } from '../../domain/ids.ts';
import { requestFilters } from '../../domain/list-filter.ts';
import type { Operation } from '../../domain/operation.ts';
import type { Listed } from '../../domain/page.ts';
import type { ProviderCall } from '../../domain/provider-call.ts';
import { groupedFailuresMost, type LoggedRequest } from '../../domain/request-log.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { RequestLogStore } from '../../ports/journals.ts';
import { type Listing, type RawQuery, readList } from '../../schemas/query.ts';
import { listLate } from '../late-reads/read-late.ts';

/** Newest first, without bodies. */
export function listRequests(ports: CorePorts) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<Listed<LoggedRequest>>> => {
    const { request, filter } = readList(query, requestFilters);
    return {
      ...(await listLate(ports, caller, ({ requestLog }) => requestLog.list(caller, filter, request))),
      request,
    };
  };
}

/** Groups the newest failures that the list's filters keep, the largest group first. */
export function groupFailures(ports: CorePorts) {
  return async (caller: Caller, query: RawQuery): ReturnType<RequestLogStore['groupFailures']> => {
    const { filter } = readList(query, requestFilters);
    return listLate(ports, caller, ({ requestLog }) => requestLog.groupFailures(caller, filter, groupedFailuresMost));
  };
}

export interface RequestDetail extends LoggedRequest {
  readonly operation: Operation | null;
  readonly events: readonly Event[];
  readonly calls: readonly ProviderCall[];
}

const shownMost = 200;
/** Entries of one request may be stamped this much apart by the clocks of its host. */
const slackMs = 1_000;

/** Reads a request with its operation, calls and events, oldest first. Throws NOT_FOUND, also for foreign requests. */
export function findRequest({ storage }: CorePorts) {
  return async (caller: Caller, id: string): Promise<RequestDetail> => {
    const found = isRequestId(id) ? await storage.requestLog.find(caller, id) : undefined;
    if (!found) throw notFound('request');
    const { requestId, connectionId, operationId, createdAt, durationMs } = found;
    const from = new Date(createdAt.getTime() - slackMs);
    const until = new Date(createdAt.getTime() + durationMs + slackMs);
    const [operation, calls, events] = await Promise.all([
      operationId ? storage.operations.find(caller, operationId) : undefined,
      storage.providerCalls.listByRequest(caller, requestId, { from, until }, shownMost),
      connectionId
        ? storage.events.list(
            caller,
            { connectionId, createdAfter: from, createdBefore: until },
            { limit: shownMost, page: 1 },
          )
        : undefined,
    ]);
    // Callers choose request ids, and bodies may name any operation; a key of one connection sees nothing of others.
    const isOwn = (one: { readonly connectionId: string | null }) =>
      connectionId === null || one.connectionId === connectionId;
    return {
      ...found,
      operation: operation && isOwn(operation) ? operation : null,
      calls: calls.filter(isOwn).toReversed(),
      events: (events?.items ?? []).filter((event) => event.requestId === requestId).toReversed(),
    };
  };
}
