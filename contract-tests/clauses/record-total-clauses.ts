// The total of a list is what is in it, whoever writes and whatever is rolled back.
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { type CachedRecord, type Keyset, type Storage, totalExactBelow } from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { listedRecords } from '../listed-records.ts';
import { moment, ownedBy, sampleId, sampleRecord } from '../samples.ts';

type Subject = StorageOf<'records'>;

const idOf = ({ providerId }: CachedRecord): string => providerId;
const many = (count: number, status = 'DRAFT'): readonly CachedRecord[] =>
  Array.from({ length: count }, (_, i) => sampleRecord({ fetchedAt: moment(i), fields: { status } }));

function family(storage: Subject) {
  const connectionId = sampleId('conn');
  const place = { connectionId, type: 'invoices' } as const;
  return {
    place,
    put: (records: readonly CachedRecord[], { records: store }: Pick<Storage, 'records'> = storage) =>
      store.put([[ownedBy(connectionId), records]]),
    total: async () => (await storage.records.list(place, {}, { limit: 1, page: 1 })).total,
  };
}

export const recordTotalClauses: readonly Clause<Subject>[] = [
  {
    name: 'the total counts each record once, however often it is put, and none that was removed',
    async check(storage) {
      const { place, put, total } = family(storage);
      const other = family(storage);
      const made = many(120);
      equal(await total(), 0);
      await put(made);
      await put(made.map((record, i) => ({ ...record, fetchedAt: moment(i + 100), fields: { changed: true } })));
      await put([sampleRecord({ type: 'contacts' })]);
      await other.put(made.slice(0, 7));
      deepEqual([await total(), await other.total()], [120, 7]);
      await storage.records.remove(place, made.slice(0, 20).map(idOf), moment(1_000));
      await storage.records.remove(place, made.slice(0, 20).map(idOf), moment(1_000));
      equal(await total(), 100);
      equal((await listedRecords(storage, place, {}, { limit: 200, page: 1 })).items.length, 100);
      equal(await other.total(), 7);
    },
  },
  {
    name: 'a transaction that is rolled back counts nothing, and one that puts many times counts all',
    async check(storage) {
      const { put, total, place } = family(storage);
      const undone = storage.transaction(async (stores) => {
        await put(many(3), stores);
        await stores.records.remove(place, [], moment());
        throw new Error('undone');
      });
      await rejects(undone, /undone/);
      equal(await total(), 0);
      await storage.transaction(async (stores) => {
        for (const records of [many(3), many(120), many(1)]) await put(records, stores);
      });
      equal(await total(), 124);
    },
  },
  {
    name: 'writers of one family at once, with records of their own and in common, all end and are all counted',
    async check(storage) {
      const { place, put, total } = family(storage);
      const common = many(30);
      await warm(storage);
      await atOnce(12, (i) =>
        storage.transaction(async (stores) => {
          await put(i % 2 === 0 ? common : common.toReversed(), stores);
          await put(many(5), stores);
          if (i % 3 === 0) await stores.records.remove(place, common.slice(0, 10).map(idOf), moment(1_000));
        }),
      );
      const { items } = await listedRecords(storage, place, {}, { limit: 200, page: 1 });
      equal(await total(), items.length);
    },
  },
  {
    name: 'from the bound on a total is an estimate, with a filter the bound itself, and what is more is exact',
    async check(storage) {
      const { place, put } = family(storage);
      const made = many(totalExactBelow + 1);
      await put(made);
      const told = async (filter: object, page: number) => {
        const { total, hasMore, itemsJson } = await storage.records.list(
          place,
          { withoutNative: true, ...filter },
          { limit: 200, page },
        );
        return { total, hasMore, items: JSON.parse(itemsJson).length };
      };
      const last = totalExactBelow / 200 + 1;
      for (const [filter, total] of [
        [{}, totalExactBelow + 1],
        [{ statuses: ['DRAFT'] }, totalExactBelow],
      ] as const) {
        deepEqual(await told(filter, last - 1), { total, hasMore: true, items: 200 });
        deepEqual(await told(filter, last), { total, hasMore: false, items: 1 });
        deepEqual(await told(filter, Number.MAX_SAFE_INTEGER), { total, hasMore: false, items: 0 });
      }
      await storage.records.remove(place, made.slice(0, 2).map(idOf), moment(100));
      const small = { total: totalExactBelow - 1, hasMore: false, items: 199 };
      for (const filter of [{}, { statuses: ['DRAFT'] }]) deepEqual(await told(filter, last - 1), small);
    },
  },
  {
    name: 'a list of 1,200 is walked by cursor in its order, each record once, with and without a filter',
    async check(storage) {
      const { place, put } = family(storage);
      const made = many(1_200);
      await put([...made, ...many(5, 'PAID').map((record) => ({ ...record, fetchedAt: moment(5_000) }))]);
      const expected = made.toReversed().map(idOf);
      for (const [filter, before] of [
        [{}, 5],
        [{ statuses: ['DRAFT'] }, 0],
      ] as const) {
        const seen: string[] = [];
        let after: Keyset | null = { at: moment(9_999), id: 'z' };
        while (after) {
          const page = await listedRecords(storage, place, filter, { limit: 50, after });
          equal(page.total, 1_200 + before);
          seen.push(...page.items.map(idOf));
          after = page.next;
        }
        deepEqual(seen.slice(before), expected);
      }
    },
  },
];
