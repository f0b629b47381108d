import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openedOnce } from '../../contract-tests/testing/opened.ts';
import type { SignedIn } from '../domain/console-session.ts';
import type { RequestId } from '../domain/ids.ts';
import { passed } from '../domain/provider-app.ts';
import { connected } from '../use-cases/testing/connecting.ts';
import { authorizationOf } from '../use-cases/testing/first-provider.ts';
import { refusalOf } from '../use-cases/testing/refusal.ts';
import { hostedApp, openService, type Tenancy } from '../use-cases/testing/service.ts';

const requestId = 'req-apps' as RequestId;
const password = 'correct horse battery staple';

describe('a client ID', function () {
  this.timeout(20_000);
  const service = openedOnce(() => openService());

  const apps = () => service.core.console.providerApps;

  async function owner({ organizationId }: Tenancy): Promise<SignedIn> {
    const email = `${randomUUID()}@example.com`;
    const passwordHash = await service.ports.passwords.hash(password);
    await service.core.access.createMember({ organizationId, email, role: 'owner', passwordHash });
    const made = await service.core.console.signIn({ email, password, agent: 'test', requestId });
    if (made.kind !== 'signed_in') throw new Error('nobody is signed in');
    return made.signedIn;
  }

  /** A draft whose credentials are the only check left. */
  async function ready(by: SignedIn, clientId: string): Promise<string> {
    const { storage, clock } = service.ports;
    const { requiredScopes } = authorizationOf(service.ports);
    const write = { key: undefined, body: {} };
    const { app } = (
      await apps().create(by, { environment: 'test', provider: 'ledger', name: 'Ours', makeDefault: false, write })
    ).value;
    await apps().setCredentials(by, app.id, { clientId, clientSecret: 'client-secret', webhookKey: 'k' });
    const saved = (await apps().find(by, app.id)).app;
    const [now, grantedScopes] = [clock.now(), requiredScopes];
    const checks = [{ ...passed('oauth', 'A person has consented'), checkedAt: now }];
    await storage.providerApps.update({ ...saved, checks, grantedScopes, intentReceivedAt: now });
    return app.id;
  }

  it('belongs to one verified app: of others that are verified at once, of any organization, one gets it', async () => {
    const clientId = `client-${randomUUID()}`;
    const keys = { client_id: clientId, client_secret: 'client-secret', redirect_uris: ['http://localhost:8080/'] };
    await service.sandbox.control('POST', 'apps', { ...keys, webhook_url: 'http://localhost:1/', webhook_key: 'k' });
    const owners = await Promise.all([owner(await service.newOrganization()), owner(await service.newOrganization())]);
    const ids = await Promise.all(owners.map((by) => ready(by, clientId)));
    const ends = await Promise.allSettled(owners.map((by, i) => apps().verify(by, ids[i] ?? '')));
    expect(ends.map(({ status }) => status)).to.have.members(['fulfilled', 'rejected']);
    const lost = ends.findIndex(({ status }) => status === 'rejected');
    const [loser, winner] = [owners[lost], owners[1 - lost]];
    if (!loser || !winner) throw new Error('nobody won');
    const refused = await refusalOf(apps().verify(loser, ids[lost] ?? ''));
    expect([refused.code, refused.details.reason]).to.deep.equal(['CONFLICT', 'client_id_in_use']);
    for (const word of [winner.organizationId, ids[1 - lost] ?? '']) expect(refused.message).to.not.contain(word);
    expect((await apps().find(loser, ids[lost] ?? '')).app.status).to.equal('draft');
    expect((await apps().verify(winner, ids[1 - lost] ?? '')).app.status, 'verified again').to.equal('verified');
  });

  it('of the hosted app is nobody else’s', async () => {
    const by = await owner(await service.newOrganization());
    const id = await ready(by, hostedApp.clientId);
    await apps().setCredentials(by, id, { clientSecret: hostedApp.clientSecret });
    expect((await refusalOf(apps().verify(by, id))).details.reason).to.equal('client_id_in_use');
  });

  it('is not registered twice by an operator either', async () => {
    const { apps: registered } = await service.newOrganization();
    const { organizationId } = await service.newOrganization();
    const secrets = { clientSecret: 's', webhookKey: 'k', name: 'mine', makeDefault: false };
    const theirs = {
      organizationId,
      provider: 'ledger',
      environment: 'live',
      clientId: registered.test.clientId ?? '',
      ...secrets,
    } as const;
    expect((await refusalOf(service.core.access.registerProviderApp(theirs))).details.reason).to.equal(
      'client_id_in_use',
    );
    expect(await service.ports.storage.providerApps.list(theirs)).to.have.length(1);
  });

  it('that two apps have from before leaves the other’s link alone when one connection ends', async () => {
    const [first, second] = [await service.newOrganization(), await service.newOrganization()];
    const [ending, staying] = [
      await connected(service, first.test, await service.newTenant()),
      await connected(service, second.test, await service.newTenant()),
    ];
    const { providerConnectionId } = ending;
    const shared = { provider_connection_id: providerConnectionId };
    await service.database.knex('connections').where({ id: staying.id }).update(shared);
    await service.sandbox.control('DELETE', 'requests');
    const removals = async () => (await service.calls('DELETE /connections/')).map(({ path }) => path);
    const gone = await service.core.connections.disconnect(first.test, ending.id);
    expect([gone.status, await removals()]).to.deep.equal(['disconnected', []]);
    await service.core.connections.disconnect(second.test, staying.id);
    expect(await removals()).to.deep.equal([`/connections/${providerConnectionId}`]);
  });
});
