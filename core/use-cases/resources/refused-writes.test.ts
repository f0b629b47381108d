// Faults of a body are reported by field, and the provider is not called.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { createCore } from '../../create-core.ts';
import { resourceTypes } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService } from '../testing/service.ts';
import { givenService } from '../testing/worlds.ts';
import { line, openBooks } from './testing/books.ts';

const uuid = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';
const long = (length: number) => 'x'.repeat(length);

/** A body as the host hands it over; it must not exhaust the stack. */
const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as object;

type Change = Readonly<Record<string, unknown>>;

const valid: Readonly<Record<string, Change>> = {
  contacts: { name: 'Customer Ltd' },
  invoices: { contact_id: uuid, line_items: [line] },
  quotes: { contact_id: uuid, issue_date: '2030-01-01', line_items: [line] },
  purchase_orders: { contact_id: uuid, line_items: [line] },
  credit_notes: { type: 'receivable', contact_id: uuid, issue_date: '2030-01-01', line_items: [line] },
  payments: { invoice_id: uuid, account_code: '090', amount: 1 },
};

/** Changes the second of two lines. */
const second = (change: Change) => ({ line_items: [line, { ...line, ...change }] });

const rows: readonly [type: string, change: Change, path: string, says: RegExp][] = [
  ['invoices', { contact_id: undefined }, 'contact_id', /required/],
  ['invoices', { contact_id: 'C-1001' }, 'contact_id', /id of a contact/],
  ['invoices', { contact_id: '' }, 'contact_id', /id of a contact/],
  ['invoices', { contact_id: null }, 'contact_id', /string/],
  ['invoices', { contact_id: resourceIdOf('invoices', uuid) }, 'contact_id', /id of a contact/],
  ['invoices', { contact_id: resourceIdOf('contacts', uuid).slice(0, -1) }, 'contact_id', /id of a contact/],
  ['invoices', { line_items: undefined }, 'line_items', /required/],
  ['invoices', { line_items: [] }, 'line_items', /empty/],
  ['invoices', { line_items: {} }, 'line_items', /list/],
  ['invoices', { line_items: Array(501).fill(line) }, 'line_items', /500/],
  ['invoices', second({ unit_amount: -0.01 }), 'line_items[1].unit_amount', /negative/],
  ['invoices', second({ quantity: -1 }), 'line_items[1].quantity', /negative/],
  ['invoices', second({ discount_amount: -1 }), 'line_items[1].discount_amount', /negative/],
  ['invoices', second({ discount_rate: 100.01 }), 'line_items[1].discount_rate', /at most 100/],
  ['invoices', second({ unit_amount: '50' }), 'line_items[1].unit_amount', /number/],
  ['invoices', second({ unit_amount: Number.NaN }), 'line_items[1].unit_amount', /number/],
  ['invoices', second({ unit_amount: Number.POSITIVE_INFINITY }), 'line_items[1].unit_amount', /at most/],
  ['invoices', second({ unit_amount: 1e10 }), 'line_items[1].unit_amount', /at most/],
  ['invoices', second({ unit_amount: 0.00001 }), 'line_items[1].unit_amount', /decimal places/],
  ['invoices', second({ tax_amount: 11.4451 }), 'line_items[1].tax_amount', /at most 2 decimal places/],
  ['invoices', second({ discount_amount: 27.826 }), 'line_items[1].discount_amount', /at most 2 decimal places/],
  ['invoices', second({ account_code: long(51) }), 'line_items[1].account_code', /50/],
  ['invoices', { currency: 'USD', currency_rate: 0.6100001 }, 'currency_rate', /at most 6 decimal places/],
  ['invoices', { currency: 'USD', currency_rate: 1.2345678e-7 }, 'currency_rate', /at most 6 decimal places/],
  ['payments', { currency_rate: 0.6100001 }, 'currency_rate', /at most 6 decimal places/],
  [
    'invoices',
    { line_items: [line, { item_code: 'NOTE-1', description: 'Thank you' }] },
    'line_items[1].item_code',
    /quantity/,
  ],
  ['quotes', { line_items: [{ item_code: 'NOTE-1', account_code: '200' }] }, 'line_items[0].item_code', /unit_amount/],
  ['invoices', second({ description: long(4001) }), 'line_items[1].description', /4000/],
  ['invoices', second({ account_id: resourceIdOf('contacts', uuid) }), 'line_items[1].account_id', /id of an account/],
  ['invoices', second({ colour: 'red' }), 'line_items[1].colour', /not a field/],
  ['invoices', second({ tracking: [{ nmae: 'x' }] }), 'line_items[1].tracking[0].nmae', /not a field/],
  ['invoices', { line_items: [line, 'Bench'] }, 'line_items[1]', /object/],
  ['invoices', { line_items: [line, []] }, 'line_items[1]', /object/],
  ['invoices', { due_date: '2026-02-30' }, 'due_date', /exists/],
  ['invoices', { due_date: '2025-02-29' }, 'due_date', /exists/],
  ['invoices', { due_date: '31.01.2030' }, 'due_date', /YYYY-MM-DD/],
  ['invoices', { due_date: '2030-01-31T00:00:00Z' }, 'due_date', /YYYY-MM-DD/],
  ['invoices', { due_date: 20300131 }, 'due_date', /string/],
  ['invoices', { issue_date: null }, 'issue_date', /string/],
  ['invoices', { status: 'PAID' }, 'status', /one of/],
  ['invoices', { status: 'VOIDED' }, 'status', /one of/],
  ['invoices', { type: 'sale' }, 'type', /receivable, payable/],
  ['invoices', { currency: 'nzd' }, 'currency', /currency code/],
  ['invoices', { currency_rate: 0 }, 'currency_rate', /greater than 0/],
  ['invoices', { line_amount_mode: 'gross' }, 'line_amount_mode', /one of/],
  ['invoices', { external_reference: long(256) }, 'external_reference', /255/],
  ['invoices', { branding_theme_id: resourceIdOf('contacts', uuid) }, 'branding_theme_id', /branding theme/],
  ['invoices', { total: 100 }, 'total', /not a field/],
  ['invoices', { Reference: 'native' }, 'Reference', /not a field/],
  ['contacts', { name: '' }, 'name', /empty/],
  ['contacts', { name: undefined }, 'name', /required/],
  ['contacts', { name: long(256) }, 'name', /255/],
  ['contacts', { phones: [{ type: 'HOME', number: '1' }] }, 'phones[0].type', /one of/],
  ['contacts', { addresses: [{ type: 'STREET', zip: '1' }] }, 'addresses[0].zip', /not a field/],
  ['contacts', { contact_persons: Array(6).fill({}) }, 'contact_persons', /at most 5/],
  ['contacts', { payment_terms: { sales: { day: 1.5, type: 'OFCURRENTMONTH' } } }, 'payment_terms.sales.day', /whole/],
  ['contacts', { payment_terms: { bills: { day: 367, type: 'OFCURRENTMONTH' } } }, 'payment_terms.bills.day', /366/],
  ['contacts', { payment_terms: { bills: { day: 1, type: 'LATER' } } }, 'payment_terms.bills.type', /must be one of/],
  ['quotes', { issue_date: undefined }, 'issue_date', /required/],
  ['quotes', { terms: long(4001) }, 'terms', /4000/],
  ['quotes', { title: long(101) }, 'title', /100/],
  ['purchase_orders', { delivery_date: '2030-13-01' }, 'delivery_date', /YYYY-MM-DD|exists/],
  ['purchase_orders', { delivery_instructions: long(501) }, 'delivery_instructions', /500/],
  ['credit_notes', { type: undefined }, 'type', /required/],
  ['payments', { invoice_id: undefined }, 'invoice_id', /exactly one of/],
  ['payments', { amount: 0 }, 'amount', /greater than 0/],
  ['payments', { amount: -5 }, 'amount', /negative/],
  ['payments', { amount: 1.001 }, 'amount', /2 decimal places/],
  ['payments', { account_code: undefined }, 'account_id', /exactly one/],
  ['payments', { account_id: uuid }, 'account_id', /exactly one/],
  ['payments', { status: 'deleted' }, 'status', /not a field/],
];

