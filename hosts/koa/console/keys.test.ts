// API keys in the console: names, use, rights, end, and the key that follows.
import { expect } from 'chai';
import { sampleConnection } from '../../../contract-tests/samples.ts';
import { type Browser, type ConsoleWorld, openConsole } from './testing/console-world.ts';

describe('API keys in the console', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await openConsole();
  });
  after(() => world.close());

  it('have a name of 1 to 100 characters', async () => {
    const owner = await world.signedIn();
    const named = async (name: unknown) =>
      (await owner.call('POST', '/accounting/api-keys', { body: { environment: 'test', name } })).status;
    for (const name of ['', '   ', 'x'.repeat(101), 7, null, 'a\u0000b', 'a\u202eb'])
      expect(await named(name)).to.equal(400);
    for (const name of ['x', 'x'.repeat(100), ' Büro ']) expect(await named(name)).to.equal(201);
  });

  it('are shown without secret and digest, note their use once a minute, and are over at once', async () => {
    const owner = await world.signedIn();
    const { data } = await owner.call('POST', '/accounting/api-keys', {
      body: { environment: 'test', name: 'Server' },
    });
    const use = async () =>
      (await fetch(`${world.url}/v1/connections`, { headers: { authorization: `Bearer ${data['secret']}` } })).status;
    const row = () => world.database.knex('api_keys').where({ id: data['id'] }).first();
    expect(await use()).to.equal(200);
    const { digest, last_used_at: first } = await row();
    world.advance(50, 'core');
    expect(await use()).to.equal(200);
    expect((await row()).last_used_at).to.equal(first);
    world.advance(11, 'core');
    await use();
    expect((await row()).last_used_at).to.be.greaterThan(first);
    const listed = await owner.call('GET', '/accounting/api-keys');
    expect(listed.text).to.contain(data['id']).and.not.to.contain(digest).and.not.to.contain(data['secret']);
    const revoke = () => owner.call('POST', `/accounting/api-keys/${data['id']}/revoke`);
    const revoked = await Promise.all([revoke(), revoke()]);
    expect(await use()).to.equal(401);
    const times = [...revoked, await revoke()].map((answer) => answer.data['revoked_at']);
    expect(times[0]).to.be.a('string');
    expect(new Set(times).size).to.equal(1);
    expect((await world.audit()).filter(({ action }) => action === 'api_key.revoked')).to.have.length(1);
  });
});

