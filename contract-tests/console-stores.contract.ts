import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { ConsoleSession, Stores } from '#core/ports';
import { arrangeMember, arrangeSession, type Parents, type StorageOf } from './arrange.ts';
import { atOnce, warm } from './at-once.ts';
import type { Clause, Contract } from './contract.ts';
import { sampleFactor } from './sample-people.ts';
import { moment } from './samples.ts';

type Sessions = Pick<Stores, 'consoleSessions' | 'factors' | 'members'> & Parents<'organizations' | 'members'>;

const now = moment(10);

const sessionClauses: readonly Clause<Sessions>[] = [
  {
    name: 'consoleSessions: a token’s digest finds its session as it was kept, until the very moment it ends',
    async check(storage) {
      const session = await arrangeSession(storage, await arrangeMember(storage));
      const { consoleSessions } = storage;
      const justBefore = new Date(session.expiresAt.getTime() - 1);
      deepEqual(await consoleSessions.ofBrowser(session.tokenDigest, justBefore), [session]);
      deepEqual(await consoleSessions.ofBrowser(session.tokenDigest, session.expiresAt), []);
      deepEqual(await consoleSessions.ofBrowser('another', now), []);
    },
  },
  {
    name: 'consoleSessions: those that began beside one are found by its digest, without what is over, and move with it',
    async check(storage) {
      const { consoleSessions } = storage;
      const member = await arrangeMember(storage);
      const beside = (given: Partial<ConsoleSession> = {}) =>
        arrangeSession(storage, member, { besideDigest: 'one', ...given });
      const early = await beside();
      const own = await arrangeSession(storage, member, { tokenDigest: 'one' });
      const late = await beside();
      await beside({ expiresAt: now });
      await beside({ besideDigest: 'another' });
      deepEqual(await consoleSessions.ofBrowser('one', now), [own, early, late]);
      const digests = { tokenDigest: 'moved', csrfDigest: 'its own', besideDigest: 'two' };
      await consoleSessions.move(early.id, digests);
      deepEqual(await consoleSessions.ofBrowser('one', now), [own, late]);
      deepEqual(await consoleSessions.ofBrowser('two', now), [{ ...early, ...digests }]);
    },
  },
  {
    name: 'consoleSessions: of a member with a second factor only those count that were begun with one',
    async check(storage) {
      const { consoleSessions, factors, members } = storage;
      const memberId = await arrangeMember(storage);
      const own = await arrangeSession(storage, memberId, { tokenDigest: 'one', provenBy: 'password' });
      const beside = { besideDigest: 'one' };
      const earlier = await arrangeSession(storage, memberId, { ...beside, provenBy: null });
      const proven = await arrangeSession(storage, memberId, { ...beside, provenBy: 'recovery_code' });
      deepEqual(await consoleSessions.ofBrowser('one', now), [own, earlier, proven], 'without a second factor all do');
      const member = await members.find(memberId);
      if (member) await factors.insert(sampleFactor(member));
      deepEqual(await consoleSessions.ofBrowser('one', now), [proven]);
      await consoleSessions.noteProof(own.id, 'totp');
      deepEqual(await consoleSessions.ofBrowser('one', now), [{ ...own, provenBy: 'totp' }, proven]);
      await factors.removeAll(memberId);
      equal((await consoleSessions.ofBrowser('one', now)).length, 3);
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
      deepEqual(await consoleSessions.ofBrowser(session.tokenDigest, now), [used]);
      deepEqual(await consoleSessions.ofBrowser(beside.tokenDigest, now), [beside]);
      await consoleSessions.remove(session.memberId, session.id);
      await consoleSessions.touch(session.id, moment(30), moment(300));
      deepEqual(await consoleSessions.ofBrowser(session.tokenDigest, now), []);
    },
  },
  {
    name: 'consoleSessions: one is ended by its own member only, at once, and once',
    async check(storage) {
      const session = await arrangeSession(storage, await arrangeMember(storage));
      const beside = await arrangeSession(storage, session.memberId);
      const { consoleSessions } = storage;
      equal(await consoleSessions.remove(await arrangeMember(storage), session.id), false);
      deepEqual(await consoleSessions.ofBrowser(session.tokenDigest, now), [session]);
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

const failureClauses: readonly Clause<StorageOf<'signInFailures'>>[] = [
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
        storage.transaction(async ({ signInFailures }) => {
          const seen = await signInFailures.lock('a');
          for (let asked = 0; asked < 3; asked++) await signInFailures.save(`beside ${i}`, []);
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
        storage.transaction(async ({ signInFailures }) => {
          await signInFailures.lock('a');
          inside += 1;
          equal(inside, 1);
          await signInFailures.save(`beside ${i}`, []);
          await signInFailures.save('a', i % 2 === 0 ? [] : [moment(i)]);
          inside -= 1;
        }),
      );
    },
  },
];

export const consoleSessionStoreContract: Contract<Sessions> = {
  port: 'ConsoleSessionStore',
  clauses: sessionClauses,
};

export const signInFailureStoreContract: Contract<StorageOf<'signInFailures'>> = {
  port: 'SignInFailureStore',
  clauses: failureClauses,
};
