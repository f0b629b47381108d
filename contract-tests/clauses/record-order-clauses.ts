// Lists of records in every order and under every filter, against the same in memory.
import { deepEqual, equal } from 'node:assert/strict';
import {
  type CachedRecord,
  type Keyset,
  type RecordFilter,
  type RecordOrder,
  type RecordSort,
  recordSorts,
  type Storage,
  textField,
} from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { listedRecords } from '../listed-records.ts';
import { moment, ownedBy, sampleId, sampleRecord } from '../samples.ts';

type Subject = StorageOf<'records'>;

const idOf = ({ providerId }: CachedRecord): string => providerId;
const pick = <T>(from: readonly T[], i: number): T | undefined => from[i % from.length];

/** Long enough that no index of PostgreSQL takes them whole, alike in their first hundred characters or not. */
const long = '\u{20000}'.repeat(99);
const numbers = [
  null,
  'INV-10',
  'INV-9',
  'inv-9',
  'é',
  '\uffee',
  '\u{1f600}',
  `${long}a`,
  `${long}b${long}`,
  `${long}bb`,
  '',
];
const days = [null, '2026-01-31', '2026-02-01', '2025-12-31'];
const stamps = [null, moment(5), moment(4), new Date(0), new Date(-1)];
const contacts = ['con_a', null, 'con_b'];
const statuses = ['PAID', 'DRAFT', 'PAID', 'VOIDED', 'PAID'];
/** In the wrong order as texts; some the same as binary numbers are to be added up; a provider's nonsense. */
const totals = [
  100,
  20,
  100.01,
  null,
  99.99,
  -20.5,
  0.3,
  0.1,
  1e21,
  1234567890123.45,
  -3,
  0,
  '7',
  1e-7,
  0.30000000000000004,
];
const bankAccounts = ['acc_1', null, 'acc_10', null, null];
const sides = ['receivable', 'payable', 'receivable', 'ACCPAYPREPAYMENT', null];

/** Equal values and equal times of first sight, each with some of the others. */
const books: readonly CachedRecord[] = Array.from({ length: 66 }, (_, i) =>
  sampleRecord({
    fetchedAt: moment(10 + (i % 4)),
    providerUpdatedAt: pick(stamps, i * 7) ?? null,
    fields: {
      number: pick(numbers, i) ?? null,
      issue_date: pick(days, i) ?? null,
      due_date: pick(days, i * 5 + Math.floor(i / 6)) ?? null,
      contact_id: pick(contacts, Math.floor(i / 2)) ?? null,
      status: pick(statuses, Math.floor(i / 3)) ?? null,
      external_reference: i % 9 === 0 ? 'job-1' : null,
      type: pick(sides, i * 3) ?? null,
      currency: i % 4 === 1 ? 'EUR' : 'NZD',
      bank_account_id: pick(bankAccounts, Math.floor(i / 3)) ?? null,
      total: pick(totals, i) ?? null,
      amount_due: pick(totals, i * 4) ?? null,
    },
  }),
);

const filters: readonly RecordFilter[] = [
  {},
  { statuses: ['PAID'] },
  { contactId: 'con_a' },
  { contactId: 'con_a', statuses: ['PAID'], dueDateTo: '2026-01-31' },
  { contactId: 'con_none' },
  { number: `${long}b${long}` },
  { number: 'INV-9', issueDateFrom: '2025-01-01' },
  { updatedSince: moment(4) },
  { updatedSince: new Date(0), externalReference: 'job-1' },
  { issueDateFrom: '2026-01-31' },
  { issueDateTo: '2026-01-31' },
  { issueDateFrom: '2026-01-31', issueDateTo: '2026-01-31', dueDateFrom: '2026-02-01' },
  { dueDateTo: '2026-01-31', statuses: ['PAID'] },
  { contains: 'NV-9' },
  { contains: 'job', statuses: ['PAID'] },
  { statuses: ['VOIDED', 'DRAFT'] },
  { statuses: ['VOIDED', 'DRAFT', 'none'], side: 'payable' },
  { side: 'payable' },
  { currency: 'EUR', side: 'receivable' },
  { bankAccountId: 'acc_1' },
  { bankAccountId: 'acc_10', contactId: 'con_a', issueDateFrom: '2026-01-31' },
  { totalFrom: '20', totalTo: '100' },
  { totalFrom: '0.3', totalTo: '0.3' },
  { totalFrom: '-20.5', totalTo: '0', statuses: ['PAID'] },
  { totalFrom: '100.01', amountDueTo: '99.99' },
  { amountDueFrom: '0.1', currency: 'NZD', dueDateFrom: '2026-01-31' },
  { amountDueTo: '-3', contains: 'inv' },
];
const orders: readonly (RecordOrder | undefined)[] = [
  undefined,
  ...recordSorts.flatMap((by) => [true, false].map((isDescending) => ({ by, isDescending }))),
];

