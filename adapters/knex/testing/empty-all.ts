import type { Knex } from 'knex';

/** Children first, so that no reference stands in the way. Faster than making the tables again. */
const tables = [
  ...['delivery_attempts', 'deliveries', 'operation_steps', 'operations'],
  ...['events', 'event_sequences', 'webhook_endpoints'],
  ...['idempotency_keys', 'cached_records', 'record_leases', 'payment_projections'],
  ...['inbound_notifications', 'notification_cursors', 'notification_gaps'],
  ...[
    'provider_calls',
    'request_budgets',
    'schedule_ticks',
    'usage_events',
    'usage_days',
    'console_sessions',
    'sign_in_failures',
  ],
  ...['credentials', 'connections', 'connect_sessions'],
  ...['audit_entries', 'provider_app_consents', 'provider_apps', 'api_keys', 'members', 'organizations'],
];

export async function emptyAll(knex: Knex): Promise<void> {
  await knex.transaction(async (trx) => {
    for (const table of tables) await trx.raw(`delete from ${table}`);
  });
}
