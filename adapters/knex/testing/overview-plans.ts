// Queries of the console's overview and pages, and their indexes.
import type { Knex } from 'knex';
import type { ConnectionId, OrganizationId, WebhookEndpointId } from '#core/ports';
import type { PlannedQuery } from './query-plans.ts';

const owner = 'org_3' as OrganizationId;

export const overviewQueries: readonly PlannedQuery[] = [
  {
    name: 'what is unfinished',
    index: 'operations_by_type_state',
    run: ({ overview }, { plane }) => overview.unfinished(plane, null, 100),
  },
  {
    name: 'what waits for an endpoint',
    index: 'operations_by_subject',
    run: ({ overview }, { plane }) => overview.unfinished(plane, 'we_0' as WebhookEndpointId, 100),
  },
  {
    name: 'connections of a health',
    index: 'connections_by_health',
    run: ({ connections }, { plane }) => connections.list(plane, { health: 'degraded' }, { limit: 20, page: 1 }),
  },
  {
    name: 'events of an invoice',
    index: 'events_by_invoice',
    run: ({ events }, { plane, connectionId }) => events.listByRecord(plane, connectionId, 'invoice-7', 50),
  },
  {
    name: 'keys that end',
    index: 'api_keys_ending',
    run: ({ apiKeys }) =>
      apiKeys.listEnding({ after: new Date(0), until: new Date(1) }, { at: new Date(0), id: 'key_1' }, 100),
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
];

/** Gives invoices to the events of `fillForPlans`. */
export async function fillForOverviews(db: Knex): Promise<void> {
  await db.raw(`update events set invoice_id = 'invoice-' || (sequence % 500)`);
}
