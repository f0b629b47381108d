// An update changes what it names and nothing else: every family, field by field.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { openService, type Service, type Tenancy } from '../testing/service.ts';
import { type Books, line, openBooks } from './testing/books.ts';

interface Family {
  readonly type: string;
  /** With every field that can be written. */
  readonly whole: (ids: Ids) => JsonObject;
  /** One update a row: nothing else may change but what the row allows. */
  readonly updates: (ids: Ids) => readonly (readonly [JsonObject, readonly string[]])[];
}

interface Ids {
  readonly contact: string;
  readonly otherContact: string;
  readonly themes: readonly string[];
}

const totals = ['sub_total', 'total_tax', 'total_discount', 'total', 'amount_due'];
const dated = { issue_date: '2030-01-01', currency: 'NZD', line_amount_mode: 'exclusive' };
const lines = [
  { ...line, discount_rate: 10 },
  { ...line, description: 'Stool', unit_amount: 19.9512 },
];
const newLines = { line_items: [{ ...line, description: 'Table' }] };

const families: readonly Family[] = [
  {
    type: 'contacts',
    whole: () => ({
      name: 'Whole Customer Ltd',
      contact_number: 'C-77',
      account_number: 'A-77',
      first_name: 'First',
      last_name: 'Last',
      email: 'whole@customer.example',
      tax_number: '123-456-789',
      company_number: '9429',
      default_currency: 'NZD',
      phones: [
        { type: 'DEFAULT', country_code: '64', area_code: '9', number: '555 0101' },
        { type: 'MOBILE', number: '555 0102' },
      ],
      addresses: [{ type: 'STREET', line1: '1 Quay Street', city: 'Auckland', postal_code: '1010', country: 'NZ' }],
      contact_persons: [{ first_name: 'Second', last_name: 'Person', email: 's@c.example', include_in_emails: true }],
      payment_terms: { sales: { day: 20, type: 'OFFOLLOWINGMONTH' }, bills: { day: 7, type: 'DAYSAFTERBILLDATE' } },
    }),
    updates: () => [
      [{ name: 'Renamed Customer Ltd' }, []],
      [{ email: 'new@customer.example' }, []],
      [{ first_name: null }, []],
      [{ account_number: 'A-78' }, []],
      [{ tax_number: '' }, []],
      [{ phones: [{ type: 'FAX', number: '555 0103' }] }, []],
      [{ addresses: [{ type: 'POBOX', line1: 'PO Box 1' }] }, []],
      [{ contact_persons: [] }, []],
      [{ status: 'ARCHIVED' }, []],
    ],
  },
  {
    type: 'invoices',
    whole: ({ contact, themes }) => ({
      ...dated,
      contact_id: contact,
      number: 'S-1001',
      external_reference: 'job-1',
      due_date: '2030-01-31',
      branding_theme_id: themes[1] ?? '',
      url: 'https://example.com/orders/1',
      line_items: lines,
    }),
    updates: ({ otherContact, themes }) => [
      [{ external_reference: 'job-2' }, []],
      [{ due_date: '2030-02-28' }, []],
      [{ issue_date: '2030-01-02' }, []],
      [{ branding_theme_id: themes[0] ?? '' }, []],
      [{ url: null }, []],
      [{ number: 'S-1002' }, []],
      [newLines, totals],
      [{ line_amount_mode: 'inclusive' }, [...totals, 'line_items']],
      [{ contact_id: otherContact }, ['contact']],
      [{ status: 'SUBMITTED' }, []],
      [{ status: 'AUTHORISED' }, []],
      [{ sent_to_contact: true }, []],
      [{ status: 'VOIDED' }, ['amount_due']],
    ],
  },
  {
    type: 'quotes',
    whole: ({ contact, themes }) => ({
      ...dated,
      contact_id: contact,
      number: 'Q-1001',
      external_reference: 'job-1',
      expiry_date: '2030-01-31',
      branding_theme_id: themes[1] ?? '',
      title: 'Workshop',
      summary: 'All of it',
      terms: '30 days',
      line_items: lines,
    }),
    updates: ({ otherContact, themes }) => [
      [{ external_reference: null }, []],
      [{ expiry_date: '2030-02-28' }, []],
      [{ title: 'Bench only' }, []],
      [{ summary: '' }, []],
      [{ terms: '7 days' }, []],
      [{ branding_theme_id: themes[0] ?? '' }, []],
      [newLines, totals],
      [{ line_amount_mode: 'inclusive', ...newLines }, totals],
      [{ contact_id: otherContact }, ['contact']],
      [{ number: 'Q-1002' }, []],
      [{ status: 'SENT' }, []],
      [{ status: 'ACCEPTED' }, []],
      [{ status: 'INVOICED' }, []],
    ],
  },
  {
    type: 'purchase_orders',
    whole: ({ contact, themes }) => ({
      ...dated,
      contact_id: contact,
      number: 'P-1001',
      external_reference: 'job-1',
      delivery_date: '2030-01-31',
      delivery_address: '1 Quay Street',
      delivery_instructions: 'Ring twice',
      attention_to: 'The workshop',
      telephone: '555 0101',
      branding_theme_id: themes[1] ?? '',
      line_items: lines.map((entry) => ({ ...entry, account_code: '400', tax_type: 'INPUT2' })),
    }),
    updates: ({ otherContact }) => [
      [{ external_reference: 'job-2' }, []],
      [{ delivery_date: null }, []],
      [{ delivery_address: '2 Quay Street' }, []],
      [{ delivery_instructions: '' }, []],
      [{ attention_to: null }, []],
      [{ telephone: '555 0102' }, []],
      [{ contact_id: otherContact }, ['contact']],
      [{ status: 'SUBMITTED' }, []],
      [{ status: 'AUTHORISED' }, []],
      [{ sent_to_contact: true }, []],
    ],
  },
];

