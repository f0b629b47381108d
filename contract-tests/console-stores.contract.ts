import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { ConsoleSession, MemberId, Storage } from '#core/ports';
import { arrangePlane } from './arrange.ts';
import { atOnce, warm } from './at-once.ts';
import type { Clause, Contract } from './contract.ts';
import { moment, sampleApiKey, sampleId, sampleMember, someOwner } from './samples.ts';

async function arrangeMember(storage: Storage): Promise<MemberId> {
  const member = sampleMember((await arrangePlane(storage)).organizationId);
  await storage.members.insert(member);
  return member.id;
}

async function arrangeSession(
  { consoleSessions }: Storage,
  memberId: MemberId,
  given: Partial<ConsoleSession> = {},
): Promise<ConsoleSession> {
  const id = sampleId('csn');
  const digests = { tokenDigest: `token-${id}`, csrfDigest: `csrf-${id}` };
  const times = { createdAt: moment(1), seenAt: moment(1), expiresAt: moment(100) };
  const session = { id, organizationId: someOwner, memberId, ...digests, agent: 'Browser/1.0 “é”', ...times, ...given };
  await consoleSessions.insert(session);
  return session;
}

const now = moment(10);

const sessionClauses: readonly Clause<Storage>[] = [
  {
    name: 'consoleSessions: a token’s digest finds its session as it was kept, until the very moment it ends',
    async check(storage) {
      const session = await arrangeSession(storage, await arrangeMember(storage));
      const { consoleSessions } = storage;
      const justBefore = new Date(session.expiresAt.getTime() - 1);
      deepEqual(await consoleSessions.findByDigest(session.tokenDigest, justBefore), session);
      equal(await consoleSessions.findByDigest(session.tokenDigest, session.expiresAt), undefined);
      equal(await consoleSessions.findByDigest('another', now), undefined);
    },
  },
  {
    name: 'consoleSessions: a list is of one member, without what is over, latest used first, ties by id, at most 100',
    async check(storage) {
      const [one, other] = [await arrangeMember(storage), await arrangeMember(storage)];
      const kept = [];
      for (const seenAt of [moment(2), moment(3), moment(3)])
        kept.unshift(await arrangeSession(storage, one, { seenAt }));
      await arrangeSession(storage, one, { expiresAt: now });
      await arrangeSession(storage, other);
      deepEqual(await storage.consoleSessions.list(one, now), kept);
      for (let i = 0; i < 100; i++) await arrangeSession(storage, other);
      equal((await storage.consoleSessions.list(other, now)).length, 100);
    },
  },
  {
    name: 'consoleSessions: its use moves it forward, never back, and not what has been ended',
    async check(storage) {
      const session = await arrangeSession(storage, await arrangeMember(storage));
      const beside = await arrangeSession(storage, session.memberId);
      const { consoleSessions } = storage;
      await consoleSessions.touch(session.id, moment(20), moment(200));
      await consoleSessions.touch(session.id, moment(15), moment(150));
      const used = { ...session, seenAt: moment(20), expiresAt: moment(200) };
      deepEqual(await consoleSessions.findByDigest(session.tokenDigest, now), used);
      deepEqual(await consoleSessions.findByDigest(beside.tokenDigest, now), beside);
      await consoleSessions.remove(session.memberId, session.id);
      await consoleSessions.touch(session.id, moment(30), moment(300));
      equal(await consoleSessions.findByDigest(session.tokenDigest, now), undefined);
    },
  },
  {
    name: 'consoleSessions: one is ended by its own member only, at once, and once',
    async check(storage) {
      const session = await arrangeSession(storage, await arrangeMember(storage));
      const beside = await arrangeSession(storage, session.memberId);
      const { consoleSessions } = storage;
      equal(await consoleSessions.remove(await arrangeMember(storage), session.id), false);
      deepEqual(await consoleSessions.findByDigest(session.tokenDigest, now), session);
      equal(await consoleSessions.remove(session.memberId, session.id), true);
      equal(await consoleSessions.remove(session.memberId, session.id), false);
      deepEqual(await consoleSessions.list(session.memberId, now), [beside]);
    },
  },
  {
    name: 'consoleSessions: all of a member’s end together, but one that is named, and nobody else’s',
    async check(storage) {
      const [one, other] = [await arrangeMember(storage), await arrangeMember(storage)];
      const [own] = await Promise.all([0, 1, 2].map(() => arrangeSession(storage, one)));
      const stranger = await arrangeSession(storage, other);
      equal(await storage.consoleSessions.removeAll(one, own?.id), 2);
      deepEqual(await storage.consoleSessions.list(one, now), [own]);
      equal(await storage.consoleSessions.removeAll(one), 1);
      equal(await storage.consoleSessions.removeAll(one), 0);
      deepEqual(await storage.consoleSessions.list(other, now), [stranger]);
    },
  },
];