describe('the rights and the end of an API key', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await openConsole();
  });
  after(() => world.close());

  const create = (owner: Browser, body: object) =>
    owner.call('POST', '/accounting/api-keys', { body: { environment: 'test', name: 'Server', ...body } });
  const use = async (secret: unknown) =>
    (await fetch(`${world.url}/v1/connections`, { headers: { authorization: `Bearer ${secret}` } })).status;

  it('are what was asked for: all scopes by default, connections of the environment, an end that is to come', async () => {
    const owner = await world.signedIn();
    const plane = { organizationId: world.organizationId, environment: 'test' as const };
    const connection = sampleConnection(plane);
    const { id } = connection;
    await world.ports.storage.connections.insert(connection);
    const whole = { scopes: ['read', 'write', 'automate', 'admin'], connection_ids: null, expires_at: null };
    expect((await create(owner, {})).data).to.deep.include(whole);
    const narrow = { scopes: ['read'], connection_ids: [id], expires_at: '2100-01-01T00:00:00.000Z' };
    const made = await create(owner, narrow);
    expect(made.data).to.deep.include(narrow);
    const [entry] = await world.audit();
    expect(entry).to.deep.include({ subject: made.data['id'], changes: { before: null, after: narrow } });
    const unknown = id.replace(/.{4}$/, '0000');
    const refused: readonly (readonly [object, string])[] = [
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['read', 'read'] }, 'scopes'],
      [{ scopes: ['everything'] }, 'scopes[0]'],
      [{ connection_ids: [] }, 'connection_ids'],
      [{ connection_ids: [id, unknown] }, 'connection_ids[1]'],
      [{ connection_ids: [id], environment: 'live' }, 'connection_ids[0]'],
      [{ connection_ids: Array(101).fill(id) }, 'connection_ids'],
      [{ expires_at: 'tomorrow' }, 'expires_at'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ];
    for (const [wrong, path] of refused) {
      const { status, body } = await create(owner, wrong);
      expect([status, (body['errors'] as { path: string }[])[0]?.path], JSON.stringify(wrong)).to.deep.equal([
        400,
        path,
      ]);
    }
  });

  it('of an agent: what narrows it is checked, shown, noted and handed on', async () => {
    const owner = await world.signedIn();
    const agent = {
      ...{ kind: 'agent', scopes: ['read', 'write'], tools: ['create_invoice'], requires_approval: 'high' },
      limits: { per_write: { GBP: 500 }, per_day: null, writes_per_day: 50 },
      look_alike_hours: 12,
    };
    const made = await create(owner, agent);
    expect(made.status).to.equal(201);
    expect(made.data).to.deep.include(agent);
    const end = new Date(world.ports.clock.now().getTime() + 90 * 86_400_000).getTime();
    expect(new Date(String(made.data['expires_at'])).getTime()).to.be.within(end - 60_000, end);
    const [entry] = await world.audit();
    expect(entry?.changes?.after).to.deep.include(agent);
    const { data: next } = await owner.call('POST', `/accounting/api-keys/${made.data['id']}/roll`, {
      body: { old_ends_in_hours: 0 },
    });
    expect(next).to.deep.include({ ...agent, expires_at: made.data['expires_at'] });
    const kept = await world.database.knex('api_keys').where({ id: next['id'] }).first();
    expect(kept.lineage_id).to.equal(made.data['id']);
    expect((await create(owner, { kind: 'agent' })).data).to.deep.include({
      scopes: ['read'],
      requires_approval: 'none',
    });
    const refused: readonly (readonly [object, string])[] = [
      [{ scopes: ['admin'] }, 'scopes'],
      [{ tools: ['create_invoce'] }, 'tools[0]'],
      [{ expires_at: new Date(end + 3_600_000).toISOString() }, 'expires_at'],
      [{ limits: { per_write: { gbp: 1 } } }, 'limits.per_write'],
      [{ look_alike_hours: 169 }, 'look_alike_hours'],
      [{ kind: 'backend', requires_approval: true }, 'requires_approval'],
    ];
    for (const [wrong, path] of refused) {
      const { status, body } = await create(owner, { kind: 'agent', ...wrong });
      const [fault] = body['errors'] as { path: string }[];
      expect([status, fault?.path], JSON.stringify(wrong)).to.deep.equal([400, path]);
    }
  });

  it('pass to the key that replaces it, and the old one ends when it was said to', async () => {
    const owner = await world.signedIn();
    const hour = 3_600_000;
    const now = world.ports.clock.now().getTime();
    const { data: old } = await create(owner, {
      scopes: ['read', 'write'],
      expires_at: new Date(now + 90 * hour).toISOString(),
    });
    const roll = (id: unknown, hours: unknown, key = 'r') =>
      owner.call('POST', `/accounting/api-keys/${id}/roll`, {
        body: { old_ends_in_hours: hours },
        headers: { 'idempotency-key': `${id} ${key}` },
      });
    for (const hours of [-1, 1.5, 169, '24', null]) expect((await roll(old['id'], hours)).status).to.equal(400);
    const { status, data: next } = await roll(old['id'], 24);
    expect(status).to.equal(201);
    expect((await roll(old['id'], 24)).data)
      .to.include({ id: next['id'] })
      .and.not.to.have.property('secret');
    expect(next).to.deep.include({ name: 'Server', scopes: ['read', 'write'] });
    expect(next['expires_at'], 'ends when the old one would have').to.equal(old['expires_at']);
    expect([await use(old['secret']), await use(next['secret'])]).to.deep.equal([200, 200]);
    const [entry] = await world.audit();
    expect(entry).to.deep.include({ action: 'api_key.rolled', subject: old['id'] });
    expect((await roll(old['id'], 100, 'again')).body['reason']).to.equal('key_rolled');
    world.advance(24 * 3600, 'core');
    expect([await use(old['secret']), await use(next['secret'])], 'an end is never put off').to.deep.equal([401, 200]);
    await owner.signIn(owner.email);
    expect((await roll(old['id'], 1, 'late')).body['reason']).to.equal('key_not_active');
    const { data: last } = await roll(next['id'], 0);
    expect(await use(next['secret']), 'ends at once').to.equal(401);
    expect(last['expires_at'], 'a day later, the same end').to.equal(old['expires_at']);
  });

  it('have one successor, however many roll at once, and another once that one was revoked', async () => {
    const owner = await world.signedIn();
    const end = new Date(world.ports.clock.now().getTime() + 3_600_000 * 90).toISOString();
    const { data: old } = await create(owner, { expires_at: end });
    const roll = (key: string) =>
      owner.call('POST', `/accounting/api-keys/${old['id']}/roll`, {
        body: { old_ends_in_hours: 24 },
        headers: { 'idempotency-key': `${old['id']} ${key}` },
      });
    const rolled = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(roll));
    const made = rolled.filter(({ status }) => status === 201);
    expect(made).to.have.length(1);
    const refused = rolled.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body['reason'])).to.deep.equal(Array(4).fill('key_rolled'));
    const revoked = await owner.call('POST', `/accounting/api-keys/${made[0]?.data['id']}/revoke`);
    expect(revoked.status).to.equal(200);
    const { status, data } = await roll('f');
    expect([status, data['expires_at']], 'not the end that the first roll gave the old key').to.deep.equal([201, end]);
    expect((await roll('g')).status).to.equal(409);
    const next = await owner.call('POST', `/accounting/api-keys/${data['id']}/roll`, {
      body: { old_ends_in_hours: 0 },
    });
    expect([next.status, next.data['expires_at']]).to.deep.equal([201, end]);
    expect((await roll('h')).body['reason'], 'what follows its successor works').to.equal('key_rolled');
    await owner.call('POST', `/accounting/api-keys/${next.data['id']}/revoke`);
    expect((await roll('i')).data['expires_at'], 'that of the last, not what a roll gave').to.equal(end);
  });
});
