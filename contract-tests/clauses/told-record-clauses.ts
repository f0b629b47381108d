import { deepEqual, equal } from 'node:assert/strict';
import type { CachedRecord, ConnectionId, ToldRecord } from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import { atOnce } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { moment, ownedBy, sampleId, sampleRecord } from '../samples.ts';

type Subject = StorageOf<'records'>;

const contact = (given: Partial<CachedRecord> = {}) => sampleRecord({ type: 'contacts', ...given });
const told = (count: number): ToldRecord => ({
  ...{ since: 1, stamp: 2, count, isDeleted: false, digests: { name: 'é\'"' }, empty: ['email'] },
});
const note = ({ records }: Subject, connectionId: ConnectionId, { type, providerId }: CachedRecord, count: number) =>
  records.noteTold([{ connectionId, type, providerId, told: told(count) }]);
const known = async ({ records }: Subject, connectionId: ConnectionId, record: CachedRecord) =>
  (await records.known([{ connectionId, record }]))[0];

export const toldRecordClauses: readonly Clause<Subject>[] = [
  {
    name: 'records: what was told of one is known with exactly the stored fields, and stays when it changes',
    async check(storage) {
      const { records } = storage;
      const connectionId = sampleId('conn');
      const [one, other] = [contact(), contact()];
      const put = (record: CachedRecord) => records.put([[ownedBy(connectionId), [record]]]);
      equal(await known(storage, connectionId, one), undefined);
      await put(one);
      await put(other);
      equal(await known(storage, connectionId, one), 'unknown');
      await note(storage, connectionId, one, 1);
      deepEqual(await known(storage, connectionId, one), { told: told(1), isCurrent: true });
      equal(await known(storage, connectionId, other), 'unknown');
      equal(await known(storage, sampleId('conn'), one), undefined);
      const changed = { ...one, fields: { name: 'new' }, fetchedAt: moment(50) };
      equal(await known(storage, connectionId, changed), undefined);
      await put(changed);
      deepEqual(await known(storage, connectionId, changed), { told: told(1), isCurrent: false });
      equal(await known(storage, connectionId, one), undefined);
      await note(storage, connectionId, changed, 2);
      const both = [other, changed].map((record) => ({ connectionId, record }));
      deepEqual(await records.known(both), ['unknown', { told: told(2), isCurrent: true }]);
      deepEqual(await records.known([]), []);
      await records.noteTold([]);
    },
  },
  {
    name: 'records: what was told is read back whatever the digest of the fields begins with',
    async check(storage) {
      const connectionId = sampleId('conn');
      // Of so many digests in base 64 some begin with each of its characters.
      const all = Array.from({ length: 400 }, (_, n) => contact({ fields: { name: `Name ${n}` } }));
      await storage.records.put([[ownedBy(connectionId), all]]);
      await storage.records.noteTold(
        all.map(({ type, providerId }, n) => ({ connectionId, type, providerId, told: told(n) })),
      );
      const found = await storage.records.known(all.map((record) => ({ connectionId, record })));
      deepEqual(
        found,
        all.map((_, n) => ({ told: told(n), isCurrent: true })),
      );
    },
  },
  {
    name: 'records: one of which is not known that its state was told says something new',
    async check(storage) {
      const { records } = storage;
      const connectionId = sampleId('conn');
      const record = contact();
      const isUnchanged = async (one: CachedRecord) =>
        (await records.unchanged({ connectionId, type: 'contacts' }, [one])).has(one.providerId);
      await records.put([[ownedBy(connectionId), [record]]]);
      equal(await isUnchanged(record), false);
      await note(storage, connectionId, record, 1);
      equal(await isUnchanged(record), true);
      const changed = { ...record, fields: { name: 'new' }, fetchedAt: moment(50) };
      await records.put([[ownedBy(connectionId), [changed]]]);
      equal(await isUnchanged(changed), false);
    },
  },
  {
    name: 'records: of two transactions that store a new record, the second knows what the first has told',
    async check(storage) {
      const connectionId = sampleId('conn');
      const record = contact();
      const seen: unknown[] = [];
      await atOnce(3, (n) =>
        storage.transaction(async (stores) => {
          await stores.records.put([[ownedBy(connectionId), [{ ...record, fetchedAt: moment(100 + n) }]]]);
          const [found] = await stores.records.known([{ connectionId, record }]);
          seen.push(found === 'unknown' ? found : 'told');
          await stores.records.noteTold([
            { connectionId, type: record.type, providerId: record.providerId, told: told(1) },
          ]);
        }),
      );
      deepEqual(seen, ['unknown', 'told', 'told']);
    },
  },
  {
    name: 'records: removing names the removed ones',
    async check({ records }) {
      const connectionId = sampleId('conn');
      const place = { connectionId, type: 'contacts' } as const;
      const [early, late] = [contact({ fetchedAt: moment(10) }), contact({ fetchedAt: moment(20) })];
      await records.put([[ownedBy(connectionId), [early, late]]]);
      const ids = [early, late].map(({ providerId }) => providerId);
      deepEqual(await records.remove(place, ids, moment(20)), [early.providerId]);
      deepEqual(await records.remove(place, ids, moment(20)), []);
    },
  },
];
