// A database can be spread by organization where no transaction needs two of them (docs/scale.md).
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { RequestId } from '#core';
import type { Operation } from '#core/ports';
import { until } from '../../contract-tests/testing/until.ts';
import { draftOperation } from '../../core/use-cases/queue/draft-operation.ts';
import { compose } from '../../hosts/composition/compose.ts';
import { readConfig } from '../../hosts/composition/config.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { type Client, clientOf, connected, invoiceBody, textAt } from './client.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { changedTables, crossings, watchOwners } from './owner-log.ts';

/**
 * Statements over a queue of rows that are independent of each other, by how they begin. Where organizations are spread
 * over several databases, each has its own workers and its own queue, so none of them leaves its database.
 */
const overManyOwners: Readonly<Record<string, readonly RegExp[]>> = {
  'a claim': [/^with due as materialized/],
  'operations that fell due wait or are admitted': [/update operations set stage = '(waiting|ready)'/],
  'those that wait for a group are admitted': [/update operations set stage = 'ready'/],
  'what a wrong clock put off': [/^update operations set (due_at|lease_expires_at) = \$?/],
  'leases are prolonged': [/update operations set lease_expires_at = case/],
  'steps that are saved together': [
    /update operations set updated_at = given\.finished_at/,
    /insert into operation_steps/,
  ],
  'attempts that end together': [
    /^with given as materialized .* update operations set lease_expires_at = null/s,
    /^insert into delivery_attempts/,
    /update operations set stage = 'ready'/,
  ],
  'notifications that end together, and what they announce': [
    /update operations set lease_expires_at = (case|null)/,
    /^insert into (cached_records|event_sequences|events|payment_projections|operations|deliveries|usage_events) /,
    // Records that were seen for the first time are look-alikes of later creates of their own connection.
    /^insert into "?look_alikes"?[ (]/,
    /^update event_sequences set last = given\.number/,
    /^update cached_records\s+set told = /,
    /update operations set stage = 'ready'/,
  ],
  'turns of connections, and what they queue': [
    /update reconciliations set (due_at = given\.due_at|follow_due_at = given\.due_at)/,
    /^insert into operations .* on conflict \(coalesce_key\)/s,
    /update operations set stage = 'ready'/,
  ],
  'a gap of the hosted app: an operation of the service queues a reconciliation of each connection': [
    /^with given as materialized .* update operations set updated_at = given\.finished_at/s,
    /insert into operation_steps/,
    /^insert into operations .* on conflict \(coalesce_key\)/s,
    /update operations set stage = 'ready'/,
  ],
  'secrets that are sealed anew': [/^update \w+ set sealed_\w+ = g\.sealed_to/],
  'the journal of calls': [/^insert into provider_calls/],
  'the log of requests': [/^insert into request_log/],
  'what was used': [/^insert into usage_events/],
  'daily sums': [/update usage_events set rolled_at/, /^insert into usage_days/],
  'retention by age': [/^with doomed as materialized/, /^delete from "?operations"? where "?id"? in/],
};

/** By the name of what it is; the statements where it is none of those. */
function nameOf(statements: readonly string[]): string {
  const found = Object.entries(overManyOwners).find(([, begins]) =>
    statements.every((statement) => begins.some((begin) => begin.test(statement))),
  );
  return found?.[0] ?? statements.join('\n---\n');
}

/** Tables that only people change, each in a request of their own organization. */
const ofTheConsole = [
  'console_sessions',
  'invitations',
  'logos',
  'member_factors',
  'members',
  'provider_app_consents',
  'provider_apps',
];

/**
 * Tables of which this walk makes no row: nobody here has asked to be alerted, no file is read, no request of one's own is made,
 * and no agent writes.
 */
const notWalked = [
  'agent_reservations',
  'alert_destinations',
  'alerts',
  'attachment_bytes',
  'held_writes',
  'provider_requests',
];

const exported = { list: 'api-keys', filter: {}, format: 'csv' };
const hosted = { clientId: 'hosted-client', clientSecret: 'hosted-secret', webhookKey: 'hosted-key' };
const settings = {
  // A sync of all families has more calls than its share of a minute, and would hold up the next one of its connection.
  LEDGER_CAPABILITIES: 'none',
  HOSTED_APP_CLIENT_ID: hosted.clientId,
  HOSTED_APP_CLIENT_SECRET: hosted.clientSecret,
  HOSTED_APP_WEBHOOK_KEY: hosted.webhookKey,
};

interface Books {
  readonly client: Client;
  readonly connectionId: string;
  readonly tenantId: string;
  readonly contactId: string;
  readonly invoiceId: string;
}

describePostgres('a transaction and the organizations whose rows it changes', () => {
  let fleet: Fleet;
  let owned: readonly string[];
  const receiver = createServer((_request, response) => void response.writeHead(200).end());
  const hooks = () => `http://localhost:${(receiver.address() as AddressInfo).port}/hooks`;
  before(async () => {
    fleet = await startFleet({ each: 1, settings });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    owned = await watchOwners(fleet);
  });
  after(async () => {
    await fleet?.stop();
    receiver.close();
  });

  /** Two customers of the hosted app, beside the two that have their own; each exports a list. */
  async function customers(): Promise<readonly Client[]> {
    const { core, ports, close } = await compose(readConfig({ ...fleet.env, LOG_LEVEL: 'silent' }), 'walk');
    const keys: string[] = [];
    const exports: Operation[] = [];
    for (const name of ['Hosted A', 'Hosted B']) {
      const { access } = core;
      const { id: organizationId } = await access.createOrganization({ name, plan: 'trial' });
      keys.push((await access.issueKey({ organizationId, environment: 'test', name })).secret);
      const work = { type: 'list.export', subject: 'api-keys', input: exported } as const;
      const draft = { ...work, connectionId: null, requestId: randomUUID() as RequestId };
      exports.push(draftOperation(ports, { organizationId, environment: 'test' }, draft));
    }
    await ports.storage.operations.insert(exports);
    await close();
    const { baseUrl } = fleet.first;
    await fleet.sandbox.control('POST', 'apps', {
      client_id: hosted.clientId,
      client_secret: hosted.clientSecret,
      redirect_uris: [`${baseUrl}/oauth/ledger/callback`],
      webhook_url: `${baseUrl}/webhooks/ledger`,
      webhook_key: hosted.webhookKey,
    });
    return [fleet.first, fleet.stranger, ...keys.map((key) => clientOf(baseUrl, key))];
  }

  /** Connects, and does what a customer does. */
  async function work(client: Client, name: string): Promise<Books> {
    const { sandbox } = fleet;
    const made = await sandbox.control('POST', 'organisations', { name, seed: 'empty' });
    const tenantId = String(made['tenant_id']);
    const connectionId = await connected(client, sandbox, { externalAccountId: name, tenantIds: [tenantId] });
    await client.expecting(201, 'POST', '/v1/webhook-endpoints', { url: hooks(), event_types: ['*'] });
    const records = `/v1/connections/${connectionId}`;
    const contact = await client.expecting(201, 'POST', `${records}/contacts`, { name: 'One customer' });
    const contactId = textAt(contact, 'data.item.id');
    const body = invoiceBody(contactId, `of ${name}`);
    const invoice = await client.expecting(201, 'POST', `${records}/invoices`, body);
    await client.expecting(200, 'GET', `${records}/invoices/${textAt(invoice, 'data.item.id')}`);
    await client.expecting(200, 'GET', `${records}/invoices?limit=20`);
    await client.expecting(202, 'POST', `${records}/sync`, { scope: 'all' });
    const input = { invoice: invoiceBody(contactId, `automated ${name}`), deliver: 'none' };
    const automation = { connection_id: connectionId, recipe: 'invoice.create_and_deliver', input };
    await client.expecting(202, 'POST', '/v1/automations', automation);
    await client.expecting(202, 'POST', `${records}/invoices/bulk`, { items: [{ item_key: 'one', ...body }] });
    return { client, connectionId, tenantId, contactId, invoiceId: textAt(invoice, 'data.item.provider_id') };
  }

  const notYet = `from operations where state in ('queued', 'running', 'retrying') and type <> 'retention.purge'
    and type <> 'connection.reconcile'`;
  const worked = () => until('an empty queue', async () => (await fleet.query(`select id ${notYet}`)).length === 0);

  /** The hosted app's batch names the connections of two organizations. */
  async function payAll(books: readonly Books[]): Promise<void> {
    const { sandbox, query } = fleet;
    await sandbox.control('POST', 'notifications', { paused: true });
    for (const { tenantId, invoiceId } of books)
      await sandbox.control('POST', 'payments', { tenant_id: tenantId, invoice_id: invoiceId });
    await sandbox.control('POST', 'notifications', { paused: false });
    const paid = `select distinct connection_id from events where type = 'invoice.paid'`;
    await until('all payments', async () => (await query(paid)).length === books.length);
  }

  /** Every read hangs while the only worker is killed; another, for which the leases have run out, goes on. */
  async function loseTheWorker(books: readonly Books[]): Promise<void> {
    const { sandbox, query, workers, startWorker } = fleet;
    const match = { method: 'GET', path: '/api.xro/2.0/*' };
    await sandbox.control('POST', 'faults', { match, action: { hang_ms: 20_000 }, times: 50 });
    for (const { client, connectionId } of books)
      await client.expecting(202, 'POST', `/v1/connections/${connectionId}/sync`, { scope: 'invoices' });
    // A walk of followed families comes before a sync of the same connection, and hangs like it.
    const running = `select distinct organization_id from operations
      where state = 'running' and type in ('connection.sync', 'connection.follow')`;
    await until('a sync or walk of each', async () => (await query(running)).length === books.length);
    await Promise.all(workers.splice(0).map((worker) => worker.kill('SIGKILL')));
    await sandbox.control('DELETE', 'faults');
    startWorker({ TEST_CLOCK_OFFSET_SECONDS: '60', TEST_CLOCK_TOLERANCE_SECONDS: '120' });
  }

  /** A batch of the hosted app is lost, and the next one shows it. */
  async function loseABatch({ client, connectionId, contactId }: Books): Promise<void> {
    const { sandbox, query } = fleet;
    const create = (name: string) =>
      client.expecting(201, 'POST', `/v1/connections/${connectionId}/invoices`, invoiceBody(contactId, name));
    await sandbox.control('POST', 'notifications', { skip: 1 });
    await create('whose notification is lost');
    await worked();
    await create('whose notification shows the gap');
    await until('the gap', async () => (await query('select 1 from notification_gaps')).length > 0);
  }

  /** As if half a year had passed: everything that ended is old, and a new worker finds every schedule due. */
  async function age(): Promise<void> {
    const { query, startWorker } = fleet;
    const old = Date.now() - 200 * 86_400_000;
    const silently = (sql: string) =>
      query(`set session_replication_role = replica; ${sql}; reset session_replication_role`);
    await silently(`update operations set finished_at = ${old} where finished_at is not null`);
    await silently(`update events set created_at = ${old}; update provider_calls set at = ${old};
      update inbound_notifications set received_at = ${old}; update delivery_attempts set at = ${old};
      update idempotency_keys set expires_at = ${old}; update usage_events set at = ${old}`);
    await query('delete from schedule_ticks');
    startWorker();
    const due = `update operations set due_at = 0 where state = 'queued' and due_at > 0 and type = 'retention.purge'`;
    await until('retention', async () => {
      await query(due);
      const left = `select 1 from events union all select 1 from operations where finished_at = ${old}`;
      return (await query(left)).length === 0;
    });
  }

  it('a transaction touches one, but for queues of independent rows that are named here', async () => {
    const clients = await customers();
    const books = await Promise.all(clients.map((client, i) => work(client, `Customer ${i} ${randomUUID()}`)));
    await worked();
    await payAll(books);
    await worked();
    for (const customer of books.slice(-1)) await loseABatch(customer);
    await worked();
    await loseTheWorker(books);
    await worked();
    await age();
    await Promise.all(
      books.map(({ client, connectionId }) => client.expecting(200, 'DELETE', `/v1/connections/${connectionId}`)),
    );
    await worked();
    const names = new Set((await crossings(fleet)).map(({ statements }) => nameOf(statements)));
    expect([...names].filter((name) => !Object.hasOwn(overManyOwners, name))).to.deep.equal([]);
    expect(names).to.include('a claim');
    const seen = new Set(await changedTables(fleet));
    expect(owned.filter((table) => !seen.has(table))).to.deep.equal([...notWalked, ...ofTheConsole].sort());
  });
});
