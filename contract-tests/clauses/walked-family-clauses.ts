import { deepEqual } from 'node:assert/strict';
import type { CachedRecord } from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { listedRecords } from '../listed-records.ts';
import { moment, ownedBy, sampleId, sampleRecord } from '../samples.ts';

const idOf = ({ providerId }: Pick<CachedRecord, 'providerId'>): string => providerId;
const sorted = (ids: Iterable<string>): string[] => [...ids].sort();

export const walkedFamilyClauses: readonly Clause<StorageOf<'records'>>[] = [
  {
    name: 'records: one says nothing new when it is kept with the same stamp and fields, or newer',
    async check({ records }) {
      const connectionId = sampleId('conn');
      const kept = Array.from({ length: 4 }, () => sampleRecord({ providerUpdatedAt: moment(10) }));
      const timeless = sampleRecord({ providerUpdatedAt: null });
      await records.put([[ownedBy(connectionId), [...kept, timeless]]]);
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
      await records.put([[ownedBy(connectionId), [early, late, contact]]]);
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
    name: 'records: since when walks miss one is kept until it is read, listed or missed no more',
    async check({ records }) {
      const connectionId = sampleId('conn');
      const place = { connectionId, type: 'invoices' } as const;
      const made = [1, 2, 3].map(() => sampleRecord({ fetchedAt: moment(10), providerUpdatedAt: null }));
      const contact = sampleRecord({ type: 'contacts', fetchedAt: moment(10) });
      await records.put([[ownedBy(connectionId), [...made, contact]]]);
      const [one, two, three] = made as [CachedRecord, CachedRecord, CachedRecord];
      const missed = async () => new Map([...(await records.missedSince(place))].sort());
      const since = (...entries: (readonly [CachedRecord, number])[]) =>
        new Map(entries.map(([record, second]) => [idOf(record), moment(second)] as const).sort());
      deepEqual(await missed(), new Map());
      await records.noteMissed(place, [one, two].map(idOf), moment(20));
      await records.noteMissed(place, [one, two, three].map(idOf), moment(30));
      deepEqual(await missed(), since([one, 20], [two, 20], [three, 30]));
      deepEqual(await records.missedSince({ connectionId, type: 'contacts' }), new Map());
      await records.noteMissed({ connectionId, type: 'contacts' }, [], moment(35));
      await records.put([[ownedBy(connectionId), [{ ...one, fields: { total: 1 }, fetchedAt: moment(40) }]]]);
      deepEqual(await missed(), since([two, 20], [three, 30]));
      await records.noteMissed(place, [one, three].map(idOf), moment(50));
      deepEqual(await missed(), since([one, 50], [three, 30]));
      // A time that a wrong clock wrote does not count.
      await records.noteMissed(place, [one, three].map(idOf), moment(45));
      deepEqual(await missed(), since([one, 45], [three, 30]));
      await records.noteMissed(place, [], moment(60));
      deepEqual(await missed(), new Map());
    },
  },
];
