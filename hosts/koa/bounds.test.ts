import { performance } from 'node:perf_hooks';
import { expect } from 'chai';
import { samples } from '#contract-tests';
import type { Caller, Operation } from '#core';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { type ConsoleWorld, openConsole } from './console/testing/console-world.ts';
import { type LiveService, serveLive } from './testing/live-service.ts';

const megabyte = 1024 * 1024;
// Written out, so that a change of the constant is noticed.
const pageBytesMost = 4 * megabyte;
const unfinishedMost = 100_000;
const activeKeysMost = 100;
const membersMost = 200;
const text = (bytes: number) => ({ note: 'x'.repeat(bytes - '{"note":""}'.length) });
type Item = Readonly<Record<string, unknown>>;
type ListBody = { data: { items: Item[] }; meta: Readonly<Record<string, unknown>> };

describe('what one organization may ask of the host', () => {
  let service: LiveService;
  let caller: Caller;
  before(async () => {
    service = await serveLive();
    caller = (await service.newOrganization()).test;
  });
  after(() => service.close());

  const newCaller = async () => (await service.newOrganization()).test;
  const list = async (of: Caller, path: string) => {
    const answer = await service.call(of, 'GET', path);
    expect(answer.status, answer.text.slice(0, 300)).to.equal(200);
    return { ...(answer.body as unknown as ListBody), bytes: Buffer.byteLength(answer.text) };
  };
  const insert = (of: Caller, count: number, given: Parameters<typeof samples.sampleOperation>[1]) =>
    service.ports.storage.operations.insert(
      Array.from({ length: count }, () => {
        const { organizationId, environment } = of;
        return samples.sampleOperation(
          { organizationId, environment },
          { state: 'succeeded', nextAttemptAt: null, ...given },
        );
      }),
    );

  const queued = async (of: Caller, given: Parameters<typeof samples.sampleOperation>[1]) => {
    const { organizationId, environment } = of;
    const operation = samples.sampleOperation({ organizationId, environment }, given);
    await service.ports.storage.operations.insert([operation]);
    return operation;
  };
  /** Inserts `count` more operations like this one. */
  const copies = async (operation: Operation, count: number) => {
    const { knex } = service.database;
    const columns = Object.keys(await knex('operations').first()).filter((name) => name !== 'id');
    await knex.raw(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
       insert into operations (id, ${columns}) select id || i, ${columns} from operations, n where id = ?`,
      [count, operation.id],
    );
  };

  it('metadata is at most 16 KiB of JSON, wherever it is taken', async () => {
    const connection = await connected(service, caller, await service.newTenant());
    const redirect = { provider: 'ledger', external_account_id: 'a', redirect_uri: 'http://localhost:3000/done' };
    const automation = {
      ...{ connection_id: connection.id, recipe: 'purchase_order.create_and_deliver' },
      input: {
        purchase_order: {
          contact_id: '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9',
          line_items: [{ description: 'Bench', quantity: 1, unit_amount: 1 }],
        },
      },
    };
    for (const [path, body, status] of [
      ['/v1/connect-sessions', redirect, 201],
      ['/v1/automations', automation, 202],
    ] as const) {
      for (const [i, metadata] of [text(16 * 1024 + 1), { note: '€'.repeat(6_000) }].entries()) {
        const refused = await service.call(caller, 'POST', path, { body: { ...body, metadata }, key: `${path}-${i}` });
        expect([refused.status, refused.body['message']]).to.deep.equal([
          400,
          'metadata: must be at most 16 KiB of JSON',
        ]);
        expect(refused.body['errors']).to.deep.include({ path: 'metadata', message: 'must be at most 16 KiB of JSON' });
      }
      const taken = await service.call(caller, 'POST', path, {
        body: { ...body, metadata: text(16 * 1024) },
        key: path,
      });
      expect(taken.status, taken.text.slice(0, 300)).to.equal(status);
    }
  });

  it('a page leaves out documents over 64 KiB and names them; the single read has them', async () => {
    const { live } = await service.newOrganization();
    await insert(live, 1, { input: text(64 * 1024 + 1), metadata: text(64 * 1024) });
    const [item] = (await list(live, '/v1/operations')).data.items;
    expect(item).to.deep.include({ input: null, metadata: text(64 * 1024), truncated: ['input'] });
    const one = await service.call(live, 'GET', `/v1/operations/${item?.['operation_id']}`);
    expect((one.body as { data: Item }).data).to.deep.include({ input: text(64 * 1024 + 1) });
    expect(one.text).not.to.contain('truncated');
  });

  it('a page holds the text of a document as it is stored, unparsed', async () => {
    const { live } = await service.newOrganization();
    await insert(live, 1, {});
    const { organizationId: organization_id } = live;
    await service.database.knex('operations').where({ organization_id }).update({ input: '{ "amount": 1.00 }' });
    const { text: answered } = await service.call(live, 'GET', '/v1/operations');
    expect(answered).to.contain('"input":{ "amount": 1.00 }');
  });

  it('a page ends at 4 MiB whatever its limit says, and reading on by cursor meets every item once', async () => {
    const { live } = await service.newOrganization();
    await insert(live, 150, { input: text(60 * 1024) });
    const seen: unknown[] = [];
    let query = 'limit=200';
    for (let page = 0; page < 10; page++) {
      const { data, meta, bytes } = await list(live, `/v1/operations?${query}`);
      expect(bytes).to.be.below(pageBytesMost + 1024);
      seen.push(...data.items.map((item) => item['operation_id']));
      expect(meta).to.deep.include({ total: 150, limit: 200, has_more: seen.length < 150 });
      if (meta['next_cursor'] === null) break;
      query = `limit=200&cursor=${meta['next_cursor']}`;
    }
    expect(new Set(seen).size).to.equal(150);
    expect(seen).to.have.length(150);
  });

  it('100,000 unfinished operations are the most; then nothing more is queued, and others are as free as before', async function () {
    this.timeout(60_000);
    const [full, other] = [await newCaller(), await newCaller()];
    const connection = await connected(service, full, await service.newTenant());
    await copies(await queued(full, { type: 'webhook.deliver', subject: 'we_1' }), unfinishedMost);
    const sync = `/v1/connections/${connection.id}/sync`;
    const refused = await service.call(full, 'POST', sync, { body: {}, key: 'k' });
    expect([refused.status, refused.body['code'], refused.body['reason']]).to.deep.equal([
      ...[429, 'RATE_LIMITED', 'operations_backlog'],
    ]);
    expect(refused.headers.get('retry-after')).to.equal('5');
    expect(refused.body['message']).to.contain('100000 unfinished operations');
    const free = await connected(service, other, await service.newTenant());
    const taken = await service.call(other, 'POST', `/v1/connections/${free.id}/sync`, { body: {}, key: 'k' });
    expect(taken.status).to.equal(202);
    await service.database.knex('operations').where({ organization_id: full.organizationId, state: 'queued' }).delete();
    service.advance(6, 'core');
    expect((await service.call(full, 'POST', sync, { body: {}, key: 'k' })).status).to.equal(202);
  });

  it('a connection with 40,000 queued operations is disconnected within seconds', async function () {
    this.timeout(60_000);
    const of = await newCaller();
    const connection = await connected(service, of, await service.newTenant());
    await copies(await queued(of, { type: 'notification.process', connectionId: connection.id }), 40_000);
    const began = performance.now();
    expect((await service.call(of, 'DELETE', `/v1/connections/${connection.id}`)).status).to.equal(200);
    expect(performance.now() - began).to.be.below(10_000);
    const rows = await service.database.knex('operations').where({ connection_id: connection.id }).select('state');
    expect(rows.length).to.be.above(40_000);
    expect(new Set(rows.map(({ state }) => state))).to.deep.equal(new Set(['cancelled']));
  });
});

describe('what one organization may have in the console', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await openConsole();
  });
  after(() => world.close());

  it('100 active keys, of both environments; a revoked one makes room', async () => {
    const owner = await world.signedIn('owner');
    const create = (environment: string) =>
      owner.call('POST', '/accounting/api-keys', { body: { environment, name: 'k' } });
    const [first] = [await create('live')];
    for (let i = 1; i < activeKeysMost; i++) expect((await create('test')).status).to.equal(201);
    const asked = await Promise.all([create('test'), create('live')]);
    for (const { status, body } of asked) {
      expect([status, body['code'], body['reason']]).to.deep.equal([409, 'CONFLICT', 'key_limit_reached']);
      expect(body['message']).to.contain('at most 100 active API keys');
    }
    const { organizationId } = world;
    const issued = await world.core.access.issueKey({ organizationId, environment: 'test', name: 'k' }).catch((e) => e);
    expect(issued.details?.reason).to.equal('key_limit_reached');
    await owner.call('POST', `/accounting/api-keys/${first?.data['id']}/revoke`);
    const after = await Promise.all([create('test'), create('live')]);
    expect(after.map(({ status }) => status).toSorted()).to.deep.equal([201, 409]);
  });

  it('200 members', async () => {
    const owner = await world.signedIn('owner');
    const known = (await world.ports.storage.members.list(world.organizationId)).length;
    for (let i = known; i < membersMost; i++) await world.person('viewer');
    const refused = await owner.call('POST', '/accounting/members', {
      body: { email: 'new@example.com', role: 'viewer' },
    });
    expect([refused.status, refused.body['reason']]).to.deep.equal([409, 'member_limit_reached']);
    expect(refused.body['message']).to.contain('at most 200 members');
    const made = await world.person('viewer').catch((error) => error);
    expect(made.details?.reason).to.equal('member_limit_reached');
  });
});
