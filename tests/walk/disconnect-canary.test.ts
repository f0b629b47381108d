// What disconnecting deletes, to be repeated by an auditor (docs/retention-and-secrets.md): canaries in creates, changes,
// refusals, a write whose end nobody knows, automations, syncs and events; then the connection is disconnected.
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { until } from '../../contract-tests/testing/until.ts';
import { type CanaryWorld, describeCanaries, openCanaryWorld } from './canary-world.ts';
import { type Answer, at, connected, subscribe, textAt } from './client.ts';
import type { DatabaseKind } from './fleet.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { contactBody, invoiceBody } from './zero-bodies.ts';

function suite(kind: DatabaseKind): void {
  const canary = { word: `Cnry${randomBytes(4).toString('hex')}`, amount: 73_519.47, day: '2041-11-23' };
  const words = [canary.word, String(canary.amount)];
  let world: CanaryWorld;
  let receiver: Receiver;
  let tenantId: string;
  let connectionId: string;
  let creation: { readonly key: string; readonly body: object };

  before(async () => {
    world = await openCanaryWorld(kind);
    await world.startHttp();
    receiver = await startReceiver();
    await subscribe(world.client, receiver, ['*']);
    const { tenant_id } = await world.sandbox.control('POST', 'organisations', { name: 'Books', seed: 'empty' });
    tenantId = String(tenant_id);
  });
  after(async () => {
    await world?.stop();
    await receiver?.close();
  });

  const connect = () => connected(world.client, world.sandbox, { externalAccountId: 'gone-1', tenantIds: [tenantId] });
  const post = (path: string, body: object, key = randomBytes(8).toString('hex')): Promise<Answer> =>
    world.client.call('POST', path, body, { 'idempotency-key': key });
  const records = (family: string) => `/v1/connections/${connectionId}/${family}`;
  const places = async () => {
    const found = await world.scan(words);
    return [...new Set(found.map(({ where }) => where.replace(/.*\//, '')))].sort();
  };
  const operation = async (id: string) => at(await world.client.expecting(200, 'GET', `/v1/operations/${id}`), 'data');
  const ended = (id: string) =>
    until(`the end of ${id}`, async () => /succeeded|failed|dead/.test(textAt(await operation(id), 'state')));
  const automate = async (input: object) => {
    const recipe = 'invoice.create_and_deliver';
    const asked = { connection_id: connectionId, recipe, input, metadata: { note: canary.word } };
    const made = await world.client.expecting(202, 'POST', '/v1/automations', asked);
    await ended(textAt(made, 'data.operation_id'));
    return operation(textAt(made, 'data.operation_id'));
  };
  const purges = () => world.database.knex('operations').where({ type: 'retention.purge', subject: connectionId });

  it('documents pass in every way that keeps them', async () => {
    const { client, sandbox } = world;
    connectionId = await connect();
    const made = await client.expecting(201, 'POST', records('contacts'), contactBody(canary));
    const contact = textAt(made, 'data.item.id');
    creation = { key: 'the-create', body: invoiceBody(canary, contact) };
    const created = await post(records('invoices'), creation.body, creation.key);
    expect(created.status).to.equal(201);
    const { id: invoice, provider_id } = at(created.body, 'data.item') as Record<'id' | 'provider_id', string>;
    words.push(textAt(created.body, 'data.item.total'));
    await client.expecting(200, 'PATCH', `${records('invoices')}/${invoice}`, { external_reference: canary.word });
    await sandbox.control('POST', 'payments', { tenant_id: tenantId, invoice_id: provider_id });
    await receiver.waitFor('invoice.paid', 20_000);
    const snapshots = { emit_invoice_snapshots: true };
    const synced = await client.expecting(202, 'POST', `/v1/connections/${connectionId}/sync`, snapshots);
    await ended(textAt(synced, 'data.operation_id'));
    const second = await client.expecting(201, 'POST', records('invoices'), invoiceBody(canary, contact, 'two'));
    const cancel = `${records('invoices')}/${textAt(second, 'data.item.id')}/cancel`;
    await client.expecting(200, 'POST', cancel, { reason: canary.word });
    await sandbox.control('POST', 'faults', {
      match: { method: 'PUT', path: '/api.xro/2.0/Invoices*' },
      action: { drop: 'after' },
      times: 1,
    });
    expect((await post(records('invoices'), invoiceBody(canary, contact, 'lost'))).body).to.include({
      outcome: 'unknown',
    });
    const line = { description: canary.word, quantity: 1, unit_amount: canary.amount, account_code: '200' };
    const invoiceOf = (item: object) => ({
      invoice: { contact_id: contact, due_date: canary.day, line_items: [item] },
      deliver: 'none',
    });
    expect(textAt(await automate(invoiceOf(line)), 'state')).to.equal('succeeded');
    const refused = await automate(invoiceOf({ ...line, account_code: canary.word.slice(0, 9) }));
    expect(textAt(refused, 'state')).to.equal('failed');
    const many = [1, 2].map((n) => ({
      ...{ item_key: `${canary.word} ${n}`, contact_id: contact, external_reference: canary.word },
      line_items: [n === 1 ? line : { ...line, account_code: canary.word.slice(0, 9) }],
    }));
    const bulk = await client.expecting(202, 'POST', `${records('invoices')}/bulk`, { items: many });
    const bulkId = textAt(bulk, 'data.operation_id');
    await ended(bulkId);
    expect(textAt(await operation(bulkId), 'state')).to.equal('failed');
    await until('every delivery', async () => {
      const rows = await world.database.knex('operations').whereIn('state', ['queued', 'running', 'retrying']);
      return rows.every(({ type }) => type !== 'webhook.deliver');
    });
    const tables = ['bulk_items', 'cached_records', 'events', 'idempotency_keys', 'operation_steps', 'operations'];
    expect(await places()).to.include.members([...tables, 'payment_projections'].map((table) => `table ${table}`));
  });

  it('after the disconnect none of them is in a table, and in no file of SQLite', async () => {
    const { client } = world;
    await client.expecting(200, 'DELETE', `/v1/connections/${connectionId}`);
    await until('the purge', async () => (await purges()).some(({ state }) => state === 'succeeded'));
    await receiver.waitFor('connection.disconnected', 20_000);
    expect(await places()).to.deep.equal([]);
    if (kind === 'SQLite') expect(await world.scanBytes(words)).to.deep.equal([]);
    const { data } = await client.expecting(200, 'GET', `/v1/operations?connection_id=${connectionId}`);
    expect(at(data, 'items.0')).to.deep.include({ input: { purged: true }, metadata: {} });
  });

  it('its keys answer connection_not_active, also when the connection lives again', async () => {
    const again = () => post(records('invoices'), creation.body, creation.key);
    const refusal = { code: 'CONFLICT', reason: 'connection_not_active' };
    expect((await again()).body).to.include(refusal);
    expect(await connect()).to.equal(connectionId);
    expect((await again()).body).to.include(refusal);
  });

  it('a key cannot keep a purge from its work', async () => {
    await world.client.expecting(200, 'DELETE', `/v1/connections/${connectionId}`);
    const waiting = (await purges()).find(({ state }) => state === 'queued' || state === 'retrying');
    const path = `/v1/operations/${waiting?.id}`;
    expect((await post(`${path}/cancel`, { reason: 'keep it' })).body).to.include({
      code: 'CONFLICT',
      reason: 'operation_not_cancellable',
    });
    expect((await post(`${path}/replay`, { reason: 'again' })).body).to.include({ reason: 'operation_not_replayable' });
  });
}

describeCanaries('disconnecting leaves no document', 'SQLite', suite);
