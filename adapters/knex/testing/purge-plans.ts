import type { Knex } from 'knex';
import { samples } from '#contract-tests';
import type { ConnectionId, PurgeTarget } from '#core/ports';
import type { PlannedQuery } from './query-plans.ts';

/** 200 rows of the filled tables are older, so a purge removes a part. */
const before = samples.moment(2);

const purgeIndexes: Readonly<Record<PurgeTarget, string>> = {
  operations: 'operations_ended',
  deliveries: 'operations_delivered',
  excerpts: 'delivery_attempts_excerpts',
  events: 'events_age',
  idempotency_keys: 'idempotency_keys_expiry',
  notifications: 'inbound_notifications_age',
  audit_entries: 'audit_entries_age',
  provider_calls: 'provider_calls_age',
  requests: 'request_log_age',
  exports: 'export_parts_age',
  provider_requests: 'provider_requests_age',
  connect_sessions: 'connect_sessions_expiry',
  schedule_ticks: 'schedule_ticks_age',
  usage_events: 'usage_events_age',
  console_sessions: 'console_sessions_expiry',
  sign_in_failures: 'sign_in_failures_age',
  look_alikes: 'look_alikes_age',
  look_alike_locks: 'look_alike_locks_age',
  agent_reservations: 'agent_reservations_age',
  agent_spend: 'agent_spend_age',
};

const purges = (Object.keys(purgeIndexes) as PurgeTarget[]).map(
  (target): PlannedQuery => ({
    name: `purge of ${target}`,
    index: purgeIndexes[target],
    run: (storage) => storage.retention.purge(target, { before, limit: 200 }),
  }),
);

const forgetIndexes = {
  answers: 'idempotency_keys_by_connection',
  operations: 'operations_by_connection',
  requests: 'request_log_by_connection',
  exports: 'export_parts_list',
} as const;

const forgets = (Object.keys(forgetIndexes) as (keyof typeof forgetIndexes)[]).map(
  (part): PlannedQuery => ({
    name: `${part} of a connection that is forgotten`,
    index: forgetIndexes[part],
    run: (storage) => {
      const cut = { now: before, limit: 200, after: null, sparesUnderWay: true };
      return storage.retention.forget(part, 'conn_1' as ConnectionId, cut);
    },
  }),
);

const dueCut = { now: before, after: '', appMost: 100, plannedSince: before, limit: 200 };

/** Queries of schedules and retention. */
export const scheduleQueries: readonly PlannedQuery[] = [
  ...purges,
  ...forgets,
  {
    name: 'connect sessions that nobody ended',
    index: 'connect_sessions_unchosen',
    run: (storage) => storage.connectSessions.listUnchosen(before, 20),
  },
  {
    name: 'what resembles a create',
    index: 'look_alikes_found',
    run: (storage) => storage.lookAlikes.find('conn_1' as ConnectionId, ['f1', 'f2'], before),
  },
  {
    name: 'what an agent’s key has reserved today',
    index: 'agent_reservations_open',
    run: (storage) => storage.agentSpending.open('key_1', before),
  },
  {
    name: 'apps with connections to reconcile',
    index: 'reconciliations_due',
    run: (storage) => storage.reconciliations.due(dueCut),
  },
  {
    name: 'apps with connections to walk',
    index: 'reconciliations_follow_due',
    run: (storage) => storage.follows.due(dueCut),
  },
  {
    name: 'connections that are being walked',
    index: 'reconciliations_follow_planned',
    run: (storage) => storage.follows.onTheWay(samples.moment(3_950), 100),
  },
  {
    name: 'connections whose tokens rest',
    index: 'credentials_idle',
    run: (storage) => {
      const refreshedBefore = new Date(samples.moment().getTime() + 50);
      return storage.connections.listActive({ refreshedBefore }, 'conn_1' as ConnectionId, 10);
    },
  },
  {
    name: 'meter events that are in no day yet',
    index: 'usage_events_open',
    run: (storage) => storage.usage.rollUp(500, samples.moment(9)),
  },
  {
    name: 'what a plane used',
    index: 'usage_days',
    run: (storage, { plane }) =>
      storage.usage.read(plane, { from: '2030-01-01', to: '2030-01-30', groupBy: 'day' }, { limit: 50, page: 1 }),
  },
  {
    name: 'ticks that lost their worker',
    index: 'schedule_ticks_open',
    run: (storage) => storage.schedules.resume(before, samples.moment(9)),
  },
];

const rows = 10_000;

