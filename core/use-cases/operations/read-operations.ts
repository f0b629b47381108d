import { type BulkItem, bulkItemStatuses } from '../../domain/bulk.ts';
import type { Caller } from '../../domain/caller.ts';
import { type Operation, operationStates, operationTypes } from '../../domain/operation.ts';
import { type Listed, pageLimitMax } from '../../domain/page.ts';
import { groupedFailuresMost } from '../../domain/request-log.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { OperationFilter } from '../../ports/operation-stores.ts';
import {
  codeOf,
  given,
  idOf,
  instant,
  type Listing,
  oneOf,
  parseListQuery,
  type RawQuery,
} from '../../schemas/query.ts';
import { findById } from '../access/find-by-id.ts';

const known = [
  ...(['state', 'type', 'exclude_type', 'connection_id', 'code', 'reason'] as const),
  ...(['created_after', 'created_before'] as const),
] as const;

type Filters = Readonly<Partial<Record<(typeof known)[number], string>>>;

/** `code` and `reason` are those of operations that failed for good. */
export function operationFilter(filters: Filters): OperationFilter {
  const { code, reason } = filters;
  return given({
    state: oneOf('state', filters.state, operationStates),
    type: oneOf('type', filters.type, operationTypes),
    excludeType: oneOf('exclude_type', filters.exclude_type, ['webhook.deliver'] as const),
    connectionId: idOf('connection_id', filters.connection_id, 'conn'),
    code: codeOf(code),
    reason,
    failed: code === undefined && reason === undefined ? undefined : (true as const),
    createdAfter: instant('created_after', filters.created_after),
    createdBefore: instant('created_before', filters.created_before),
  });
}

export function listOperations({ storage }: CorePorts) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<Listed<Operation>>> => {
    const { request, filters } = parseListQuery(query, known);
    return { ...(await storage.operations.list(caller, operationFilter(filters), request)), request };
  };
}

/** Groups the newest operations that failed for good and match the list's filters, the largest group first. */
export function groupFailedOperations({ storage }: CorePorts) {
  return (caller: Caller, query: RawQuery): ReturnType<typeof storage.operations.groupFailures> => {
    const { filters } = parseListQuery(query, known);
    return storage.operations.groupFailures(caller, operationFilter(filters), groupedFailuresMost);
  };
}

/** With steps and attempts. Throws NOT_FOUND, also for another organization's. */
export function findOperation({ storage }: CorePorts) {
  return (caller: Caller, id: string): Promise<Operation> =>
    findById('operation', 'op', id, (known) => storage.operations.find(caller, known));
}

/** The items of a bulk write in the order of its request, filtered by `status`; empty for other operations. */
export function listOperationItems(ports: CorePorts) {
  const find = findOperation(ports);
  return async (caller: Caller, operationId: string, query: RawQuery): Promise<Listing<BulkItem>> => {
    const { id } = await find(caller, operationId);
    const { request, filters } = parseListQuery({ limit: String(pageLimitMax), ...query }, ['status']);
    const status = oneOf('status', filters.status, bulkItemStatuses);
    return { ...(await ports.storage.bulkItems.list(caller, id, status, request)), request };
  };
}
