import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { StorageOf } from './arrange.ts';
import { atOnce, warm } from './at-once.ts';
import { oddTexts } from './clauses/any-text-clauses.ts';
import type { Contract } from './contract.ts';
import { moment, ownedBy, sampleId, sampleProjection } from './samples.ts';

type Subject = StorageOf<'projections'>;

export const projectionStoreContract: Contract<Subject> = {
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
    {
      name: 'projections: a thousand are found at once, each as it was last announced',
      async check(storage) {
        const connectionId = sampleId('conn');
        const many = Array.from({ length: 1_000 }, (_, i) =>
          sampleProjection(connectionId, { providerRevision: `r${i}` }),
        );
        await storage.projections.seed(many);
        const [first, second] = many as [(typeof many)[0], (typeof many)[0]];
        await storage.projections.put({ ...first, providerRevision: 'newest' });
        const ids = many.map(({ providerInvoiceId }) => providerInvoiceId);
        const found = await storage.projections.find(connectionId, ids);
        equal(found.size, 1_000);
        equal(found.get(first.providerInvoiceId)?.providerRevision, 'newest');
        equal(found.get(second.providerInvoiceId)?.providerRevision, 'r1');
      },
    },
    {
      name: 'projections: seeding stores those that have none and leaves others as they are',
      async check(storage) {
        const connectionId = sampleId('conn');
        const known = sampleProjection(connectionId);
        const empty = sampleProjection(connectionId);
        await storage.projections.put(known);
        await storage.projections.seed([{ ...known, providerRevision: 'seeded', status: 'PAID' }, empty]);
        await storage.projections.seed([]);
        const ids = [known, empty].map(({ providerInvoiceId }) => providerInvoiceId);
        deepEqual(
          await storage.projections.find(connectionId, ids),
          new Map([known, empty].map((projection) => [projection.providerInvoiceId, projection])),
        );
      },
    },
    {
      name: 'projections: a status of any content is remembered',
      async check({ projections }) {
        const connectionId = sampleId('conn');
        const kept = oddTexts.map((status) => sampleProjection(connectionId, { status }));
        await projections.seed(kept);
        const found = await projections.find(
          connectionId,
          kept.map(({ providerInvoiceId }) => providerInvoiceId),
        );
        equal(found.size, oddTexts.length);
      },
    },
  ],
};
