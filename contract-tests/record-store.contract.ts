import { deepEqual, equal } from 'node:assert/strict';
import type { CachedRecord, ConnectionId, PageRequest, RecordFilter, ResourceType } from '#core/ports';
import type { Parents, StorageOf } from './arrange.ts';
import { atOnce, warm } from './at-once.ts';
import { checkPaging } from './check-paging.ts';
import { anyTextClauses } from './clauses/any-text-clauses.ts';
import { largeRecordClauses } from './clauses/large-list-clauses.ts';
import { recordOrderClauses } from './clauses/record-order-clauses.ts';
import { recordSearchClauses } from './clauses/record-search-clauses.ts';
import { recordTotalClauses } from './clauses/record-total-clauses.ts';
import { toldRecordClauses } from './clauses/told-record-clauses.ts';
import { walkedFamilyClauses } from './clauses/walked-family-clauses.ts';
import type { Contract } from './contract.ts';
import { listedRecords } from './listed-records.ts';
import { moment, ownedBy, sampleId, sampleRecord } from './samples.ts';

type Subject = StorageOf<'records'> & Parents<'connections' | 'organizations'>;

const all = { limit: 50, page: 1 };
const idOf = (record: CachedRecord): string => record.providerId;

async function only(storage: Subject, connectionId: ConnectionId): Promise<CachedRecord> {
  const { items } = await listedRecords(storage, { connectionId, type: 'invoices' }, {}, all);
  equal(items.length, 1);
  return items[0] ?? sampleRecord();
}

function put(storage: Subject, connectionId: ConnectionId, records: readonly CachedRecord[]): Promise<void> {
  return storage.records.put([[ownedBy(connectionId), records]]);
}

function numbered(number: string, given: Partial<CachedRecord> = {}): CachedRecord {
  const { fields, ...rest } = given;
  return sampleRecord({ ...rest, fields: { number, status: 'DRAFT', external_reference: 'R', ...fields } });
}

