import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { Storage } from '#core/ports';
import { atOnce, warm } from './at-once.ts';
import type { Contract } from './contract.ts';
import { moment, ownedBy, sampleId, sampleProjection } from './samples.ts';

export const projectionStoreContract: Contract<Storage> = {
  port: 'ProjectionStore',
  clauses: [
    {
      name: 'what was put is found exactly; another invoice and another connection are not',
      async check(storage) {
        const projection = sampleProjection(sampleId('conn'), { total: 0.1 + 0.2, amountPaid: 1e21, amountDue: -0.01 });
        const { connectionId, providerInvoiceId } = projection;
        const { projections } = storage;
        equal((await projections.find(connectionId, [providerInvoiceId])).size, 0);
        await projections.put(projection);
        const found = await projections.find(connectionId, [providerInvoiceId, 'another']);
        deepEqual(found, new Map([[providerInvoiceId, projection]]));
        equal((await projections.find(sampleId('conn'), [providerInvoiceId])).size, 0);
        equal((await projections.find(connectionId, [])).size, 0);
      },
    },
    {
      name: 'a lock is refused outside a transaction',
      async check(storage) {
        await rejects(storage.projections.lock(ownedBy(sampleId('conn'))));
      },
    },
    {
      name: 'many that compare and announce one invoice at once do so one after the other, the first-timers too',
      async check(storage) {
        await warm(storage);
        for (let round = 0; round < 5; round++) {
          const first = sampleProjection(sampleId('conn'), { amountPaid: 0 });
          const before = await atOnce(10, () =>
            storage.transaction(async ({ projections }) => {
              const { connectionId, providerInvoiceId } = first;
              await projections.lock(ownedBy(connectionId));
              const held = (await projections.find(connectionId, [providerInvoiceId])).get(providerInvoiceId);
              const amountPaid = (held?.amountPaid ?? 0) + 1;
              await projections.put({ ...first, amountPaid, updatedAt: moment(amountPaid) });
              return held?.amountPaid ?? 0;
            }),
          );
          deepEqual(
            before.sort((a, b) => a - b),
            Array.from({ length: 10 }, (_, i) => i),
          );
        }
      },
    },
  ],
};
