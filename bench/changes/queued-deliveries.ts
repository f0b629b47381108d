// Deliveries in the queue, any number: a few are made by the core's own hands, the others are copies made by the database.
import type pg from 'pg';
import { newHealth } from '../../core/domain/endpoint-health.ts';
import { type Event, eventEnvelope, type JsonObject, type Plane, type WebhookEndpoint } from '../../core/index.ts';
import { draftDelivery } from '../../core/use-cases/queue/draft-delivery.ts';
import { endpointSecretPlace } from '../../core/use-cases/webhooks/endpoint-secret.ts';
import { withDatabase } from '../engine/server.ts';
import { addConnection, type Deployment } from './deployment.ts';

export const signingSecret = `whsec_${Buffer.from('a secret of thirty-two bytes ....').toString('base64')}`;

/** An endpoint with a connection whose events it gets. */
export interface Subscription {
  readonly endpoint: WebhookEndpoint;
  /** An event as it is sent. */
  readonly sample: JsonObject;
  /** Makes one more delivery, due now. */
  readonly operationId: string;
}

/** An endpoint that wants every event. */
export async function addEndpoint({ ports }: Pick<Deployment, 'ports'>, plane: Plane, url: string) {
  const { storage, ids, clock, vault } = ports;
  const now = clock.now();
  const owner = { ...plane, id: ids.next('we') };
  const endpoint: WebhookEndpoint = {
    ...owner,
    url,
    eventTypes: ['*'],
    description: null,
    sendTraceparent: false,
    sealedSecret: await vault.seal(signingSecret, endpointSecretPlace(owner, 'secret')),
    sealedPreviousSecret: null,
    previousSecretUntil: null,
    ...newHealth,
    createdAt: now,
    updatedAt: now,
  };
  await storage.webhookEndpoints.insert(endpoint);
  return endpoint;
}

/** The endpoint is in the database afterwards, with one delivery in the queue. */
export async function addSubscription(deployment: Deployment, plane: Plane, url: string): Promise<Subscription> {
  const { ports } = deployment;
  const { storage, ids, clock } = ports;
  const now = clock.now();
  const endpoint = await addEndpoint(deployment, plane, url);
  const connection = await addConnection(deployment, plane);
  const event = await storage.transaction(async (stores) => {
    const [appended] = await stores.events.append([
      {
        ...plane,
        id: ids.next('evt'),
        type: 'invoice.paid',
        connectionId: connection.id,
        identity: `bench-${connection.id}`,
        data: dataOf(connection.id),
        operationId: null,
        requestId: ids.next('req'),
        traceparent: null,
        createdAt: now,
      },
    ]);
    if (!appended) throw new Error('the event is not new');
    const draft = draftDelivery(ports, appended, endpoint);
    await stores.operations.insert([draft.operation]);
    await stores.deliveries.insert([draft.delivery]);
    return { appended, operationId: draft.operation.id };
  });
  return { endpoint, sample: eventEnvelope(event.appended), operationId: event.operationId };
}

const dataOf = (connectionId: Event['connectionId']): JsonObject => ({
  connection_id: connectionId,
  external_account_id: 'customer-1',
  invoice: {
    id: 'inv_01k00000000000000000000000',
    provider_id: '00000000-0000-4000-8000-000000000022',
    number: 'INV-0001',
    external_reference: 'order-1001',
    status: 'PAID',
    currency: 'NZD',
    total: 115,
    amount_paid: 115,
    amount_due: 0,
    amount_credited: 0,
    provider_revision: '2026-09-14T09:00:00.016Z.0123456789abcdef',
    provider_updated_at: '2026-09-14T09:00:00.016Z',
  },
  previous: { status: 'AUTHORISED', amount_paid: 0, amount_due: 115 },
  document: { refresh_required: true, provider_action: 'invoice.download_pdf' },
});

/** Queues `times` more deliveries for each, every one of an event of its own, next in its connection's sequence. */
export async function queueCopies(url: string, of: readonly Subscription[], times: number): Promise<void> {
  const operationIds = of.map(({ operationId }) => operationId);
  await withDatabase(url, async (client) => {
    await client.query('begin');
    await client.query('create sequence if not exists bench_copies');
    await client.query(
      `create temp table copies on commit drop as
       select d.operation_id, d.id as delivery_id, d.event_id, s.last as sequence, m.n,
              lpad(nextval('bench_copies')::text, 25, '0') as suffix
       from generate_series(1, $2::int) as m (n) cross join deliveries d
       join events e on e.id = d.event_id join event_sequences s on s.connection_id = e.connection_id
       where d.operation_id = any($1::text[])`,
      [operationIds, times],
    );
    await client.query('create index on copies (operation_id)');
    for (const { table, by, values } of copied) await copy(client, table, by, values);
    await client.query(
      `update event_sequences s set last = s.last + $2 from events e join deliveries d on d.event_id = e.id
       where s.connection_id = e.connection_id and d.operation_id = any($1::text[])`,
      [operationIds, times],
    );
    await client.query('commit');
  });
}

interface Copied {
  readonly table: string;
  readonly by: string;
  /** SQL of the columns in which a copy differs. */
  readonly values: Readonly<Record<string, string>>;
}

const nowMs = '(extract(epoch from now()) * 1000)::bigint';
const newInput = `replace(replace(o.input, c.delivery_id, 'dlv_0' || c.suffix), c.event_id, 'evt_0' || c.suffix)`;

const copied: readonly Copied[] = [
  {
    table: 'events',
    by: 'event_id',
    values: {
      id: `'evt_0' || c.suffix`,
      sequence: 'c.sequence + c.n',
      identity: `'copy-' || c.suffix`,
      created_at: nowMs,
    },
  },
  {
    table: 'operations',
    by: 'operation_id',
    values: {
      id: `'op_0' || c.suffix`,
      input: newInput,
      // As inserts leave them: of an endpoint sixteen are admitted, the others wait for their group.
      ...{
        state: `'queued'`,
        stage: `case when c.n <= 16 then 'ready' else 'waiting' end`,
        due_at: nowMs,
        created_at: nowMs,
        updated_at: nowMs,
      },
      ...{ lease_token: '0', attempts: `'[]'`, attempt_count: '0', result: `'null'` },
      ...{ claimed_at: 'null', lease_expires_at: 'null', started_at: 'null', finished_at: 'null' },
    },
  },
  {
    table: 'deliveries',
    by: 'delivery_id',
    values: {
      id: `'dlv_0' || c.suffix`,
      operation_id: `'op_0' || c.suffix`,
      event_id: `'evt_0' || c.suffix`,
      created_at: nowMs,
    },
  },
];

async function copy(client: pg.Client, table: string, by: string, values: Copied['values']): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  await client.query(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => values[name] ?? `o.${name}`).join(', ')} from ${table} o join copies c on c.${by} = o.id
     order by c.n`,
  );
}
