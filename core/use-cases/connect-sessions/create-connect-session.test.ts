import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { createCore } from '../../create-core.ts';
import type { Caller } from '../../domain/caller.ts';
import type { ProviderAppId } from '../../domain/ids.ts';
import { connected, newSession, redirectUri, type SessionFields, write } from '../testing/connecting.ts';
import { withConnect } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';

describe('creating a connect session', () => {
  const { service, tenancy } = givenService();
  const stranger = openedOnce(() => service.newOrganization());

  const refused = (fields: SessionFields, caller: Caller = tenancy.test) =>
    refusalOf(newSession(service, caller, fields));
  const sessions = async () => (await service.database.knex('connect_sessions').select()).length;
  const appOf = async (token: string) => {
    const step = await service.core.connectSessions.open(token);
    return step.kind === 'asks-consent' ? new URL(step.consentUrl).searchParams.get('client_id') : step.kind;
  };

  it('gives a link that works for thirty minutes and is not in the database', async () => {
    const before = service.ports.clock.now().getTime();
    const { connectUrl, expiresAt, token } = await newSession(service, tenancy.test);
    expect(connectUrl).to.equal(`${service.ports.settings.baseUrl}/connect/${token}`);
    expect(token).to.match(/^[0-9a-f]{64}$/);
    expect(expiresAt.getTime() - before).to.be.within(30 * 60_000, 30 * 60_000 + 5_000);
    expect(JSON.stringify(await service.database.knex('connect_sessions').select())).not.to.contain(token);
  });

  it('gives the same link for the same Idempotency-Key, also when nothing could be created any more', async () => {
    const body = { provider: 'ledger', external_account_id: 'twice', redirect_uri: redirectUri };
    const trial = await service.newOrganization('trial');
    const create = () => service.core.connectSessions.create(trial.test, write(body, 'link'));
    const { value } = await create();
    for (let i = 0; i < 3; i++) {
      await connected(service, trial.test, await service.newTenant(), { external_account_id: `customer-${i}` });
    }
    expect(await create()).to.deep.equal({ value, replayed: true });
  });

  const unlisted = [
    'https://evil.example/done',
    'https://app.example.com.evil.example/done',
    'https://evilapp.example.com/done',
    'https://sub.app.example.com/done',
    'https://app.example.com./done',
    'https://example.com/done',
    'https://app.example.com:8443/done',
    'http://app.example.com/done',
    'https://app.example.com@evil.example/done',
    'https://app.example.com:443@evil.example/done',
    'https://person@app.example.com/done',
    'https://person:secret@app.example.com/done',
    'https://evil.example/https://app.example.com/',
    'https://evil.example#https://app.example.com',
    'https://evil.example\\@app.example.com/done',
    'https://\u0430pp.example.com/done',
    'http://localhost/done',
    'http://localhost:3001/done',
    'http://localhost:30000/done',
    'https://localhost:3000/done',
    'http://127.0.0.1:3000/done',
    'http://[::1]:3000/done',
    'blob:https://app.example.com/5b4c7a44',
    'javascript:alert(1)//https://app.example.com',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://app.example.com/',
    'myapp://done',
  ];
  for (const uri of unlisted) {
    it(`refuses to return to ${uri}`, async () => {
      const error = await refused({ redirect_uri: uri });
      expect(error.code).to.equal('BAD_REQUEST');
      expect(error.details.errors?.[0]?.path).to.equal('redirect_uri');
    });
  }

  const listed = [
    'https://app.example.com',
    'https://app.example.com/deep/path?a=b#c',
    'https://APP.example.com/done',
    'https://app.example.com:443/done',
    'https://app.example.com\\@evil.example',
    'http://localhost:3000/done',
  ];
  for (const uri of listed) {
    it(`returns to ${uri}, and nowhere else`, async () => {
      const { token } = await newSession(service, tenancy.test, { redirect_uri: uri });
      const step = await service.core.connectSessions.cancel(token);
      expect([step.kind, step.link?.redirectUri]).to.deep.equal(['ended', uri]);
    });
  }

  it('admits every port of a host where the list says so', async () => {
    const settings = { ...service.ports.settings, redirectOrigins: ['http://localhost', 'http://localhost:*'] };
    const development = { ...service, core: createCore({ ...service.ports, settings }) };
    for (const uri of ['http://localhost:1/x', 'http://localhost:65535', 'http://localhost']) {
      await newSession(development, tenancy.test, { redirect_uri: uri });
    }
    for (const uri of ['https://localhost:3000', 'http://localhost.evil.example:3000', 'http://x@localhost:3000']) {
      const asked = newSession(development, tenancy.test, { redirect_uri: uri });
      expect((await refusalOf(asked)).code, uri).to.equal('BAD_REQUEST');
    }
  });

  it('lets a member leave out the way back, whatever the list of origins; a key has to name one', async () => {
    const { rights: _, ...caller } = tenancy.test;
    const member: Caller = { ...caller, actor: service.ports.ids.next('user') };
    const settings = { ...service.ports.settings, redirectOrigins: [] };
    const closed = { ...service, core: createCore({ ...service.ports, settings }) };
    const { token } = await newSession(closed, member, { redirect_uri: undefined });
    const [, cancelled] = [
      await closed.core.connectSessions.open(token),
      await closed.core.connectSessions.cancel(token),
    ];
    expect(cancelled).to.deep.include({ kind: 'ended', result: { status: 'cancelled' } });
    const { details } = await refusalOf(newSession(closed, tenancy.test, { redirect_uri: undefined }));
    expect(details.errors?.map(({ path }) => path)).to.deep.equal(['redirect_uri']);
  });

  const wrong: readonly [string, SessionFields, string][] = [
    ['an unknown provider', { provider: 'abacus' }, 'provider'],
    ['no provider', { provider: undefined }, 'provider'],
    ['no customer', { external_account_id: '' }, 'external_account_id'],
    ['a customer of 256 characters', { external_account_id: 'x'.repeat(256) }, 'external_account_id'],
    ['a customer that is a number', { external_account_id: 7 }, 'external_account_id'],
    ['no address to return to', { redirect_uri: undefined }, 'redirect_uri'],
    ['a relative address', { redirect_uri: '/done' }, 'redirect_uri'],
    ['an address without a scheme', { redirect_uri: '//app.example.com/done' }, 'redirect_uri'],
    ['an unknown retention mode', { retention_mode: 'none' }, 'retention_mode'],
    ['metadata that is a list', { metadata: ['a'] }, 'metadata'],
    ['metadata that is a text', { metadata: 'a' }, 'metadata'],
    ['a field that is not one', { environment: 'live' }, 'environment'],
  ];
  for (const [name, fields, path] of wrong) {
    it(`refuses ${name}, naming the field`, async () => {
      const before = await sessions();
      const error = await refused(fields);
      expect(error.code).to.equal('BAD_REQUEST');
      expect(error.details.errors?.map((e) => e.path)).to.deep.equal([path]);
      expect(error.message).to.contain(path);
      expect(await sessions()).to.equal(before);
    });
  }

  it('tells apps of others and apps that never were with the same words', async () => {
    const tried = [
      stranger.apps.test.id,
      tenancy.apps.live.id,
      'app_01jd9x8fbee5wv1tzd4nq6c2m7',
      'app_nonsense',
      tenancy.organizationId,
      '',
    ];
    const answers = await Promise.all(tried.map((id) => refused({ provider_app_id: id })));
    expect(
      new Set(answers.map(({ code, message, details }) => JSON.stringify({ code, message, details }))).size,
    ).to.equal(1);
    expect(answers[0]).to.include({ code: 'BAD_REQUEST' });
  });

  it('goes through the app that is named, else the default one', async () => {
    const other = await service.core.access.registerProviderApp({
      provider: 'ledger',
      organizationId: tenancy.organizationId,
      environment: 'test',
      name: 'second',
      clientId: 'second-client',
      clientSecret: 's',
      webhookKey: 'k',
      makeDefault: false,
    });
    expect(await appOf((await newSession(service, tenancy.test)).token)).to.equal(tenancy.apps.test.clientId);
    const named = await newSession(service, tenancy.test, { provider_app_id: other.id });
    expect(await appOf(named.token)).to.equal('second-client');
  });

  it('waits for an app to be verified', async () => {
    const draft = { ...tenancy.apps.test, id: service.ports.ids.next('app') as ProviderAppId, isDefault: false };
    await service.ports.storage.providerApps.insert({ ...draft, status: 'draft' });
    const error = await refused({ provider_app_id: draft.id });
    expect(error).to.deep.include({ code: 'CONFLICT', details: { reason: 'provider_app_not_verified' } });
  });

  it('lets a trial use the hosted app, where there is one, and a paid contract never', async () => {
    const trial = await service.newOrganization('trial');
    expect(await appOf((await newSession(service, trial.test)).token)).to.equal('hosted');
    const bare = await service.core.access.createOrganization({ name: 'Paid without apps', plan: 'paid' });
    const paid = { ...tenancy.test, organizationId: bare.id };
    expect((await refused({}, paid)).details.errors?.[0]?.path).to.equal('provider_app_id');
    const without = { ...service, core: createCore(withConnect(service.ports, { hostedApp: undefined })) };
    const error = await refusalOf(newSession(without, trial.test));
    expect(error.details.errors?.[0]?.path).to.equal('provider_app_id');
  });
});
