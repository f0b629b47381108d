import { deepEqual, equal } from 'node:assert/strict';
import type { MemberId } from '#core/ports';
import { arrangePlane, type Beside, type Parents, type StorageOf } from './arrange.ts';
import { atOnce, warm } from './at-once.ts';
import type { Clause, Contract } from './contract.ts';
import { sampleFactor } from './sample-people.ts';
import { moment, sampleId, sampleMember } from './samples.ts';

/** What a member answers once is stored with the member. */
type Subject = StorageOf<'factors'> & Beside<'members'> & Parents<'organizations'>;

async function arrangeMember(storage: Subject) {
  const member = sampleMember((await arrangePlane(storage)).organizationId);
  await storage.members.insert(member);
  return member;
}

const clauses: readonly Clause<Subject>[] = [
  {
    name: 'factors: a list is of one member, oldest first, as inserted; one is removed by its own member, once',
    async check(storage) {
      const [one, other] = [await arrangeMember(storage), await arrangeMember(storage)];
      const { factors } = storage;
      const passkey = { id: 'credential', publicKey: 'cose', transports: ['usb', 'nfc'] };
      const recent = sampleFactor(one, { createdAt: moment(2), kind: 'passkey', sealedSecret: null, passkey });
      const [old, foreign] = [sampleFactor(one), sampleFactor(other, { counter: 2 ** 32 - 1 })];
      for (const factor of [recent, old, foreign]) await factors.insert(factor);
      deepEqual(await factors.list(one.id), [old, recent]);
      deepEqual(await factors.holders(one.organizationId), new Set([one.id]));
      equal(await factors.remove(other.id, old.id), false);
      equal(await factors.remove(one.id, old.id), true);
      equal(await factors.remove(one.id, old.id), false);
      deepEqual(await factors.list(one.id), [recent]);
      deepEqual(await factors.list(other.id), [foreign]);
      equal(await factors.removeAll(one.id), 1);
      deepEqual([await factors.list(one.id), await factors.list(other.id)], [[], [foreign]]);
      deepEqual(await factors.holders(one.organizationId), new Set());
    },
  },
  {
    name: 'factors: of those who use one code at the same time, one gets it',
    async check(storage) {
      const member = await arrangeMember(storage);
      const factor = sampleFactor(member, { counter: 5 });
      await storage.factors.insert(factor);
      await warm(storage);
      const use = { from: 5, counter: 6, at: moment(9) };
      const used: boolean[] = [];
      await atOnce(5, async () => void used.push(await storage.factors.use(factor.id, use)));
      deepEqual(used.filter(Boolean), [true]);
      deepEqual(await storage.factors.list(member.id), [{ ...factor, counter: 6, lastUsedAt: moment(9) }]);
    },
  },
  {
    name: 'factors: a recovery code works once, for its own member, until new ones replace it or all factors go',
    async check(storage) {
      const [one, other] = [await arrangeMember(storage), await arrangeMember(storage)];
      const { factors } = storage;
      await factors.putCodes(one.id, ['a', 'b', 'c']);
      equal(await factors.takeCode(other.id, 'a'), false);
      equal(await factors.takeCode(one.id, 'z'), false);
      await warm(storage);
      const taken: boolean[] = [];
      await atOnce(5, async () => void taken.push(await factors.takeCode(one.id, 'a')));
      deepEqual(taken.filter(Boolean), [true]);
      equal(await factors.countCodes(one.id), 2);
      await factors.putCodes(one.id, ['d']);
      deepEqual([await factors.takeCode(one.id, 'b'), await factors.countCodes(one.id)], [false, 1]);
      await factors.removeAll(one.id);
      deepEqual([await factors.takeCode(one.id, 'd'), await factors.countCodes(one.id)], [false, 0]);
      equal(await factors.countCodes(sampleId('user') as MemberId), 0);
    },
  },
  {
    name: 'factors: the latest challenge of a member is answered once, and not when it is over',
    async check(storage) {
      const [one, other] = [await arrangeMember(storage), await arrangeMember(storage)];
      const { factors } = storage;
      await factors.putChallenge(one.id, 'first', moment(10));
      await factors.putChallenge(one.id, 'second', moment(10));
      equal(await factors.takeChallenge(other.id, moment(1)), undefined);
      await warm(storage);
      const taken: (string | undefined)[] = [];
      await atOnce(5, async () => void taken.push(await factors.takeChallenge(one.id, moment(9))));
      deepEqual(taken.filter(Boolean), ['second']);
      await factors.putChallenge(one.id, 'third', moment(10));
      equal(await factors.takeChallenge(one.id, moment(10)), undefined);
      equal(await factors.takeChallenge(one.id, moment(9)), undefined);
    },
  },
];

export const factorStoreContract: Contract<Subject> = { port: 'FactorStore', clauses };
