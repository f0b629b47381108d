import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { rowsOf } from '../session.ts';

/** Longer than the server allows a statement or an idle transaction. */
const idleWithinMs = 60_000;

/** Children first, so that no reference prevents deletion; this is faster than creating the tables again. */
const tables = [
  ...['delivery_attempts', 'deliveries', 'operation_steps', 'operations'],
  ...['events', 'event_sequences', 'webhook_endpoints'],
  ...['idempotency_keys', 'cached_records', 'record_counts', 'record_leases', 'payment_projections'],
  ...['inbound_notifications', 'notification_cursors', 'notification_gaps'],
  ...[
    'provider_calls',
    'request_log',
    'provider_requests',
    'export_parts',
    'request_budgets',
    'schedule_ticks',
    'usage_events',
    'usage_days',
    'attachment_bytes',
    'hourly_sums',
    'console_sessions',
    'sign_in_failures',
  ],
  ...['look_alikes', 'look_alike_locks', 'agent_reservations', 'agent_spend'],
  ...['alerts', 'alert_destinations'],
  ...['credentials', 'connections', 'connect_sessions'],
  ...[
    'audit_entries',
    'provider_app_consents',
    'provider_apps',
    'api_keys',
    'member_factors',
    'invitations',
    'members',
    'organizations',
  ],
];

export async function emptyAll({ knex, pool }: Database): Promise<void> {
  await untilIdle(pool);
  const filled = tables.map((table) => `select '${table}' as name where exists (select 1 from ${table})`);
  const names = await rowsOf<{ name: string }>(knex, filled.join(' union all '), []);
  await knex.transaction(async (trx) => {
    for (const { name } of names) await trx.raw(`delete from ${name}`);
  });
}

/** Waits, because queries of a broken clause may still lock rows. */
async function untilIdle(pool: Database['pool']): Promise<void> {
  const endsAt = performance.now() + idleWithinMs;
  for (await turn(); pool().used + pool().waiting > 0; await wait(1)) {
    if (performance.now() > endsAt) throw new Error(`connections are in use: ${JSON.stringify(pool())}`);
  }
}
