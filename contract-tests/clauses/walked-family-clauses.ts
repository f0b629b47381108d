import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { anyRoom, type CachedRecord, type Storage } from '#core/ports';
import { arrangePlane } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleId, sampleOperation, sampleProjection, sampleRecord } from '../samples.ts';

const idOf = ({ providerId }: Pick<CachedRecord, 'providerId'>): string => providerId;
const sorted = (ids: Iterable<string>): string[] => [...ids].sort();

export const walkedFamilyClauses: readonly Clause<Storage>[] = [
  {
    name: 'records: one says nothing new when it is kept with the same stamp and fields, or newer',
    async check({ records }) {
      const connectionId = sampleId('conn');
      const kept = Array.from({ length: 4 }, () => sampleRecord({ providerUpdatedAt: moment(10) }));
      const timeless = sampleRecord({ providerUpdatedAt: null });
      await records.put(connectionId, [...kept, timeless]);
      const [same, newer, older, other] = kept as [CachedRecord, CachedRecord, CachedRecord, CachedRecord];
      const fields = { ...other.fields, total: 7 };
      const asked = [
        { ...same, native: { shown: 'otherwise' }, fetchedAt: moment(99) },
        { ...newer, providerUpdatedAt: moment(11) },
        { ...older, providerUpdatedAt: moment(9), fields: {} },
        { ...other, fields },
        { ...timeless, fetchedAt: moment(99) },
        sampleRecord(),
      ];
      const unchanged = await records.unchanged(connectionId, 'invoices', asked);
      deepEqual(sorted(unchanged), sorted([same, older, timeless].map(idOf)));
      const renamed = await records.unchanged(connectionId, 'invoices', [{ ...timeless, fields }]);
      deepEqual([...renamed], []);
      deepEqual([...(await records.unchanged(connectionId, 'contacts', asked))], []);
      deepEqual([...(await records.unchanged(sampleId('conn'), 'invoices', asked))], []);
      deepEqual([...(await records.unchanged(connectionId, 'invoices', []))], []);
    },
  },
  {
    name: 'records: those of a family that were fetched before are told and removed, and none that came since',
    async check({ records }) {
      const connectionId = sampleId('conn');
      const [early, late] = [sampleRecord({ fetchedAt: moment(10) }), sampleRecord({ fetchedAt: moment(20) })];
      const contact = sampleRecord({ type: 'contacts', fetchedAt: moment(10) });
      await records.put(connectionId, [early, late, contact]);
      deepEqual(await records.fetchedBefore(connectionId, 'invoices', moment(20)), [early.providerId]);
      deepEqual(await records.fetchedBefore(sampleId('conn'), 'invoices', moment(20)), []);
      await records.remove(sampleId('conn'), 'invoices', [early.providerId], moment(20));
      await records.remove(connectionId, 'invoices', [early, late, contact].map(idOf), moment(20));
      await records.remove(connectionId, 'invoices', [], moment(99));
      const left = async (type: CachedRecord['type']) =>
        (await records.list(connectionId, type, {}, { limit: 9, page: 1 })).items.map(idOf);
      deepEqual([await left('invoices'), await left('contacts')], [[late.providerId], [contact.providerId]]);
    },
  },
  {
    name: 'projections: revisions are those last announced; one never announced has none',
    async check(storage) {
      const connectionId = sampleId('conn');
      const many = Array.from({ length: 1_000 }, (_, i) =>
        sampleProjection(connectionId, { providerRevision: `r${i}` }),
      );
      await storage.projections.seed(many);
      const [first, second] = many as [(typeof many)[0], (typeof many)[0]];
      await storage.projections.put({ ...first, providerRevision: 'newest' });
      await storage.transaction((stores) => stores.projections.lock(connectionId, 'placeholder'));
      const ids = [...many.map(({ providerInvoiceId }) => providerInvoiceId), 'placeholder', 'unknown'];
      const revisions = await storage.projections.revisions(connectionId, ids);
      equal(revisions.size, 1_000);
      equal(revisions.get(first.providerInvoiceId), 'newest');
      equal(revisions.get(second.providerInvoiceId), 'r1');
      equal((await storage.projections.revisions(sampleId('conn'), ids)).size, 0);
      equal((await storage.projections.revisions(connectionId, [])).size, 0);
    },
  },
  {
    name: 'projections: seeding fills empty places and leaves others as they are',
    async check(storage) {
      const connectionId = sampleId('conn');
      const known = sampleProjection(connectionId);
      const empty = sampleProjection(connectionId);
      await storage.projections.put(known);
      await storage.transaction((stores) => stores.projections.lock(connectionId, empty.providerInvoiceId));
      await storage.projections.seed([{ ...known, providerRevision: 'seeded', status: 'PAID' }, empty]);
      await storage.projections.seed([]);
      const ids = [known, empty].map(({ providerInvoiceId }) => providerInvoiceId);
      const held = await storage.transaction(({ projections }) => projections.lockAll(connectionId, ids));
      deepEqual(held, new Map([known, empty].map((projection) => [projection.providerInvoiceId, projection])));
    },
  },
  {
    name: 'projections: several are locked inside a transaction only, those never announced without an answer',
    async check(storage) {
      const connectionId = sampleId('conn');
      const known = sampleProjection(connectionId);
      await storage.projections.put(known);
      await rejects(storage.projections.lockAll(connectionId, [known.providerInvoiceId]));
      const held = await storage.transaction(({ projections }) =>
        projections.lockAll(connectionId, ['never', known.providerInvoiceId, 'never']),
      );
      deepEqual(held, new Map([[known.providerInvoiceId, known]]));
      const none = await storage.transaction(({ projections }) => projections.lockAll(connectionId, []));
      equal(none.size, 0);
    },
  },
  {
    name: 'projections: many that lock overlapping invoices at once compare one after the other, in whatever order they ask',
    async check(storage) {
      await warm(storage);
      for (let round = 0; round < 3; round++) {
        const connectionId = sampleId('conn');
        const ids = Array.from({ length: 6 }, (_, i) => `invoice-${i}`);
        await atOnce(10, (i) =>
          storage.transaction(async ({ projections }) => {
            const mine = i % 2 === 0 ? ids : [...ids].reverse();
            const held = i === 9 ? undefined : await projections.lockAll(connectionId, mine);
            for (const id of i === 9 ? ids.slice(2, 3) : mine) {
              const before = held ? held.get(id) : await projections.lock(connectionId, id);
              const amountPaid = (before?.amountPaid ?? 0) + 1;
              await projections.put(sampleProjection(connectionId, { providerInvoiceId: id, amountPaid }));
            }
          }),
        );
        const held = await storage.transaction(({ projections }) => projections.lockAll(connectionId, ids));
        deepEqual(
          ids.map((id) => held.get(id)?.amountPaid),
          ids.map((id) => (id === 'invoice-2' ? 10 : 9)),
        );
      }
    },
  },
  {
    name: 'operations: a step that is kept again replaces what was kept, and keeps its place among the steps',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const operation = sampleOperation(plane);
      await storage.operations.insert([operation]);
      const [leased] = await storage.operations.claimDue({
        now: moment(10),
        leaseUntil: moment(40),
        ...anyRoom(1),
      });
      ok(leased);
      const step = (name: string, page: number) => ({
        name,
        state: 'succeeded' as const,
        result: { page },
        error: null,
        startedAt: moment(10),
        finishedAt: moment(10 + page),
      });
      for (const kept of [step('invoices', 1), step('contacts', 2), step('invoices', 3)]) {
        equal(await storage.operations.saveStep(leased.lease, kept), true);
      }
      const found = await storage.operations.find(plane, operation.id);
      deepEqual(found?.steps, [step('invoices', 3), step('contacts', 2)]);
    },
  },
];
