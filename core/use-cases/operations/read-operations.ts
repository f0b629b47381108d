import { type BulkItem, bulkItemStatuses } from '../../domain/bulk.ts';
import type { Caller } from '../../domain/caller.ts';
import { type Filtered, operationFilters } from '../../domain/list-filter.ts';
import type { Operation } from '../../domain/operation.ts';
import { type Listed, pageLimitMax } from '../../domain/page.ts';
import { oneOf } from '../../domain/query-text.ts';
import { groupedFailuresMost } from '../../domain/request-log.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { OperationFilter, OperationStore } from '../../ports/operation-stores.ts';
import { type Listing, parseListQuery, type RawQuery, readList } from '../../schemas/query.ts';
import { findById } from '../access/find-by-id.ts';
import { listLate } from '../late-reads/read-late.ts';

/** What sends alerts is for people: a key's lists leave it out, and a key does not find it. */
const seesAlerts = ({ rights }: Caller): boolean => rights === undefined;

/** Adds that `code` and `reason` are those of operations that failed for good. */
export function operationFilter(caller: Caller, filter: Filtered<typeof operationFilters>): OperationFilter {
  const shown: OperationFilter = seesAlerts(caller) ? filter : { ...filter, withoutAlerts: true };
  return filter.code === undefined && filter.reason === undefined ? shown : { ...shown, failed: true };
}

export function listOperations(ports: CorePorts) {
  return async (caller: Caller, query: RawQuery): Promise<Listing<Listed<Operation>>> => {
    const { request, filter } = readList(query, operationFilters);
    const shown = operationFilter(caller, filter);
    return { ...(await listLate(ports, caller, ({ operations }) => operations.list(caller, shown, request))), request };
  };
}

/** Groups the newest operations that failed for good and match the list's filters, the largest group first. */
export function groupFailedOperations(ports: CorePorts) {
  return async (caller: Caller, query: RawQuery): ReturnType<OperationStore['groupFailures']> => {
    const shown = operationFilter(caller, readList(query, operationFilters).filter);
    return listLate(ports, caller, ({ operations }) => operations.groupFailures(caller, shown, groupedFailuresMost));
  };
}

/** With steps and attempts. Throws NOT_FOUND, also for another organization's. */
export function findOperation({ storage }: CorePorts) {
  return (caller: Caller, id: string): Promise<Operation> =>
    findById('operation', 'op', id, async (known) => {
      const found = await storage.operations.find(caller, known);
      return found?.type === 'alert.send' && !seesAlerts(caller) ? undefined : found;
    });
}

/** The items of a bulk write in the order of its request, filtered by `status`; empty for other operations. */
export function listOperationItems(ports: CorePorts) {
  const find = findOperation(ports);
  return async (caller: Caller, operationId: string, query: RawQuery): Promise<Listing<BulkItem>> => {
    const { id } = await find(caller, operationId);
    const { request, filters } = parseListQuery({ limit: String(pageLimitMax), ...query }, ['status']);
    const status = oneOf('status', filters.status, bulkItemStatuses);
    const page = await listLate(ports, caller, ({ bulkItems }) => bulkItems.list(caller, id, status, request));
    return { ...page, request };
  };
}
