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
        const other = sampleProjection(sampleId('conn'), { amountPaid: 3, isOwn: true });
        const strange = { connectionId: other.connectionId, providerInvoiceId };
        const asked = [projection, other, { connectionId, providerInvoiceId: 'another' }, strange, projection];
        deepEqual(await projections.find(asked), Array(5).fill(undefined));
        await projections.put([projection, other]);
        deepEqual(await projections.find(asked), [projection, other, undefined, undefined, projection]);
        deepEqual(await projections.find([]), []);
      },
    },
    {
      name: 'a lock is refused outside a transaction',
      async check(storage) {
        await rejects(storage.projections.lock([ownedBy(sampleId('conn'))]));
      },
    },
    {
      name: 'many that compare and announce one invoice at once do so one after the other, the first-timers too',
      async check(storage) {
        await warm(storage);
        for (let round = 0; round < 5; round++) {
          const first = sampleProjection(sampleId('conn'), { amountPaid: 0 });
          // Each locks another connection, too, in an order of its own: none waits for another in a circle.
          const both = [ownedBy(first.connectionId), ownedBy(sampleId('conn'))];
          const owners = (i: number) => (i % 2 ? both : both.toReversed());
          const before = await atOnce(10, (i) =>
            storage.transaction(async ({ projections }) => {
              await projections.lock(owners(i));
              const [held] = await projections.find([first]);
              const amountPaid = (held?.amountPaid ?? 0) + 1;
              await projections.put([{ ...first, amountPaid, updatedAt: moment(amountPaid) }]);
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
        const [first] = many as [(typeof many)[0]];
        await storage.projections.put([{ ...first, providerRevision: 'newest' }]);
        const found = await storage.projections.find(many);
        deepEqual(
          found.map((known) => known?.providerRevision),
          many.map((_, i) => (i === 0 ? 'newest' : `r${i}`)),
        );
      },
    },
    {
      name: 'projections: seeding stores those that have none and leaves others as they are',
      async check(storage) {
        const connectionId = sampleId('conn');
        const known = sampleProjection(connectionId);
        const empty = sampleProjection(connectionId);
        await storage.projections.put([known]);
        await storage.projections.seed([{ ...known, providerRevision: 'seeded', status: 'PAID' }, empty]);
        await storage.projections.seed([]);
        deepEqual(await storage.projections.find([known, empty]), [known, empty]);
      },
    },
    {
      name: 'projections: a status of any content is remembered',
      async check({ projections }) {
        const connectionId = sampleId('conn');
        const kept = oddTexts.map((status) => sampleProjection(connectionId, { status }));
        await projections.seed(kept);
        equal((await projections.find(kept)).filter(Boolean).length, oddTexts.length);
      },
    },
  ],
};
