import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import { connectSessionMinutes } from '../../domain/connect-session.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import { backWith, brand, connected, connecting, consentTo, newSession } from '../testing/connecting.ts';
import { openService } from '../testing/service.ts';
import type { ConnectOutcome } from './outcome.ts';

describe('connecting', () => {
  let tenants: string[];

  const service = openedOnce(() => openService());
  const tenancy = openedEach(() => service.newOrganization());
  beforeEach(async () => {
    tenants = [await service.newTenant(), await service.newTenant(), await service.newTenant()];
  });
  afterEach(() => service.sandbox.control('POST', 'quirks', { identity_unavailable: false }));

  const sessions = () => service.core.connectSessions;
  const list = async (status?: string) =>
    (await service.core.connections.list(tenancy.test, status ? { status } : {})).items;
  const choiceIn = (step: ConnectOutcome) => {
    if (step.kind !== 'asks-choice') throw new Error(`no choice is offered but ${JSON.stringify(step)}`);
    return step;
  };
  const credentials = async (id: ConnectionId) => service.ports.storage.credentials.find(id);

  it('shows who asks for what, of which customer', async () => {
    const { token } = await newSession(service, tenancy.test, { retention_mode: 'zero', external_account_id: 'c-9' });
    const step = await sessions().open(token);
    expect(step.kind).to.equal('asks-consent');
    expect(step.link).to.deep.include({
      brand,
      externalAccountId: 'c-9',
      accountName: null,
      environment: 'test',
      retentionMode: 'zero',
      url: `http://localhost:8080/connect/${token}`,
      providerName: 'Xero',
      reconnects: null,
    });
    expect(await sessions().open(token), 'reloaded').to.deep.equal(step);
    const consent = new URL((step as { consentUrl: string }).consentUrl).searchParams;
    expect(Object.fromEntries(consent)).to.include({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:8080/oauth/ledger/callback',
    });
    expect(consent.get('scope')).to.contain('offline_access');
    expect(consent.get('state')).to.have.length(64).and.not.equal(token);
  });

  it('of one organization ends at the application, active, with the metadata of the session', async () => {
    const fields = { external_account_id: 'c-1', metadata: { region: 'nz', deep: [1, { a: null }] } };
    const back = backWith(await connecting(service, tenancy.test, [tenants[0] ?? ''], fields));
    expect(back).to.include({ status: 'connected', external_account_id: 'c-1' });
    const [connection] = await list();
    expect(connection).to.deep.include({
      id: back['connection_id'],
      status: 'active',
      providerTenantId: tenants[0],
      metadata: fields.metadata,
      retentionMode: 'cached',
    });
    expect(connection?.scopes).to.include('offline_access');
    const { items } = await service.ports.storage.events.list(tenancy.test, {}, { limit: 10, page: 1 });
    expect(items.map(({ type, data }) => [type, data['previous']])).to.deep.equal([['connection.created', null]]);
  });

  it('of several organizations waits for a choice, which stays the same when the page is reloaded', async () => {
    const { token } = await newSession(service, tenancy.test, { metadata: { a: 1 } });
    const answer = await consentTo(service, token, tenants);
    const offered = choiceIn(await sessions().callback(answer));
    expect(offered.link?.brand.name).to.equal('Harbour Books');
    expect(offered.tenants.map(({ tenantId }) => tenantId).sort()).to.deep.equal([...tenants].sort());
    expect((await list()).map(({ status }) => status)).to.deep.equal(['pending_selection']);
    expect(await sessions().callback(answer), 'a reloaded callback').to.deep.equal(offered);
    expect(await sessions().open(token), 'a reopened link').to.deep.equal(offered);
    const picked = await sessions().choose({ selection: offered.selection, tenantId: tenants[1] ?? '' });
    expect(backWith(picked)['status']).to.equal('connected');
    const all = await list();
    expect(all).to.have.length(1);
    expect(all[0]).to.deep.include({ status: 'active', providerTenantId: tenants[1], metadata: { a: 1 } });
    expect((await sessions().choose({ selection: offered.selection, tenantId: tenants[2] ?? '' })).kind).to.equal(
      'gone',
    );
    expect(await list()).to.have.length(1);
  });

  it('never offers a practice, nor takes one, nor an organization that was not authorized', async () => {
    const all = (await service.sandbox.control('GET', 'organisations'))['organisations'] as Record<string, string>[];
    const practices = all.filter(({ type }) => type === 'PRACTICE').map(({ tenant_id = '' }) => tenant_id);
    expect(practices).to.have.length(1);
    const offered = choiceIn(await connecting(service, tenancy.test, tenants.slice(0, 2)));
    for (const tenantId of [...practices, tenants[2] ?? '', 'nonsense', '']) {
      expect(await sessions().choose({ selection: offered.selection, tenantId })).to.deep.equal(offered);
    }
    expect((await list()).map(({ status }) => status)).to.deep.equal(['pending_selection']);
  });

  it('offers the organizations of this consent only', async () => {
    await connected(service, tenancy.test, tenants[0] ?? '');
    const second = await connected(service, tenancy.test, tenants[1] ?? '', { external_account_id: 'customer-2' });
    expect(second.providerTenantId).to.equal(tenants[1]);
  });

  it('can be cancelled on the page, at the provider, and instead of choosing', async () => {
    const onPage = await newSession(service, tenancy.test);
    expect(backWith(await sessions().cancel(onPage.token))).to.deep.include({ status: 'cancelled' });
    expect(backWith(await connecting(service, tenancy.test, []))).to.include({ status: 'cancelled' });
    expect(await list()).to.have.length(0);
    const { token } = await newSession(service, tenancy.test);
    choiceIn(await sessions().callback(await consentTo(service, token, tenants)));
    const [pending] = await list('pending_selection');
    expect(backWith(await sessions().cancel(token))['status']).to.equal('cancelled');
    expect((await list())[0]).to.include({ id: pending?.id, status: 'disconnected' });
    expect(await credentials(pending?.id as ConnectionId)).to.equal(undefined);
    expect(await list('active')).to.have.length(0);
  });

  it('fails in words of its own when the provider says anything else than yes or no', async () => {
    const { token } = await newSession(service, tenancy.test);
    const { state } = await consentTo(service, token, []);
    const failed = await sessions().callback({ state, code: undefined, error: 'server_error<script>', isOpener: true });
    expect(backWith(failed)).to.include({ status: 'failed', error: 'authorization_failed' });
    expect(failed).to.include({ kind: 'ended', isOpen: true });
    const again = failed.link?.url ?? '';
    const later = await consentTo(service, again.replace(/.*\//, ''), tenants.slice(0, 1));
    expect(backWith(await sessions().callback(later)), 'the link of “Try again”').to.include({ status: 'connected' });
    const without = await newSession(service, tenancy.test);
    const asked = await consentTo(service, without.token, []);
    const empty = await sessions().callback({ ...asked, code: undefined, error: undefined });
    expect(backWith(empty)['status']).to.equal('failed');
  });

  it('refuses links that were used, have expired or never were, and names the way back where it is known', async () => {
    const used = await newSession(service, tenancy.test);
    const answer = await consentTo(service, used.token, tenants.slice(0, 1));
    expect(backWith(await sessions().callback(answer))['status']).to.equal('connected');
    const late = await newSession(service, tenancy.test);
    const lateAnswer = await consentTo(service, late.token, tenants.slice(1, 2));
    service.advance(connectSessionMinutes * 60 + 1);
    const rows: readonly ['used' | 'expired' | 'unknown', () => Promise<ConnectOutcome>][] = [
      ['used', () => sessions().open(used.token)],
      ['used', () => sessions().cancel(used.token)],
      ['used', () => sessions().callback(answer)],
      ['used', () => sessions().choose({ selection: answer.state, tenantId: tenants[2] ?? '' })],
      ['expired', () => sessions().open(late.token)],
      ['expired', () => sessions().cancel(late.token)],
      ['expired', () => sessions().callback(lateAnswer)],
      ['expired', () => sessions().choose({ selection: lateAnswer.state, tenantId: tenants[1] ?? '' })],
      ['unknown', () => sessions().open('0'.repeat(64))],
      ['unknown', () => sessions().open('')],
      ['unknown', () => sessions().open(answer.state)],
      ['unknown', () => sessions().callback({ ...lateAnswer, state: late.token })],
      ['unknown', () => sessions().callback({ ...lateAnswer, state: undefined as unknown as string })],
      ['unknown', () => sessions().choose({ selection: 'x', tenantId: tenants[1] ?? '' })],
    ];
    for (const [why, ask] of rows) {
      const step = (await ask()) as Extract<ConnectOutcome, { kind: 'gone' }>;
      expect(step.why).to.equal(why);
      // The application is named to whoever holds the link or its state, and learns what came of it.
      expect(step.link?.brand.name).to.equal(why === 'unknown' ? undefined : 'Harbour Books');
      expect(step.result?.status).to.equal(why === 'used' ? 'connected' : undefined);
    }
    expect(await list()).to.have.length(1);
  });

  it('does not choose before there is a choice', async () => {
    const { token } = await newSession(service, tenancy.test);
    const { state } = await consentTo(service, token, tenants.slice(0, 1));
    expect((await sessions().choose({ selection: state, tenantId: tenants[0] ?? '' })).kind).to.equal('gone');
    expect(await list()).to.have.length(0);
  });

  it('is not hindered by a flow that was abandoned', async () => {
    await newSession(service, tenancy.test);
    choiceIn(await connecting(service, tenancy.test, tenants));
    const connection = await connected(service, tenancy.test, tenants[0] ?? '');
    expect((await list('active')).map(({ id }) => id)).to.deep.equal([connection.id]);
  });

  it('takes a code only once, and only the one that its own consent gave', async () => {
    const first = await newSession(service, tenancy.test);
    const second = await newSession(service, tenancy.test, { external_account_id: 'other' });
    const answer = await consentTo(service, first.token, tenants.slice(0, 1));
    const { state } = await consentTo(service, second.token, []);
    const stolen = await sessions().callback({ ...answer, state });
    expect(backWith(stolen), 'PKCE binds the code to its session').to.include({ status: 'failed' });
    expect(await list()).to.have.length(0);
    const invented = await sessions().callback({ ...answer, code: 'invented' });
    expect(backWith(invented)).to.include({ status: 'failed', error: 'invalid_grant' });
  });

  it('connects once when the callback comes twice at the same time', async () => {
    const { token } = await newSession(service, tenancy.test);
    const answer = await consentTo(service, token, tenants.slice(0, 1));
    const steps = await Promise.all([1, 2, 3].map(() => sessions().callback(answer)));
    const [made] = await list();
    expect(await list()).to.have.length(1);
    for (const step of steps) {
      expect(backWith(step)).to.include({ status: 'connected', connection_id: made?.id });
    }
  });

  it('keeps the consent when the organizations cannot be listed just then', async () => {
    const { token } = await newSession(service, tenancy.test);
    const answer = await consentTo(service, token, tenants.slice(0, 1));
    await service.sandbox.control('POST', 'faults', {
      match: { path: '/connections' },
      action: { status: 503 },
      times: 1,
    });
    expect(backWith(await sessions().callback(answer))).to.include({ status: 'failed', error: 'provider_unavailable' });
    const again = await sessions().callback(answer);
    const { selection } = choiceIn(again);
    const chosen = await sessions().choose({ selection, tenantId: tenants[0] ?? '' });
    expect(backWith(chosen)).to.include({ status: 'connected' });
  });

  it('says that the provider is down, and works when it is back', async () => {
    const { token } = await newSession(service, tenancy.test);
    const answer = await consentTo(service, token, tenants.slice(0, 1));
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: true });
    expect(backWith(await sessions().callback(answer))).to.include({ status: 'failed', error: 'provider_unavailable' });
    expect(await list()).to.have.length(0);
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: false });
    expect(backWith(await sessions().callback(answer))['status']).to.equal('connected');
  });
});