const bodies: readonly [string, unknown, RegExp][] = [
  ['no body', undefined, /JSON object/],
  ['null', null, /JSON object/],
  ['a list', [], /required|JSON object/],
  ['lists for objects', { name: 'x', phones: [[]] }, /phones\[0\]/],
  ['a list for an object', { name: 'x', payment_terms: [] }, /payment_terms: must be an object/],
  ['a text', 'name', /JSON object/],
  ['both surfaces at once', { provider_data: {}, name: 'x' }, /name: is not a field/],
  ['a native document that is a list', { provider_data: [{}] }, /provider_data/],
  ['a native document without a floor', { provider_data: nested(50_000) }, /64 levels/],
  ['a native document that is none', { provider_data: null }, /provider_data/],
  ['preserve_existing that is a text', { provider_data: {}, preserve_existing: 'yes' }, /preserve_existing/],
];

describe('a write that is refused', () => {
  const { service, tenancy } = givenService();
  const books = openedOnce(() => openBooks(service, tenancy));
  before(() => service.database.knex('idempotency_keys').delete());
  beforeEach(() => service.sandbox.control('DELETE', 'requests'));
  afterEach(async () => {
    expect(await service.calls('')).to.deep.equal([]);
    expect(await service.database.knex('idempotency_keys').select()).to.deep.equal([]);
  });

  for (const [type, change, path, says] of rows) {
    it(`says what is wrong with ${path} of ${type}: ${JSON.stringify(Object.values(change)[0])?.slice(0, 60)}`, async () => {
      const refused = await refusalOf(books.create(type, { ...valid[type], ...change }));
      expect(refused).to.include({ code: 'BAD_REQUEST', retryable: false });
      expect(refused.details.errors?.map((error) => error.path)).to.deep.equal([path]);
      expect(refused.message).to.contain(path).and.match(says);
      const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      if (Object.keys(defined).length === 0 || ['payments', 'credit_notes'].includes(type)) return;
      if (path === 'type' || path === 'status') return;
      const updating = await refusalOf(books.update(type, uuid, defined));
      expect(updating.details.errors?.map((error) => error.path)).to.deep.equal([path]);
    });
  }

  const changes: readonly [name: string, type: string, change: Change, path: string][] = [
    ['another type of a written invoice', 'invoices', { type: 'payable' }, 'type'],
    ['an edit of a payment', 'payments', { status: 'deleted', amount: 1 }, 'amount'],
    ['another status of a payment', 'payments', { status: 'authorised' }, 'status'],
  ];
  for (const [name, type, change, path] of changes) {
    it(`refuses ${name}`, async () => {
      const refused = await refusalOf(books.update(type, uuid, change));
      expect([refused.code, ...(refused.details.errors ?? []).map((error) => error.path)]).to.deep.equal([
        'BAD_REQUEST',
        path,
      ]);
    });
  }

  for (const [name, body, says] of bodies) {
    it(`is refused with ${name}`, async () => {
      for (const asked of [books.create('contacts', body), books.update('contacts', uuid, body)]) {
        const refused = await refusalOf(asked);
        expect(refused.code).to.equal('BAD_REQUEST');
        expect(refused.message).to.match(says);
      }
    });
  }

  it('names every field that is wrong at once', async () => {
    const body = { contact_id: 'x', due_date: 'x', line_items: [{ unit_amount: -1, x: 1 }] };
    const refused = await refusalOf(books.create('invoices', body));
    expect(refused.details.errors?.map(({ path }) => path).sort()).to.deep.equal([
      'contact_id',
      'due_date',
      'line_items[0].unit_amount',
      'line_items[0].x',
    ]);
  });

  it('needs something to change, and a key', async () => {
    for (const type of Object.keys(valid)) {
      expect((await refusalOf(books.update(type, uuid, {}))).code, type).to.equal('BAD_REQUEST');
    }
    for (const asked of [
      books.create('contacts', valid['contacts'], ''),
      books.update('contacts', uuid, { name: 'x' }, ''),
    ]) {
      expect((await refusalOf(asked)).message).to.contain('Idempotency-Key');
    }
  });

  for (const type of resourceTypes) {
    const { writes, requests } = familyOf(type);
    const refusedBodies = [...(requests ? [] : [{ name: 'x' }]), ...(writes ? [] : [{ provider_data: {} }])];
    for (const body of refusedBodies) {
      it(`of ${type} is told that v1 only reads them: ${Object.keys(body)}`, async () => {
        const id = type === 'tax_rates' ? 'OUTPUT2' : uuid;
        for (const asked of [books.create(type, body), books.update(type, id, body)]) {
          const refused = await refusalOf(asked);
          expect(refused).to.include({ code: 'BAD_REQUEST', message: `${type} is read-only in v1` });
          expect(refused.details.reason).to.equal('resource_read_only');
        }
      });
    }
  }

  it('is told so in read-only mode, before anything else that is wrong', async () => {
    const core = createCore({ ...service.ports, settings: { ...service.ports.settings, readOnly: true } });
    const at = { connectionId: books.connection.id, type: 'contacts' };
    const { create, update, cancel } = core.resources;
    for (const asked of [
      create(tenancy.test, { ...at, write: write({}) }),
      update(tenancy.test, { ...at, resourceId: uuid, write: write({}) }),
      cancel(tenancy.test, { ...at, type: 'invoices', resourceId: uuid, write: write({}) }),
      create(tenancy.test, { ...at, type: 'widgets', write: write({}) }),
    ]) {
      expect((await refusalOf(asked)).code).to.equal('READ_ONLY');
    }
  });
});

describe('a write at the edge of what is allowed', () => {
  it('takes 4,000 characters of description, four decimals, 29 February and statuses in any case', async () => {
    const service = await openService();
    const books = await openBooks(service, await service.newOrganization());
    const { providerId } = await books.create('contacts', { name: 'Edge Ltd' });
    const edge = {
      ...line,
      description: long(4000),
      quantity: 0.0001,
      unit_amount: 9_999_999.9999,
      discount_rate: 100,
    };
    const body = { contact_id: providerId, due_date: '2028-02-29', status: 'draft', line_items: [edge] };
    const { fields } = await books.create('invoices', body);
    expect(fields).to.deep.include({ due_date: '2028-02-29', status: 'DRAFT', total: 0 });
    expect((fields['line_items'] as Change[])[0]).to.include({ description: long(4000), unit_amount: 9_999_999.9999 });
    await books.create('contacts', { provider_data: { Name: 'Deep Ltd', Custom: nested(60) } });
    await service.close();
  });
});
