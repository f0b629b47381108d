import { deepEqual, equal } from 'node:assert/strict';
import type { Beside, Parents, StorageOf } from './arrange.ts';
import { atOnce, warm } from './at-once.ts';
import { notifiedConnectionClauses } from './clauses/notified-connection-clauses.ts';
import type { Contract } from './contract.ts';
import { moment, sampleId, someOwner } from './samples.ts';

/** Whose notifications they are, and how much is unfinished, the store reads of connections and operations. */
type Subject = StorageOf<'notifications'> & Beside<'connections' | 'operations'> & Parents<'organizations'>;

export const notificationStoreContract: Contract<Subject> = {
  port: 'NotificationStore',
  clauses: [
    {
      name: 'identities are new once an app, in the order given',
      async check({ notifications }) {
        const app = sampleId('app');
        deepEqual(await notifications.takeNew(app, someOwner, ['c', 'a', 'b', 'a'], moment()), ['c', 'a', 'b']);
        deepEqual(await notifications.takeNew(app, someOwner, ['b', 'z', 'a', 'd'], moment(1)), ['z', 'd']);
        deepEqual(await notifications.takeNew('hosted ledger', someOwner, ['a'], moment(1)), ['a']);
        deepEqual(await notifications.takeNew(app, someOwner, [], moment(2)), []);
      },
    },
    {
      name: 'a batch of a thousand is taken whole, and not again',
      async check({ notifications }) {
        const app = sampleId('app');
        const many = Array.from({ length: 1_000 }, (_, i) => `sequence:${i}`);
        deepEqual(await notifications.takeNew(app, someOwner, many, moment()), many);
        deepEqual(await notifications.takeNew(app, someOwner, many, moment()), []);
      },
    },
    {
      name: 'of many that take the same identities at once, each identity is new to one',
      async check(storage) {
        const app = sampleId('app');
        const identities = Array.from({ length: 30 }, (_, i) => `sequence:${i}`);
        await warm(storage);
        const taken = await atOnce(10, (i) =>
          storage.notifications.takeNew(app, someOwner, i % 2 === 0 ? identities : [...identities].reverse(), moment()),
        );
        deepEqual(taken.flat().sort(), [...identities].sort());
      },
    },
    {
      name: 'what a transaction took and gave up is new again',
      async check(storage) {
        const app = sampleId('app');
        const failed = storage.transaction(async ({ notifications }) => {
          await notifications.takeNew(app, someOwner, ['a'], moment());
          throw new Error('no');
        });
        await failed.catch(() => {});
        deepEqual(await storage.notifications.takeNew(app, someOwner, ['a'], moment()), ['a']);
      },
    },
    {
      name: 'the cursor tells first, next, gap and old, moves forward and never back',
      async check({ notifications }) {
        const app = sampleId('app');
        const move = (first: number, last: number) => notifications.moveCursor(app, first, last, moment());
        equal(await move(5, 7), 'first');
        equal(await move(8, 8), 'next');
        equal(await move(3, 8), 'old');
        equal(await move(1, 1), 'old');
        equal(await move(9, 9), 'next');
        equal(await move(12, 14), 'gap');
        equal(await move(10, 11), 'old');
        equal(await move(14, 16), 'next');
        equal(await move(17, 17), 'next');
        equal(await notifications.moveCursor('hosted ledger', 40, 41, moment()), 'first');
      },
    },
    {
      name: 'a number more than a million ahead is a jump and not taken over, also by an app’s first batch',
      async check({ notifications }) {
        const app = sampleId('app');
        const move = (first: number, last: number) => notifications.moveCursor(app, first, last, moment());
        equal(await move(1, 1_000_002), 'jump');
        equal(await move(5, 7), 'first');
        equal(await move(8, 1_000_008), 'jump');
        equal(await move(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), 'jump');
        equal(await move(8, 8), 'next');
        equal(await move(10, 10), 'gap');
        equal(await move(1_000_010, 1_000_010), 'gap');
        equal(await move(1_000_011, 1_000_011), 'next');
      },
    },
    {
      name: 'of many that move one cursor at once, one is first and the last number stands',
      async check(storage) {
        const app = sampleId('app');
        await warm(storage);
        const moves = await atOnce(12, (i) => storage.notifications.moveCursor(app, i + 1, i + 1, moment()));
        equal(moves.filter((move) => move === 'first').length, 1);
        equal(await storage.notifications.moveCursor(app, 13, 13, moment()), 'next');
      },
    },
    ...notifiedConnectionClauses,
  ],
};
