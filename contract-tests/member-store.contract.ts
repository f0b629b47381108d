import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { Stores } from '#core/ports';
import { arrangeMember, arrangePlane, arrangeSession, type Parents, type StorageOf } from './arrange.ts';
import { atOnce, warm } from './at-once.ts';
import type { Clause, Contract } from './contract.ts';
import { sampleFactor } from './sample-people.ts';
import { moment, sampleId, sampleMember } from './samples.ts';

/** The sessions and second factors of a member end with it. */
type Subject = StorageOf<'members'> & Pick<Stores, 'consoleSessions' | 'factors'> & Parents<'organizations'>;

const now = moment(10);

const memberClauses: readonly Clause<Subject>[] = [
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
      await storage.factors.insert(sampleFactor(member));
      const stays = await arrangeSession(storage, beside.id);
      await storage.members.remove(member.id);
      deepEqual(await storage.factors.list(member.id), []);
      equal(await storage.members.find(member.id), undefined);
      deepEqual(await storage.consoleSessions.ofBrowser(session.tokenDigest, now), []);
      deepEqual(await storage.consoleSessions.ofBrowser(stays.tokenDigest, now), [stays]);
      equal(await storage.members.insert(sampleMember(organizationId, { email: member.email })), true);
    },
  },
  {
    name: 'members: an e-mail address belongs to one member of an organization, and finds those of all',
    async check(storage) {
      const { organizationId } = await arrangePlane(storage);
      const email = 'a@sample.test';
      const invited = sampleMember(organizationId, { email, createdAt: moment(1), temporaryPasswordUntil: moment(9) });
      equal(await storage.members.insert(invited), true);
      equal(await storage.members.insert(sampleMember(organizationId, { email })), false);
      const others = [];
      for (const at of [3, 2]) {
        const member = sampleMember((await arrangePlane(storage)).organizationId, { email, createdAt: moment(at) });
        equal(await storage.members.insert(member), true);
        others.unshift(member);
      }
      deepEqual(await storage.members.listByEmail(email, 9), [...others, invited]);
      deepEqual(await storage.members.listByEmail(email, 1), others.slice(0, 1));
      deepEqual(await storage.members.listByEmail(email, 1, organizationId), [invited]);
      deepEqual(await storage.members.listByEmail('b@sample.test', 9), []);
    },
  },
];

export const memberStoreContract: Contract<Subject> = { port: 'MemberStore', clauses: memberClauses };
