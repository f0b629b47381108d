import { expect } from 'chai';
import { ServiceError } from '#core';
import { createPasswordHasher } from '../../../adapters/crypto/index.ts';
import { nobodysHash } from '../../../core/console/sign-in.ts';
import { membershipsMost } from '../../../core/domain/organization.ts';
import { type Answer, consoleOrigin, openConsole, password } from './testing/console-world.ts';

describe('signing in', () => {
  let world: Awaited<ReturnType<typeof openConsole>>;
  before(async () => {
    world = await openConsole({ consoleOrigins: ['https://console.example'] });
  });
  after(() => world.close());
  beforeEach(() => {
    world.hashing.before = async () => {};
    world.hashing.verified.length = 0;
  });

  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
  const shown = ({ status, headers, body }: Answer) => ({
    ...{ status, headers: [...headers.keys()].filter((name) => name !== 'connection') },
    body: { ...body, request_id: null },
  });
  async function guess(email: string, times: number): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (let i = 0; i < times; i++) answers.push(await world.browser().signIn(email, `wrong password ${i}`));
    return answers;
  }

  it('tells an unknown address, a wrong password and a password that is over apart by nothing', async () => {
    const { email } = await world.person();
    const owner = await world.signedIn();
    const invited = { email: world.newAddress(), role: 'viewer' };
    const { data } = await owner.call('POST', '/accounting/members', { body: invited });
    world.advance(72 * 3600, 'core');
    world.hashing.verified.length = 0;
    const [wrong, unknown, over] = [
      await world.browser().signIn(email, 'wrong'),
      await world.browser().signIn(world.newAddress(), 'wrong'),
      await world.browser().signIn(invited.email, String(data['temporary_password'])),
    ];
    expect(wrong.status).to.equal(401);
    expect(shown(unknown)).to.deep.equal(shown(wrong));
    expect(shown(over)).to.deep.equal(shown(wrong));
    expect(wrong.headers.getSetCookie()).to.deep.equal([]);
    // Each sign-in costs the same number of checks, even for an unknown address.
    expect(world.hashing.verified).to.have.length(3 * membershipsMost);
    expect(world.hashing.verified[membershipsMost]).to.equal(nobodysHash);
    const costs = (hash: string) => hash.split('$').slice(0, 3);
    expect(costs(nobodysHash)).to.deep.equal(costs(await createPasswordHasher().hash('any')));
    expect(await createPasswordHasher().verify('any', nobodysHash)).to.equal(false);
  });

  it('is locked by ten failures in fifteen minutes, for fifteen; nobody’s address alike', async () => {
    const { email, id } = await world.person();
    const tried = await guess(email, 12);
    const nobody = await guess('nobody-else@example.com', 12);
    expect(statuses(tried)).to.deep.equal([...Array(10).fill(401), 429, 429]);
    expect(nobody.map(shown)).to.deep.equal(tried.map(shown));
    expect(tried[11]?.body).to.include({ code: 'RATE_LIMITED', reason: 'sign_in_locked' });
    expect(Number(tried[11]?.headers.get('retry-after'))).to.be.within(890, 900);
    expect((await world.browser().signIn(email)).status).to.equal(429);
    const [locked] = (await world.audit()).filter(
      ({ action, subject }) => action === 'member.locked' && subject === id,
    );
    expect(locked).to.include({ actor: 'system', requestId: tried[9]?.headers.get('x-request-id') });
    world.advance(14 * 60, 'core');
    expect((await world.browser().signIn(email)).status).to.equal(429);
    world.advance(60, 'core');
    expect((await world.browser().signIn(email)).status).to.equal(200);
  });

  it('does not come round its bound by tries at the same time', async () => {
    const { email } = await world.person();
    const answers = await Promise.all(Array.from({ length: 30 }, () => world.browser().signIn(email, 'wrong')));
    expect(statuses(answers).filter((status) => status === 401)).to.have.length(10);
    expect(world.hashing.verified).to.have.length(10 * membershipsMost);
  });

  it('of its owner takes back the owner’s try only: whoever guesses beside does not begin anew', async () => {
    const { email } = await world.person();
    await guess(email, 9);
    expect((await world.browser().signIn(email)).status).to.equal(200);
    expect(statuses(await guess(email, 2))).to.deep.equal([401, 429]);
  });

  it('when locked leaves those who are signed in alone', async () => {
    const member = await world.signedIn();
    await guess(member.email, 11);
    expect((await member.call('GET', '/accounting/session')).status).to.equal(200);
    const body = { current_password: password, new_password: 'another horse battery' };
    expect((await member.call('PUT', '/accounting/session/password', { body })).status).to.equal(200);
  });

  it('that nobody had the time to check counts for nothing', async () => {
    const { email } = await world.person();
    world.hashing.before = async () => {
      throw new ServiceError('RATE_LIMITED', 'busy', { reason: 'sign_in_busy', retryAfterSeconds: 5 });
    };
    expect(new Set(statuses(await guess(email, 12)))).to.deep.equal(new Set([429]));
    world.hashing.before = async () => {};
    expect(await world.database.knex('sign_in_failures').where('tries', '[]')).to.deep.equal([]);
    expect((await world.browser().signIn(email)).status).to.equal(200);
  });

  it('knows an address by its letters, however they are written, and counts them together', async () => {
    const { email } = await world.person('owner', 'Élodie@Exämple.com');
    expect(email).to.equal('\u00e9lodie@ex\u00e4mple.com');
    const written = [
      ' E\u0301LODIE@EXA\u0308MPLE.COM ',
      '\u00e9lodie@ex\u00e4mple.com',
      '\u00c9lodie@EX\u00c4MPLE.com',
    ];
    for (const one of written) expect((await world.browser().signIn(one)).status).to.equal(200);
    for (let i = 0; i < 10; i++) await world.browser().signIn(String(written[i % 3]), 'wrong');
    expect((await world.browser().signIn(email)).status).to.equal(429);
    const owner = await world.signedIn();
    for (const address of ['x\u200b@example.com', 'x\u202e@example.com', 'x\u0000@example.com', '@example.com', 'x@']) {
      const body = { email: address, role: 'viewer' };
      expect((await owner.call('POST', '/accounting/members', { body })).status, JSON.stringify(address)).to.equal(400);
    }
  });

  it('is for pages of listed origins', async () => {
    const { email } = await world.person();
    const from = (headers: Record<string, string>) =>
      fetch(`${world.url}/accounting/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ email, password }),
      });
    for (const origin of ['null', 'https://evil.example', `${consoleOrigin}.evil.example`, `${consoleOrigin}, null`]) {
      const answer = await from({ origin });
      expect([answer.status, answer.headers.getSetCookie()], origin).to.deep.equal([403, []]);
    }
    expect((await from({})).status).to.equal(403);
    expect((await from({ referer: `${consoleOrigin}/console` })).status).to.equal(403);
    expect(world.hashing.verified).to.deep.equal([]);
    for (const origin of [consoleOrigin, 'https://console.example'])
      expect((await from({ origin })).status).to.equal(200);
  });
});
