import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { BudgetStore, ConnectionId, Json } from '#core/ports';
import { atOnce } from './at-once.ts';
import type { Contract } from './contract.ts';
import { sampleId } from './sample-ids.ts';

const state = (n: number): Json => ({ zebra: n, apple: [{ at: 1_768_478_400_123 + n, text: 'é' }] });
const countOf = (stored: Json | undefined) => (stored as { count: number } | undefined)?.count ?? 0;

/** Stores `next` (undefined: nothing) and answers what was stored before. */
const change = (store: BudgetStore, connection: ConnectionId, next: Json | undefined) =>
  store.change(connection, (before) => ({ state: next, answer: before }));

/** The stores of two processes over one database. */
export interface BudgetStores {
  readonly store: BudgetStore;
  readonly other: BudgetStore;
}

export const budgetStoreContract: Contract<BudgetStores> = {
  port: 'BudgetStore',
  clauses: [
    {
      name: 'hands over what was last stored, and nothing of a connection that never had a budget',
      async check({ store }) {
        const connection: ConnectionId = sampleId('conn');
        equal(await change(store, connection, undefined), undefined);
        equal(await change(store, connection, state(1)), undefined);
        deepEqual(await change(store, connection, undefined), state(1));
        deepEqual(await change(store, connection, state(2)), state(1));
        deepEqual(await change(store, connection, undefined), state(2));
        equal(await change(store, sampleId('conn'), undefined), undefined);
      },
    },
    {
      name: 'what another process stored is seen at once, also where nothing is stored after it',
      async check({ store, other }) {
        const connection: ConnectionId = sampleId('conn');
        await change(store, connection, state(1));
        deepEqual(await change(other, connection, state(2)), state(1));
        deepEqual(await change(store, connection, undefined), state(2));
        deepEqual(await change(other, connection, state(3)), state(2));
        deepEqual(await change(store, connection, state(4)), state(3));
        deepEqual([...(await other.readAll([connection]))], [[connection, state(4)]]);
      },
    },
    {
      name: 'reads those of several at once, without those that never had one',
      async check({ store }) {
        const [one, two, never]: ConnectionId[] = [sampleId('conn'), sampleId('conn'), sampleId('conn')];
        if (!one || !two || !never) return;
        await change(store, one, state(1));
        await change(store, two, state(2));
        deepEqual([...(await store.readAll([two, never]))], [[two, state(2)]]);
        deepEqual([...(await store.readAll([]))], []);
      },
    },
    {
      name: 'work that fails changes nothing, and its error comes through',
      async check({ store }) {
        const connection: ConnectionId = sampleId('conn');
        await change(store, connection, state(1));
        const fail = () => {
          throw new Error('no work');
        };
        await rejects(store.change(connection, fail), /no work/);
        deepEqual(await change(store, connection, undefined), state(1));
      },
    },
    {
      name: 'of many who change the same state at once, in two processes, each sees what those before it stored',
      async check({ store, other }) {
        await atOnce(20, () => store.readAll([sampleId('conn')]));
        for (let round = 0; round < 10; round++) {
          const connection: ConnectionId = sampleId('conn');
          let turn = 0;
          const raise = () => {
            const count = (before: Json | undefined) => ({
              state: { count: countOf(before) + 1 },
              answer: countOf(before),
            });
            return (turn++ % 2 === 0 ? store : other).change(connection, count);
          };
          const seen = await atOnce(20, raise);
          deepEqual(
            [...seen].sort((a, b) => a - b),
            seen.map((_, i) => i),
          );
          equal(countOf(await change(store, connection, undefined)), 20);
        }
      },
    },
  ],
};
