import type { Knex } from 'knex';
import { samples } from '#contract-tests';
import type { ConnectionId, Plane, Storage } from '#core/ports';
import { alertQueries, fillForAlerts } from './alert-plans.ts';
import { consoleQueries } from './console-plans.ts';
import { operationQueries } from './operation-plans.ts';
import { fillForOverviews, overviewQueries } from './overview-plans.ts';
import { fillForPurges, scheduleQueries } from './purge-plans.ts';
import { fillForLists, recordQueries } from './record-plans.ts';
import { fillForSealedValues, sealedQueries } from './sealed-plans.ts';
import { fillForTimelines, timelineQueries } from './timeline-plans.ts';
import { fillForWebhooks, webhookWorkQueries } from './webhook-plans.ts';

/** A frequent query of the API or a worker, and the index that must serve it (docs/storage.md). */
export interface PlannedQuery {
  readonly name: string;
  readonly index: string;
  /** False where the index returns the rows in order. */
  readonly isSorted?: boolean;
  /** The columns that SQLite must search by. */
  readonly searched?: string;
  /** True where rows are compared that no index contains. */
  readonly readsRows?: boolean;
  run(storage: Storage, world: World): Promise<unknown>;
}

/** Ids of the filled tables. */
export interface World {
  readonly plane: Plane;
  readonly connectionId: ConnectionId;
}

const deep = { limit: 50, after: { at: samples.moment(1_000), id: 'z' } };
const endpointId = 'we_0' as ReturnType<typeof samples.sampleId<'we'>>;
const eventId = 'evt_0' as ReturnType<typeof samples.sampleId<'evt'>>;

const webhookQueries: readonly PlannedQuery[] = [
  {
    name: 'deliveries',
    index: 'deliveries_list',
    run: (storage, { plane }) => storage.deliveries.list(plane, {}, deep),
  },
  {
    name: 'deliveries by state',
    index: 'operations_by_type_state',
    run: (storage, { plane }) => storage.deliveries.list(plane, { state: 'dead_letter' }, deep),
  },
  {
    name: 'deliveries of an endpoint',
    index: 'deliveries_by_endpoint',
    run: (storage, { plane }) => storage.deliveries.list(plane, { endpointId }, deep),
  },
  {
    name: 'deliveries of an endpoint by state',
    index: 'operations_by_subject',
    run: (storage, { plane }) => storage.deliveries.list(plane, { endpointId, state: 'dead_letter' }, deep),
  },
  {
    name: 'deliveries of an event',
    index: 'deliveries_by_event',
    run: (storage, { plane }) => storage.deliveries.list(plane, { eventId }, deep),
  },
  {
    name: 'deliveries of a connection',
    index: 'deliveries_by_connection',
    run: (storage, { plane, connectionId }) => storage.deliveries.list(plane, { connectionId }, deep),
  },
  {
    name: 'failed deliveries of a customer',
    index: 'deliveries_by_connection',
    run: (storage, { plane }) => storage.deliveries.list(plane, { externalAccountId: 'c', state: 'failed' }, deep),
  },
  { name: 'events', index: 'events_list', run: (storage, { plane }) => storage.events.list(plane, {}, deep) },
  {
    name: 'events by type',
    index: 'events_by_type',
    run: (storage, { plane }) => storage.events.list(plane, { type: 'invoice.paid' }, deep),
  },
  {
    name: 'events of a connection',
    index: 'events_by_connection',
    run: (storage, { plane, connectionId }) => storage.events.list(plane, { connectionId }, deep),
  },
];

const place = (connectionId: ConnectionId) => ({ connectionId, type: 'invoices' }) as const;

const writeQueries: readonly PlannedQuery[] = [
  {
    name: 'which records other writes made',
    index: 'idempotency_keys_produced',
    run: (storage, { plane, connectionId }) =>
      storage.idempotency.producedByOthers(place(connectionId), ['p5', 'p10'], { ...plane, key: 'k1' }),
  },
  {
    name: 'creates under way',
    index: 'idempotency_keys_open',
    run: (storage, { plane, connectionId }) => {
      const begun = { after: samples.moment(), until: samples.moment(600) };
      return storage.idempotency.openCreates(place(connectionId), begun, { ...plane, key: 'k1' }, 1000);
    },
  },
];

const bulkId = 'op_7' as ReturnType<typeof samples.sampleId<'op'>>;

const bulkQueries: readonly PlannedQuery[] = [
  {
    name: 'which records bulk writes made',
    index: 'bulk_items_created',
    run: (storage, { plane, connectionId }) =>
      storage.idempotency.producedByOthers(place(connectionId), ['p5', 'p10'], { ...plane, key: 'k1' }),
  },
  {
    name: 'items that are undecided',
    index: 'bulk_items_place',
    run: (storage) => storage.bulkItems.undecided(bulkId, 1, 50),
  },
  {
    name: 'items of a bulk write',
    index: 'bulk_items_place',
    run: (storage, { plane }) =>
      storage.bulkItems.list(plane, bulkId, 'failed', { limit: 50, after: { at: new Date(10), id: 'z' } }),
  },
  {
    name: 'unfinished bulk writes of a connection',
    index: 'operations_unfinished',
    run: (storage, { connectionId }) => storage.bulkItems.countUnfinished(connectionId, 10),
  },
];

