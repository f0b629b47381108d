// Second factors over HTTP: added with the password, asked for at sign-in, used once, required by an organization.
import { expect } from 'chai';
import { TOTP } from 'otpauth';
import { softPasskey } from '../../../contract-tests/testing/soft-passkey.ts';
import {
  type Browser,
  type ConsoleWorld,
  consoleOrigin,
  openConsole,
  type Person,
  password,
} from './testing/console-world.ts';

describe('a second factor', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await openConsole();
  });
  after(() => world.close());

  const path = '/accounting/session/factors';
  const begin = (member: Browser, kind: string, current_password = password) =>
    member.call('POST', `${path}/begin`, { body: { kind, current_password } });
  const codeOf = (secret: unknown, steps = 0, of = world) =>
    new TOTP({ secret: String(secret) }).generate({ timestamp: of.ports.clock.now().getTime() + steps * 30_000 });
  /** Adds an app; returns its secret and the recovery codes. */
  const withApp = async (member: Browser, of = world) => {
    const { data: begun } = await begin(member, 'totp');
    const body = { kind: 'totp', name: 'Phone', token: begun['token'], code: codeOf(begun['secret'], 0, of) };
    const [added, again] = await Promise.all([1, 2].map(() => member.call('POST', path, { body })));
    expect([added?.status, again?.status], 'one secret is one factor, however often it is added').to.have.members([
      201, 400,
    ]);
    const data = (added?.status === 201 ? added : again)?.data ?? {};
    return { secret: begun['secret'], codes: (data['recovery_codes'] ?? []) as string[], id: data['id'] };
  };
  const signIn = (who: Person, proof: object = {}, browser = world.browser()) =>
    browser.call('POST', '/accounting/session', { body: { email: who.email, password, ...proof } });

  it('is asked for after the password, and a code opens once', async () => {
    const member = await world.signedIn();
    const beside = world.browser();
    await beside.signIn(member.email);
    const { secret } = await withApp(member);
    expect((await beside.call('GET', '/accounting/session')).status, 'a session from before').to.equal(401);
    expect((await member.call('GET', '/accounting/session')).status).to.equal(200);
    const asked = await signIn(member);
    expect(asked.data).to.deep.equal({ second_factor: { kinds: ['totp'], options: null } });
    expect(asked.headers.getSetCookie()).to.deep.equal([]);
    expect((await signIn(member, { password: 'wrong', code: codeOf(secret, 1) })).status).to.equal(401);
    const used = await signIn(member, { code: codeOf(secret) });
    expect([used.status, used.body['errors']]).to.deep.equal([
      400,
      [{ path: 'code', message: 'is wrong, or was used before' }],
    ]);
    const next = codeOf(secret, 1);
    const both = await Promise.all([
      signIn(member, { code: next }),
      signIn(member, { code: ` ${next.slice(0, 3)} ${next.slice(3)}` }),
    ]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 400]);
    const [entry] = (await world.audit()).filter(
      ({ actor, action }) => actor === member.id && action === 'session.started',
    );
    expect(entry?.details).to.deep.equal({ second_factor: 'totp' });
    world.advance(-3600, 'core');
    expect((await signIn(member, { code: codeOf(secret) })).status, 'after the clock jumped back').to.equal(400);
    world.advance(3600, 'core');
  });

  it('is locked by ten wrong codes for fifteen minutes, also where they come at once', async () => {
    const member = await world.signedIn();
    const { secret } = await withApp(member);
    const tries = await Promise.all(Array.from({ length: 14 }, (_, i) => signIn(member, { code: `00000${i % 10}` })));
    const statuses = tries.map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([...Array(10).fill(400), ...Array(4).fill(429)]);
    expect((await signIn(member, { code: codeOf(secret, 1) })).status).to.equal(429);
    const locks = (await world.audit()).filter(
      ({ action, subject }) => action === 'member.locked' && subject === member.id,
    );
    expect(locks).to.have.length(1);
    expect((await member.call('GET', '/accounting/session')).status, 'who is signed in stays').to.equal(200);
    world.advance(15 * 60, 'core');
    expect((await signIn(member, { code: codeOf(secret) })).status).to.equal(200);
  });

  it('is replaced by a recovery code, each once; new codes end the old ones', async () => {
    const member = await world.signedIn();
    const { codes } = await withApp(member);
    expect(new Set(codes).size).to.equal(10);
    const [one = '', two = '', three = ''] = codes;
    expect((await signIn(member, { code: one })).status).to.equal(200);
    expect((await signIn(member, { code: one })).status).to.equal(400);
    expect((await signIn(member, { code: two.toUpperCase().replaceAll('-', ' ') })).status).to.equal(200);
    expect((await member.call('GET', path)).data['recovery_codes_left']).to.equal(8);
    const renewed = await member.call('POST', `${path}/recovery-codes`, { body: { current_password: password } });
    expect((await signIn(member, { code: three })).status).to.equal(400);
    expect((await signIn(member, { code: (renewed.data['recovery_codes'] as string[])[0] })).status).to.equal(200);
    const rows = JSON.stringify(await world.database.knex('members').where({ id: member.id }));
    for (const code of codes) expect(rows).not.to.contain(code.replaceAll('-', ''));
  });

  it('may be a passkey, whose answer works once', async () => {
    const member = await world.signedIn();
    const key = softPasskey({ origin: consoleOrigin, host: 'localhost', counts: false });
    const { data: begun } = await begin(member, 'passkey');
    const credential = key.create(begun['options'] as { challenge: string });
    const body = { kind: 'passkey', name: 'Laptop', credential };
    expect((await member.call('POST', path, { body })).status).to.equal(201);
    expect((await member.call('POST', path, { body })).body['errors'], 'an answer given twice').to.deep.include({
      path: 'credential',
      message: 'does not answer what was asked: begin again',
    });
    const ask = async () => {
      const { data } = await signIn(member);
      return (data['second_factor'] as { options: { challenge: string } }).options;
    };
    const answer = key.get(await ask());
    expect((await signIn(member, { credential: answer })).status).to.equal(200);
    expect((await signIn(member, { credential: answer })).status, 'the same answer').to.equal(400);
    const late = key.get(await ask());
    world.advance(600, 'core');
    expect((await signIn(member, { credential: late })).status, 'a late answer').to.equal(400);
    const stranger = softPasskey({ origin: consoleOrigin, host: 'localhost' });
    expect((await signIn(member, { credential: stranger.get(await ask()) })).status).to.equal(400);
  });

  it('is added and removed with the password alone, within ten minutes, and by nobody else', async () => {
    const [member, other] = [await world.signedIn('viewer'), await world.signedIn('viewer')];
    const pathsOf = async (answer: ReturnType<Browser['call']>) => {
      const { status, body } = await answer;
      return [status, ...((body['errors'] ?? []) as { path: string }[]).map((error) => error.path)];
    };
    expect(await pathsOf(begin(member, 'totp', 'wrong'))).to.deep.equal([400, 'current_password']);
    const { data: begun } = await begin(member, 'totp');
    const add = (by: Browser, given: object) =>
      by.call('POST', path, {
        body: { kind: 'totp', name: 'Phone', token: begun['token'], code: codeOf(begun['secret']), ...given },
      });
    expect(await pathsOf(add(member, { code: '000000' }))).to.deep.equal([400, 'code']);
    expect(await pathsOf(add(member, { token: 'v1.k1.forged' }))).to.deep.equal([400, 'token']);
    expect(await pathsOf(add(other, {})), 'another member’s token').to.deep.equal([400, 'token']);
    world.advance(600, 'core');
    expect(await pathsOf(add(member, {}))).to.deep.equal([400, 'token']);
    const { id } = await withApp(member);
    const remove = (by: Browser, body: object) => by.call('POST', `${path}/${id}/remove`, { body });
    expect(await pathsOf(remove(member, { current_password: 'wrong' }))).to.deep.equal([400, 'current_password']);
    expect((await remove(other, { current_password: password })).status).to.equal(404);
    expect((await remove(member, { current_password: password })).status).to.equal(200);
    expect((await signIn(member)).data['csrf_token']).to.be.a('string');
    expect((await member.call('GET', path)).data).to.deep.equal({ items: [], recovery_codes_left: 0 });
    for (let i = 0; i < 10; i++) await withApp(other);
    expect((await begin(other, 'passkey')).body['reason']).to.equal('factor_limit_reached');
  });

  it('that is lost is removed by an owner, whose own needs the password, and by operators', async () => {
    const [owner, member] = [await world.signedIn(), await world.signedIn('developer')];
    await withApp(member);
    const removeOf = (by: Browser, { id }: Person) => by.call('DELETE', `/accounting/members/${id}/factors`);
    expect((await removeOf(member, owner)).status).to.equal(403);
    expect((await removeOf(owner, owner)).body['reason']).to.equal('own_factors');
    expect((await removeOf(owner, member)).status).to.equal(200);
    expect((await member.call('GET', '/accounting/session')).status).to.equal(401);
    expect((await signIn(member)).data['csrf_token']).to.be.a('string');
    await withApp(owner);
    const known = await world.ports.storage.members.find(owner.id);
    if (known) await world.core.console.resetMember(known);
    expect(await world.ports.storage.factors.list(owner.id)).to.deep.equal([]);
  });

  it('that the organization requires comes before everything but one’s own account', async () => {
    const strict = await openConsole();
    const [owner, member] = [await strict.signedIn(), await strict.signedIn('viewer')];
    const require = (by: Browser, requires_second_factor: unknown) =>
      by.call('PATCH', '/accounting/organization', { body: { requires_second_factor } });
    expect((await require(member, true)).status).to.equal(403);
    expect((await require(owner, 'yes')).status).to.equal(400);
    expect((await require(owner, true)).status).to.equal(200);
    const [entry] = await strict.audit();
    const [before, after] = [false, true].map((is) => ({ requires_second_factor: is }));
    expect(entry).to.deep.include({ action: 'organization.changed', changes: { before, after } });
    const reads = () => member.call('GET', '/accounting/test/connections');
    expect((await reads()).body).to.include({ code: 'FORBIDDEN', reason: 'second_factor_required' });
    expect((await member.call('GET', '/accounting/session')).data['must_add_factor']).to.equal(true);
    await withApp(member, strict);
    expect((await reads()).status).to.equal(200);
    expect((await require(owner, false)).body['reason'], 'the owner’s own comes first').to.equal(
      'second_factor_required',
    );
    await strict.close();
  });

  it('that is added while a sign-in without it is under way stops that sign-in', async () => {
    const member = await world.signedIn();
    await withApp(member);
    const { storage, passwords } = world.ports;
    const seen = { ...storage, factors: { ...storage.factors, list: async () => [] } };
    const before = await world.another((ports) => ({ ...ports, passwords, storage: seen }));
    const asked = { email: member.email, password, agent: 'test', requestId: 'req-race' as never };
    const refused = await before.console.signIn(asked).catch((error: unknown) => error);
    expect(refused).to.have.nested.property('details.reason', 'sign_in');
  });

  it('is no way round a temporary password', async () => {
    const owner = await world.signedIn();
    const email = world.newAddress();
    const { data } = await owner.call('POST', '/accounting/members', { body: { email, role: 'viewer' } });
    const invited = world.browser();
    const temporary = String(data['temporary_password']);
    await invited.signIn(email, temporary);
    expect((await begin(invited, 'totp', temporary)).body['reason']).to.equal('password_is_temporary');
  });
});
