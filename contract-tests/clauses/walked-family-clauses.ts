import { deepEqual, equal, ok } from 'node:assert/strict';
import { anyRoom, type CachedRecord, type Storage } from '#core/ports';
import { arrangePlane } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { listedRecords } from '../listed-records.ts';
import { saveOne } from '../one-operation.ts';
import { moment, ownedBy, sampleId, sampleOperation, sampleProjection, sampleRecord } from '../samples.ts';

const idOf = ({ providerId }: Pick<CachedRecord, 'providerId'>): string => providerId;
const sorted = (ids: Iterable<string>): string[] => [...ids].sort();

export const walkedFamilyClauses: readonly Clause<Storage>[] = [
  {
    name: 'records: one says nothing new when it is kept with the same stamp and fields, or newer',
    async check({ records }) {
      const connectionId = sampleId('conn');
      const kept = Array.from({ length: 4 }, () => sampleRecord({ providerUpdatedAt: moment(10) }));
      const timeless = sampleRecord({ providerUpdatedAt: null });
      await records.put(ownedBy(connectionId), [...kept, timeless]);
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
      const unchanged = await records.unchanged({ connectionId, type: 'invoices' }, asked);
      deepEqual(sorted(unchanged), sorted([same, older, timeless].map(idOf)));
      const renamed = await records.unchanged({ connectionId, type: 'invoices' }, [{ ...timeless, fields }]);
      deepEqual([...renamed], []);
      deepEqual([...(await records.unchanged({ connectionId, type: 'contacts' }, asked))], []);
      deepEqual([...(await records.unchanged({ connectionId: sampleId('conn'), type: 'invoices' }, asked))], []);
      deepEqual([...(await records.unchanged({ connectionId, type: 'invoices' }, []))], []);
    },
  },
  {
    name: 'records: those of a family that were fetched before are told and removed, and none that came since',
    async check({ records }) {
      const connectionId = sampleId('conn');
      const [early, late] = [sampleRecord({ fetchedAt: moment(10) }), sampleRecord({ fetchedAt: moment(20) })];
      const contact = sampleRecord({ type: 'contacts', fetchedAt: moment(10) });
      await records.put(ownedBy(connectionId), [early, late, contact]);
      deepEqual(await records.fetchedBefore({ connectionId, type: 'invoices' }, moment(20)), [early.providerId]);
      deepEqual(await records.fetchedBefore({ connectionId: sampleId('conn'), type: 'invoices' }, moment(20)), []);
      await records.remove({ connectionId: sampleId('conn'), type: 'invoices' }, [early.providerId], moment(20));
      await records.remove({ connectionId, type: 'invoices' }, [early, late, contact].map(idOf), moment(20));
      await records.remove({ connectionId, type: 'invoices' }, [], moment(99));
      const left = async (type: CachedRecord['type']) =>
        (await listedRecords({ records }, { connectionId, type }, {}, { limit: 9, page: 1 })).items.map(idOf);
      deepEqual([await left('invoices'), await left('contacts')], [[late.providerId], [contact.providerId]]);
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
        equal(await saveOne(storage.operations, leased.lease, kept), true);
      }
      const found = await storage.operations.find(plane, operation.id);
      deepEqual(found?.steps, [step('invoices', 3), step('contacts', 2)]);
    },
  },
];
