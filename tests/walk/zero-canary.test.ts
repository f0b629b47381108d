// Zero retention, to be repeated by an auditor (docs/retention-and-secrets.md): canaries in every field of every family
// through the whole live surface, a killed process among it; then they are looked for everywhere.
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { until } from '../../contract-tests/testing/until.ts';
import { type CanaryWorld, describeCanaries, openCanaryWorld, outputMax } from './canary-world.ts';
import { at, connected, textAt } from './client.ts';
import type { DatabaseKind } from './fleet.ts';
import type { HostProcess } from './processes.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Canary, contactBody, invoiceBody } from './zero-bodies.ts';
import {
  ask,
  combinations,
  faults,
  type Journey,
  readAll,
  refusals,
  writeAll,
  writeContactAndInvoice,
  writeMany,
} from './zero-journey.ts';

const newCanary = (): Canary => ({
  word: `Cnry${randomBytes(4).toString('hex')}`,
  amount: 73_519.47,
  day: '2041-11-23',
});

function suite(kind: DatabaseKind): void {
  let world: CanaryWorld;
  let host: HostProcess;
  let receiver: Receiver;
  let journey: Journey;
  let made: Readonly<Record<string, string>>;
  const canary = newCanary();
  const words = () => [canary.word, String(canary.amount), canary.day, ...journey.told];

  /** The journey goes on with a connection of its own, whose budget of calls is unspent. */
  const elsewhere = async (externalAccountId: string): Promise<Journey> => {
    const { client, sandbox } = world;
    const { tenant_id } = await sandbox.control('POST', 'organisations', { name: 'Books', seed: 'small' });
    const tenantIds = [String(tenant_id)];
    const fields = { retention_mode: 'zero' };
    const id = await connected(client, sandbox, { externalAccountId, tenantIds, fields });
    return { ...journey, records: `/v1/connections/${id}` };
  };

  before(async () => {
    world = await openCanaryWorld(kind);
    host = await world.startHttp();
    receiver = await startReceiver();
    const body = { url: receiver.url, event_types: ['*'] };
    await world.client.expecting(201, 'POST', '/v1/webhook-endpoints', body);
    journey = { world, canary, records: '', told: new Set(), seen: new Map() };
    journey = await elsewhere('zero-1');
  });
  after(async () => {
    await world?.stop();
    await receiver?.close();
  });

  it('every family is written, changed, repeated and read', async () => {
    made = await writeAll(journey);
    await readAll(journey, made);
    const failed = [...journey.seen].filter(([, status]) => !/^20[01]$/.test(status));
    expect(Object.fromEntries(failed)).to.deep.equal({ 'contact, key reused': '422 IDEMPOTENCY_KEY_REUSED' });
    expect(journey.told.size).to.be.above(45);
  });

  it('what cannot be combined with zero retention is refused by that name, and queues nothing', async () => {
    for (const { name, code, reason } of await combinations(journey, made)) {
      expect([code, reason], String(name)).to.deep.equal(['CONFLICT', 'zero_retention']);
    }
    // The provider told of the writes above.
    await until('notifications that start nothing', () => host.output().includes('"zero_retention":'));
    const queued = await world.database.knex('operations').whereNot('type', 'webhook.deliver').select('type');
    expect(queued.filter(({ type }) => type !== 'retention.purge')).to.deep.equal([]);
  });

  it('refusals of ours, of the provider and its faults pass', async () => {
    await refusals(journey, made);
    const broken = await elsewhere('zero-2');
    const { contact = '', ...others } = await writeContactAndInvoice(broken);
    expect(await writeMany(broken, contact)).to.deep.equal(['succeeded', 'failed']);
    await faults(broken, { contact, ...others });
    expect([...journey.seen.values()].filter((status) => status.startsWith('500') || status === 'lost')).to.deep.equal(
      [],
    );
    expect(journey.seen.get('provider validation again')).to.equal('422 PROVIDER_REJECTED');
  });

  it('a host that is killed in the middle of a write is followed by one that ends it', async () => {
    const killed = await elsewhere('zero-3');
    const { contact = '' } = await writeContactAndInvoice(killed);
    await world.sandbox.control('POST', 'faults', {
      match: { method: 'PUT', path: '/api.xro/2.0/Invoices*' },
      action: { hang_after_ms: 4_000 },
      times: 1,
    });
    const write = { path: '/invoices', key: 'killed', body: invoiceBody(canary, contact, 'killed') };
    const lost = ask(killed, 'killed', write);
    await until('a write on its way', async () => {
      const [row] = await world.database
        .knex('idempotency_keys')
        .where('key', 'killed')
        .select('attempt_first_sent_at');
      return row?.attempt_first_sent_at !== null && row !== undefined;
    });
    await host.kill('SIGKILL');
    await lost;
    expect(journey.seen.get('killed')).to.equal('lost');
    // Its clock is ahead, so that the dead host's right to the key has run out for it.
    host = await world.startHttp({ TEST_CLOCK_OFFSET_SECONDS: '90', TEST_CLOCK_TOLERANCE_SECONDS: '150' });
    await ask(killed, 'killed, repeated', write);
    expect(journey.seen.get('killed, repeated')).to.equal('201');
  });

  it('nothing of a record is in any table, file, log line, metric, timeline or audit entry', async () => {
    const { client, heard, database } = world;
    await until('deliveries', () => receiver.received.length > 0 || receiver.refusals.length > 0);
    heard.set('metrics', await world.metrics());
    for (const list of ['operations', 'events', 'webhook-deliveries', 'connections', 'webhook-endpoints']) {
      const answer = await client.expecting(200, 'GET', `/v1/${list}?limit=200`);
      heard.set(list, JSON.stringify(answer));
      if (list !== 'operations') continue;
      const id = textAt(answer, 'data.items.0.operation_id');
      heard.set('timeline', JSON.stringify(await client.expecting(200, 'GET', `/v1/operations/${id}/timeline`)));
      expect(at(answer, 'data.items')).to.not.deep.equal([]);
    }
    heard.set('receiver', JSON.stringify([receiver.received, receiver.refusals]));
    expect(host.output().length).to.be.within(100, outputMax);
    expect(await world.scan(words())).to.deep.equal([]);
    expect(await world.scanBytes([canary.word])).to.deep.equal([]);
    const kept = await database.knex('cached_records').count({ total: '*' }).first();
    expect(Number(kept?.['total'])).to.equal(0);
  });

  it('the same search finds what a cached connection keeps', async () => {
    const other = newCanary();
    const { client, sandbox } = world;
    const { tenant_id } = await sandbox.control('POST', 'organisations', { name: 'Kept', seed: 'empty' });
    const id = await connected(client, sandbox, { externalAccountId: 'kept-1', tenantIds: [String(tenant_id)] });
    await client.expecting(201, 'POST', `/v1/connections/${id}/contacts`, contactBody(other));
    const places = (await world.scan([other.word])).map(({ where }) => where.replace(/.*\//, ''));
    expect(places).to.include.members(['table cached_records', 'table idempotency_keys']);
    const bytes = await world.scanBytes([other.word]);
    if (kind === 'SQLite' || world.postgresFilesSeen()) expect(bytes).to.not.deep.equal([]);
    expect(await world.scan([canary.word])).to.deep.equal([]);
  });
}

describeCanaries('zero retention leaves no trace', 'PostgreSQL', suite);
