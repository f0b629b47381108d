// What so many operations leave behind, as a service would that hears of changes and delivers events.
import type { Knex } from 'knex';

const day = 86_400_000;

/** A select of `n`, from 1. */
type Numbers = (count: number) => string;

export const numbersOf: Readonly<Record<'sqlite' | 'postgres', Numbers>> = {
  sqlite: (count) =>
    `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s) as s`,
  postgres: (count) => `(select n from generate_series(1, ${count}) as n) as s`,
};

const text = (bytes: number) => `'"${'x'.repeat(bytes)}"'`;
const base = 1_000_000_000_000;
const owner = `'org_' || (n % 100), 'test'`;

/**
 * `count` ended operations that are past their time: one half are reads of a record, each with a step, a call and a
 * notification's identity; the other half are deliveries, each with an attempt; to two deliveries belongs an event, and
 * to each operation a use. Ten in a hundred have an idempotency key. As many deliveries are young, and lose only what
 * their receivers answered.
 */
export async function fillOld(knex: Knex, numbers: Numbers, count: number): Promise<void> {
  const now = Date.now();
  const old = `${now - 200 * day} + n`;
  const half = numbers(count / 2);
  const insert = (table: string, columns: string, values: string, from = half) =>
    knex.raw(`insert into ${table} (${columns}) select ${values} from ${from}`);
  const operationColumns = `id, organization_id, environment, type, state, connection_id, subject, input, result,
    attempts, replays, run, attempt_count, max_attempts, lapses, lease_token, metadata, request_id, created_at,
    started_at, updated_at, finished_at, lane, queue_key, group_key`;
  const operation = (prefix: string, type: string, of: string, at: string) => `'${prefix}' || (${base} + n), ${owner},
    '${type}', 'succeeded', ${of}, ${text(200)}, ${text(60)}, '[]', '[]', 1, 1, 10, 0, 1, '{}', 'req_' || n, ${at},
    ${at}, ${at}, ${at}, '', '', ''`;
  const read = `'conn_' || (n % 1000), 'record ' || n`;
  await insert('operations', operationColumns, operation('op_1', 'notification.process', read, old));
  for (const [prefix, at] of [
    ['2', old],
    ['3', `${now - 60 * day} + n`],
  ] as const) {
    const to = `null, 'we_' || (n % 500)`;
    await insert('operations', operationColumns, operation(`op_${prefix}`, 'webhook.deliver', to, at));
    await insert(
      'deliveries',
      'id, organization_id, environment, endpoint_id, event_id, event_type, operation_id, request_id, created_at',
      `'dlv_${prefix}' || (${base} + n), ${owner}, 'we_' || (n % 500), 'evt_${prefix}' || (${base} + n / 2), 'invoice.paid',
        'op_${prefix}' || (${base} + n), 'req_' || n, ${at}`,
    );
    await insert(
      'delivery_attempts',
      'delivery_id, organization_id, run, number, at, duration_ms, response_status, response_excerpt',
      `'dlv_${prefix}' || (${base} + n), 'org_' || (n % 100), 1, 1, ${at}, 20, 200, ${prefix === '2' ? 'null' : `'accepted'`}`,
    );
  }
  await insert(
    'operation_steps',
    'operation_id, organization_id, name, state, result, started_at, finished_at',
    `'op_1' || (${base} + n), 'org_' || (n % 100), 'hydrate', 'succeeded', ${text(60)}, ${old}, ${old}`,
  );
  await insert(
    'events',
    `id, organization_id, environment, type, connection_id, sequence, identity, data, operation_id, request_id,
      created_at, invoice_id`,
    `'evt_2' || (${base} + n), ${owner}, 'invoice.paid', 'conn_' || (n % 1000), n, 'identity ' || n, ${text(600)},
      'op_1' || (${base} + n), 'req_' || n, ${old}, 'invoice ' || n`,
    numbers(count / 4),
  );
  await insert(
    'provider_calls',
    'organization_id, connection_id, operation_id, request_id, method, path, status, bytes_in, duration_ms, at',
    `'org_' || (n % 100), 'conn_' || (n % 1000), 'op_1' || (${base} + n), 'req_' || n, 'GET', '/Invoices/:id', 200, 2000,
      80, ${old}`,
  );
  await insert(
    'inbound_notifications',
    'app_key, organization_id, identity, received_at',
    `'hosted ledger', 'org_' || (n % 100), 'sequence:' || n, ${old}`,
  );
  await insert(
    'usage_events',
    'request_id, meter, organization_id, environment, connection_id, quantity, at, day, rolled_at',
    `'use_' || n, 'provider_calls', ${owner}, 'conn_' || (n % 1000), 1, ${old}, '2026-01-01', ${old}`,
    numbers(count),
  );
  await insert(
    'idempotency_keys',
    'organization_id, environment, key, fingerprint, lease_until, is_adopted, answer, claimed_at, expires_at',
    `${owner}, 'key ' || n, 'f', 0, false, ${text(600)}, ${old}, ${old}`,
    numbers(count / 10),
  );
}

/** The tables whose rows all go; of the deliveries, as many stay as were young. */
export const emptied = ['operation_steps', 'events', 'provider_calls', 'inbound_notifications', 'idempotency_keys'];
