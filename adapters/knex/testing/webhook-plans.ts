// What webhooks ask beside the lists, and the indexes that must serve it.
import type { Knex } from 'knex';
import { samples } from '#contract-tests';
import type { EventId, OperationId, WebhookEndpointId } from '#core';
import type { PlannedQuery } from './query-plans.ts';

const endpointId = 'we_0' as WebhookEndpointId;
const deep = { limit: 50, after: { at: samples.moment(1_000), id: 'z' } };

export const webhookWorkQueries: readonly PlannedQuery[] = [
  {
    name: 'deliveries by type of event',
    index: 'deliveries_by_type',
    run: (storage, { plane }) => storage.deliveries.list(plane, { eventType: 'sync.completed' }, deep),
  },
  {
    name: 'how some events stand at an endpoint',
    index: 'deliveries_by_event',
    run: (storage, { plane }) => storage.deliveries.standings(plane, endpointId, ['evt_5', 'evt_10'] as EventId[]),
  },
  {
    name: 'a span of a connection’s events',
    index: 'events_sequence',
    run: (storage, { plane, connectionId }) => {
      const span = { connectionId, since: samples.moment(1), until: samples.moment(600), after: 100 };
      return storage.events.listSpan(plane, span, 100);
    },
  },
  {
    name: 'where a span of events begins',
    index: 'events_by_connection',
    run: (storage, { plane, connectionId }) => {
      const span = { connectionId, since: samples.moment(1), until: samples.moment(600), after: 100 };
      return storage.events.listSpan(plane, span, 100);
    },
  },
  {
    name: 'endpoints to look after',
    index: 'endpoint_health_due',
    run: (storage) => storage.endpointHealth.listDue(samples.moment(1), 100),
  },
  {
    name: 'whether a delivery must wait in line',
    index: 'delivery_lines_order',
    run: (storage, { connectionId }) => {
      const place = { operationId: 'op_x' as OperationId, endpointId, connectionId, sequence: 1 };
      return storage.deliveryLines.standing(place);
    },
  },
  {
    name: 'the lines of an endpoint',
    index: 'delivery_lines_order',
    run: (storage) => storage.deliveryLines.letOutAll(endpointId, samples.moment(), 10),
  },
  {
    name: 'what has been let out',
    index: 'delivery_lines_out',
    run: (storage, { connectionId }) => storage.deliveryLines.letOut(endpointId, connectionId, samples.moment()),
  },
  {
    name: 'what waits for its own retry',
    index: 'operations_by_subject',
    run: (storage) => storage.deliveryLines.gather(endpointId, samples.moment(), 500),
  },
];

/** Endpoints, most of them well, and long lines before some; of what `fillForPlans` makes. */
export async function fillForWebhooks(db: Knex, numbers: string): Promise<void> {
  const time = `${+samples.moment()} + n`;
  await db.raw(`insert into webhook_endpoints (id, organization_id, environment, url, event_types, status,
      sealed_secret, created_at, updated_at)
    select 'we_' || n, 'org_' || (n % 5 + 1), 'test', 'https://hooks.sample.test/', '["*"]', 'enabled', 's', ${time}, ${time}
    from ${numbers}`);
  await db.raw(`insert into endpoint_health (endpoint_id, organization_id, environment, consecutive_failures, backlog,
      tend_at)
    select 'we_' || n, 'org_' || (n % 5 + 1), 'test', 0, 'none', case n % 100 when 0 then ${time} end from ${numbers}`);
  await db.raw(`insert into delivery_lines (operation_id, endpoint_id, connection_id, sequence, let_out_at)
    select 'op_' || n, 'we_' || (n % 20), 'conn_' || (n % 50), n, case n % 200 when 0 then ${time} end
    from ${numbers} where n % 2 = 0`);
}
