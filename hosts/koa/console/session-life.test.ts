import { once } from 'node:events';
import { request } from 'node:http';
import { expect } from 'chai';
import { until } from '../../../contract-tests/testing/until.ts';
import { type Browser, type ConsoleWorld, consoleOrigin, openConsole, password } from './testing/console-world.ts';

const plain = 'ledgerport_session';
const host = '__Host-ledgerport_session';
const hour = 3600;

describe('a session of the console', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await openConsole({ trustProxy: true });
  });
  after(() => world.close());
  afterEach(() => {
    world.hashing.before = async () => {};
  });

  /** Holds the next hashing or checking of a password. */
  function heldHashing(): { readonly begun: Promise<void>; readonly goOn: () => void } {
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    world.hashing.before = () => {
      begun.resolve();
      return held.promise;
    };
    return { begun: begun.promise, goOn: held.resolve };
  }

  const opens = async (cookie: string, proto = 'http') =>
    (await world.browser().call('GET', '/accounting/session', { headers: { cookie, 'x-forwarded-proto': proto } }))
      .status;
  const me = async (browser: Browser) => (await browser.call('GET', '/accounting/session')).status;
  const sessionsOf = async (browser: Browser) =>
    (await browser.call('GET', '/accounting/sessions')).data['items'] as { id: string; is_this_one: boolean }[];

  it('has a cookie that scripts and other sites cannot use; over HTTPS one that belongs to this host alone', async () => {
    const { email } = await world.person();
    const body = { email, password };
    const [http, https] = [
      await world.browser().call('POST', '/accounting/session', { body }),
      await world.browser().call('POST', '/accounting/session', { body, headers: { 'x-forwarded-proto': 'https' } }),
    ].map(({ headers }) => headers.getSetCookie());
    expect(http).to.have.length(1);
    expect(http?.[0]).to.match(/^ledgerport_session=[0-9a-f]{64}; path=\/; samesite=lax; httponly$/);
    expect(https?.[0]).to.match(/^__Host-ledgerport_session=[0-9a-f]{64}; path=\/; samesite=lax; secure; httponly$/);
  });

  it('over HTTPS is not opened by a cookie that plain HTTP could have set, nor the other way round', async () => {
    const browser = await world.signedIn();
    const token = browser.cookies.get(plain) ?? '';
    expect(await opens(`${plain}=${token}`, 'http')).to.equal(200);
    expect(await opens(`${host}=${token}`, 'https')).to.equal(200);
    expect(await opens(`${plain}=${token}`, 'https')).to.equal(401);
    expect(await opens(`${host}=${token}`, 'http')).to.equal(401);
  });

  it('is not opened by one of two cookies', async () => {
    const [browser, thief] = [await world.signedIn(), await world.signedIn()];
    const [own, tossed] = [browser, thief].map(({ cookies }) => `${plain}=${cookies.get(plain)}`);
    for (const cookie of [`${tossed}; ${own}`, `${own}; ${tossed}`, `${own}; ${plain}=`, `x=1;${own};  ${own}`]) {
      expect(await opens(cookie), cookie).to.equal(401);
    }
    expect(await opens(`a=b; ${own}; c=d`)).to.equal(200);
  });

  it('is a new one at every sign-in, whatever cookie the browser has, and ends the one before', async () => {
    const { email } = await world.person();
    const browser = world.browser();
    browser.cookies.set(plain, 'a'.repeat(64));
    await browser.signIn(email);
    const first = browser.cookies.get(plain) ?? '';
    expect(first).not.to.equal('a'.repeat(64));
    await browser.signIn(email);
    expect(browser.cookies.get(plain)).not.to.equal(first);
    expect(await sessionsOf(browser)).to.have.length(1);
    browser.cookies.set(plain, first);
    expect(await me(browser)).to.equal(401);
  });

  it('slides for twelve hours, and for seven days at most', async () => {
    const { email } = await world.person();
    const [used, idle] = [world.browser(), world.browser()];
    for (const browser of [used, idle]) await browser.signIn(email);
    world.advance(12 * hour - 60, 'core');
    expect(await me(used)).to.equal(200);
    world.advance(60, 'core');
    expect([await me(used), await me(idle)]).to.deep.equal([200, 401]);
    for (let hours = 12; hours < 156; hours += 11) {
      world.advance(11 * hour, 'core');
      expect(await me(used)).to.equal(hours + 11 < 7 * 24 ? 200 : 401);
    }
    world.advance(11 * hour, 'core');
    expect(await me(used)).to.equal(401);
  });

  it('notes its use once a minute', async () => {
    const browser = await world.signedIn();
    const seen = async () =>
      (await world.database.knex('console_sessions').where({ member_id: browser.id }).first('seen_at')).seen_at;
    const first = await seen();
    world.advance(50, 'core');
    for (let i = 0; i < 5; i++) await me(browser);
    expect(await seen()).to.equal(first);
    world.advance(10, 'core');
    await me(browser);
    expect(await seen()).to.be.greaterThan(first);
  });

  it('ends at once when its member signs out, is removed, or gets another password from somebody else', async () => {
    const owner = await world.signedIn();
    const ends: Readonly<Record<string, (browser: Browser & { id: string }) => Promise<{ status: number }>>> = {
      'sign-out': (browser) => browser.call('DELETE', '/accounting/session'),
      removal: ({ id }) => owner.call('DELETE', `/accounting/members/${id}`),
      reset: ({ id }) => owner.call('POST', `/accounting/members/${id}/reset-password`),
    };
    for (const [name, end] of Object.entries(ends)) {
      const browser = await world.signedIn('developer');
      const cookie = `${plain}=${browser.cookies.get(plain)}`;
      expect((await end(browser)).status, name).to.equal(200);
      expect(await opens(cookie), name).to.equal(401);
      if (name === 'sign-out') expect(browser.cookies.size).to.equal(0);
    }
  });

  it('is ended from another one, which may end only the member’s own', async () => {
    const { email } = await world.person();
    const [one, other, stranger] = [world.browser(), world.browser(), await world.signedIn()];
    for (const browser of [one, other]) await browser.signIn(email);
    const foreign = (await sessionsOf(one)).find((session) => !session.is_this_one)?.id;
    expect((await stranger.call('DELETE', `/accounting/sessions/${foreign}`)).status).to.equal(404);
    expect((await one.call('DELETE', `/accounting/sessions/${foreign}`)).status).to.equal(200);
    expect([await me(one), await me(other)]).to.deep.equal([200, 401]);
  });

  it('stays when its own member changes the password; all others end', async () => {
    const { email } = await world.person();
    const [one, other] = [world.browser(), world.browser()];
    for (const browser of [one, other]) await browser.signIn(email);
    const body = { current_password: password, new_password: 'quite another one altogether' };
    expect((await one.call('PUT', '/accounting/session/password', { body })).status).to.equal(200);
    expect([await me(one), await me(other)]).to.deep.equal([200, 401]);
    expect((await world.browser().signIn(email)).status).to.equal(401);
    expect((await world.browser().signIn(email, 'quite another one altogether')).status).to.equal(200);
  });

  it('has the role that its member has now', async () => {
    const [owner, other] = [await world.signedIn(), await world.signedIn()];
    const demote = { body: { role: 'viewer' } };
    expect((await owner.call('PATCH', `/accounting/members/${other.id}`, demote)).status).to.equal(200);
    const answer = await other.call('PATCH', `/accounting/members/${owner.id}`, demote);
    expect([answer.status, answer.body['reason']]).to.deep.equal([403, 'role']);
  });

  it('of a member is one of twenty; one more ends the one that was longest unused', async () => {
    const { email } = await world.person();
    const browsers = Array.from({ length: 21 }, () => world.browser());
    for (const browser of browsers) {
      await browser.signIn(email);
      world.advance(1, 'core');
    }
    expect(await sessionsOf(browsers[20] as Browser)).to.have.length(20);
    expect([await me(browsers[0] as Browser), await me(browsers[1] as Browser)]).to.deep.equal([401, 200]);
  });

  it('that ended while its request’s body was on its way changes nothing', async () => {
    const [owner, leaving] = [await world.signedIn(), await world.signedIn()];
    const entered = world.entered();
    const headers = { cookie: `${plain}=${leaving.cookies.get(plain)}`, origin: consoleOrigin };
    const slow = request(`${world.url}/accounting/test/webhook-endpoints`, {
      method: 'POST',
      headers: { ...headers, 'x-csrf-token': leaving.csrf, 'content-type': 'application/json' },
    });
    slow.write('{"event_types":["*"],');
    await until('the request to be begun', () => world.entered() > entered);
    expect((await owner.call('DELETE', `/accounting/members/${leaving.id}`)).status).to.equal(200);
    slow.end('"url":"https://accomplice.example/hooks"}');
    const [response] = await once(slow, 'response');
    response.resume();
    expect(response.statusCode).to.equal(401);
    expect(await world.database.knex('webhook_endpoints')).to.deep.equal([]);
  });

  it('that ended, or was another role’s, while a password was being hashed changes nothing', async () => {
    const changes: readonly [number, (by: Browser, of: Browser & { id: string }) => Promise<{ status: number }>][] = [
      [401, (by, { id }) => by.call('DELETE', `/accounting/members/${id}`)],
      [401, (_by, of) => of.call('DELETE', '/accounting/session')],
      [403, (by, { id }) => by.call('PATCH', `/accounting/members/${id}`, { body: { role: 'developer' } })],
    ];
    for (const [expected, change] of changes) {
      const [owner, leaving, friend] = [await world.signedIn(), await world.signedIn(), await world.signedIn('viewer')];
      const hashing = heldHashing();
      const asked = leaving.call('POST', `/accounting/members/${friend.id}/reset-password`);
      await hashing.begun;
      expect((await change(owner, leaving)).status).to.equal(200);
      hashing.goOn();
      expect((await asked).status).to.equal(expected);
      expect(await me(friend)).to.equal(200);
      world.hashing.before = async () => {};
    }
  });

  it('of a password that was reset while it was being checked never begins', async () => {
    const [owner, { id, email }] = [await world.signedIn(), await world.person('viewer')];
    const checking = heldHashing();
    const signingIn = world.browser().signIn(email);
    await checking.begun;
    world.hashing.before = async () => {};
    await owner.call('POST', `/accounting/members/${id}/reset-password`);
    checking.goOn();
    expect((await signingIn).status).to.equal(401);
    expect(await world.database.knex('console_sessions').where({ member_id: id })).to.deep.equal([]);
  });

  it('is asked for by HEAD as by GET, and by OPTIONS not; no other origin is let in', async () => {
    const browser = await world.signedIn();
    const cookie = `${plain}=${browser.cookies.get(plain)}`;
    const ask = (method: string, headers: Record<string, string>) =>
      fetch(`${world.url}/accounting/members`, { method, headers });
    expect([(await ask('HEAD', { cookie })).status, (await ask('HEAD', {})).status]).to.deep.equal([200, 401]);
    const preflight = await ask('OPTIONS', {
      ...{ origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      'access-control-request-headers': 'x-csrf-token',
    });
    expect(preflight.status).to.equal(204);
    const cors = [...preflight.headers.keys()].filter((name) => name.startsWith('access-control'));
    expect(cors).to.deep.equal([]);
  });

  it('of a mounted console has a cookie of its own name, and its path where `__Host-` does not demand another', async () => {
    const mounted = await openConsole({ trustProxy: true, baseUrl: `${consoleOrigin}/the/books` });
    const { email } = await mounted.person();
    const signedIn = async (headers: Readonly<Record<string, string>>) => {
      const { headers: told } = await mounted
        .browser()
        .call('POST', '/accounting/session', { body: { email, password }, headers });
      const [cookie = ''] = told.getSetCookie();
      const given = { headers: { ...headers, cookie: cookie.split(';')[0] ?? '', origin: consoleOrigin } };
      expect((await mounted.browser().call('GET', '/accounting/session', given)).status).to.equal(200);
      return cookie.replace(/=[0-9a-f]{64}/, '');
    };
    const cookies = [await signedIn({}), await signedIn({ 'x-forwarded-proto': 'https' })];
    await mounted.close();
    expect(cookies).to.deep.equal([
      'ledgerport_session%2Fthe%2Fbooks; path=/the/books; samesite=lax; httponly',
      '__Host-ledgerport_session%2Fthe%2Fbooks; path=/; samesite=lax; secure; httponly',
    ]);
  });
});
