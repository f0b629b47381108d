// One browser in several organizations: each request is about the one that it names, with the role and the rules there.
import { expect } from 'chai';
import { TOTP } from 'otpauth';
import type { Member, OrganizationId } from '#core';
import { consoleRoutes } from './console-routes.ts';
import { type Answer, type Browser, openConsole, password } from './testing/console-world.ts';

describe('a browser in several organizations', () => {
  let world: Awaited<ReturnType<typeof openConsole>>;
  let [harbour, hill, lake]: OrganizationId[] = [];
  before(async () => {
    world = await openConsole();
    const made = ['Hill Books', 'Lake Books'].map((name) =>
      world.core.access.createOrganization({ name, plan: 'paid' }),
    );
    harbour = world.organizationId;
    [hill, lake] = (await Promise.all(made)).map(({ id }) => id);
  });
  after(() => world.close());

  const join = async (email: string, organizationId = hill, role: Member['role'] = 'viewer', theirs = password) => {
    const passwordHash = await world.ports.passwords.hash(theirs);
    return world.core.access.createMember({
      organizationId: organizationId as OrganizationId,
      email,
      role,
      passwordHash,
    });
  };
  const signIn = async (browser: Browser, email: string, organization_id = harbour, further: object = {}) => {
    const body = { email, password, organization_id, ...further };
    const answer = await browser.call('POST', '/accounting/session', { body });
    browser.csrf = String(answer.data['csrf_token'] ?? browser.csrf);
    return answer;
  };
  const of = (organizationId?: string) => ({ headers: { 'x-organization': String(organizationId) } });
  const me = (browser: Browser, organizationId?: string) =>
    browser.call('GET', '/accounting/session', organizationId === undefined ? {} : of(organizationId));
  const csrfIn = async (browser: Browser, organizationId?: string) =>
    String((await me(browser, organizationId)).data['csrf_token']);
  const organizationOf = async (browser: Browser) => (await me(browser)).data['organization_id'];
  const refusal = ({ status, body }: Answer) => ({ status, body: { ...body, request_id: null } });
  const enter = (browser: Browser, organization_id?: string) =>
    browser.call('POST', '/accounting/session/organization', { body: { organization_id } });
  /** An owner in Harbour Books who views Hill Books. */
  const inTwo = async () => {
    const { email } = await world.person();
    const { id } = await join(email);
    const browser = world.browser();
    await signIn(browser, email);
    return { email, browser, inHill: id };
  };

  it('acts and reads in the one that a request names, with the role there, by the CSRF token of that one alone', async () => {
    const { browser } = await inTwo();
    const tokens = { [harbour as string]: browser.csrf, [hill as string]: await csrfIn(browser, hill) };
    expect((await me(browser, hill)).data).to.deep.include({ organization_id: hill, role: 'viewer' });
    const create = (organizationId = harbour, by = organizationId) =>
      browser.call('POST', '/accounting/test/webhook-endpoints', {
        body: { url: 'https://hooks.example.com/x', event_types: ['*'] },
        headers: { ...of(organizationId).headers, 'x-csrf-token': tokens[by as string] ?? '' },
      });
    const why = async (asked: Promise<Answer>) => (await asked).body['reason'];
    expect([await why(create(hill)), await why(create(hill, harbour))]).to.deep.equal(['role', 'csrf']);
    expect([await why(create(harbour, hill)), (await create()).status]).to.deep.equal(['csrf', 201]);
    const listed = async (organizationId?: string) =>
      (await browser.call('GET', '/accounting/test/webhook-endpoints', of(organizationId))).data['items'];
    expect([await listed(harbour), await listed(hill)].map((items) => (items as object[]).length)).to.deep.equal([
      1, 0,
    ]);
    await world.database.knex('webhook_endpoints').delete();
    const link = (organizationId?: string) =>
      browser.call('GET', `/accounting/test/exports/op_1/file?organization=${organizationId}`);
    expect([await why(link(lake)), (await link(hill)).status]).to.deep.equal(['organization', 404]);
  });

  it('is listed with its roles, switched for what names none, and left by one sign-out, on record in each', async () => {
    const { browser, inHill } = await inTwo();
    expect((await me(browser)).data['organizations']).to.deep.equal([
      { organization_id: harbour, name: 'Harbour Books', role: 'owner' },
      { organization_id: hill, name: 'Hill Books', role: 'viewer' },
    ]);
    expect(await organizationOf(browser)).to.equal(harbour);
    const switched = await enter(browser, hill);
    expect(switched.data).to.deep.equal((await me(browser)).data);
    expect(switched.data).to.deep.include({ organization_id: hill, csrf_token: await csrfIn(browser, hill) });
    expect((await browser.call('DELETE', '/accounting/session', of(harbour))).status).to.equal(200);
    const cookies = [...browser.cookies.keys()];
    expect([(await me(browser, hill)).status, cookies]).to.deep.equal([401, []]);
    const { items } = await world.ports.storage.audit.list(hill as OrganizationId, { limit: 50, page: 1 });
    const own = items.filter(({ actor }) => actor === inHill).map(({ action }) => action);
    expect(own).to.deep.equal(['session.ended', 'session.started']);
  });

  it('is none where the same address has another password or no member, and the refusals tell nothing apart', async () => {
    const { email, browser } = await inTwo();
    await join(email, lake, 'owner', 'what the owner of Lake Books chose');
    await signIn(browser, email);
    const nowhere = 'org_01jd9x8fbee5wv1tzd4nq6c2m7';
    const foreign = (await world.core.access.createOrganization({ name: 'Far', plan: 'paid' })).id;
    const reads = consoleRoutes.filter(({ kind, method }) => kind === 'console' && method === 'GET');
    const answers: Answer[] = [];
    for (const id of [lake, foreign, nowhere, 'x']) {
      for (const { path } of reads) answers.push(await browser.call('GET', path, of(id)));
      answers.push(await enter(browser, id));
    }
    const [first, ...others] = answers.map(refusal);
    expect(first).to.deep.include({ status: 403 }).and.nested.include({ 'body.reason': 'organization' });
    for (const other of others) expect(other).to.deep.equal(first);
    const stranger = world.browser();
    expect((await me(stranger, hill)).status).to.equal(401);
  });

  it('gets one more by its password, which all others of the address outlast; another address ends them', async () => {
    const { email, browser } = await inTwo();
    await join(email, lake, 'owner', 'another sentence');
    const before = await csrfIn(browser, hill);
    const cookie = browser.cookies.get('ledgerport_session');
    await signIn(browser, email, lake, { password: 'another sentence' });
    expect(browser.cookies.get('ledgerport_session')).not.to.equal(cookie);
    const names = ((await me(browser)).data['organizations'] as { name: string }[]).map(({ name }) => name);
    expect(names).to.deep.equal(['Harbour Books', 'Hill Books', 'Lake Books']);
    expect(await organizationOf(browser)).to.equal(lake);
    expect(await csrfIn(browser, hill)).not.to.equal(before);
    const old = { cookie: `ledgerport_session=${cookie}` };
    expect((await world.browser().call('GET', '/accounting/session', { headers: old })).status).to.equal(401);
    await signIn(browser, (await world.person()).email);
    expect((await me(browser, hill)).status).to.equal(403);
    expect(await world.database.knex('console_sessions').where({ organization_id: lake })).to.deep.equal([]);
  });

  it('needs the second factor of the member there, and can only add one where the organization requires it', async () => {
    const { email, browser, inHill } = await inTwo();
    const holder = world.browser();
    await signIn(holder, email, hill);
    const path = '/accounting/session/factors';
    const { data: begun } = await holder.call('POST', `${path}/begin`, {
      body: { kind: 'totp', current_password: password },
    });
    const codeOf = (steps: number) =>
      new TOTP({ secret: String(begun['secret']) }).generate({
        timestamp: world.ports.clock.now().getTime() + steps * 30_000,
      });
    const body = { kind: 'totp', name: 'Phone', token: begun['token'], code: codeOf(0) };
    expect((await holder.call('POST', path, { body })).status).to.equal(201);
    expect((await me(browser, hill)).status, 'a session from before').to.equal(403);
    await signIn(browser, email);
    expect((await me(browser, hill)).status, 'the password alone').to.equal(403);
    expect((await signIn(browser, email, hill)).data).to.have.property('second_factor');
    expect((await signIn(browser, email, hill, { code: codeOf(1) })).data).to.include({ member_id: inHill });
    expect((await me(browser, harbour)).status).to.equal(200);

    await join(email, lake, 'owner');
    await world.ports.storage.organizations.requireSecondFactor(lake as OrganizationId, true);
    await signIn(browser, email);
    expect((await enter(browser, lake)).data).to.include({ must_add_factor: true });
    const refused = await browser.call('GET', '/accounting/test/overview', of(lake));
    expect([refused.status, refused.body['reason']]).to.deep.equal([403, 'second_factor_required']);
    expect((await browser.call('GET', '/accounting/test/overview', of(harbour))).status).to.equal(200);
    await world.ports.storage.organizations.requireSecondFactor(lake as OrganizationId, false);
  });

  it('ends alone where the member is removed or gets another password; work in one keeps the others open', async () => {
    const { email, browser, inHill } = await inTwo();
    const other = await join(email, lake);
    await signIn(browser, email);
    const owner = world.browser();
    const { email: theirs } = await world.person('owner');
    for (const organizationId of [hill, lake]) await join(theirs, organizationId, 'owner');
    await signIn(owner, theirs);
    const call = async (method: string, path: string, organizationId?: string) =>
      owner.call(method, path, {
        headers: { ...of(organizationId).headers, 'x-csrf-token': await csrfIn(owner, organizationId) },
      });
    for (let hours = 0; hours < 22; hours += 11) {
      world.advance(11 * 3600, 'core');
      for (const at of [browser, owner]) expect((await me(at, harbour)).status).to.equal(200);
    }
    expect([(await me(browser, hill)).status, (await me(browser, lake)).status]).to.deep.equal([200, 200]);
    expect((await call('DELETE', `/accounting/members/${inHill}`, hill)).status).to.equal(200);
    expect((await call('POST', `/accounting/members/${other.id}/reset-password`, lake)).status).to.equal(200);
    const statuses = [harbour, hill, lake].map(async (id) => (await me(browser, id)).status);
    expect(await Promise.all(statuses)).to.deep.equal([200, 403, 403]);
  });
});
