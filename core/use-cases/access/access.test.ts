import { expect } from 'chai';
import { until } from '../../../contract-tests/testing/until.ts';
import { composeKey, environmentOfKey } from '../../domain/api-key.ts';
import type { OrganizationId, RequestId } from '../../domain/ids.ts';
import { connected, write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';

const requestId = 'req-access' as RequestId;

describe('access', () => {
  const { service, tenancy } = givenService();
  const authenticate = (header: string | undefined) => service.core.access.authenticate(header, requestId);
  const issue = () => service.core.access.issueKey({ ...tenancy.test, name: 'key' });
  const row = async (id: string) => (await service.database.knex('api_keys').where({ id }))[0];

  it('is given by a key to its own organization and environment', async () => {
    for (const plane of [tenancy.test, tenancy.live]) {
      const { key, secret } = await service.core.access.issueKey({ ...plane, name: 'key' });
      expect(secret).to.match(new RegExp(`^acct_${plane.environment}_[0-9A-Za-z]{38}$`));
      expect(environmentOfKey(secret)).to.equal(plane.environment);
      const { organizationId, environment } = plane;
      for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
        const caller = await authenticate(`${scheme} ${secret}`);
        const rights = { scopes: ['read', 'write', 'automate', 'admin'], connectionIds: null };
        expect(caller).to.deep.equal({ organizationId, environment, actor: key.id, name: 'key', requestId, rights });
      }
    }
  });

  it('keeps of a key a digest and four letters', async () => {
    const { key, secret } = await issue();
    expect(key.lastFour).to.equal(secret.slice(-4));
    expect(JSON.stringify(await row(key.id))).not.to.contain(secret.slice(0, -4).slice(-20));
    const secrets = await Promise.all(Array.from({ length: 20 }, issue));
    expect(new Set(secrets.map((issued) => issued.secret)).size).to.equal(20);
  });

  it('is refused to everything else, by its form alone', async () => {
    const { secret } = await issue();
    const unformed = [
      `Bearer ${secret.slice(0, -1)}`,
      `Bearer ${secret}0`,
      `Bearer ${secret.replace('test', 'live')}`,
      `Bearer ${secret.toLowerCase()}`,
      `Bearer acct_test_${'0'.repeat(38)}`,
    ];
    const noBearer = [
      secret,
      'Bearer',
      'Bearer ',
      `Basic ${secret}`,
      `Bearer ${secret} `,
      `Bearer  ${secret}`,
      `Bearer ${'x'.repeat(10_000)}`,
      `Bearer ${secret}\u0000`,
    ];
    const told = async (header: string | undefined) => {
      const { code, message, details } = await refusalOf(authenticate(header));
      expect({ code, ...details }, String(header)).to.deep.equal({ code: 'UNAUTHORIZED' });
      return message;
    };
    for (const header of [undefined, '']) expect(await told(header)).to.match(/^no API key: send/);
    for (const header of unformed) expect(await told(header)).to.match(/^this is not a complete API key/);
    for (const header of noBearer) expect(await told(header)).to.match(/is not "Bearer" and an API key$/);
  });

  it('is refused in the same words whether the key was revoked, has expired or never existed', async () => {
    const { key, secret } = await issue();
    await service.core.access.revokeKey(tenancy.organizationId, key.id);
    const never = composeKey('test', Array(32).fill(7));
    const expiresAt = new Date(service.ports.clock.now().getTime() + 60_000);
    const ending = (await service.core.access.issueKey({ ...tenancy.test, name: 'key', expiresAt })).secret;
    await authenticate(`Bearer ${ending}`);
    service.advance(60, 'core');
    const told = await Promise.all(
      [secret, never, ending].map(async (one) => (await refusalOf(authenticate(`Bearer ${one}`))).message),
    );
    expect(told).to.deep.equal(Array(3).fill('this API key is unknown, was revoked or has expired'));
  });

  it('ends at once with the key’s revocation, which only its organization can make', async () => {
    const { key, secret } = await issue();
    const stranger = await service.newOrganization();
    const revoke = (organizationId: OrganizationId, id: string = key.id) =>
      service.core.access.revokeKey(organizationId, id);
    for (const asked of [revoke(stranger.organizationId), revoke(tenancy.organizationId, 'key_nonsense')]) {
      expect((await refusalOf(asked)).code).to.equal('NOT_FOUND');
    }
    await authenticate(`Bearer ${secret}`);
    await revoke(tenancy.organizationId);
    expect((await refusalOf(authenticate(`Bearer ${secret}`))).code).to.equal('UNAUTHORIZED');
  });

  it('meets the connection as it is when its body has arrived', async () => {
    const { id, externalAccountId } = await connected(service, tenancy.test, await service.newTenant());
    const { secret } = await issue();
    const caller = await authenticate(`Bearer ${secret}`);
    await service.core.connections.disconnect(tenancy.test, id);
    const create = () =>
      service.core.records.create(caller, {
        connectionId: id,
        type: 'contacts',
        write: write({ name: externalAccountId }),
      });
    const calls = async () => (await service.sandbox.control('GET', 'requests'))['requests'];
    const before = await calls();
    expect((await refusalOf(create())).details.reason).to.equal('connection_not_active');
    expect(await calls(), 'the provider is not asked').to.deep.equal(before);
  });

  it('notes when a key was last used, at most once a minute', async () => {
    const { key, secret } = await issue();
    const use = () => authenticate(`Bearer ${secret}`);
    const usedAfter = (before: number) =>
      until<number>('a noted use', async () => {
        const { last_used_at } = await row(key.id);
        return last_used_at > before && last_used_at;
      });
    await use();
    const first = await usedAfter(0);
    service.advance(55, 'core');
    await use();
    service.advance(10, 'core');
    await use();
    // If the use ten seconds earlier had been stored, this one would not be.
    expect(await usedAfter(first)).to.be.above(first + 60_000);
  });

  it('belongs to organizations that exist', async () => {
    const nobody = 'org_01jd9x8fbee5wv1tzd4nq6c2m7' as OrganizationId;
    const asked = service.core.access.issueKey({ organizationId: nobody, environment: 'test', name: 'key' });
    expect((await refusalOf(asked)).code).to.equal('NOT_FOUND');
    expect((await refusalOf(service.core.access.createOrganization({ name: '  ', plan: 'paid' }))).code).to.equal(
      'BAD_REQUEST',
    );
    expect(await service.core.access.createOrganization({ name: ' Hill ', plan: 'trial' })).to.include({
      name: 'Hill',
      connectionLimit: 3,
    });
  });

  it('is within a contract that an operator changes; a plan takes only its own limit along', async () => {
    const { access } = service.core;
    const { id } = await access.createOrganization({ name: 'Dune', plan: 'trial' });
    const steps = [
      [{ plan: 'paid' }, { name: 'Dune', plan: 'paid', connectionLimit: null }],
      [{ plan: 'trial' }, { name: 'Dune', plan: 'trial', connectionLimit: 3 }],
      [
        { connectionLimit: 8, name: ' Dunes ' },
        { name: 'Dunes', plan: 'trial', connectionLimit: 8 },
      ],
      [{ plan: 'paid' }, { name: 'Dunes', plan: 'paid', connectionLimit: 8 }],
      [
        { plan: 'trial', connectionLimit: null },
        { name: 'Dunes', plan: 'trial', connectionLimit: null },
      ],
      [{}, { name: 'Dunes', plan: 'trial', connectionLimit: null }],
    ] as const;
    for (const [change, expected] of steps) {
      expect(await access.updateOrganization({ id, ...change })).to.include(expected);
      expect(await service.ports.storage.organizations.find(id)).to.include(expected);
    }
    const entries = await service.database.knex('audit_entries').where({ subject: id }).orderBy('id').select('changes');
    expect(entries, 'what changed nothing is no act').to.have.length(5);
    expect(JSON.parse(entries[2]?.changes)).to.deep.equal({
      before: { name: 'Dune', connection_limit: 3 },
      after: { name: 'Dunes', connection_limit: 8 },
    });
    expect((await refusalOf(access.updateOrganization({ id, name: ' ' }))).details.errors?.[0]?.path).to.equal('name');
    const nobody = 'org_01jd9x8fbee5wv1tzd4nq6c2m7' as OrganizationId;
    expect((await refusalOf(access.updateOrganization({ id: nobody, plan: 'paid' }))).code).to.equal('NOT_FOUND');
  });

  it('is for members whose address nobody else has', async () => {
    const create = (email: string) =>
      service.core.access.createMember({
        organizationId: tenancy.organizationId,
        email,
        role: 'owner',
        passwordHash: 'hash',
      });
    expect((await create(' Owner@Example.com ')).email).to.equal('owner@example.com');
    expect((await refusalOf(create('owner@example.com'))).details.reason).to.equal('email_taken');
    for (const email of ['', 'owner', 'a b@example.com', '@example.com', 'a@']) {
      expect((await refusalOf(create(email))).code, email).to.equal('BAD_REQUEST');
    }
  });

  it('shows the secrets of no provider app', async () => {
    const app = await service.ports.storage.providerApps.find(tenancy.test, tenancy.apps.test.id);
    expect(JSON.stringify(app)).not.to.contain('client-secret').and.not.contain('webhook-key');
    expect(JSON.stringify(await service.database.knex('provider_apps').select())).not.to.contain('client-secret');
  });
});
