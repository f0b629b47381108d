// An organization with very many connections, deliveries and operations, put into the database of a service that runs.
import type Sqlite from 'better-sqlite3';

const dayMs = 86_400_000;

export interface Many {
  readonly connections: number;
  readonly deliveries: number;
  /** The deliveries' receivers, in turn. */
  readonly endpointIds: readonly string[];
}

/** Ended deliveries end in the last 40 hours; others wait until tomorrow, so that no worker takes them. */
export function fillMany(database: Sqlite.Database, { connections, deliveries, endpointIds }: Many): void {
  const now = Date.now();
  const { organization_id: organization } = database.prepare('select organization_id from api_keys').get() as {
    organization_id: string;
  };
  const id = (prefix: string, n = 'n') => `'${prefix}_01m8' || printf('%022d', ${n})`;
  const plane = `'${organization}', 'test'`;
  const at = (count: number) => `${now} - n * ${Math.floor((40 * 3_600_000) / count)}`;
  const put = (count: number, table: string, columns: string, values: string) => {
    const numbers = `with recursive s(n) as (select 1 union all select n + 1 from s where n < ${count}) select`;
    database.exec(`insert into ${table} (${columns}) ${numbers} ${values} from s`);
  };
  const states = `case when n % 20 < 13 then 'succeeded' when n % 20 = 13 then 'failed' when n % 20 = 14 then 'dead_letter'
    when n % 20 = 15 then 'cancelled' when n % 20 < 19 then 'retrying' else 'queued' end`;
  const operation = (prefix: string, type: string, subject: string, count: number) =>
    put(
      count,
      'operations',
      `id, organization_id, environment, type, state, connection_id, subject, input, result, attempts, replays, run,
        attempt_count, max_attempts, lapses, due_at, lease_token, metadata, request_id, created_at, updated_at, stage`,
      `${id(prefix)}, ${plane}, ${type}, ${states}, ${id('conn', `n % ${connections} + 1`)}, ${subject}, '{}', 'null', '[]', '[]', 1,
        1, 10, 0, case when n % 20 > 15 then ${now + dayMs} end, 1, '{}', ${id('req')}, ${at(count)}, ${at(count)},
        case when n % 20 > 15 then 'timer' else 'ended' end`,
    );
  const endpoint = `case n % ${endpointIds.length} ${endpointIds.map((one, i) => `when ${i} then '${one}'`).join(' ')} end`;
  const operations = deliveries / 5;
  database.transaction(() => {
    put(
      connections,
      'connections',
      `id, organization_id, environment, external_account_id, provider, app_key, provider_tenant_id, provider_tenant_name,
        status, retention_mode, scopes, metadata, created_at, updated_at, last_synced_at, health, health_reason`,
      `${id('conn')}, ${plane}, 'customer-' || n, 'ledger', 'none', 'tenant ' || n, 'Customer ' || n,
        case when n % 10 = 0 then 'action_required' when n % 25 = 1 then 'disconnected' else 'active' end, 'cached', '[]', '{}',
        ${at(connections)}, ${at(connections)}, ${now}, case when n % 40 = 3 then 'degraded' when n % 10 = 0 then 'failing' else 'ok' end,
        case when n % 40 = 3 then 'provider_unavailable' when n % 10 = 0 then 'authorization' end`,
    );
    operation('op', `'webhook.deliver'`, endpoint, deliveries);
    operation('op_m', `case when n % 3 = 0 then 'connection.sync' else 'notification.process' end`, `'x'`, operations);
    put(
      deliveries,
      'deliveries',
      'id, organization_id, environment, endpoint_id, event_id, event_type, operation_id, request_id, created_at, connection_id',
      `${id('dlv')}, ${plane}, ${endpoint}, ${id('evt', '(n + 1) / 2')}, 'invoice.paid', ${id('op')}, ${id('req')}, ${at(deliveries)},
        ${id('conn', `n % ${connections} + 1`)}`,
    );
    put(
      deliveries,
      'delivery_attempts',
      'delivery_id, organization_id, run, number, at, duration_ms, response_status',
      `${id('dlv')}, '${organization}', 1, 1, ${at(deliveries)}, 20, case when n % 20 < 13 then 200 else 500 end`,
    );
    put(
      deliveries / 2,
      'events',
      'id, organization_id, environment, type, connection_id, sequence, identity, data, request_id, created_at',
      `${id('evt')}, ${plane}, 'invoice.paid', ${id('conn', `n % ${connections} + 1`)}, n, 'identity ' || n, '{}', ${id('req')},
        ${at(deliveries / 2)}`,
    );
    put(
      operations,
      'request_log',
      `id, organization_id, environment, request_id, actor, method, route, status, code, is_replayed, duration_ms,
        connection_id, created_at`,
      `${id('req')}, ${plane}, ${id('req')}, 'system', 'POST', '/v1/connections/:connection_id/invoices', case when n % 4 = 0 then 422 else 201 end,
        case when n % 4 = 0 then 'VALIDATION_FAILED' end, false, 20, ${id('conn', `n % ${connections} + 1`)}, ${at(operations)}`,
    );
    put(
      connections,
      'usage_days',
      'organization_id, environment, day, meter, connection_id, quantity',
      `${plane}, '${new Date(now).toISOString().slice(0, 10)}', 'write', ${id('conn')}, n % 7`,
    );
    // Counted by the database's own triggers.
    database.exec("update operations set finished_at = created_at where finished_at is null and stage = 'ended'");
  })();
}
