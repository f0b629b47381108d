// Lists of records: an index serves each filter and each order without sorting.
import type { Knex } from 'knex';
import { samples } from '#contract-tests';
import { type ConnectionId, type RecordFilter, type RecordOrder, type RecordSort, recordSorts } from '#core/ports';
import { orderedDecimal } from '../ordered-decimal.ts';
import { searchColumns } from '../stores/record-search.ts';
import type { PlannedQuery } from './query-plans.ts';

export const manyRecords = 'conn_many' as ConnectionId;
const many = manyRecords;
const keys: Readonly<Record<RecordSort, readonly [index: string, value: string]>> = {
  updated_at: ['cached_records_by_update', String(+samples.moment(1_000))],
  issue_date: ['cached_records_by_issue_date', '2026-03-01'],
  due_date: ['cached_records_by_due_date', '2026-03-01'],
  number: ['cached_records_by_number', 'INV-5'],
  total: ['cached_records_by_total', orderedDecimal('5000')],
  amount_due: ['cached_records_by_amount_due', orderedDecimal('5000')],
};
const orders = recordSorts.flatMap((by) => [true, false].map((isDescending): RecordOrder => ({ by, isDescending })));
const latest = (by: RecordSort): RecordOrder => ({ by, isDescending: true });

function listed(
  index: string,
  filter: RecordFilter,
  order?: RecordOrder,
  connection?: ConnectionId,
  page?: number,
): PlannedQuery {
  const after = { at: samples.moment(1_000), id: 'z', ...(order && { value: keys[order.by][1] }) };
  const place = { type: 'invoices' } as const;
  const request = page === undefined ? { limit: 50, after } : { limit: 50, page };
  return {
    name: `cached records${connection ? ' of many' : ''} ${JSON.stringify([filter, ...(order ? [order] : [])])}`,
    index,
    run: (storage, { connectionId }) =>
      storage.records.list({ ...place, connectionId: connection ?? connectionId }, filter, request, order),
  };
}

const contactId = 'con_7';
const since = samples.moment(900);

/** None of these sorts. */
const served: readonly PlannedQuery[] = [
  listed('cached_records_list', {}),
  listed('cached_records_by_status', { statuses: ['PAID'] }),
  listed('cached_records_by_number', { number: 'INV-7' }),
  listed('cached_records_by_reference', { externalReference: 'PO-7' }),
  listed('cached_records_by_contact', { contactId }),
  listed('cached_records_by_contact', { contactId, statuses: ['PAID'] }),
  listed('cached_records_by_bank_account', { bankAccountId: 'acc_7' }),
  listed('cached_records_by_side', { side: 'payable' }),
  listed('cached_records_by_side', { side: 'payable', statuses: ['PAID'] }),
  listed('cached_records_by_currency', { currency: 'EUR' }),
  listed('cached_records_by_currency', { currency: 'EUR', side: 'payable', statuses: ['PAID'] }),
  ...orders.map((order) => listed(keys[order.by][0], {}, order)),
  listed(keys.total[0], { totalFrom: '100', totalTo: '5000.5' }, latest('total')),
  listed(keys.amount_due[0], { amountDueFrom: '0.01' }, latest('amount_due')),
  listed(keys.total[0], { totalFrom: '100', side: 'receivable', statuses: ['DRAFT'] }, latest('total'), many),
  listed(keys.updated_at[0], { updatedSince: since }, { by: 'updated_at', isDescending: false }),
  listed(keys.issue_date[0], { issueDateFrom: '2026-01-05', issueDateTo: '2026-08-01' }, latest('issue_date')),
  listed(keys.due_date[0], { dueDateTo: '2026-08-01' }, latest('due_date')),
  // Too many records match these to be sorted, so the order's index is read.
  ...orders.map((order) => listed(keys[order.by][0], { statuses: ['DRAFT'] }, order, many)),
  listed(keys.due_date[0], { statuses: ['DRAFT'], dueDateTo: '2026-12-01' }, latest('due_date'), many),
  listed(keys.due_date[0], { issueDateFrom: '2020-01-01', updatedSince: samples.moment() }, latest('due_date'), many),
  // Many records match the text, so the records are read in the order of the sort and compared one by one, even for a far page.
  { ...listed(keys.due_date[0], { contains: 'inv-7' }, latest('due_date'), many, 100), readsRows: true },
].map((query) => ({ ...query, isSorted: false }));