describe('an update of a record', () => {
  let service: Service;
  let tenancy: Tenancy;

  before(async () => {
    service = await openService();
    tenancy = await service.newOrganization();
  });
  after(() => service.close());

  const idsIn = async (books: Books): Promise<Ids> => ({
    contact: (await books.create('contacts', { name: 'Customer Ltd' })).providerId,
    otherContact: (await books.create('contacts', { name: 'Other Customer Ltd' })).providerId,
    themes: await books.idsOf('branding_themes'),
  });
  const changedIn = (before: CachedRecord, after: CachedRecord) =>
    Object.keys(after.fields).filter(
      (name) => JSON.stringify(before.fields[name]) !== JSON.stringify(after.fields[name]),
    );

  /** Lists by their length, cleared texts as null; a related record has its id in another form. */
  const heldAs = (value: Json | undefined) => {
    if (Array.isArray(value)) return value.length;
    const isId = typeof value === 'string' && /^(con|brand)_|^[0-9a-f-]{36}$/.test(value);
    return isId ? 'an id' : value === '' ? null : value;
  };

  for (const { type, whole, updates } of families) {
    it(`changes only what it names: ${type}`, async () => {
      const books = await openBooks(service, tenancy);
      const ids = await idsIn(books);
      const { providerId } = await books.create(type, whole(ids));
      for (const [body, allowed] of updates(ids)) {
        const before = await books.read(type, providerId);
        const written = await books.update(type, providerId, body);
        expect(written.providerId).to.equal(providerId);
        const after = await books.read(type, providerId);
        const named = Object.keys(body);
        const also = changedIn(before, after).filter((name) => !named.includes(name) && !allowed.includes(name));
        expect(also, JSON.stringify(body)).to.deep.equal([]);
        for (const name of named) {
          expect(changedIn(before, after), JSON.stringify(body)).to.include(name);
          expect(heldAs(after.fields[name]), name).to.deep.equal(heldAs(body[name]));
        }
      }
    });
  }

  it('keeps the ids of the lines that it does not name', async () => {
    const books = await openBooks(service, tenancy);
    const ids = await idsIn(books);
    for (const { type, whole } of families.slice(1)) {
      const { providerId, fields } = await books.create(type, whole(ids));
      const lineIds = (record: CachedRecord['fields']) =>
        (record['line_items'] as JsonObject[]).map((entry) => entry['line_item_id']);
      await books.update(type, providerId, { external_reference: 'elsewhere' });
      expect(lineIds((await books.read(type, providerId)).fields), type).to.deep.equal(lineIds(fields));
    }
  });
});
