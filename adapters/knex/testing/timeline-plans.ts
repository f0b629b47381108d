// Queries of timelines, and their indexes.
import type { Knex } from 'knex';
import { samples } from '#contract-tests';
import type { ApiKeyId, ConnectionId, EventId, OperationId, RequestId } from '#core/ports';
import type { PlannedQuery } from './query-plans.ts';

const at = { from: samples.moment(), until: samples.moment(600) };

const requestFilters = {
  request_log_list: {},
  request_log_failed: { statuses: { from: 400, to: 499 } },
  request_log_by_route: { route: '/v1/r5' },
  request_log_by_actor: { actor: 'key_5' as ApiKeyId },
  request_log_by_connection: { connectionId: 'conn_5' as ConnectionId },
};

const requestQueries = Object.entries(requestFilters).map(
  ([index, filter]): PlannedQuery => ({
    name: `requests by ${Object.keys(filter).join() || 'nothing'}`,
    index,
    run: (storage, { plane }) => storage.requestLog.list(plane, filter, { limit: 50, page: 1 }),
  }),
);

export const timelineQueries: readonly PlannedQuery[] = [
  ...requestQueries,
  {
    name: 'a request by an id that its caller chose',
    index: 'request_log_by_request',
    run: (storage, { plane }) => storage.requestLog.find(plane, 'chosen_5' as RequestId),
  },
  {
    name: 'groups of failed requests',
    index: 'request_log_failed',
    run: (storage, { plane }) => storage.requestLog.groupFailures(plane, {}, 1_000),
  },
  {
    name: 'calls of an operation',
    index: 'provider_calls_by_operation',
    run: (storage, { plane }) => storage.providerCalls.listByOperation(plane, 'op_4' as OperationId, 201),
  },
  {
    name: 'calls of a request',
    index: 'provider_calls_by_request',
    run: (storage, { plane }) => storage.providerCalls.listByRequest(plane, 'req_5' as RequestId, at, 201),
  },
  {
    name: 'how the latest calls of some connections ended',
    index: 'provider_calls_good',
    run: (storage, { plane }) =>
      storage.providerCalls.recent(
        plane,
        Array.from({ length: 200 }, (_, n) => `conn_${n}` as ConnectionId),
      ),
  },
  {
    name: 'events of an operation',
    index: 'events_by_operation',
    run: (storage, { plane }) => storage.events.listByOperation(plane, 'op_5' as OperationId, 201),
  },
  {
    name: 'deliveries of some events',
    index: 'deliveries_by_event',
    run: (storage, { plane }) => storage.deliveries.listByEvents(plane, ['evt_5', 'evt_10'] as EventId[], 101),
  },
  {
    name: 'what was done to some things',
    index: 'audit_entries_subject',
    run: (storage, { plane }) => storage.audit.listBySubjects(plane.organizationId, ['op_5', 'op_10'], 101),
  },
];

/** Adds calls and audit entries for the rows of `fillForPlans`. */
export async function fillForTimelines(db: Knex, numbers: string): Promise<void> {
  const time = `${+samples.moment()} + n`;
  await db.raw(`insert into organizations (id, name, plan, connection_limit, created_at)
    select 'org_' || n, 'O', 'paid', 100, ${time} from ${numbers} where n <= 5`);
  await db.raw(`insert into connections (id, organization_id, environment, external_account_id, provider, app_key,
      status, retention_mode, scopes, metadata, created_at, updated_at)
    select 'conn_' || n, 'org_' || (n % 5 + 1), 'test', 'c', 'ledger', 'hosted ledger', 'active', 'cached', '[]', '{}', ${time}, ${time}
    from ${numbers} where n <= 1000`);
  await db.raw(`insert into provider_calls (organization_id, connection_id, operation_id, request_id, method, path, status, bytes_in,
      duration_ms, at)
    select 'org_' || (n % 50 % 5 + 1), 'conn_' || (n % 50), case n % 4 when 0 then 'op_' || n end, 'req_' || (n % 100), 'GET', '/Invoices', 200,
      100, 5, ${time} from ${numbers}`);
  await db.raw(`insert into audit_entries (id, organization_id, environment, actor, action, subject, details,
      request_id, at)
    select 'audit_' || n, 'org_' || (n % 5), 'test', 'key_' || (n % 20), case n % 20 when 0 then 'api_key.created' else 'operation.replayed' end, 'op_' || n, '{}', 'req', ${time}
    from ${numbers}`);
  await db.raw(`insert into request_log (id, organization_id, environment, request_id, actor, method, route, status, connection_id,
      is_replayed, duration_ms, created_at)
    select 'req_' || n, 'org_' || (n % 5), 'test', 'chosen_' || n, 'key_' || (n % 50), 'GET', '/v1/r' || (n % 30),
      case when n % 20 = 0 then 404 else 200 end, 'conn_' || (n % 50), false, 5, ${time} from ${numbers}`);
  await db.raw(`update events set operation_id = 'op_' || sequence where sequence % 3 = 0`);
}