/** Few records match these, so a filter's index is read and the rows are sorted. */
const few: readonly PlannedQuery[] = [
  ...orders.map((order) => listed('cached_records_by_contact', { contactId, statuses: ['DRAFT'] }, order, many)),
  listed(keys.due_date[0], { dueDateTo: '2026-01-02', statuses: ['PAID'] }, latest('issue_date')),
  listed(keys.updated_at[0], { updatedSince: samples.moment(1_000_000) }, latest('number')),
  listed(keys.total[0], { totalFrom: '9990', side: 'payable' }, latest('due_date'), many),
  listed('cached_records_by_side', { side: 'payable', dueDateTo: '2026-01-20' }, latest('due_date')),
  listed('cached_records_by_currency', { currency: 'EUR', statuses: ['PAID', 'VOIDED'] }, undefined, many),
  listed('record_terms', { contains: 'NV-7' }, undefined, many),
  listed('record_terms', { contains: 'NV-7', statuses: ['PAID'] }, latest('due_date'), many),
  listed('cached_records_key', { contains: 'absent', statuses: ['PAID'] }, latest('due_date'), many),
];

const page = Array.from({ length: 100 }, () => samples.sampleRecord());
/** A connection without statistics, as during a first sync. */
const added = { connectionId: 'conn_added' as ConnectionId, type: 'invoices' } as const;
const compared: readonly PlannedQuery[] = [
  {
    name: 'a page of a sync is compared with the cache',
    index: 'cached_records_key',
    run: ({ records }) => records.unchanged(added, page),
  },
  {
    name: 'records that complete walks miss',
    index: 'cached_records_missed',
    run: ({ records }) => records.missedSince({ connectionId: many, type: 'invoices' }),
  },
];

export const recordQueries: readonly PlannedQuery[] = [...served, ...few, ...compared];

export async function fillForLists(db: Knex, numbers: string): Promise<void> {
  const time = `${+samples.moment()} + n`;
  const day = (of: string) => `'2026-0' || (1 + (${of}) % 9) || '-1' || ((${of}) % 10)`;
  // As `orderedDecimal` writes whole numbers of four digits.
  const amount = (of: string) => `'p504' || (1000 + (${of}) * 9 / 10)`;
  const rounds = '(select 1 as round union select 2 union select 3 union select 4) rounds';
  const owner = { id: many, organizationId: samples.someOwner };
  const fields = { number: 'INV-7', external_reference: null };
  const { search_text, search_terms } = searchColumns(owner, 'invoices', fields);
  const found = [search_text, search_terms];
  for (const [connection, searched] of [
    [`'conn_' || (n % 5)`, ['', '']],
    [`'${many}'`, found],
  ] as const) {
    await db.raw(
      `insert into cached_records (organization_id, connection_id, type, provider_id, first_seen_at, status,
        number, external_reference, contact_id, bank_account_id, issue_date, due_date, provider_updated_at,
        fetched_at, fields_digest, native_digest, item, ending, native, side, currency, total, amount_due, columns_digest, search_text,
        search_terms)
      select 'org_1', ${connection}, 'invoices', 'p' || n || '-' || round, ${time},
        case n % 10 when 0 then 'PAID' else 'DRAFT' end, 'INV-' || n, 'PO-' || (n % 500), 'con_' || (n % 400),
        'acc_' || (n % 40),
        ${day('n')}, case n % 11 when 0 then '' else ${day('n + 3')} end, case when n % 13 > 0 then ${time} end, ${time},
        '', '', '{"provider_id":"p' || n || '-' || round || '"', '}', '{}',
        case n % 7 when 0 then 'payable' else 'receivable' end, case n % 50 when 0 then 'EUR' else 'NZD' end,
        ${amount('n * 37 % 10000')}, ${amount('n * 91 % 10000')}, '',
        case when n % 10 = 0 or n > 3000 then '' else ? end, ? from ${numbers} cross join ${rounds}`,
      searched,
    );
  }
  await db.raw(`update cached_records set missed_at = fetched_at + 1 where provider_id like 'p77%'`);
}
