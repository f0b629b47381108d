// What hosts of two builds share on one database: rows that a later build narrows, and what an earlier build wrote.
import { expect } from 'chai';
import { samples } from '#contract-tests';
import { buildKnows } from '#core/ports';
import { arrangeMember, arrangePlane, arrangeSession } from '../../contract-tests/arrange.ts';
import { sampleFactor, sampleInvitation } from '../../contract-tests/sample-people.ts';
import { onBothDatabases } from '../../contract-tests/testing/doubles.ts';

const { moment, sampleId } = samples;
const now = moment(10);

onBothDatabases('beside another build', (given) => {
  const db = () => given().database.knex;
  const storage = () => given().database.storage;
  /** A later build made the row, and with it something that this build does not know. */
  const narrow = (table: string, id: string, by = 1) =>
    db()(table)
      .where({ id })
      .update({ needs: buildKnows + by });

  it('a key that needs more than this build knows is not found, and is listed', async () => {
    const plane = await arrangePlane(storage());
    const { apiKeys } = storage();
    const key = samples.sampleApiKey(plane);
    await apiKeys.insert(key);
    expect(await db()('api_keys').where({ id: key.id }).pluck('needs')).to.deep.equal([1]);
    expect(await apiKeys.findByDigest(key.digest)).to.deep.equal(key);
    await narrow('api_keys', key.id);
    expect(await apiKeys.findByDigest(key.digest)).to.equal(undefined);
    expect(await apiKeys.find(plane.organizationId, key.id)).to.deep.equal(key);
    expect((await apiKeys.list(plane.organizationId, { limit: 9, page: 1 })).items).to.deep.equal([key]);
    expect(await apiKeys.setExpiry(plane.organizationId, key.id, now)).to.equal(true);
    expect(await apiKeys.findByDigest(key.digest), 'what it needs is never lowered').to.equal(undefined);
  });

  it('a whole key needs nothing, until it gets an end', async () => {
    const plane = await arrangePlane(storage());
    const key = samples.sampleApiKey(plane, { scopes: ['read', 'write', 'automate', 'admin'] });
    await storage().apiKeys.insert(key);
    const needs = () => db()('api_keys').where({ id: key.id }).pluck('needs');
    expect(await needs()).to.deep.equal([0]);
    await storage().apiKeys.setExpiry(plane.organizationId, key.id, now);
    expect(await needs()).to.deep.equal([1]);
  });

  it('neither a member’s password nor a session opens what a later build narrowed', async () => {
    const { members, consoleSessions } = storage();
    const memberId = await arrangeMember(storage());
    const session = await arrangeSession(storage(), memberId);
    const email = (await members.find(memberId))?.email ?? '';
    expect(await members.listByEmail(email, 9)).to.have.length(1);
    expect(await consoleSessions.ofBrowser(session.tokenDigest, now)).to.deep.equal([session]);
    await narrow('members', memberId);
    expect(await members.listByEmail(email, 9)).to.deep.equal([]);
    expect(await consoleSessions.ofBrowser(session.tokenDigest, now)).to.deep.equal([]);
    await narrow('members', memberId, 0);
    await narrow('console_sessions', session.id);
    expect(await consoleSessions.ofBrowser(session.tokenDigest, now)).to.deep.equal([]);
  });

  it('neither does an invitation nor a connect link', async () => {
    const { invitations, connectSessions } = storage();
    const memberId = await arrangeMember(storage());
    const { organizationId } = (await storage().members.find(memberId)) ?? (await arrangePlane(storage()));
    const invitation = sampleInvitation(organizationId, { invitedBy: memberId, expiresAt: moment(99) });
    await invitations.put(invitation);
    expect(await invitations.find(invitation.tokenDigest, now)).to.deep.equal(invitation);
    await narrow('invitations', invitation.id);
    expect(await invitations.find(invitation.tokenDigest, now)).to.equal(undefined);
    const link = samples.sampleConnectSession({ organizationId, environment: 'test' });
    await connectSessions.insert(link);
    expect(await connectSessions.findByTokenDigest(link.tokenDigest)).to.deep.equal(link);
    await narrow('connect_sessions', link.id);
    expect(await connectSessions.findByTokenDigest(link.tokenDigest)).to.equal(undefined);
    expect(await connectSessions.findByStateDigest(link.stateDigest)).to.equal(undefined);
  });

  it('a session of the build before counts for a member with a second factor if the audit log says that it proved one', async () => {
    const memberId = await arrangeMember(storage());
    const member = await storage().members.find(memberId);
    const { organizationId } = member ?? (await arrangePlane(storage()));
    await storage().factors.insert(sampleFactor({ ...member, organizationId, id: memberId } as never));
    for (const [details, isProven] of [
      [{ second_factor: 'totp' }, true],
      [{}, false],
    ] as const) {
      const session = await arrangeSession(storage(), memberId, { provenBy: null });
      const entry = samples.sampleAuditEntry(organizationId, {
        action: 'session.started',
        subject: session.id,
        details,
      });
      await storage().audit.record(entry);
      const found = await storage().consoleSessions.ofBrowser(session.tokenDigest, now);
      expect(found).to.deep.equal(isProven ? [{ ...session, provenBy: 'totp' }] : []);
    }
  });

  it('a tenant has one owner, whichever build names the hosted app, and as it did before several providers', async () => {
    const [one, other] = [await arrangePlane(storage()), await arrangePlane(storage())];
    const tenant = { providerAppId: null, providerTenantId: sampleId('req'), status: 'active' } as const;
    const first = samples.sampleConnection(one, tenant);
    const owners = () => db()('connections').where({ provider_tenant_id: tenant.providerTenantId }).pluck('app_key');
    await storage().connections.insert(samples.sampleConnection(one, { ...tenant, status: 'disconnected' }));
    // As the older host stores it.
    const row = await db()('connections').where({ provider_tenant_id: tenant.providerTenantId }).first();
    await db()('connections').insert({ ...row, id: first.id, status: 'active', app_key: 'hosted' });
    expect(await owners()).to.deep.equal(['hosted ledger', 'hosted ledger']);
    expect((await storage().connections.findOwner('hosted ledger', tenant.providerTenantId))?.id).to.equal(first.id);
    expect(await storage().connections.insert(samples.sampleConnection(other, tenant))).to.equal(false);
    await db()('connections').where({ id: first.id }).update({ app_key: 'hosted' });
    expect(await owners()).to.deep.equal(['hosted ledger', 'hosted ledger']);
    const second = { ...row, id: sampleId('conn'), status: 'active', app_key: 'hosted' };
    const refused = await db()('connections')
      .insert(second)
      .then(() => '', String);
    expect(refused).to.match(/unique/i);
  });
});