const failureClauses: readonly Clause<Storage>[] = [
  {
    name: 'signInFailures: a subject’s failures are what was saved last, in order; none, and nothing is left',
    async check(storage) {
      const lock = (subject: string) => storage.transaction(({ signInFailures }) => signInFailures.lock(subject));
      deepEqual(await lock('a'), []);
      await storage.signInFailures.save('a', [moment(1)]);
      await storage.signInFailures.save('a', [moment(2), moment(2), moment(1)]);
      await storage.signInFailures.save('b', [moment(3)]);
      deepEqual(await lock('a'), [moment(2), moment(2), moment(1)]);
      await storage.signInFailures.save('a', []);
      deepEqual(await lock('a'), []);
      deepEqual(await lock('b'), [moment(3)]);
      await rejects(storage.signInFailures.lock('b'));
    },
  },
  {
    name: 'signInFailures: those who count for one subject go one by one, also the first ones',
    async check(storage) {
      await warm(storage);
      await atOnce(10, (i) =>
        storage.transaction(async ({ signInFailures, members }) => {
          const seen = await signInFailures.lock('a');
          for (let asked = 0; asked < 3; asked++) await members.listByEmail('somebody', 9);
          await signInFailures.save('a', [...seen, moment(i)]);
        }),
      );
      equal((await storage.transaction(({ signInFailures }) => signInFailures.lock('a'))).length, 10);
    },
  },
  {
    name: 'signInFailures: and also where those before them leave nothing',
    async check(storage) {
      await warm(storage);
      let inside = 0;
      await atOnce(20, (i) =>
        storage.transaction(async ({ signInFailures, members }) => {
          await signInFailures.lock('a');
          inside += 1;
          equal(inside, 1);
          await members.listByEmail('somebody', 9);
          await signInFailures.save('a', i % 2 === 0 ? [] : [moment(i)]);
          inside -= 1;
        }),
      );
    },
  },
];

const memberClauses: readonly Clause<Storage>[] = [
  {
    name: 'members: a list is of one organization, oldest first; its lock gives the same and is refused outside',
    async check(storage) {
      const { organizationId } = await arrangePlane(storage);
      const [recent, old] = [moment(2), moment(1)].map((createdAt) => sampleMember(organizationId, { createdAt }));
      for (const member of [recent, old]) if (member) await storage.members.insert(member);
      await arrangeMember(storage);
      deepEqual(await storage.members.list(organizationId), [old, recent]);
      deepEqual(await storage.transaction(({ members }) => members.lockAll(organizationId)), [old, recent]);
      await rejects(storage.members.lockAll(organizationId));
    },
  },
  {
    name: 'members: while one transaction holds all of them, no other decides who leaves',
    async check(storage) {
      const { organizationId } = await arrangePlane(storage);
      for (let i = 0; i < 6; i++) await storage.members.insert(sampleMember(organizationId));
      await warm(storage);
      let inside = 0;
      await atOnce(6, (i) =>
        storage.transaction(async ({ members }) => {
          const owners = (await members.lockAll(organizationId)).filter(({ role }) => role === 'owner');
          const leaving = owners[i % owners.length];
          inside += 1;
          equal(inside, 1);
          for (const { id } of owners) await members.find(id);
          if (leaving && owners.length > 1) await members.setRole(leaving.id, 'viewer');
          inside -= 1;
        }),
      );
      const left = (await storage.members.list(organizationId)).filter(({ role }) => role === 'owner');
      equal(left.length, 1);
    },
  },
  {
    name: 'members: a role and a password are changed for one, and nothing else of it; for nobody is an error',
    async check(storage) {
      const { organizationId } = await arrangePlane(storage);
      const [member, beside] = [sampleMember(organizationId), sampleMember(organizationId)];
      for (const one of [member, beside]) await storage.members.insert(one);
      await storage.members.setRole(member.id, 'developer');
      await storage.members.setPassword(member.id, '$other$', moment(50));
      const changed = { ...member, role: 'developer', passwordHash: '$other$', temporaryPasswordUntil: moment(50) };
      deepEqual(await storage.members.find(member.id), changed);
      await storage.members.setPassword(member.id, '$own$', null);
      deepEqual(await storage.members.find(member.id), {
        ...changed,
        passwordHash: '$own$',
        temporaryPasswordUntil: null,
      });
      deepEqual(await storage.members.find(beside.id), beside);
      await rejects(storage.members.setRole(sampleId('user'), 'viewer'));
      await rejects(storage.members.setPassword(sampleId('user'), '$', null));
    },
  },
  {
    name: 'members: one that is removed is gone with its sessions, and its address is free',
    async check(storage) {
      const { organizationId } = await arrangePlane(storage);
      const [member, beside] = [sampleMember(organizationId), sampleMember(organizationId)];
      for (const one of [member, beside]) await storage.members.insert(one);
      const session = await arrangeSession(storage, member.id);
      const stays = await arrangeSession(storage, beside.id);
      await storage.members.remove(member.id);
      equal(await storage.members.find(member.id), undefined);
      equal(await storage.consoleSessions.findByDigest(session.tokenDigest, now), undefined);
      deepEqual(await storage.consoleSessions.findByDigest(stays.tokenDigest, now), stays);
      equal(await storage.members.insert(sampleMember(organizationId, { email: member.email })), true);
    },
  },
];

const keyClauses: readonly Clause<Storage>[] = [
  {
    name: 'apiKeys: one is found by its id in its own organization only, revoked or not',
    async check(storage) {
      const [plane, other] = [await arrangePlane(storage), await arrangePlane(storage)];
      const key = sampleApiKey(plane, { revokedAt: moment(2) });
      await storage.apiKeys.insert(key);
      deepEqual(await storage.apiKeys.find(plane.organizationId, key.id), key);
      equal(await storage.apiKeys.find(other.organizationId, key.id), undefined);
      equal(await storage.apiKeys.find(plane.organizationId, sampleId('key')), undefined);
    },
  },
];

/** What the console keeps of people and their browsers. */
export const consoleStoresContract: Contract<Storage> = {
  port: 'ConsoleSessionStore, SignInFailureStore; MemberStore and ApiKeyStore for the console',
  clauses: [...sessionClauses, ...failureClauses, ...memberClauses, ...keyClauses],
};
