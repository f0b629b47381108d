// Filters of documents by their side, currency and amounts.
import { expect } from 'chai';
import { recordsIn } from '#contract-tests';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { encodeCursor } from '../../domain/page.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { allFamilies } from '../../families/all-families.ts';
import type { RawQuery } from '../../schemas/query.ts';
import { openEngine } from '../testing/engine.ts';
import { refusalOf } from '../testing/refusal.ts';

type Row = readonly [number: string, type: string, currency: string, status: string, total: number, due: number];

const rows: readonly Row[] = [
  ['A', 'receivable', 'NZD', 'AUTHORISED', 115, 115],
  ['B', 'receivable', 'NZD', 'PAID', 1000.1, 0],
  ['C', 'payable', 'NZD', 'AUTHORISED', 99.99, 50],
  ['D', 'payable', 'EUR', 'DRAFT', 100, 100],
  ['E', 'receivable', 'EUR', 'VOIDED', 20, 0],
  ['F', 'payable', 'NZD', 'PAID', 1234567890.12, 0],
];

describe('filters by side, currency and amount', () => {
  const engine = openedOnce(() => openEngine());
  const connection = openedOnce(() => engine.connect());
  let made = 0;
  const nextId = () => {
    made += 1;
    return `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
  };

  const recordOf = (
    type: ResourceType,
    due: string,
    [number, side, currency, status, total, open]: Row,
  ): CachedRecord => ({
    type,
    providerId: nextId(),
    providerUpdatedAt: null,
    fields: { number, type: side, currency, status, total, [due]: open },
    native: {},
    fetchedAt: new Date(engine.hands.now.getTime() + made),
  });
  before(async () => {
    const owner = { id: connection.id, organizationId: engine.caller.organizationId };
    const invoices = rows.map((row) => recordOf('invoices', 'amount_due', row));
    const notes = rows.map((row) => recordOf('credit_notes', 'remaining_credit', row));
    await engine.storage.records.put([[owner, [...invoices, ...notes]]]);
  });

  const list = (query: RawQuery, type: ResourceType) =>
    engine.core.resources.list(engine.caller, { connectionId: connection.id, type, query });
  const numbers = async (query: RawQuery, type: ResourceType) =>
    recordsIn(type, await list(query, type)).map(({ fields }) => fields['number']);

  const found: readonly [RawQuery, string][] = [
    [{ type: 'payable' }, 'FDC'],
    [{ type: 'Receivable' }, 'EBA'],
    [{ currency: 'eur' }, 'ED'],
    [{ currency: 'GBP' }, ''],
    [{ type: 'payable', currency: 'NZD', status: 'paid' }, 'F'],
    [{ total_from: '100', total_to: '1000.10' }, 'BAD'],
    [{ total_to: '99.99' }, 'CE'],
    [{ total_to: '99.9899999999' }, 'E'],
    [{ total_from: '1234567890.12' }, 'F'],
    [{ total_from: '1234567890.1200000001' }, ''],
    [{ total_from: '-5', total_to: '0' }, ''],
    [{ amount_due_from: '0.01' }, 'ADC'],
    [{ amount_due_from: '50', amount_due_to: '100.00', status: 'DRAFT,AUTHORISED' }, 'DC'],
    [{ amount_due_to: '0', sort: 'number' }, 'BEF'],
    [{ sort: 'total' }, 'ECDABF'],
    [{ sort: '-total', type: 'payable' }, 'FDC'],
    [{ sort: '-amount_due', status: 'AUTHORISED' }, 'AC'],
  ];
  for (const [query, expected] of found) {
    it(`of ${JSON.stringify(query)} is ${expected || 'nothing'}, of invoices and of credit notes`, async () => {
      expect((await numbers(query, 'invoices')).join('')).to.equal(expected);
      expect((await numbers(query, 'credit_notes')).join('')).to.equal(expected);
    });
  }

  it('is walked by cursor in the order of the amounts, each record once', async () => {
    const seen = [];
    let query: RawQuery | undefined = { sort: '-total', limit: '1' };
    while (query) {
      const listing: Awaited<ReturnType<typeof list>> = await list(query, 'invoices');
      seen.push(...recordsIn('invoices', listing).map(({ fields }) => fields['number']));
      query = listing.next ? { sort: '-total', limit: '1', cursor: encodeCursor(listing.next) } : undefined;
    }
    expect(seen.join('')).to.equal('FBADCE');
  });

  const refused: readonly [ResourceType, RawQuery, string][] = [
    ['invoices', { type: 'bill' }, 'type: must be one of receivable, payable'],
    ['invoices', { currency: 'EURO' }, 'currency: must be an ISO 4217 currency code such as NZD'],
    ['invoices', { currency: 'ZZZ' }, 'currency: must be an ISO 4217 currency code such as NZD'],
    ...['1,200.50', '1e3', 'ten', '.5', '5.', '0x10', '+1', '1234567890123456', '1.00000000001'].map(
      (total_from): [ResourceType, RawQuery, string] => [
        'invoices',
        { total_from },
        'total_from: must be an amount such as 1250.50, with a point and without separators',
      ],
    ),
    [
      'invoices',
      { status: 'OVERDUE' },
      'status: must be one of DRAFT, SUBMITTED, AUTHORISED, PAID, VOIDED, DELETED, or several of them separated by commas',
    ],
    ['quotes', { type: 'payable' }, 'type: is no filter of quotes, whose records do not have the field'],
    ['payments', { type: 'payable' }, 'type: is no filter of payments, whose records do not have the field'],
    [
      'purchase_orders',
      { amount_due_to: '1' },
      'amount_due_to: is no filter of purchase_orders, whose records do not have the field',
    ],
    ['contacts', { sort: 'total' }, 'sort: for contacts must be one of updated_at, or one of them after a minus sign'],
    [
      'organizations',
      { status: 'ACTIVE' },
      'status: is no filter of organizations, whose records do not have the field',
    ],
  ];
  for (const [type, query, message] of refused) {
    it(`refuses ${JSON.stringify(query)} of ${type}`, async () => {
      expect(await refusalOf(list(query, type))).to.include({ code: 'BAD_REQUEST', message });
    });
  }

  it('takes every status that a family knows, and each family whose records have one knows some', async () => {
    for (const { type, answer, statuses } of Object.values(allFamilies)) {
      expect(Object.hasOwn(answer.entries, 'status'), type).to.equal(statuses !== null);
      if (statuses) await list({ status: statuses.join(',').toLowerCase() }, type);
    }
  });

  it('after an upgrade tells all records, or that they are being prepared, but never a part', async () => {
    const place = { connectionId: connection.id, type: 'invoices' } as const;
    const owner = { id: connection.id, organizationId: engine.caller.organizationId };
    const many = Array.from({ length: 4_100 }, () =>
      recordOf('invoices', 'amount_due', ['M', 'payable', 'GBP', 'PAID', 7, 7]),
    );
    await engine.storage.records.put([[owner, many]]);
    const nothing = { side: null, currency: null, total: null, amount_due: null, columns_digest: null };
    const rowsOfFamily = engine.database
      .knex('cached_records')
      .where({ connection_id: place.connectionId, type: place.type });
    await rowsOfFamily.update(nothing);
    const refusal = await refusalOf(list({ currency: 'GBP' }, 'invoices'));
    expect(refusal).to.include({ code: 'CONFLICT', retryable: true });
    expect(refusal.details).to.deep.equal({ reason: 'list_being_prepared', retryAfterSeconds: 1 });
    expect((await list({ currency: 'GBP' }, 'invoices')).total).to.equal(4_100);
  });
});
