// The release before this one beside this one: what one of them narrows, the other must not open (docs/upgrade.md).
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { TOTP } from 'otpauth';
import type { RequestId } from '#core';
import type { ApiKey, OrganizationId } from '#core/ports';
import { versionBefore } from '../../adapters/knex/migrations/migrations.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { skippedRelease } from '../../hosts/composition/open-database.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { type Client, clientOf, connect, connected, textAt } from '../walk/client.ts';
import { createBrowser } from './browser.ts';
import { earlierBuild } from './earlier-build.ts';
import { type Release, startTwoReleases, type TwoReleases } from './two-releases.ts';

const build = earlierBuild();
const password = 'correct horse battery staple';
const soon = new Date(Date.now() + 3_600_000);
const bothWays: readonly (readonly [Release, Release])[] = [
  ['old', 'new'],
  ['new', 'old'],
];

if ('reason' in build) describe.skip(`two releases (left out: ${build.reason})`, () => it('needs both'));
else describePostgres('two releases', () => beside(build.folder));

function beside(oldFolder: string): void {
  let world: TwoReleases;
  let organizationId: OrganizationId;
  let strangerId: OrganizationId;
  let tenants: readonly string[];

  before(async () => {
    world = await startTwoReleases(oldFolder);
    const { access } = world.own.core;
    organizationId = (await access.createOrganization({ name: 'Callers', plan: 'trial' })).id;
    strangerId = (await access.createOrganization({ name: 'Strangers', plan: 'trial' })).id;
    await world.sandbox.control('POST', 'organisations', { name: 'A third set of books' });
    tenants = await world.sandbox.tenants();
  });
  after(() => world?.stop());

  type Rights = Partial<Pick<ApiKey, 'scopes' | 'expiresAt' | 'connectionIds'>>;
  const keyOf = async (rights: Rights = {}, owner = organizationId) => {
    const wanted = { organizationId: owner, environment: 'test', name: 'test', ...rights } as const;
    return (await world.own.core.access.issueKey(wanted)).secret;
  };
  const clientAt = (release: Release, secret: string): Client => clientOf(world.urls[release], secret);
  const begun = (client: Client) =>
    client.call(
      'POST',
      '/v1/connect-sessions',
      { provider: 'ledger', external_account_id: 'x', redirect_uri: 'http://localhost:3000/done' },
      { 'idempotency-key': randomUUID() },
    );
  const person = async () => {
    const email = `${randomUUID()}@example.com`;
    const passwordHash = await world.own.ports.passwords.hash(password);
    await world.own.core.access.createMember({ organizationId, email, role: 'owner', passwordHash });
    return email;
  };
  const browserAt = (release: Release) => createBrowser(world.urls, release, new URL(world.baseUrl).origin);
  const isIn = async (browser: ReturnType<typeof browserAt>, release: Release) =>
    (await browser.call('GET', '/accounting/session', undefined, release)).status === 200;

  it('the old one answers on the schema of the new one, and starts on it', async () => {
    expect(world.applied).to.not.have.length(0);
    const migrations = readdirSync(path.join(oldFolder, 'adapters/knex/migrations')).filter((name) =>
      /^\d{4}-/.test(name),
    );
    expect(versionBefore).to.equal(migrations.length);
    expect([0, versionBefore, versionBefore - 1].map((from) => skippedRelease(from) !== undefined)).to.deep.equal([
      false,
      false,
      true,
    ]);
    const worker = await world.worker('old');
    await worker.kill('SIGKILL');
  });

  it('a key that may only read writes at neither, and one that has ended opens neither', async () => {
    const [reading, ended] = [await keyOf({ scopes: ['read'] }), await keyOf({ expiresAt: soon })];
    await world.query('update api_keys set expires_at = created_at where last_four = $1', [ended.slice(-4)]);
    const whole = await keyOf();
    for (const release of ['old', 'new'] as const) {
      expect((await begun(clientAt(release, whole))).status, release).to.equal(201);
      expect((await clientAt(release, reading).call('GET', '/v1/operations')).status, release).to.equal(200);
      const refused = await begun(clientAt(release, reading));
      expect([refused.status, refused.body['reason']], release).to.deep.equal([403, 'scope_missing']);
      expect((await clientAt(release, ended).call('GET', '/v1/operations')).status, release).to.equal(401);
    }
  });

  it('a key with a right of the release after this one opens nothing here', async () => {
    const secret = await keyOf();
    const look = () => clientAt('new', secret).call('GET', '/v1/operations');
    expect((await look()).status).to.equal(200);
    await world.query('update api_keys set needs = 1000 where last_four = $1', [secret.slice(-4)]);
    expect((await look()).status).to.equal(401);
  });

  for (const [first, second] of bothWays) {
    it(`a second factor that the ${first} one added is asked for by both, and a session counts at both that proved it`, async () => {
      const email = await person();
      const [browser, earlier] = [browserAt(first), browserAt(first)];
      for (const one of [browser, earlier]) expect((await one.signIn(email, password)).status).to.equal(200);
      expect(await isIn(earlier, second), 'without a second factor the password is enough').to.equal(true);
      const add = async (where: string, body: object) => (await browser.call('POST', where, body, first)).data;
      const factors = '/accounting/session/factors';
      const { secret, token } = await add(`${factors}/begin`, { kind: 'totp', current_password: password });
      const codeIn = (steps: number) =>
        new TOTP({ secret: String(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
      await add(factors, { kind: 'totp', name: 'Phone', token, code: codeIn(-1) });
      for (const release of [first, second]) {
        expect(await isIn(earlier, release), `a session from before, at the ${release} one`).to.equal(false);
        const asked = await browserAt(release).signIn(email, password);
        expect(asked.data, release).to.have.property('second_factor');
      }
      for (const [i, release] of [first, second].entries()) {
        const proven = browserAt(release);
        const answer = await proven.signIn(email, password, { code: codeIn(i) });
        expect(answer.status, JSON.stringify(answer.data)).to.equal(200);
        for (const at of [first, second]) expect(await isIn(proven, at), `${release} at ${at}`).to.equal(true);
      }
    });
  }

  it('a session that a build without second factors began does not count here once its member has one', async () => {
    const email = await person();
    const browser = browserAt('old');
    await browser.signIn(email, password);
    const [member] = await world.query('select id from members where email = $1', [email]);
    const adding = browserAt('new');
    await adding.signIn(email, password);
    const { data } = await adding.call(
      'POST',
      '/accounting/session/factors/begin',
      { kind: 'totp', current_password: password },
      'new',
    );
    // Such a build leaves a session behind that ends with no factor, and knows none when it begins one.
    const [session] = await world.query('select * from console_sessions where member_id = $1 order by created_at', [
      member?.['id'],
    ]);
    const code = new TOTP({ secret: String(data['secret']) }).generate();
    const body = { kind: 'totp', name: 'Phone', token: data['token'], code };
    await adding.call('POST', '/accounting/session/factors', body, 'new');
    expect(await isIn(adding, 'new')).to.equal(true);
    const columns = Object.keys(session ?? {}).filter((name) => name !== 'proven_by');
    await world.query(
      `insert into console_sessions (${columns}) values (${columns.map((_, i) => `$${i + 1}`)})`,
      columns.map((name) => session?.[name]),
    );
    expect(await isIn(browser, 'new')).to.equal(false);
  });

  for (const [i, [first, second]] of bothWays.entries()) {
    it(`a tenant that the ${first} one connected has no second owner at the ${second} one, at the same time neither`, async () => {
      const [tenant = '', contested = ''] = [tenants[i * 2], tenants[1]];
      const [mine, theirs] = [await keyOf(), await keyOf({}, strangerId)];
      const asking = { externalAccountId: `customer-${i}`, tenantIds: [tenant] };
      await connected(clientAt(first, mine), world.sandbox, asking);
      const refused = await connect(clientAt(second, theirs), world.sandbox, asking);
      expect(refused.searchParams.get('error'), refused.href).to.equal('duplicate_tenant_connection');
      const outcomes = await Promise.all([
        connect(clientAt(first, mine), world.sandbox, { externalAccountId: `both-${i}`, tenantIds: [contested] }),
        connect(clientAt(second, theirs), world.sandbox, { externalAccountId: `both-${i}`, tenantIds: [contested] }),
      ]);
      expect(outcomes.filter((back) => back.searchParams.get('status') === 'connected')).to.have.length(1);
      const owners = await world.query(
        `select organization_id from connections where provider_tenant_id = any($1) and status = 'active'`,
        [[tenant, contested]],
      );
      expect(owners).to.have.length(2);
      // A trial has three connections; the contested one is not needed.
      await world.query(`update connections set status = 'disconnected' where provider_tenant_id = $1`, [contested]);
    });

    it(`work that the ${first} one queued is done by the ${second} one’s worker`, async () => {
      const client = clientAt(first, await keyOf());
      const { body } = await client.call('GET', '/v1/connections?status=active&limit=1');
      const id = textAt(body, 'data.items.0.connection_id');
      const sync = await client.expecting(202, 'POST', `/v1/connections/${id}/sync`, {});
      const operation = textAt(sync, 'data.operation_id');
      const worker = await world.worker(second);
      const other = clientAt(second, await keyOf());
      await until('the end of the sync', async () => {
        const read = await other.call('GET', `/v1/operations/${operation}`);
        return textAt(read.body, 'data.state') === 'succeeded' || undefined;
      });
      await worker.kill('SIGKILL');
    });
  }

  it('work of a type that only the next release knows is left alone by this one’s worker, and what is behind it is done', async () => {
    const client = clientAt('new', await keyOf());
    const { body } = await client.call('GET', '/v1/connections?status=active&limit=1');
    const syncs = `/v1/connections/${textAt(body, 'data.items.0.connection_id')}/sync`;
    const unknown = textAt(await client.expecting(202, 'POST', syncs, {}), 'data.operation_id');
    const row = async () => (await world.query('select * from operations where id = $1', [unknown]))[0];
    await world.query(`update operations set type = 'records.of_tomorrow', coalesce_key = null where id = $1`, [
      unknown,
    ]);
    const before = await row();
    const next = textAt(await client.expecting(202, 'POST', syncs, {}), 'data.operation_id');
    const worker = await world.worker('new');
    await until('the end of the sync behind it', async () => {
      const read = await client.call('GET', `/v1/operations/${next}`);
      return textAt(read.body, 'data.state') === 'succeeded' || undefined;
    });
    await worker.kill('SIGKILL');
    expect(await row()).to.deep.equal(before);
    for (const shown of [`/v1/operations/${unknown}`, '/v1/operations', `/v1/operations/${unknown}/timeline`])
      expect((await client.call('GET', shown)).status, shown).to.equal(200);
    await world.query(`update operations set type = 'connection.sync' where id = $1`, [unknown]);
    const knowing = await world.worker('new');
    await until(
      'its end, by a worker that knows it',
      async () => (await row())?.['state'] === 'succeeded' || undefined,
    );
    await knowing.kill('SIGKILL');
  });

  it('a key that two processes of this release roll at once has one successor', async () => {
    const email = await person();
    const browser = browserAt('new');
    await browser.signIn(email, password);
    const made = await browser.call('POST', '/accounting/api-keys', { name: 'Server', environment: 'test' }, 'new');
    const id = String(made.data['id']);
    const { authenticate, rollKey } = world.own.core.console;
    const member = await authenticate(browser.token(), 'req-roll' as RequestId);
    const here = async () => {
      const write = { key: randomUUID(), body: null };
      return rollKey(member, id, { oldEndsInHours: 1, write }).then(
        () => 201,
        ({ details }) => details.reason,
      );
    };
    const there = async () => {
      const roll = `/accounting/api-keys/${id}/roll`;
      const { status, reason } = await browser.call('POST', roll, { old_ends_in_hours: 1 }, 'new');
      return status === 201 ? status : reason;
    };
    const rolls = await Promise.all([here, there, here, there, there].map((roll) => roll()));
    expect(rolls.map(String).sort()).to.deep.equal(['201', ...Array(4).fill('key_rolled')]);
  });
}
