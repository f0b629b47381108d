import { deepEqual, equal } from 'node:assert/strict';
import type { BudgetStore, ConnectionId, Json } from '#core/ports';
import { atOnce } from './at-once.ts';
import type { Contract } from './contract.ts';
import { sampleId } from './sample-ids.ts';

const state = (n: number): Json => ({ zebra: n, apple: [{ at: 1_768_478_400_123 + n, text: 'é' }] });

export const budgetStoreContract: Contract<BudgetStore> = {
  port: 'BudgetStore',
  clauses: [
    {
      name: 'reads what was last kept, and nothing of a connection that never had a budget',
      async check(store) {
        const connection: ConnectionId = sampleId('conn');
        equal(await store.read(connection), undefined);
        equal(await store.replace(connection, 0, state(1)), true);
        deepEqual(await store.read(connection), { version: 1, state: state(1) });
        equal(await store.replace(connection, 1, state(2)), true);
        deepEqual(await store.read(connection), { version: 2, state: state(2) });
        equal(await store.read(sampleId('conn')), undefined);
      },
    },
    {
      name: 'reads those of several at once, without those that never had one',
      async check(store) {
        const [one, two, never]: ConnectionId[] = [sampleId('conn'), sampleId('conn'), sampleId('conn')];
        if (!one || !two || !never) return;
        await store.replace(one, 0, state(1));
        await store.replace(two, 0, state(2));
        deepEqual([...(await store.readAll([two, never]))], [[two, { version: 1, state: state(2) }]]);
        deepEqual([...(await store.readAll([]))], []);
      },
    },
    {
      name: 'what is not the newest version is not replaced',
      async check(store) {
        const connection: ConnectionId = sampleId('conn');
        equal(await store.replace(connection, 1, state(1)), false);
        equal(await store.read(connection), undefined);
        await store.replace(connection, 0, state(1));
        equal(await store.replace(connection, 0, state(9)), false);
        equal(await store.replace(connection, 2, state(9)), false);
        deepEqual(await store.read(connection), { version: 1, state: state(1) });
      },
    },
    {
      name: 'of many who replace the same version at once, one does',
      async check(store) {
        await atOnce(20, () => store.read(sampleId('conn')));
        for (let round = 0; round < 10; round++) {
          const connection: ConnectionId = sampleId('conn');
          for (let version = 0; version < 3; version++) {
            const kept = await atOnce(20, (i) => store.replace(connection, version, state(i)));
            equal(kept.filter(Boolean).length, 1);
            deepEqual(await store.read(connection), { version: version + 1, state: state(kept.indexOf(true)) });
          }
        }
      },
    },
    {
      name: 'counters that many raise at once lose nothing',
      async check(store) {
        const connection: ConnectionId = sampleId('conn');
        await atOnce(8, async () => {
          for (let raised = 0; raised < 10; ) {
            const kept = await store.read(connection);
            const count = (kept?.state as { count: number } | undefined)?.count ?? 0;
            if (await store.replace(connection, kept?.version ?? 0, { count: count + 1 })) raised += 1;
          }
        });
        deepEqual(await store.read(connection), { version: 80, state: { count: 80 } });
      },
    },
  ],
};