export const plannedQueries: readonly PlannedQuery[] = [
  ...operationQueries,
  ...webhookQueries,
  ...recordQueries,
  ...writeQueries,
  ...bulkQueries,
  ...timelineQueries,
  ...webhookWorkQueries,
  ...scheduleQueries,
  ...sealedQueries,
  ...consoleQueries,
  ...overviewQueries,
  ...alertQueries,
];

/** Returns the database's plans of all queries that `run` makes. */
export async function plansOf(db: Knex, explain: string, run: () => Promise<unknown>): Promise<readonly string[]> {
  const asked: { sql: string; bindings: readonly Knex.RawBinding[] }[] = [];
  const note = (query: { sql: string; bindings?: readonly Knex.RawBinding[] }) =>
    asked.push({ sql: query.sql, bindings: query.bindings ?? [] });
  db.on('query', note);
  await run();
  db.removeListener('query', note);
  const plans: string[] = [];
  for (const { sql, bindings } of asked.filter((query) => /^(select|with|update)/i.test(query.sql))) {
    plans.push(await planOf(db, `${explain} ${sql}`, bindings));
  }
  return plans;
}

async function planOf(db: Knex, sql: string, bindings: readonly Knex.RawBinding[]): Promise<string> {
  // The recorded text has the driver's placeholders; knex needs its own.
  const answer: unknown = await db.raw(sql.replaceAll(/\$\d+/g, '?'), [...bindings]);
  const rows = (Array.isArray(answer) ? answer : (answer as { rows: object[] }).rows) as Record<string, unknown>[];
  return rows.map((row) => String(row['QUERY PLAN'] ?? row['detail'])).join('\n');
}

/** Inserts rows of several organizations and connections, mostly history, as a planner sees them in production. */
export async function fillForPlans(db: Knex, numbers: string): Promise<World> {
  const plane: Plane = { organizationId: 'org_0' as Plane['organizationId'], environment: 'test' };
  const state = `case when n % 400 = 0 then 'queued' when n % 401 = 0 then 'running' when n % 97 = 0 then 'dead_letter'
    when n % 89 = 0 then 'failed' else 'succeeded' end`;
  const type = `case n % 3 when 0 then 'webhook.deliver' when 1 then 'notification.process' else 'connection.sync' end`;
  const owner = `'org_' || (n % 5), 'test'`;
  const time = `${+samples.moment()} + n`;
  await db.raw(`insert into operations (id, organization_id, environment, type, state, connection_id, subject, input,
      result, attempts, replays, run, attempt_count, max_attempts, lapses, due_at, lease_token, lease_expires_at,
      metadata, request_id, created_at, updated_at, lane, queue_key, group_key, turn,
      stage)
    select 'op_' || n, ${owner}, ${type}, ${state}, 'conn_' || (n % 50), 'we_' || (n % 20), '{}', 'null', '[]', '[]',
      1, 0, 10, 0, ${time}, 0, ${time}, '{}', 'req', ${time}, ${time},
      case n % 3 when 0 then 'delivery' when 1 then 'notification' else 'sync' end, 'test org_' || (n % 5), 'conn_' || (n % 50), n,
      case when n % 800 = 0 then 'ready' when n % 1600 = 400 then 'waiting' when n % 400 = 0 then 'timer'
        when n % 401 = 0 then 'running' else 'ended' end from ${numbers}`);
  await db.raw(`insert into deliveries (id, organization_id, environment, endpoint_id, event_id, connection_id, event_type,
      operation_id, request_id, created_at)
    select 'dlv_' || n, ${owner}, 'we_' || (n % 20), 'evt_' || (n / 4), 'conn_' || (n % 50),
      case n % 60 when 0 then 'sync.completed' else 'invoice.paid' end, 'op_' || n, 'req', ${time}
    from ${numbers} where n % 3 = 0`);
  await db.raw(`insert into events (id, organization_id, environment, type, connection_id, sequence, identity, data,
      request_id, created_at)
    select 'evt_' || n, ${owner}, case n % 50 when 0 then 'invoice.paid' else 'invoice.updated' end,
      'conn_' || (n % 10), n, 'i' || n, '{}', 'req', ${time} from ${numbers}`);
  await fillForLists(db, numbers);
  await db.raw(`insert into idempotency_keys (organization_id, environment, key, fingerprint, lease_until,
      attempt_prepared, attempt_first_sent_at, connection_id, resource_type, produced_id, answer,
      claimed_at, expires_at)
    select ${owner}, 'k' || n, 'f', 0, case when n % 50 = 0 then 'null' end, case when n % 50 = 0 then ${time} end,
      'conn_' || (n % 5), 'invoices', case when n % 50 > 0 then 'p' || n end,
      case when n % 50 > 0 then '{}' end, ${time}, ${time} from ${numbers}`);
  await db.raw(`insert into bulk_items (id, organization_id, environment, operation_id, connection_id, type, position,
      item_key, status, call, together, run, provider_id)
    select 'op_' || ((n + 49) / 50) || '.' || n, ${owner}, 'op_' || ((n + 49) / 50), 'conn_' || (n % 5), 'invoices', n, 'k',
      case n % 20 when 0 then 'failed' else 'succeeded' end, 1, 50, 1, case when n % 20 > 0 then 'p' || n end
    from ${numbers}`);
  await fillForTimelines(db, numbers);
  await fillForOverviews(db);
  await fillForWebhooks(db, numbers);
  await fillForPurges(db, numbers);
  await fillForSealedValues(db);
  await fillForAlerts(db, numbers);
  return { plane, connectionId: 'conn_0' as ConnectionId };
}
