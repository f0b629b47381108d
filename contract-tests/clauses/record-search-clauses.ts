// Records found by parts of their texts, in lists and in a whole plane.
import { deepEqual } from 'node:assert/strict';
import { type CachedRecord, type RecordFilter, type ResourceType, resourceIdOf } from '#core/ports';
import { arrangeConnection, arrangePlane, arrangeStrangers, type Parents, type StorageOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { listedRecords } from '../listed-records.ts';
import { moment, sampleRecord } from '../samples.ts';

type Subject = StorageOf<'records'> & Parents<'connections' | 'organizations'>;

const texts = { number: 'INV-0042', external_reference: 'PO 50%_off', contact: { name: 'Müller  & SÖHNE 3M' } };
const invoice = sampleRecord({ fields: { ...texts, total: 1099.9 } });
const next = sampleRecord({ fields: { number: 'INV-0043', external_reference: null, contact: null, total: 0.9 } });
const person = { name: 'Harbour Coffee Ltd', email: 'Accounts@Example.com', contact_number: 'customer-4711' };
const contact = sampleRecord({ type: 'contacts', fields: person });

const listed: readonly (readonly [RecordFilter, readonly CachedRecord[]])[] = [
  ...['0042', 'v-0042', 'inv-0042', 'po 50%', '0%_o', 'müller &', 'SÖHNE', 'ÖHN', '3m', 'in', '00'].map(
    (contains) => [{ contains }, contains === 'in' || contains === '00' ? [next, invoice] : [invoice]] as const,
  ),
  ...['0044', '2p', '1099', 'o_50', 'harbour', '42\npo', 'v-%2', "'"].map((contains) => [{ contains }, []] as const),
  [{ contains: 'inv', number: 'INV-0043' }, [next]],
  [{ contains: 'arbour' }, [contact]],
  [{ email: 'accounts@example.COM' }, [contact]],
  [{ contains: 'LTD', email: 'Accounts@example.com' }, [contact]],
  ...['ccounts@example.com', 'accounts@example', 'accounts@example_com'].map((email) => [{ email }, []] as const),
  ...['example', '4711', 'com\t'].map((contains) => [{ contains, email: person.email }, []] as const),
];

const items = [
  { code: 'DESK-1', name: 'Standing desk' },
  { code: 'DESK-2', name: 'Desk lamp 50%' },
  { code: 'LAMP', name: 'Lamp' },
].map((fields, i) => sampleRecord({ type: 'items', fields, fetchedAt: moment(i) }));
const listedItems: readonly (readonly [RecordFilter, readonly number[]])[] = [
  [{ number: 'DESK-1' }, [0]],
  ...['DESK', 'desk-1', 'Standing desk', 'DESK-1 '].map((number) => [{ number }, []] as const),
  [{ contains: 'DESK' }, [1, 0]],
  [{ contains: 'amp' }, [2, 1]],
  // A code is no part of a name.
  ...['DESK-1', 'lam_', '-2'].map((contains) => [{ contains }, []] as const),
  [{ contains: 'amp', number: 'LAMP' }, [2]],
  [{ contains: 'stand', number: 'LAMP' }, []],
];

const idOf = ({ providerId }: CachedRecord) => providerId;

export const recordSearchClauses: readonly Clause<Subject>[] = [
  {
    name: 'a list finds parts of numbers, references and names in any case, and an e-mail address only whole',
    async check(storage) {
      const connection = await arrangeConnection(storage, await arrangePlane(storage));
      await storage.records.put([[connection, [invoice, { ...next, fetchedAt: moment(9) }, contact]]]);
      for (const [filter, expected] of listed) {
        const type = filter.email || filter.contains === 'arbour' ? 'contacts' : 'invoices';
        const place = { connectionId: connection.id, type } as const;
        const page = await listedRecords(storage, place, filter, { limit: 9, page: 1 });
        deepEqual([page.items.map(idOf), page.total], [expected.map(idOf), expected.length], JSON.stringify(filter));
      }
    },
  },
  {
    name: 'a list of items finds exactly their code, and parts of their names in any case',
    async check(storage) {
      const connection = await arrangeConnection(storage, await arrangePlane(storage));
      await storage.records.put([[connection, items]]);
      const place = { connectionId: connection.id, type: 'items' } as const;
      for (const [filter, expected] of listedItems) {
        const page = await listedRecords(storage, place, filter, { limit: 9, page: 1 });
        const ids = expected.map((i) => items[i]?.providerId);
        deepEqual([page.items.map(idOf), page.total], [ids, ids.length], JSON.stringify(filter));
      }
    },
  },
  {
    name: 'a search of a plane finds its records by text or amount as they are now, and none of other planes',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const connection = await arrangeConnection(storage, plane);
      const strangers = await arrangeStrangers(storage, plane);
      for (const stranger of strangers) {
        const records = [invoice, contact].map((record) => ({ ...record, providerId: crypto.randomUUID() }));
        await storage.records.put([[await arrangeConnection(storage, stranger), records]]);
      }
      const found = async (type: ResourceType | undefined, text: string) => {
        const wanted = type ? { type, contains: text } : { whole: text };
        const records = await storage.records.search(plane, { limit: 5, ...wanted });
        return records.map(({ connectionId, item }) => [connectionId, item['provider_id']]);
      };
      const all = (): Promise<unknown> =>
        Promise.all([
          found('invoices', 'söhne'),
          found(undefined, '1099.9'),
          found('contacts', '@EXAMPLE.com'),
          found('contacts', '4711'),
          found(undefined, invoice.providerId),
          found(undefined, resourceIdOf('invoices', invoice.providerId)),
          found('quotes', 'söhne'),
          found(undefined, '99.9'),
        ]);
      await storage.records.put([[connection, [invoice, contact]]]);
      const [bill, who] = [invoice, contact].map((record) => [[connection.id, idOf(record)]]);
      deepEqual(await all(), [bill, bill, who, who, bill, bill, [], []]);
      const renamed = { ...invoice, fetchedAt: moment(50), fields: { number: 'B', total: 99.9 } };
      await storage.records.put([[connection, [renamed]]]);
      deepEqual(await all(), [[], [], who, who, bill, bill, [], bill]);
      await storage.records.remove({ connectionId: connection.id, type: 'contacts' }, [contact.providerId], moment(60));
      deepEqual(await all(), [[], [], [], [], bill, bill, [], bill]);
    },
  },
];
