import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Environment } from '../domain/caller.ts';
import type { SignedIn } from '../domain/console-session.ts';
import type { RequestId } from '../domain/ids.ts';
import type { ConsentOutcome, ShownApp } from '../domain/provider-app.ts';
import { checksOf } from '../domain/provider-app.ts';
import { connected, newSession } from '../use-cases/testing/connecting.ts';
import { refusalOf } from '../use-cases/testing/refusal.ts';
import { givenService } from '../use-cases/testing/worlds.ts';

const requestId = 'req-apps' as RequestId;
const password = 'correct horse battery staple';
const callback = 'http://localhost:8080/oauth/ledger/callback';

describe('provider apps', () => {
  let owner: SignedIn;
  let token: string;
  const { service, tenancy } = givenService();
  before(async () => {
    ({ signedIn: owner, token } = await signIn('owner'));
  });

  const apps = () => service.core.console.providerApps;

  async function signIn(role: 'owner' | 'viewer', { organizationId } = tenancy) {
    const email = `${randomUUID()}@example.com`;
    const passwordHash = await service.ports.passwords.hash(password);
    await service.core.access.createMember({ organizationId, email, role, passwordHash });
    const made = await service.core.console.signIn({ email, password, agent: 'test', requestId });
    if (made.kind !== 'signed_in') throw new Error('nobody is signed in');
    return made;
  }

  const draft = async (environment: Environment = 'test', makeDefault = false) => {
    const write = { key: undefined, body: {} };
    return (await apps().create(owner, { environment, provider: 'ledger', name: 'Ours', makeDefault, write })).value
      .app;
  };

  /** A draft with right credentials of an app that the ledger knows. */
  async function prepared() {
    const app = await draft();
    const clientId = `client-${randomUUID()}`;
    const keys = { client_id: clientId, client_secret: 'right-secret', redirect_uris: [callback] };
    await service.sandbox.control('POST', 'apps', { ...keys, webhook_url: 'http://localhost:1/', webhook_key: 'k' });
    await apps().setCredentials(owner, app.id, { clientId, clientSecret: 'right-secret', webhookKey: 'right-key' });
    return { id: app.id, clientId };
  }

  async function consent(id: string, tenantIds: readonly string[], as = token): Promise<ConsentOutcome> {
    return apps().finishConsent(
      as,
      await answerOf((await apps().beginConsent(owner, id)).consentUrl, tenantIds),
      requestId,
    );
  }

  async function answerOf(consentUrl: string, tenantIds: readonly string[]) {
    const asked = { authorize_url: consentUrl, tenant_ids: tenantIds };
    const back = new URL(String((await service.sandbox.control('POST', 'consent', asked))['callback_url']));
    const of = (name: string) => back.searchParams.get(name) ?? undefined;
    return { state: of('state'), code: of('code'), error: of('error') };
  }

  /** The provider's check of the webhook address, signed with this key. */
  async function intent(id: string, key: string): Promise<string> {
    const body = new TextEncoder().encode('{"events":[],"firstEventSequence":0,"lastEventSequence":0,"entropy":"x"}');
    const { createHmac } = await import('node:crypto');
    const signature = createHmac('sha256', key).update(body).digest('base64');
    return service.core.notifications.receive({ provider: 'ledger', appId: id, body, signature, requestId });
  }

  /** Writes at the provider, so that a live token is needed. */
  const writeThrough = (connectionId: string) => {
    const write = { key: randomUUID(), body: { name: randomUUID() } };
    return service.core.resources.create(tenancy.test, { connectionId, type: 'contacts', write });
  };

  const statuses = ({ app }: Pick<ShownApp, 'app'>) =>
    Object.fromEntries(checksOf(app).map(({ check, status }) => [check, status]));
  const acts = async () =>
    (await service.core.console.readAudit(owner, { limit: '200' })).items.map(({ action }) => action);

  it('go from a draft to verified, whatever order their parts come in', async () => {
    const { id } = await prepared();
    expect(statuses(await apps().verify(owner, id))).to.deep.equal({
      ...{ credentials: 'passed', oauth: 'waiting', scopes: 'waiting', webhook: 'waiting' },
    });
    expect(await intent(id, 'right-key')).to.equal('accepted');
    const outcome = await consent(id, [await service.newTenant()]);
    expect(outcome.kind).to.equal('checked');
    const verified = await apps().verify(owner, id);
    expect(verified.app.status).to.equal('verified');
    expect(verified.app.grantedScopes).to.include('accounting.invoices');
    expect(statuses(await apps().find(owner, id))).to.deep.equal({
      ...{ credentials: 'passed', oauth: 'passed', scopes: 'passed', webhook: 'passed' },
    });
    expect(await acts()).to.include.members([
      ...['provider_app.created', 'provider_app.credentials_set', 'provider_app.verification_run'],
      ...['provider_app.consent_begun', 'provider_app.consent_returned'],
    ]);
    await newSession(service, tenancy.test, { provider_app_id: id });
  });

  it('are not to be connected through as long as they are drafts', async () => {
    const { id } = await prepared();
    const refusal = await refusalOf(newSession(service, tenancy.test, { provider_app_id: id }));
    expect(refusal.details.reason).to.equal('provider_app_not_verified');
  });

  it('tell a wrong secret from a provider that cannot be asked', async () => {
    const { id, clientId } = await prepared();
    await apps().setCredentials(owner, id, { clientSecret: 'wrong' });
    expect(statuses(await apps().verify(owner, id))).to.include({ credentials: 'failed' });
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: true });
    await apps().setCredentials(owner, id, { clientId, clientSecret: 'right-secret' });
    const unknown = await apps().verify(owner, id);
    expect(statuses(unknown)).to.include({ credentials: 'waiting' });
    expect(checksOf(unknown.app)[0]?.message).to.match(/cannot be reached/);
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: false });
    expect(statuses(await apps().verify(owner, id))).to.include({ credentials: 'passed' });
  });

  it('count a consent once, in time, and only in the browser that began it', async () => {
    const { id } = await prepared();
    const tenant = await service.newTenant();
    const other = await signIn('owner');
    const begun = await answerOf((await apps().beginConsent(owner, id)).consentUrl, [tenant]);
    expect(await apps().finishConsent(undefined, begun, requestId)).to.deep.equal({ kind: 'signed_out' });
    expect(await apps().finishConsent(other.token, begun, requestId)).to.deep.equal({ kind: 'gone' });
    expect((await apps().finishConsent(token, begun, requestId)).kind).to.equal('checked');
    expect(await apps().finishConsent(token, begun, requestId)).to.deep.equal({ kind: 'gone' });
    const late = await answerOf((await apps().beginConsent(owner, id)).consentUrl, [tenant]);
    service.advance(11 * 60);
    expect(await apps().finishConsent(token, late, requestId)).to.deep.equal({ kind: 'gone' });
  });

  it('say what a refused consent needs', async () => {
    const { id } = await prepared();
    await consent(id, []);
    const shown = await apps().find(owner, id);
    expect(checksOf(shown.app)[1]).to.include({ status: 'waiting', message: 'Access was not allowed at the provider' });
    const state = new URL((await apps().beginConsent(owner, id)).consentUrl).searchParams.get('state') ?? '';
    await apps().finishConsent(token, { state, code: undefined, error: 'invalid_scope' }, requestId);
    const refused = checksOf((await apps().find(owner, id)).app);
    expect(refused[2]).to.include({ status: 'failed' });
    expect(refused[2]?.remedy).to.include('accounting.settings');
  });

  it('leave at the provider what was connected before and in use, and nothing that the consent connected', async () => {
    const { id } = await prepared();
    const [used, unused] = [await service.newTenant(), await service.newTenant()];
    const removed = async () => (await service.calls('DELETE /connections')).length;
    const before = await removed();
    await intent(id, 'right-key');
    await apps().verify(owner, id);
    await consent(id, [unused]);
    const connection = await connected(service, tenancy.test, used, { provider_app_id: id });
    await consent(id, [used, unused]);
    expect(await removed()).to.equal(before + 2);
    // Somebody else who uses the same app linked this tenant some time ago.
    const others = await service.newTenant();
    await answerOf((await apps().beginConsent(owner, id)).consentUrl, [others]);
    service.advance(60);
    await consent(id, [others]);
    expect(await removed()).to.equal(before + 2);
    await writeThrough(connection.id);
  });

  it('leave alone what another app of the same client ID has connected just now', async () => {
    const tenant = await service.newTenant();
    const connection = await connected(service, tenancy.test, tenant);
    const { id } = await draft();
    const clientId = tenancy.apps.test.clientId ?? '';
    await apps().setCredentials(owner, id, { clientId, clientSecret: 'client-secret', webhookKey: 'k' });
    expect((await consent(id, [tenant])).kind).to.equal('checked');
    await writeThrough(connection.id);
  });

  it('keep their connections when a secret is rotated, and refuse another client while they have any', async () => {
    const { id, clientId } = await prepared();
    await intent(id, 'right-key');
    await apps().verify(owner, id);
    await consent(id, [await service.newTenant()]);
    const connection = await connected(service, tenancy.test, await service.newTenant(), { provider_app_id: id });
    const clash = await refusalOf(apps().setCredentials(owner, id, { clientId: 'another', clientSecret: 'x' }));
    expect(clash.details.reason).to.equal('provider_app_in_use');
    const changed = { client_id: clientId, client_secret: 'next-secret' };
    await service.sandbox.control('POST', 'apps', changed);
    const rotated = await apps().setCredentials(owner, id, { clientSecret: 'next-secret' });
    expect([rotated.app.status, statuses(rotated)]).to.deep.equal([
      'verified',
      { credentials: 'waiting', oauth: 'passed', scopes: 'passed', webhook: 'passed' },
    ]);
    service.advance(3_600);
    const before = (await service.calls('POST /connect/token')).length;
    await writeThrough(connection.id);
    const refreshes = (await service.calls('POST /connect/token')).slice(before);
    expect(refreshes.map(({ status }) => status)).to.deep.equal([200]);
    const bare = await refusalOf(apps().setCredentials(owner, id, { clientId: 'another' }));
    expect(bare.details.errors?.[0]?.path).to.equal('client_secret');
  });

  it('wait for the webhook anew when its key is rotated, also for what the old key had signed', async () => {
    const { id } = await prepared();
    await intent(id, 'right-key');
    expect(statuses(await apps().verify(owner, id))).to.include({ webhook: 'passed' });
    const before = await service.ports.storage.providerApps.findForReceiver(id as never);
    service.advance(1);
    await apps().setCredentials(owner, id, { webhookKey: 'next-key' });
    expect(statuses(await apps().verify(owner, id))).to.include({ webhook: 'waiting' });
    if (before) await service.ports.storage.providerApps.noteIntent(before, service.ports.clock.now());
    expect(await intent(id, 'right-key')).to.equal('refused');
    expect(statuses(await apps().verify(owner, id))).to.include({ webhook: 'waiting' });
    expect(await intent(id, 'next-key')).to.equal('accepted');
    expect(statuses(await apps().verify(owner, id))).to.include({ webhook: 'passed' });
  });

  it('have one default an environment, which moves at once', async () => {
    const [first, second] = [await draft('test', true), await draft('test')];
    await Promise.all([first, second, first].map(({ id }) => apps().change(owner, id, { isDefault: true })));
    const defaults = (await apps().list(owner, 'test')).filter(({ app }) => app.isDefault);
    expect(defaults.map(({ app }) => app.id)).to.have.length(1);
    expect((await apps().list(owner, 'live')).filter(({ app }) => app.isDefault)).to.have.length(1);
  });

  it('are seen by their organization only, and changed by who may operate', async () => {
    const { id } = await prepared();
    const viewer = (await signIn('viewer')).signedIn;
    expect((await apps().find(viewer, id)).app.id).to.equal(id);
    for (const act of [apps().verify(viewer, id), apps().beginConsent(viewer, id), apps().change(viewer, id, {})]) {
      expect((await refusalOf(act)).code).to.equal('FORBIDDEN');
    }
    const stranger = (await signIn('owner', await service.newOrganization())).signedIn;
    for (const act of [
      apps().find(stranger, id),
      apps().verify(stranger, id),
      apps().setCredentials(stranger, id, {}),
    ]) {
      expect((await refusalOf(act)).code).to.equal('NOT_FOUND');
    }
  });
});