function matches(record: CachedRecord, filter: RecordFilter): boolean {
  const text = (name: string) => textField(record, name);
  const day = (name: string, from: string | undefined, to: string | undefined) => {
    const value = text(name);
    return (
      (from === undefined || (value !== null && value >= from)) && (to === undefined || (value !== null && value <= to))
    );
  };
  const parts = ['number', 'external_reference'].map((name) => text(name)?.toLowerCase());
  const {
    contains = '',
    statuses: wanted,
    side,
    currency,
    number,
    externalReference: reference,
    contactId,
    bankAccountId: bank_account_id,
    updatedSince,
  } = filter;
  const same = { type: side, currency, number, external_reference: reference, contact_id: contactId, bank_account_id };
  const exact = Object.entries(same);
  return (
    (contains === '' || parts.some((part) => part?.includes(contains.toLowerCase()))) &&
    (wanted === undefined || wanted.includes(text('status') ?? '')) &&
    within(record.fields['total'], filter.totalFrom, filter.totalTo) &&
    within(record.fields['amount_due'], filter.amountDueFrom, filter.amountDueTo) &&
    exact.every(([name, value]) => value === undefined || text(name) === value) &&
    (updatedSince === undefined || (record.providerUpdatedAt !== null && record.providerUpdatedAt >= updatedSince)) &&
    day('issue_date', filter.issueDateFrom, filter.issueDateTo) &&
    day('due_date', filter.dueDateFrom, filter.dueDateTo)
  );
}

function within(amount: unknown, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  if (typeof amount !== 'number') return false;
  return (from === undefined || amount >= Number(from)) && (to === undefined || amount <= Number(to));
}

/** What is compared of a record, as bytes or as a number. */
function keyOf(record: CachedRecord, by: RecordSort): Buffer | number {
  const amount = by === 'total' || by === 'amount_due' ? record.fields[by] : undefined;
  if (amount !== undefined) return typeof amount === 'number' ? amount : Number.NEGATIVE_INFINITY;
  if (by === 'updated_at') return record.providerUpdatedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  return Buffer.from([...(textField(record, by) ?? '')].slice(0, 100).join(''));
}

function compare(a: CachedRecord, b: CachedRecord, order: RecordOrder | undefined): number {
  const [x, y] = order ? [keyOf(a, order.by), keyOf(b, order.by)] : [0, 0];
  const byKey = Buffer.isBuffer(x) && Buffer.isBuffer(y) ? Buffer.compare(x, y) : Math.sign(Number(x) - Number(y)) || 0;
  const ascending = byKey || a.fetchedAt.getTime() - b.fetchedAt.getTime() || (idOf(a) < idOf(b) ? -1 : 1);
  return order && !order.isDescending ? ascending : -ascending;
}

const limits = [1, 5, 17, 3];

async function checkWalk(storage: Subject, place: Place, filter: RecordFilter, order: RecordOrder | undefined) {
  const expected = books.filter((record) => matches(record, filter)).sort((a, b) => compare(a, b, order));
  const what = JSON.stringify([filter, order]);
  const seen: string[] = [];
  let after: Keyset | null = null;
  for (let i = 0; i === 0 || after; i++) {
    const limit = pick(limits, i) ?? 1;
    const request = after ? { limit, after } : { limit, page: 1 };
    const page = await listedRecords(storage, place, filter, request, order);
    if (after) {
      const told = await listedRecords(storage, place, filter, { limit, after, total: 20_011 }, order);
      deepEqual(told, { ...page, total: 20_011 }, what);
    }
    deepEqual([page.total, page.items.length], [expected.length, Math.min(limit, expected.length - seen.length)], what);
    seen.push(...page.items.map(idOf));
    equal(page.hasMore, seen.length < expected.length, what);
    after = page.next;
  }
  deepEqual(seen, expected.map(idOf), what);
  const second = await listedRecords(storage, place, filter, { limit: 4, page: 2 }, order);
  deepEqual(second.items.map(idOf), expected.slice(4, 8).map(idOf), what);
}

type Place = Parameters<Storage['records']['list']>[0];

export const recordOrderClauses: readonly Clause<Subject>[] = [
  {
    name: 'under any filter, in any order and by pages of any size each record that matches comes once, in its place',
    async check(storage) {
      const connectionId = sampleId('conn');
      await storage.records.put([[ownedBy(connectionId), books]]);
      await storage.records.put([[ownedBy(sampleId('conn')), books.slice(0, 9)]]);
      const others = books.slice(0, 9).map((record): CachedRecord => ({ ...record, type: 'quotes' }));
      await storage.records.put([[ownedBy(connectionId), others]]);
      for (const filter of filters) {
        for (const order of orders) await checkWalk(storage, { connectionId, type: 'invoices' }, filter, order);
      }
    },
  },
  {
    name: 'a record whose field changes is listed by its new value',
    async check(storage) {
      const connectionId = sampleId('conn');
      const record = sampleRecord({ fields: { due_date: '2026-01-01', contact_id: 'con_a', number: 'A' } });
      const changed = { due_date: null, contact_id: 'con_b', number: 'B' };
      await storage.records.put([[ownedBy(connectionId), [record]]]);
      await storage.records.put([[ownedBy(connectionId), [{ ...record, fetchedAt: moment(70), fields: changed }]]]);
      const count = async (filter: RecordFilter) =>
        (await storage.records.list({ connectionId, type: 'invoices' }, filter, { limit: 1, page: 1 })).total;
      const found = [{ dueDateTo: '2026-02-01' }, { contactId: 'con_a' }, { contactId: 'con_b' }, { number: 'B' }];
      deepEqual(await Promise.all(found.map(count)), [0, 0, 1, 1]);
    },
  },
];
