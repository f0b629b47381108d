// What the console's overview and pages sum up and look for, and the indexes that must serve it.
import type { Knex } from 'knex';
import { samples } from '#contract-tests';
import type { ConnectionId, OrganizationId, WebhookEndpointId } from '#core/ports';
import type { PlannedQuery } from './query-plans.ts';

const owner = 'org_3' as OrganizationId;
const hours = [samples.moment(0), samples.moment(3_600)];

export const overviewQueries: readonly PlannedQuery[] = [
  {
    name: 'what ended in some hours',
    index: 'operations_finished',
    run: ({ overview }, { plane }) => overview.ended(plane, hours, 100),
  },
  {
    name: 'which deliveries ended in some hours',
    index: 'operations_finished_deliveries',
    run: ({ overview }, { plane }) => overview.ended(plane, hours, 100),
  },
  {
    name: 'what is unfinished',
    index: 'operations_by_type_state',
    run: ({ overview }, { plane }) => overview.unfinished(plane, 100),
  },
  {
    name: 'how the deliveries to an endpoint stand',
    index: 'operations_by_subject',
    run: ({ overview }, { plane }) => overview.deliveries(plane, 'we_0' as WebhookEndpointId, samples.moment(1), 100),
  },
  {
    name: 'attempts at the latest deliveries',
    index: 'deliveries_list',
    run: ({ overview }, { plane }) => overview.attempts(plane, null, samples.moment(1), 100),
  },
  {
    name: 'attempts at the latest deliveries to an endpoint',
    index: 'deliveries_by_endpoint',
    run: ({ overview }, { plane }) => overview.attempts(plane, 'we_0' as WebhookEndpointId, samples.moment(1), 100),
  },
  {
    name: 'connections of a health',
    index: 'connections_by_health',
    run: ({ connections }, { plane }) => connections.list(plane, { health: 'degraded' }, { limit: 20, page: 1 }),
  },
  {
    name: 'events of an invoice',
    index: 'events_by_invoice',
    run: ({ events }, { plane, connectionId }) => events.listByInvoice(plane, connectionId, 'invoice-7', 50),
  },
  {
    name: 'calls of a connection',
    index: 'provider_calls_by_connection',
    run: ({ providerCalls }, { plane }) =>
      providerCalls.listByConnection(
        { ...plane, organizationId: owner },
        'conn_7' as ConnectionId,
        { lookedAt: 2_000 },
        2_000,
      ),
  },
  {
    name: 'deliveries of a connection’s events',
    index: 'deliveries_by_event',
    run: ({ deliveries }, { plane }) =>
      deliveries.list(plane, { connectionId: 'conn_nobody' as ConnectionId }, { limit: 50, page: 1 }),
  },
];

/** Invoices of the events that `fillForPlans` makes. */
export async function fillForOverviews(db: Knex): Promise<void> {
  await db.raw(`update events set invoice_id = 'invoice-' || (sequence % 500)`);
}
