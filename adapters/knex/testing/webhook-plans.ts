// Queries of webhooks other than lists, and their indexes.
import type { Knex } from 'knex';
import { samples } from '#contract-tests';
import type { EventId, WebhookEndpointId } from '#core/ports';
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
    name: 'the deliveries of some events to an endpoint',
    index: 'deliveries_by_event',
    run: (storage, { plane }) => storage.deliveries.listToEndpoint(plane, endpointId, ['evt_5', 'evt_10'] as EventId[]),
  },
  {
    name: 'a span of events',
    index: 'events_list',
    run: (storage, { plane }) => {
      const span = { since: samples.moment(1), until: samples.moment(600), after: null };
      return storage.events.listSpan(plane, span, 100);
    },
  },
  {
    name: 'a span of events, further on',
    index: 'events_list',
    run: (storage, { plane }) => {
      const span = { since: samples.moment(1), until: samples.moment(600), after: deep.after };
      return storage.events.listSpan(plane, span, 100);
    },
  },
  {
    name: 'endpoints to look after',
    index: 'webhook_endpoints_due',
    run: (storage) => storage.webhookEndpoints.listDue(samples.moment(1), 100),
  },
  {
    name: 'how many endpoints are paused',
    index: 'webhook_endpoints_due',
    run: (storage) => storage.webhookEndpoints.countPaused(),
  },
  {
    name: 'how many deliveries are held',
    index: 'operations_held',
    run: (storage) => storage.deliveries.countHeld(),
  },
  {
    name: 'the next probe of a paused endpoint',
    index: 'operations_held',
    run: (storage) => storage.deliveries.releaseHeld(endpointId, samples.moment(), 1),
  },
  {
    name: 'what waits for an endpoint that is disabled',
    index: 'operations_by_subject',
    run: (storage) => storage.deliveries.endWaiting(endpointId, null, samples.moment(), 500),
  },
];

/** Makes endpoints, mostly healthy, for the rows of `fillForPlans`. */
export async function fillForWebhooks(db: Knex, numbers: string): Promise<void> {
  const time = `${+samples.moment()} + n`;
  await db.raw(`insert into webhook_endpoints (id, organization_id, environment, url, event_types, status,
      sealed_secret, consecutive_failures, next_check_at, created_at, updated_at)
    select 'we_' || n, 'org_' || (n % 5 + 1), 'test', 'https://hooks.sample.test/', '["*"]', 'enabled', 's',
      0, case n % 100 when 0 then ${time} end, ${time}, ${time}
    from ${numbers}`);
}
