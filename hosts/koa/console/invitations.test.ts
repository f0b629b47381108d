// Invitations by link: who may make them, what the link shows, and that it makes one member.
import { expect } from 'chai';
import { type Browser, type ConsoleWorld, consoleOrigin, openConsole } from './testing/console-world.ts';

const own = 'a password of my own';

describe('an invitation', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await openConsole();
  });
  after(() => world.close());

  const invite = (by: Browser, given: object = {}) =>
    by.call('POST', '/accounting/invitations', { body: { email: world.newAddress(), role: 'developer', ...given } });
  const tokenOf = (link: unknown) => String(link).split('#')[1] ?? '';
  const read = (token: unknown) =>
    world.browser().call('POST', '/accounting/invitations/read', { body: { token: tokenOf(token) } });
  const accept = (link: unknown, given: object = {}, browser = world.browser()) =>
    browser.call('POST', '/accounting/invitations/accept', { body: { token: tokenOf(link), password: own, ...given } });

  it('says what it invites to, and makes a member with the role and a password of their own, once', async () => {
    const owner = await world.signedIn();
    const email = world.newAddress();
    const { status, data } = await invite(owner, { email });
    expect([status, String(data['link']).split('#')[0]]).to.deep.equal([201, `${consoleOrigin}/console/invitation`]);
    expect((await read(data['link'])).data).to.deep.equal({
      ...{ organization: 'Harbour Books', email, role: 'developer', expires_at: data['expires_at'] },
    });
    expect((await accept(data['link'], { password: 'short' })).body['errors']).to.deep.include({
      path: 'password',
      message: 'must have at least 12 characters',
    });
    const browser = world.browser();
    const both = await Promise.all([accept(data['link'], {}, browser), accept(data['link'])]);
    expect(both.map((answer) => answer.status).sort()).to.deep.equal([201, 404]);
    const [made] = both.filter((answer) => answer.status === 201);
    expect(made?.data).to.deep.include({ email, role: 'developer', must_change_password: false });
    for (const answer of [await read(data['link']), await accept(data['link'])]) {
      expect(answer.body).to.include({ code: 'NOT_FOUND', reason: 'invitation_over' });
    }
    expect((await world.browser().signIn(email, own)).status).to.equal(200);
    const [accepted] = (await world.audit()).filter(({ action }) => action === 'invitation.accepted');
    expect(accepted).to.deep.include({
      ...{ actor: made?.data['member_id'], subject: made?.data['member_id'], details: { invited_by: owner.id } },
      changes: { before: null, after: { role: 'developer' } },
    });
  });

  it('of two who use the link at once on two hosts makes one a member', async () => {
    const { data } = await invite(await world.signedIn());
    let [hashing, go] = [0, () => {}];
    const both = new Promise<void>((resolve) => {
      go = resolve;
    });
    world.hashing.before = async () => {
      hashing += 1;
      if (hashing === 2) go();
      await both;
    };
    const asked = { token: tokenOf(data['link']), password: own, agent: 'test', requestId: 'req-both' as never };
    const ends = await Promise.allSettled([1, 2].map(() => world.core.console.invitations.accept(asked)));
    world.hashing.before = async () => {};
    const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.details.reason] : []));
    expect(reasons).to.deep.equal(['invitation_over']);
  });

  it('is over after its days, when it is withdrawn, and when a new one takes its place', async () => {
    const owner = await world.signedIn();
    const reasonOf = async (link: unknown) => (await accept(link)).body['reason'];
    const late = await invite(owner, { expires_in_days: 1 });
    world.advance(86_400, 'core');
    expect(await reasonOf(late.data['link'])).to.equal('invitation_over');
    await owner.signIn(owner.email);
    const withdrawn = await invite(owner);
    const path = `/accounting/invitations/${withdrawn.data['id']}`;
    expect((await (await world.signedIn('developer')).call('DELETE', path)).status).to.equal(403);
    expect((await owner.call('DELETE', path)).status).to.equal(200);
    expect((await owner.call('DELETE', path)).status).to.equal(404);
    expect(await reasonOf(withdrawn.data['link'])).to.equal('invitation_over');
    const email = world.newAddress();
    const [first, second] = [await invite(owner, { email }), await invite(owner, { email, role: 'viewer' })];
    expect(await reasonOf(first.data['link'])).to.equal('invitation_over');
    const { data } = await owner.call('GET', '/accounting/invitations');
    const open = (data['items'] as Record<string, unknown>[]).filter((one) => one['email'] === email);
    expect(open).to.deep.equal([{ ...second.data, link: undefined }].map(({ link, ...rest }) => rest));
    expect((await accept(second.data['link'])).data['role']).to.equal('viewer');
  });

  it('is worth nothing once the member who made it may invite nobody', async () => {
    const [owner, other] = [await world.signedIn(), await world.signedIn()];
    const links = [await invite(other), await invite(other)].map(({ data }) => data['link']);
    await owner.call('PATCH', `/accounting/members/${other.id}`, { body: { role: 'developer' } });
    expect((await accept(links[0])).status).to.equal(404);
    await owner.call('DELETE', `/accounting/members/${other.id}`);
    expect((await accept(links[1])).status).to.equal(404);
  });

  it('is for owners, of addresses that are no members yet, for 1 to 14 days, from the service’s own pages', async () => {
    const [owner, developer] = [await world.signedIn(), await world.signedIn('developer')];
    expect((await invite(developer)).status).to.equal(403);
    expect((await developer.call('GET', '/accounting/invitations')).status).to.equal(403);
    expect((await invite(owner, { email: developer.email.toUpperCase() })).body['reason']).to.equal('email_taken');
    for (const wrong of [{ expires_in_days: 0 }, { expires_in_days: 15 }, { role: 'admin' }, { email: 'nobody' }])
      expect((await invite(owner, wrong)).status, JSON.stringify(wrong)).to.equal(400);
    const { data } = await invite(owner);
    const body = { token: tokenOf(data['link']), password: own };
    for (const act of ['read', 'accept']) {
      const asked = {
        body: act === 'read' ? { token: body.token } : body,
        headers: { origin: 'https://evil.example' },
      };
      expect((await world.browser().call('POST', `/accounting/invitations/${act}`, asked)).body['reason']).to.equal(
        'origin',
      );
    }
    expect((await accept('#unknown')).body['reason']).to.equal('invitation_over');
    expect((await accept(data['link'])).status).to.equal(201);
  });
});
