import type { Caller } from '../../domain/caller.ts';
import { badRequest, notFound } from '../../domain/errors.ts';
import type { Event } from '../../domain/event.ts';
import { isRequestId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import type { Listed } from '../../domain/page.ts';
import type { ProviderCall } from '../../domain/provider-call.ts';
import { groupedFailuresMost, type LoggedRequest, type RequestFilter } from '../../domain/request-log.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { codeOf, given, idOf, instant, type Listing, parseListQuery, type RawQuery } from '../../schemas/query.ts';

const filterNames = [
  ...(['status', 'code', 'reason', 'api_key_id', 'connection_id', 'route'] as const),
  ...(['created_after', 'created_before'] as const),
] as const;

function readFilter(query: RawQuery) {
  const { request, filters } = parseListQuery(query, filterNames);
  const filter: RequestFilter = given({
    statuses: statusesOf(filters.status),
    code: codeOf(filters.code),
    reason: filters.reason,
    actor: idOf('api_key_id', filters.api_key_id, 'key'),
    connectionId: idOf('connection_id', filters.connection_id, 'conn'),
    route: filters.route,
    createdAfter: instant('created_after', filters.created_after),
    createdBefore: instant('created_before', filters.created_before),
  });
  return { request, filter };
}

/** Reads `404`, `4xx` or `failed`. */
function statusesOf(status: string | undefined): RequestFilter['statuses'] {
  if (status === undefined) return undefined;
  if (status === 'failed') return { from: 400, to: 599 };
  const [, kind = '', rest = ''] = /^([1-5])(xx|\d\d)$/.exec(status) ?? [];
  if (kind === '') throw badRequest('status', 'must be a status such as 404, a class such as 4xx, or failed');
  return rest === 'xx'
    ? { from: Number(`${kind}00`), to: Number(`${kind}99`) }
    : { from: Number(status), to: Number(status) };
}

/** Newest first, without bodies. */
export function listRequests({ storage }: CorePorts) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<Listed<LoggedRequest>>> => {
    const { request, filter } = readFilter(query);
    return { ...(await storage.requestLog.list(caller, filter, request)), request };
  };
}

/** Groups the newest failures that the list's filters keep, the largest group first. */
export function groupFailures({ storage }: CorePorts) {
  return (caller: Caller, query: RawQuery): ReturnType<typeof storage.requestLog.groupFailures> =>
    storage.requestLog.groupFailures(caller, readFilter(query).filter, groupedFailuresMost);
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