/** Fills tables that only schedules and retention read, and ends operations. Call it after `fillForTimelines`. */
export async function fillForPurges(db: Knex, numbers: string): Promise<void> {
  const time = `${+samples.moment()} + n`;
  const fill = (table: string, columns: string, values: string) =>
    db.raw(`insert into ${table} (${columns}) select ${values} from ${numbers} where n <= ${rows}`);
  await db.raw(`update operations set finished_at = updated_at where state in ('succeeded', 'failed', 'dead_letter')`);
  await db.raw(`insert into delivery_attempts (delivery_id, organization_id, run, number, at, duration_ms, response_excerpt)
    select 'dlv_' || n, 'org_1', 1, 1, ${time}, 5, case when n % 2 = 0 then 'no' end from ${numbers} where n % 3 = 0 and n <= ${rows}`);
  await fill(
    'reconciliations',
    'connection_id, organization_id, environment, app_key, due_at, follow_due_at, follow_planned_at',
    `'conn_' || n, 'org_1', 'test', 'app_' || (n % 10), ${time}, ${time}, case when n % 50 = 0 then ${time} end`,
  );
  await fill(
    'inbound_notifications',
    'app_key, organization_id, identity, received_at',
    `'hosted ledger', 'org_1', 'i' || n, ${time}`,
  );
  await fill(
    'connect_sessions',
    `id, organization_id, environment, state, token_digest, state_digest, provider, external_account_id, redirect_uri,
      retention_mode, metadata, request_id, created_at, expires_at`,
    `'cs_' || n, 'org_1', 'test', case n % 9 when 0 then 'choosing' else 'done' end, 't' || n, 's' || n, 'ledger', 'a',
      'u', 'cached', '{}', 'req', ${time}, ${time}`,
  );
  await fill(
    'connections',
    `id, organization_id, environment, external_account_id, provider, app_key, provider_tenant_id, status,
      retention_mode, scopes, metadata, created_at, updated_at`,
    `'conn_s' || n, 'org_1', 'test', 'a', 'ledger', 'hosted ledger', 't' || n, 'active', 'cached', '[]', '{}', ${time}, ${time}`,
  );
  await fill(
    'credentials',
    'connection_id, organization_id, generation, sealed_access_token, sealed_refresh_token, access_expires_at, refreshed_at',
    `'conn_s' || n, 'org_1', 1, 'a', 'r', ${time}, ${time}`,
  );
  await fill(
    'schedule_ticks',
    'schedule, tick_at, fired_at, held_until',
    `'s' || (n % 30), ${time}, ${time}, case when n % 500 = 0 then ${time} end`,
  );
  await fill(
    'export_parts',
    'id, organization_id, environment, operation_id, position, sealed_text, created_at',
    `'p' || n, 'org_' || (n % 50 + 1), 'test', 'op_' || (n / 100), n, 's', ${time}`,
  );
  await fill(
    'look_alikes',
    'connection_id, subject, fingerprint, organization_id, environment, type, created_at',
    `'conn_' || (n % 50), 's' || n, 'f' || (n % 900), 'org_1', 'test', 'invoices', ${time}`,
  );
  await fill('look_alike_locks', 'connection_id, fingerprint, touched_at', `'conn_' || (n % 50), 'f' || n, ${time}`);
  await fill('agent_spend', 'lineage_id, day, currency, amount, writes', `'key_' || n, ${time}, '', '0', 1`);
  await fill(
    'agent_reservations',
    'owner, currency, connection_id, organization_id, environment, lineage_id, day, amount, writes, state',
    `'o' || n, '', 'conn_1', 'org_1', 'test', 'key_' || (n % 50), ${time}, '0', 1, case when n % 5 = 0 then 'open' else 'kept' end`,
  );
  await fill('sign_in_failures', 'subject, tries, latest_at', `'f' || n, '[]', ${time}`);
  await fill(
    'members',
    'id, organization_id, email, role, password_hash, created_at',
    `'user_s' || n, 'org_1', 's' || n, 'owner', 'h', ${time}`,
  );
  await fill(
    'console_sessions',
    'token_digest, organization_id, member_id, csrf_digest, created_at, seen_at, expires_at, id, agent',
    `'d' || n, 'org_1', 'user_s' || n, 'c', ${time}, ${time}, ${time}, 'csn_' || n, ''`,
  );
  const usedBy = `'org_' || (n % 50), 'test', '2030-01-' || (10 + n % 20), 'write', 'conn_' || n, 1`;
  await fill(
    'usage_events',
    'request_id, at, rolled_at, organization_id, environment, day, meter, connection_id, quantity',
    `'req_' || n, ${time}, case when n % 500 > 0 then ${time} end, ${usedBy}`,
  );
  await fill('usage_days', 'organization_id, environment, day, meter, connection_id, quantity', usedBy);
}
