// One e-mail address with members in several organizations.
import { expect } from 'chai';
import type { OrganizationId } from '#core';
import { nobodysHash } from '../../../core/console/sign-in.ts';
import { membershipsMost } from '../../../core/domain/organization.ts';
import { type Answer, openConsole, password } from './testing/console-world.ts';

describe('an address in several organizations', () => {
  let world: Awaited<ReturnType<typeof openConsole>>;
  let others: readonly OrganizationId[];
  before(async () => {
    world = await openConsole();
    const made = ['Hill Books', 'Lake Books'].map((name) =>
      world.core.access.createOrganization({ name, plan: 'paid' }),
    );
    others = (await Promise.all(made)).map(({ id }) => id);
  });
  after(() => world.close());

  const join = async (email: string, organizationId: OrganizationId, theirs = password) => {
    const passwordHash = await world.ports.passwords.hash(theirs);
    await world.core.access.createMember({ organizationId, email, role: 'viewer', passwordHash });
  };
  const signIn = (email: string, organizationId?: string, typed = password) =>
    world.browser().call('POST', '/accounting/session', {
      body: { email, password: typed, ...(organizationId === undefined ? {} : { organization_id: organizationId }) },
    });
  const shown = ({ status, body }: Answer) => ({ status, body: { ...body, request_id: null } });

  it('may be invited like one that nobody has, and the answer tells the two apart by nothing', async () => {
    const owner = await world.signedIn();
    const [known, unknown] = [world.newAddress(), world.newAddress()];
    for (const organizationId of others) await join(known, organizationId);
    const invite = (email: string) => owner.call('POST', '/accounting/members', { body: { email, role: 'viewer' } });
    const bare = ({ status, headers, data }: Answer) => ({
      ...{ status, headers: [...headers.keys()], fields: Object.keys(data) },
      password: String(data['temporary_password']).length,
    });
    const answers = [await invite(known), await invite(unknown)];
    expect(answers[0]?.status).to.equal(201);
    expect(bare(answers[0] as Answer)).to.deep.equal(bare(answers[1] as Answer));
    const again = await invite(known);
    expect([again.status, again.body['reason']]).to.deep.equal([409, 'email_taken']);
    const opened = await signIn(known, undefined, String(answers[0]?.data['temporary_password']));
    expect(opened.data).to.include({ organization_id: world.organizationId, must_change_password: true });
  });

  it('is asked which, where the password is that of several, and a session begins with the answer', async () => {
    const { email } = await world.person();
    for (const organizationId of others) await join(email, organizationId);
    const asked = await signIn(email);
    expect([asked.status, asked.headers.getSetCookie()]).to.deep.equal([200, []]);
    expect(asked.data).to.deep.equal({
      organizations: [
        { organization_id: world.organizationId, name: 'Harbour Books' },
        { organization_id: others[0], name: 'Hill Books' },
        { organization_id: others[1], name: 'Lake Books' },
      ],
    });
    const chosen = await signIn(email, others[1]);
    expect(chosen.data).to.include({ organization_id: others[1], email, role: 'viewer' });
    expect(chosen.headers.getSetCookie()).to.have.length(1);
    const wrong = shown(await signIn(email, undefined, 'wrong'));
    for (const answer of [
      await signIn(email, others[1], 'wrong'),
      await signIn(email, (await world.core.access.createOrganization({ name: 'Far', plan: 'paid' })).id),
      await signIn(world.newAddress(), others[1]),
    ]) {
      expect(shown(answer)).to.deep.equal(wrong);
    }
  });

  it('is let into the one whose password was typed', async () => {
    const { email } = await world.person();
    await join(email, others[0] as OrganizationId, 'another sentence');
    expect((await signIn(email)).data).to.include({ organization_id: world.organizationId });
    expect((await signIn(email, undefined, 'another sentence')).data).to.include({ organization_id: others[0] });
    expect((await signIn(email, world.organizationId, 'another sentence')).status).to.equal(401);
  });

  it('is let in by naming the organization, however many others have invited it', async () => {
    const { email } = await world.person();
    for (let i = 0; i < membershipsMost + 1; i++) {
      const { id } = await world.core.access.createOrganization({ name: `Other ${i}`, plan: 'paid' });
      await join(email, id, 'another sentence');
    }
    const { organizationId } = world;
    expect((await signIn(email, organizationId)).data).to.include({ organization_id: organizationId });
    world.hashing.verified.length = 0;
    await signIn('stranger@example.com', organizationId, 'wrong');
    expect(world.hashing.verified).to.have.length(1);
  });

  it('is locked as one, and costs what an address costs that nobody has', async () => {
    const { email } = await world.person();
    await join(email, others[0] as OrganizationId);
    const costOf = async (address: string) => {
      world.hashing.verified.length = 0;
      await signIn(address, undefined, 'wrong');
      return world.hashing.verified.length;
    };
    expect(await costOf(email)).to.equal(membershipsMost);
    expect(await costOf('stranger@example.com')).to.equal(membershipsMost);
    expect(new Set(world.hashing.verified)).to.deep.equal(new Set([nobodysHash]));
    for (let i = 1; i < 10; i++) await signIn(email, undefined, 'wrong');
    expect((await signIn(email)).status).to.equal(429);
    for (const organizationId of [world.organizationId, others[0] as OrganizationId]) {
      const { items } = await world.ports.storage.audit.list(organizationId, { limit: 50, page: 1 });
      expect(items.filter(({ action }) => action === 'member.locked')).to.have.length(1);
    }
  });
});
