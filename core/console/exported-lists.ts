// The lists that can be saved as a file: how each is read, and the columns of its table.
import type { Caller } from '../domain/caller.ts';
import { badRequest } from '../domain/errors.ts';
import { eventEnvelope } from '../domain/event.ts';
import type { ExportedName } from '../domain/export.ts';
import { type Listed, type Page, pageLimitMax } from '../domain/page.ts';
import { type ResourceType, resourceTypes } from '../domain/resource.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import { columnsOf } from '../schemas/answers/columns.ts';
import {
  ApiKeyAnswer,
  AuditEntryAnswer,
  BulkItemAnswer,
  budgetView,
  ConnectionFacts,
  connectionView,
  EventAnswer,
  familyOf,
  ListedBudgetAnswer,
  listedOf,
  MemberAnswer,
  OperationAnswer,
  presentBulkItem,
  presentDelivery,
  presentEntry,
  presenter,
  presentKey,
  presentMember,
  presentOperation,
  presentRequest,
  presentUsage,
  presentWebhookEndpoint,
  RequestAnswer,
  UsageAnswer,
  WebhookDeliveryAnswer,
  WebhookEndpointAnswer,
  withoutLarge,
} from '../schemas/index.ts';
import { parseListQuery, type RawQuery } from '../schemas/query.ts';
import type { ExportRequest } from '../schemas/requests/exports.ts';
import { listConnections } from '../use-cases/connections/show-connections.ts';
import { listEvents } from '../use-cases/events/read-events.ts';
import { listOperationItems, listOperations } from '../use-cases/operations/read-operations.ts';
import { listRequests } from '../use-cases/requests/read-requests.ts';
import { listResources } from '../use-cases/resources/read-resources.ts';
import { readUsage } from '../use-cases/usage/read-usage.ts';
import { listDeliveries } from '../use-cases/webhooks/read-deliveries.ts';
import { listEndpoints } from '../use-cases/webhooks/read-endpoints.ts';
import { readAudit } from './audit.ts';
import { listBudgets } from './budgets.ts';
import { listMembers } from './members.ts';

const budgetAnswer = presenter(ListedBudgetAnswer);

/**
 * More than a request may ask for, because each page costs statements of its own; a process makes the text of so many in a
 * hundredth of a second, before others come to their turn. Connections are read with their health, of 200 at most at a time.
 */
const walkedRows = 500;

export interface ExportedList {
  readonly columns: readonly (readonly string[])[];
  /** Of a page; a page also ends where it has `pageBytesMost`. */
  readonly pageRows: number;
  /** The list's own page, so that a file holds what the list shows: whole planes, filters, refusals. */
  readonly read: (caller: Caller, query: RawQuery) => Promise<Page<object>>;
}

export function exportedLists(ports: CorePorts): Readonly<Record<ExportedName, ExportedList>> {
  const items = listOperationItems(ports);
  const members = listMembers(ports);
  const keys = ports.storage.apiKeys;
  return {
    connections: list(listedOf(ConnectionFacts), listConnections(ports), connectionView, pageLimitMax),
    operations: list(listedOf(OperationAnswer), listOperations(ports), presentOperation),
    'operation-items': list(
      BulkItemAnswer,
      (caller, { operation_id, ...query }) => items(caller, required({ operation_id }), query),
      presentBulkItem,
    ),
    events: list(listedOf(EventAnswer), listEvents(ports), eventEnvelope),
    'webhook-deliveries': list(listedOf(WebhookDeliveryAnswer), listDeliveries(ports), presentDelivery),
    'webhook-endpoints': list(WebhookEndpointAnswer, listEndpoints(ports), (one) => presentWebhookEndpoint(one)),
    requests: list(RequestAnswer, listRequests(ports), presentRequest),
    usage: list(UsageAnswer, readUsage(ports), presentUsage),
    budgets: list(
      ListedBudgetAnswer,
      listBudgets(ports),
      ({ connection, ...budget }) => budgetAnswer(budgetView({ ...connection, ...budget })),
      pageLimitMax,
    ),
    audit: list(AuditEntryAnswer, readAudit(ports), presentEntry),
    members: list(
      MemberAnswer,
      async (caller, query) => {
        parseListQuery(query, []);
        const all = await members(caller);
        return { items: all, total: all.length, hasMore: false, next: null };
      },
      (one) => presentMember(one),
    ),
    'api-keys': list(
      ApiKeyAnswer,
      ({ organizationId }, query) => keys.list(organizationId, parseListQuery(query, []).request),
      (one) => presentKey(one),
    ),
    ...(Object.fromEntries(resourceTypes.map((type) => [type, records(ports, type)])) as Record<
      ResourceType,
      ExportedList
    >),
  };
}

/** The list that is asked for. */
export function exportedList(
  lists: ReturnType<typeof exportedLists>,
  { list: name, filter }: Pick<ExportRequest, 'list' | 'filter'>,
): ExportedList {
  return lists[name === 'items' && 'operation_id' in filter ? 'operation-items' : name];
}

function list<T extends object>(
  schema: Parameters<typeof columnsOf>[0],
  read: (caller: Caller, query: RawQuery) => Promise<Page<Listed<T>>>,
  view: (item: Listed<T>) => object,
  pageRows = walkedRows,
): ExportedList {
  return {
    columns: columnsOf(schema),
    pageRows,
    async read(caller, query) {
      const page = await read(caller, query);
      return { ...page, items: page.items.map((item) => withoutLarge(view(item), item.truncated)) };
    },
  };
}

function required(id: RawQuery): string {
  const [[name = '', value] = []] = Object.entries(id);
  if (typeof value !== 'string') throw badRequest(`filter.${name}`, 'is required');
  return value;
}

function records(ports: CorePorts, type: ResourceType): ExportedList {
  const read = listResources(ports);
  return {
    columns: columnsOf(familyOf(type).answer),
    pageRows: walkedRows,
    async read(caller, { connection_id, ...query }) {
      const { itemsJson, ...page } = await read(caller, { type, connectionId: required({ connection_id }), query });
      return { ...page, items: JSON.parse(itemsJson) as readonly object[] };
    },
  };
}
