// Every route of the console × every role, and what holds for all roles.
import { expect } from 'chai';
import { memberRoles, permissionsOf } from '#core';
import { pathWith } from '../testing/furnished-plane.ts';
import { consoleRoutes } from './console-routes.ts';
import { type Browser, type ConsoleWorld, openConsole, password } from './testing/console-world.ts';

const routes = consoleRoutes.filter((route) => route.kind === 'console');
/** Ids that nothing has. */
const nothing = {
  member_id: 'user_01jd9x8fbee5wv1tzd4nq6c2m7',
  key_id: 'key_01jd9x8fbee5wv1tzd4nq6c2m7',
  connection_id: 'conn_01jd9x8fbee5wv1tzd4nq6c2m7',
  resource_type: 'contacts',
};

describe('roles in the console', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await openConsole();
  });
  after(() => world.close());

  const ownKeys = (browser: Browser, environment: string, name = 'Server') =>
    browser.call('POST', '/accounting/api-keys', { body: { environment, name } });

  for (const role of memberRoles) {
    it(`${role}: is refused what the role does not allow, on every route, and by nothing else`, async () => {
      const browser = await world.signedIn(role);
      const allowed = permissionsOf(role);
      for (const { method, path, permission } of routes.filter((route) => route.permission !== null)) {
        const body = method === 'GET' ? {} : { body: {} };
        const answer = await browser.call(method, pathWith({ path }, nothing), body);
        const isRefused = answer.status === 403 && answer.body['reason'] === 'role';
        expect(isRefused, `${method} ${path}: ${answer.text}`).to.equal(!allowed.includes(permission ?? 'read'));
      }
    });
  }

  it('live keys are the owners’, test keys the developers’ too, none the viewers’', async () => {
    const [owner, developer, viewer] = [
      await world.signedIn('owner'),
      await world.signedIn('developer'),
      await world.signedIn('viewer'),
    ];
    const made = async (browser: Browser) => [
      (await ownKeys(browser, 'test')).status,
      (await ownKeys(browser, 'live')).status,
    ];
    expect(await made(owner)).to.deep.equal([201, 201]);
    expect(await made(developer)).to.deep.equal([201, 403]);
    expect(await made(viewer)).to.deep.equal([403, 403]);
    for (const [environment, statuses] of [
      ['test', [403, 200]],
      ['live', [403, 403, 200]],
    ] as const) {
      const { data } = await ownKeys(owner, environment);
      const by = [viewer, developer, owner].slice(0, statuses.length);
      const revoked = [];
      for (const browser of by)
        revoked.push((await browser.call('POST', `/accounting/api-keys/${data['id']}/revoke`)).status);
      expect(revoked).to.deep.equal(statuses);
    }
  });

  it('nobody is an owner by anything that a developer can send', async () => {
    const developer = await world.signedIn('developer');
    const tries = [
      developer.call('PATCH', `/accounting/members/${developer.id}`, { body: { role: 'owner' } }),
      developer.call('POST', '/accounting/members', { body: { email: 'friend@example.com', role: 'owner' } }),
      developer.call('POST', `/accounting/members/${(await world.person()).id}/reset-password`),
      developer.call('POST', '/accounting/session', { body: { email: developer.email, password, role: 'owner' } }),
    ];
    expect((await Promise.all(tries)).map(({ status }) => status)).to.deep.equal([403, 403, 403, 400]);
  });

  it('a temporary password opens the routes of the session, and nothing else', async () => {
    const owner = await world.signedIn();
    const invited = { email: 'temporary@example.com', role: 'owner' };
    const { data } = await owner.call('POST', '/accounting/members', { body: invited });
    const browser = world.browser();
    const answer = await browser.signIn(invited.email, String(data['temporary_password']));
    expect(answer.data['must_change_password']).to.equal(true);
    for (const { method, path, permission } of routes.filter((route) => route.permission !== null)) {
      const refused = await browser.call(method, pathWith({ path }, nothing), method === 'GET' ? {} : { body: {} });
      expect([refused.status, refused.body['reason']], `${method} ${path} ${permission}`).to.deep.equal([
        403,
        'password_is_temporary',
      ]);
    }
    const passwords = { current_password: data['temporary_password'], new_password: 'one of my very own' };
    const same = { ...passwords, new_password: data['temporary_password'] };
    expect((await browser.call('PUT', '/accounting/session/password', { body: same })).status).to.equal(400);
    expect((await browser.call('PUT', '/accounting/session/password', { body: passwords })).status).to.equal(200);
    expect((await browser.call('GET', '/accounting/members')).status).to.equal(200);
  });

  it('the routes that need no role are those of one’s own session', () => {
    const open = routes.filter(({ permission }) => permission === null).map(({ path }) => path);
    for (const path of open) expect(path).to.match(/^\/accounting\/sessions?(\/|$)/);
  });
});

describe('members of an organization', () => {
  let world: ConsoleWorld;
  let owner: Awaited<ReturnType<ConsoleWorld['signedIn']>>;
  beforeEach(async () => {
    world = await openConsole();
    owner = await world.signedIn();
  });
  afterEach(() => world.close());

  it('keep an owner, also when two leave at the same time', async () => {
    for (const [method, asked] of [
      ['PATCH', { body: { role: 'viewer' } }],
      ['DELETE', {}],
    ] as const) {
      const alone = await owner.call(method, `/accounting/members/${owner.id}`, asked);
      expect([alone.status, alone.body['reason']]).to.deep.equal([409, 'last_owner']);
    }
    const other = await world.signedIn();
    const leaving = [
      owner.call('DELETE', `/accounting/members/${owner.id}`),
      other.call('DELETE', `/accounting/members/${other.id}`),
    ];
    expect((await Promise.all(leaving)).map(({ status }) => status).sort()).to.deep.equal([200, 409]);
  });

  it('do not get their own password reset: whoever holds a session does not hold the account', async () => {
    const answer = await owner.call('POST', `/accounting/members/${owner.id}/reset-password`);
    expect([answer.status, answer.body['reason']]).to.deep.equal([409, 'own_password']);
    expect((await world.browser().signIn(owner.email)).status).to.equal(200);
  });

  it('cannot be guessed the password of by changing it', async () => {
    const change = (current_password: string) =>
      owner.call('PUT', '/accounting/session/password', {
        body: { current_password, new_password: 'the thief’s own words' },
      });
    for (let i = 0; i < 10; i++) expect((await change(`guess ${i}`)).status).to.equal(400);
    const locked = await change(password);
    expect([locked.status, locked.body['reason']]).to.deep.equal([429, 'sign_in_locked']);
    expect((await world.browser().signIn(owner.email)).status).to.equal(200);
    expect((await world.audit()).filter(({ action }) => action === 'member.password_change_locked')).to.have.length(1);
    world.advance(15 * 60, 'core');
    expect((await change(password)).status).to.equal(200);
  });
});