export const recordStoreContract: Contract<Subject> = {
  port: 'RecordStore',
  clauses: [
    {
      name: 'a record is listed as it was put, native document and all',
      async check(storage) {
        const connectionId = sampleId('conn');
        const native = { Contact: { Name: 'Ünï\u0000x ✓ 🙂' }, Zebra: 1.1, Apple: [1e21, -0.5, null, true], '': '' };
        const record = sampleRecord({ native, providerUpdatedAt: null });
        await put(storage, connectionId, [record]);
        const kept = await only(storage, connectionId);
        deepEqual(kept, record);
        deepEqual(Object.keys(kept.native), Object.keys(native));
        await put(storage, connectionId, []);
      },
    },
    {
      name: 'a list is of one connection and one type, newest seen first, and pages through all',
      async check(storage) {
        const connectionId = sampleId('conn');
        const types: readonly ResourceType[] = ['contacts', 'quotes'];
        const records = [1, 2, 2, 3, 4].map((at) => sampleRecord({ fetchedAt: moment(at) }));
        const [of, other] = [ownedBy(connectionId), ownedBy(sampleId('conn'))];
        const theirs = { ...(records[0] ?? sampleRecord()), fields: { number: 'of another' } };
        await storage.records.put([
          [of, records],
          [other, [theirs]],
          [of, types.map((type) => sampleRecord({ type }))],
        ]);
        deepEqual(await only(storage, other.id), theirs);
        const order = [...records].sort(
          (a, b) => b.fetchedAt.getTime() - a.fetchedAt.getTime() || (a.providerId < b.providerId ? 1 : -1),
        );
        await checkPaging(
          (page) => listedRecords(storage, { connectionId, type: 'invoices' }, {}, page),
          idOf,
          order.map(idOf),
        );
      },
    },
    {
      name: 'a record that is updated keeps its place, so a cursor neither skips nor repeats it',
      async check(storage) {
        const connectionId = sampleId('conn');
        const records = [1, 2, 3, 4].map((at) => sampleRecord({ fetchedAt: moment(at) }));
        await put(storage, connectionId, records);
        const list = (page: PageRequest) => listedRecords(storage, { connectionId, type: 'invoices' }, {}, page);
        const first = await list({ limit: 2, page: 1 });
        const oldest = records[0] ?? sampleRecord();
        await put(storage, connectionId, [{ ...oldest, providerUpdatedAt: moment(90), fetchedAt: moment(99) }]);
        await put(storage, connectionId, [sampleRecord({ fetchedAt: moment(100) })]);
        const second = await list({ limit: 2, after: first.next ?? { at: moment(), id: '' } });
        deepEqual([...first.items, ...second.items].map(idOf), [...records].reverse().map(idOf));
      },
    },
    {
      name: 'filters match exactly, alone and together',
      async check(storage) {
        const connectionId = sampleId('conn');
        const a = numbered('INV-1', { fetchedAt: moment(1) });
        const b = numbered('INV-10', { fetchedAt: moment(2), fields: { status: 'PAID' } });
        const c = numbered('INV-2', { fetchedAt: moment(3), fields: { external_reference: 'S' } });
        const bare = sampleRecord({ fetchedAt: moment(4), fields: {} });
        await put(storage, connectionId, [a, b, c, bare]);
        const found = async (filter: RecordFilter) => {
          const page = await listedRecords(storage, { connectionId, type: 'invoices' }, filter, all);
          equal(page.total, page.items.length);
          return page.items.map(idOf);
        };
        deepEqual(await found({ number: 'INV-1' }), [a.providerId]);
        deepEqual(await found({ number: 'inv-1' }), []);
        deepEqual(await found({ statuses: ['DRAFT'] }), [c.providerId, a.providerId]);
        deepEqual(await found({ externalReference: 'R' }), [b.providerId, a.providerId]);
        deepEqual(await found({ statuses: ['PAID'], externalReference: 'R' }), [b.providerId]);
        deepEqual(await found({ number: 'INV-2', statuses: ['DRAFT'], externalReference: 'S' }), [c.providerId]);
        deepEqual(await found({ number: 'INV-2', statuses: ['PAID'] }), []);
        deepEqual(await found({ providerId: bare.providerId }), [bare.providerId]);
        deepEqual(await found({ providerId: a.providerId, statuses: ['PAID'] }), []);
        deepEqual(await found({ number: '' }), []);
        deepEqual(await found({ number: 'INV\u0000' }), []);
      },
    },
    {
      name: 'a newer revision takes the place of an older one and never the other way round',
      async check(storage) {
        const connectionId = sampleId('conn');
        const old = numbered('old', { providerUpdatedAt: moment(10), fetchedAt: moment(50) });
        const recent = { ...old, ...numbered('new', { providerUpdatedAt: moment(20), fetchedAt: moment(40) }) };
        const newer = { ...recent, providerId: old.providerId };
        await put(storage, connectionId, [old]);
        await put(storage, connectionId, [newer]);
        deepEqual(await only(storage, connectionId), newer);
        await put(storage, connectionId, [{ ...old, fetchedAt: moment(60) }]);
        deepEqual(await only(storage, connectionId), newer);
      },
    },
    {
      name: 'a stamp in the future counts as the time of reading, and a later read takes its place',
      async check(storage) {
        const { records } = storage;
        const connectionId = sampleId('conn');
        const place = { connectionId, type: 'invoices' } as const;
        const record = numbered('1', { providerUpdatedAt: moment(99_999), fetchedAt: moment(50) });
        await records.put([[ownedBy(connectionId), [record]]]);
        deepEqual((await only(storage, connectionId)).providerUpdatedAt, moment(50));
        const since = async (at: Date) =>
          (await listedRecords(storage, place, { updatedSince: at }, all)).items.map(idOf);
        deepEqual([await since(moment(50)), await since(moment(51))], [[record.providerId], []]);
        const again = { ...record, providerUpdatedAt: moment(88_888), fetchedAt: moment(300) };
        deepEqual([...(await records.unchanged(place, [again]))], [record.providerId]);
        const later = { ...numbered('2', { providerUpdatedAt: moment(55), fetchedAt: moment(60) }) };
        await records.put([[ownedBy(connectionId), [{ ...later, providerId: record.providerId }]]]);
        deepEqual((await only(storage, connectionId)).fields['number'], '2');
      },
    },
    {
      name: 'of one revision, and where there is no stamp, the later read stands',
      async check(storage) {
        for (const providerUpdatedAt of [moment(10), null]) {
          const connectionId = sampleId('conn');
          const first = numbered('first', { providerUpdatedAt, fetchedAt: moment(20) });
          const same = {
            ...numbered('same', { providerUpdatedAt, fetchedAt: moment(20) }),
            providerId: first.providerId,
          };
          const earlier = { ...same, fetchedAt: moment(15), native: { early: true } };
          await put(storage, connectionId, [first]);
          await put(storage, connectionId, [same]);
          deepEqual(await only(storage, connectionId), same);
          await put(storage, connectionId, [earlier]);
          deepEqual(await only(storage, connectionId), same);
        }
      },
    },
    {
      name: 'the same content again moves the time of reading at most once a minute',
      async check(storage) {
        const connectionId = sampleId('conn');
        const record = numbered('1', { fetchedAt: moment(1) });
        const readAgain = (ms: number) => ({ ...record, fetchedAt: new Date(record.fetchedAt.getTime() + ms) });
        await put(storage, connectionId, [record]);
        for (const [ms, kept] of [
          [59_000, 0],
          [60_000, 60_000],
        ] as const) {
          await put(storage, connectionId, [readAgain(ms)]);
          deepEqual((await only(storage, connectionId)).fetchedAt, readAgain(kept).fetchedAt);
        }
      },
    },
    {
      name: 'one put may hold many records and several revisions of one; the newest stands',
      async check(storage) {
        const connectionId = sampleId('conn');
        const many = Array.from({ length: 230 }, () => sampleRecord());
        const first = many[0] ?? sampleRecord();
        const newest = { ...first, providerUpdatedAt: moment(500), native: { newest: true } };
        await put(storage, connectionId, [newest, ...many, { ...first, native: { oldest: true } }]);
        const page = await listedRecords(storage, { connectionId, type: 'invoices' }, {}, { limit: 200, page: 1 });
        equal(page.total, 230);
        const rest = await listedRecords(storage, { connectionId, type: 'invoices' }, {}, { limit: 200, page: 2 });
        const kept = [...page.items, ...rest.items].find((record) => record.providerId === first.providerId);
        deepEqual(kept?.native, { newest: true });
      },
    },
    {
      name: 'many puts of the same records at once all end, and the newest revision stands',
      async check(storage) {
        const connectionId = sampleId('conn');
        const records = Array.from({ length: 20 }, () => sampleRecord());
        await warm(storage);
        await atOnce(12, (i) => {
          const revision = { providerUpdatedAt: moment(i), native: { revision: i } };
          const revised = records.map((record) => ({ ...record, ...revision }));
          return put(storage, connectionId, i % 2 === 0 ? revised : revised.reverse());
        });
        const { items } = await listedRecords(storage, { connectionId, type: 'invoices' }, {}, all);
        deepEqual(
          items.map(({ native }) => native),
          records.map(() => ({ revision: 11 })),
        );
      },
    },
    {
      name: 'a record is known since it was first seen, whatever came after',
      async check(storage) {
        const connectionId = sampleId('conn');
        const [early, late, other] = [sampleRecord(), sampleRecord(), sampleRecord({ type: 'contacts' })];
        await put(storage, connectionId, [
          { ...early, fetchedAt: moment(10) },
          { ...late, fetchedAt: moment(20) },
          { ...other, fetchedAt: moment(10) },
        ]);
        await put(storage, connectionId, [{ ...early, fetchedAt: moment(99), native: { changed: true } }]);
        const ids = [early, late, other, sampleRecord()].map(idOf);
        const knownAt = async (at: number) =>
          [...(await storage.records.knownBefore({ connectionId, type: 'invoices' }, ids, moment(at)))].sort();
        deepEqual(await knownAt(10), []);
        deepEqual(await knownAt(11), [early.providerId]);
        deepEqual(await knownAt(21), [early.providerId, late.providerId].sort());
        const elsewhere = { connectionId: sampleId('conn'), type: 'invoices' } as const;
        const strangers = await storage.records.knownBefore(elsewhere, ids, moment(99));
        deepEqual([...strangers], []);
        equal((await storage.records.knownBefore({ connectionId, type: 'invoices' }, [], moment(99))).size, 0);
      },
    },
    {
      name: 'the fields of copies are found by id, in their own family and connection only',
      async check(storage) {
        const connectionId = sampleId('conn');
        const records = Array.from({ length: 130 }, (_, n) => sampleRecord({ fields: { number: `N-${n}`, total: n } }));
        const contact = sampleRecord({ type: 'contacts' });
        await put(storage, connectionId, [...records, contact]);
        const ids = [...records.map(idOf), idOf(contact), idOf(sampleRecord())];
        const found = await storage.records.fieldsOf({ connectionId, type: 'invoices' }, ids);
        equal(found.size, 130);
        for (const record of records) {
          const { number, total } = found.get(record.providerId) ?? {};
          deepEqual({ number, total }, record.fields);
        }
        const elsewhere = { connectionId: sampleId('conn'), type: 'invoices' } as const;
        equal((await storage.records.fieldsOf(elsewhere, ids)).size, 0);
        equal((await storage.records.fieldsOf({ connectionId, type: 'invoices' }, [])).size, 0);
      },
    },
    ...anyTextClauses,
    ...largeRecordClauses,
    ...recordTotalClauses,
    ...recordOrderClauses,
    ...recordSearchClauses,
    ...toldRecordClauses,
    ...walkedFamilyClauses,
  ],
};
