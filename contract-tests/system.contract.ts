import { equal, ok } from 'node:assert/strict';
import { type Clock, type IdGenerator, isId } from '#core/ports';
import type { Clause, Contract } from './contract.ts';

const prefixes = ['org', 'key', 'conn', 'op', 'evt', 'we', 'dlv', 'req'];
const manyIds = 5_000;
const waitMs = 30;

const clockClauses: readonly Clause<Clock>[] = [
  {
    name: 'goes on, and gives a new date each time',
    async check(clock) {
      const first = clock.now();
      const kept = first.getTime();
      first.setTime(0);
      ok(clock.now().getTime() >= kept, 'the clock was changed through a date that it gave away');
    },
  },
  {
    name: 'a wait lasts no shorter than asked, and none lasts for nothing',
    async check(clock) {
      const from = performance.now();
      await clock.wait(waitMs);
      ok(performance.now() - from >= waitMs, 'it woke early');
      await clock.wait(0);
      await clock.wait(-1);
    },
  },
];

export const clockContract: Contract<Clock> = { port: 'Clock', clauses: clockClauses };

const idClauses: readonly Clause<IdGenerator>[] = [
  {
    name: 'makes well-formed ids of every prefix',
    async check(ids) {
      for (const prefix of prefixes) ok(isId(prefix, ids.next(prefix)), prefix);
    },
  },
  {
    name: 'never makes an id twice, and later ones sort later',
    async check(ids) {
      const made = Array.from({ length: manyIds }, () => ids.next('op'));
      equal(new Set(made).size, manyIds);
      for (let i = 1; i < manyIds; i++) ok(String(made[i - 1]) < String(made[i]), `${made[i - 1]} before ${made[i]}`);
    },
  },
  {
    name: 'an id says when it was made, to the millisecond (UUIDv7)',
    async check(ids) {
      const before = Date.now();
      const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
      let value = 0n;
      for (const letter of ids.next('op').slice('op_'.length)) value = value * 32n + BigInt(alphabet.indexOf(letter));
      equal((value >> 76n) & 15n, 7n);
      const at = Number(value >> 80n);
      ok(Math.abs(at - before) < 60_000, `${at} is not near ${before}`);
    },
  },
  {
    name: 'gives as many random bytes as asked, other ones each time',
    async check(ids) {
      for (const length of [0, 1, 16, 32, 1000]) equal(ids.randomBytes(length).length, length);
      const seen = new Set(Array.from({ length: 1_000 }, () => ids.randomBytes(16).join()));
      equal(seen.size, 1_000);
      const values = new Set(ids.randomBytes(10_000));
      ok(values.size > 200, 'the bytes hardly vary');
    },
  },
  {
    name: 'a spread lies in [0, 1) and varies',
    async check(ids) {
      const spreads = Array.from({ length: 200 }, () => ids.spread());
      ok(spreads.every((spread) => spread >= 0 && spread < 1));
      ok(new Set(spreads).size > 100);
    },
  },
];

export const idGeneratorContract: Contract<IdGenerator> = { port: 'IdGenerator', clauses: idClauses };
