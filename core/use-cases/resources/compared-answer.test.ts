import { expect } from 'chai';
import type { JsonObject } from '../../domain/json.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { type ComparedAnswer, warningsMost, writeWarnings } from '../../domain/write-warnings.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { comparedIn } from './compare-answer.ts';
import { forms, line, lines, region, shownInvoice, shownLine, shownRegion, told, uuid } from './testing/answers.ts';

type Row = readonly [
  what: string,
  type: ResourceType,
  asked: JsonObject,
  answered: JsonObject,
  more?: Partial<ComparedAnswer>,
];

const alike: readonly Row[] = [
  ['nothing asked', 'invoices', {}, shownInvoice],
  ['all as it was sent', 'invoices', { external_reference: 'order-1', line_items: [line] }, shownInvoice],
  ['the service’s id and the provider’s', 'invoices', { contact_id: uuid(1).toUpperCase() }, shownInvoice],
  ['a status in small letters', 'invoices', { status: 'draft' }, shownInvoice],
  ['an authorised document of nothing', 'invoices', { status: 'AUTHORISED' }, { ...shownInvoice, status: 'PAID' }],
  ['line breaks and blank ends', 'invoices', ...lines({ description: ' A\r\nB ' }, { description: 'A\nB' })],
  ['letters composed otherwise', 'invoices', ...lines({ description: 'Cafe\u0301' }, { description: 'Caf\u00e9' })],
  [
    'codes in other letters',
    'invoices',
    ...lines({ account_code: 'fx a', tax_type: 'output2' }, { account_code: 'FX A' }),
  ],
  [
    'an account by its id, shown by its code',
    'invoices',
    ...lines({ account_code: undefined as never, account_id: uuid(2) }, { account_id: null }),
  ],
  [
    'an account by its code, shown by its id',
    'payments',
    { account_code: '090' },
    { account_code: null, account_id: resourceIdOf('accounts', uuid(2)) },
  ],
  [
    'a discount that only the amount of the line shows',
    'invoices',
    ...lines({ discount_amount: 7 }, { line_amount: 93 }),
  ],
  [
    'a discount that is shown as its rate',
    'invoices',
    ...lines({ discount_amount: 7 }, { discount_rate: 7, line_amount: 93 }),
  ],
  [
    'a rate that is shown as its amount',
    'invoices',
    ...lines({ discount_rate: 7 }, { discount_rate: 0, discount_amount: 7, line_amount: 93 }),
  ],
  ['no discount', 'invoices', ...lines({ discount_amount: 0 })],
  [
    'a tax in a document without tax',
    'invoices',
    { line_items: [{ ...line, tax_amount: 9 }] },
    { ...shownInvoice, line_amount_mode: 'no_tax', line_items: [{ ...shownLine, tax_type: 'NONE', tax_amount: 0 }] },
  ],
  [
    'lines with tax inside, shown without it',
    'quotes',
    { line_items: [line] },
    {
      line_amount_mode: 'inclusive',
      line_items: [{ ...shownLine, unit_amount: 43.4783, line_amount: 86.96, tax_amount: 13.04 }],
    },
  ],
  ['tracking by names', 'invoices', ...lines({ tracking: [region] }, { tracking: [shownRegion] })],
  [
    'tracking by ids, shown without that of the option',
    'invoices',
    ...lines(
      { tracking: [{ tracking_category_id: uuid(5), tracking_option_id: uuid(6) }] },
      { tracking: [shownRegion] },
    ),
  ],
  [
    'tracking in another order and other letters',
    'invoices',
    ...lines(
      {
        tracking: [
          { name: 'Project', option: 'X' },
          { name: 'region', option: 'north' },
        ],
      },
      { tracking: [shownRegion, { name: 'Project', option: 'X' }] },
    ),
  ],
  ['what the provider added', 'invoices', ...lines({}, { item_code: 'DESK' })],
  [
    'a line by its id, in another place',
    'invoices',
    { line_items: [{ ...line, line_item_id: uuid(9) }, line] },
    { ...shownInvoice, line_items: [{ ...shownLine, line_item_id: uuid(8) }, shownLine] },
  ],
  ['false and nothing', 'invoices', { sent_to_contact: false }, { ...shownInvoice, sent_to_contact: null }],
  [
    'nothing that a create could clear',
    'contacts',
    { email: null, phones: [], tax_number: '' },
    { email: 'a@b.example', phones: [], tax_number: null },
  ],
  [
    'what is cleared and gone',
    'contacts',
    { email: null, phones: null, contact_persons: [] },
    { email: null, phones: [], contact_persons: [] },
    { clears: true },
  ],
  [
    'phones in another order',
    'contacts',
    {
      phones: [
        { type: 'MOBILE', number: '2' },
        { type: 'DEFAULT', number: '1' },
      ],
    },
    {
      phones: [
        { type: 'DEFAULT', country_code: null, area_code: null, number: '1' },
        { type: 'MOBILE', country_code: null, area_code: null, number: '2' },
      ],
    },
    { clears: true },
  ],
  ['a blank phone', 'contacts', { phones: [{ type: 'FAX', number: '' }] }, { phones: [] }, { clears: true }],
  [
    'persons in another order',
    'contacts',
    { contact_persons: [{ first_name: 'A' }, { first_name: 'B', include_in_emails: false }] },
    {
      contact_persons: [
        { first_name: 'B', last_name: null, email: null, include_in_emails: null },
        { first_name: 'A', last_name: null, email: null, include_in_emails: true },
      ],
    },
  ],
  [
    'terms',
    'contacts',
    { payment_terms: { sales: { day: 20, type: 'OFFOLLOWINGMONTH' } } },
    { payment_terms: { bills: null, sales: { day: 20, type: 'OFFOLLOWINGMONTH' } } },
  ],
  ['a tax number that is masked', 'contacts', { tax_number: '123456789' }, { tax_number: '*****6789' }],
  [
    'what a list leaves out',
    'invoices',
    { ...lines({ discount_amount: 7 })[0], branding_theme_id: uuid(3) },
    {
      ...shownInvoice,
      branding_theme_id: null,
      line_items: [{ ...shownLine, discount_amount: null, line_amount: 93 }],
    },
    { isListed: true },
  ],
  [
    'an account',
    'accounts',
    { code: '489', name: 'Tools', type: 'expense' },
    { code: '489', name: 'Tools', type: 'EXPENSE', class: 'EXPENSE' },
  ],
  ['computed amounts that were sent back', 'invoices', { total: 99, sub_total: 1, amount_due: 7 }, shownInvoice],
];

const different: readonly (readonly [...Row, readonly string[]])[] = [
  [
    'a reference that is gone',
    'invoices',
    { external_reference: 'PO-991' },
    { ...shownInvoice, external_reference: null },
    {},
    ['external_reference'],
  ],
  ['another reference', 'invoices', { external_reference: 'ORDER-1' }, shownInvoice, {}, ['external_reference']],
  ['another contact', 'invoices', { contact_id: uuid(7) }, shownInvoice, {}, ['contact_id']],
  [
    'tracking that is gone',
    'invoices',
    ...lines({ tracking: [{ name: 'Region', option: 'Nowhere' }] }),
    {},
    ['line_items[0].tracking[0]'],
  ],
  [
    'one of two trackings',
    'invoices',
    ...lines({ tracking: [region, { name: 'Project', option: 'None' }] }, { tracking: [shownRegion] }),
    {},
    ['line_items[0].tracking[1]'],
  ],
  [
    'another option',
    'invoices',
    ...lines({ tracking: [{ name: 'Region', option: 'South' }] }, { tracking: [shownRegion] }),
    {},
    ['line_items[0].tracking[0]'],
  ],
  [
    'tracking that is gone, in a list',
    'invoices',
    ...lines({ tracking: [region] }),
    { isListed: true },
    ['line_items[0].tracking[0]'],
  ],
  ['an item that is gone', 'invoices', ...lines({ item_code: 'NOTE-1' }), {}, ['line_items[0].item_code']],
  [
    'an account that is gone',
    'invoices',
    ...lines({}, { account_code: null, account_id: null }),
    {},
    ['line_items[0].account_code'],
  ],
  [
    'a rounded tax',
    'invoices',
    ...lines({ tax_amount: 11.4451 }, { tax_amount: 11.45 }),
    {},
    ['line_items[0].tax_amount'],
  ],
  [
    'a rounded rate',
    'invoices',
    { currency_rate: 0.61234567 },
    { ...shownInvoice, currency_rate: 0.612346 },
    {},
    ['currency_rate'],
  ],
  [
    'lines that are smaller by their tax, in a document without tax inside',
    'quotes',
    { line_items: [line] },
    {
      line_amount_mode: 'exclusive',
      line_items: [{ ...shownLine, unit_amount: 43.4783, line_amount: 86.96, tax_amount: 13.04 }],
    },
    {},
    ['line_items[0].unit_amount'],
  ],
  ['a rounded unit amount', 'quotes', ...lines({ unit_amount: 50.0049 }), {}, ['line_items[0].unit_amount']],
  [
    'another discount',
    'invoices',
    ...lines({ discount_amount: 7 }, { discount_amount: 8, line_amount: 92 }),
    {},
    ['line_items[0].discount_amount'],
  ],
  ['no discount at all', 'invoices', ...lines({ discount_amount: 7 }), {}, ['line_items[0].discount_amount']],
  ['a line that is gone', 'invoices', { line_items: [line, line] }, shownInvoice, {}, ['line_items[1]']],
  [
    'a line more',
    'invoices',
    { line_items: [line] },
    { ...shownInvoice, line_items: [shownLine, shownLine] },
    {},
    ['line_items'],
  ],
  ['no lines', 'invoices', { line_items: [line] }, { ...shownInvoice, line_items: [] }, {}, ['line_items[0]']],
  ['not marked as sent', 'invoices', { sent_to_contact: true }, shownInvoice, {}, ['sent_to_contact']],
  ['a draft', 'quotes', { status: 'SENT' }, { status: 'DRAFT' }, {}, ['status']],
  [
    'an address that is gone',
    'contacts',
    {
      addresses: [
        { type: 'STREET', line1: '1 Quay' },
        { type: 'POBOX', line1: 'Box 4' },
      ],
    },
    { addresses: [{ type: 'STREET', line1: '1 Quay' }] },
    {},
    ['addresses[1]'],
  ],
  [
    'another city',
    'contacts',
    { addresses: [{ type: 'STREET', line1: '1 Quay', city: 'Nelson' }] },
    { addresses: [{ type: 'STREET', line1: '1 Quay', city: null }] },
    {},
    ['addresses[0].city'],
  ],
  [
    'phones that stayed',
    'contacts',
    { phones: null },
    { phones: [{ type: 'OFFICE', number: '777' }] },
    { clears: true },
    ['phones'],
  ],
  [
    'a phone that stayed',
    'contacts',
    { phones: [{ type: 'DEFAULT', number: '1' }] },
    {
      phones: [
        { type: 'DEFAULT', number: '1' },
        { type: 'OFFICE', number: '7' },
      ],
    },
    { clears: true },
    ['phones'],
  ],
  [
    'persons that stayed',
    'contacts',
    { contact_persons: [] },
    { contact_persons: [{ first_name: 'Pat' }] },
    { clears: true },
    ['contact_persons'],
  ],
  [
    'a person that is gone',
    'contacts',
    { contact_persons: [{ first_name: 'A' }, { first_name: 'B' }] },
    { contact_persons: [{ first_name: 'A' }] },
    {},
    ['contact_persons[1]'],
  ],
  ['a text that stayed', 'contacts', { email: '' }, { email: 'a@b.example' }, { clears: true }, ['email']],
  [
    'a part of a line that stayed',
    'invoices',
    { line_items: [{ line_item_id: uuid(9), item_code: null }] },
    { ...shownInvoice, line_items: [{ ...shownLine, item_code: 'DESK' }] },
    { clears: true },
    ['line_items[0].item_code'],
  ],
  [
    'other terms',
    'contacts',
    { payment_terms: { sales: { day: 20, type: 'OFFOLLOWINGMONTH' } } },
    { payment_terms: { bills: null, sales: { day: 21, type: 'OFFOLLOWINGMONTH' } } },
    {},
    ['payment_terms.sales.day'],
  ],
  [
    'a due date that is gone',
    'invoices',
    { due_date: '2030-01-31' },
    { ...shownInvoice, due_date: null },
    {},
    ['due_date'],
  ],
  [
    'another account',
    'payments',
    { account_code: '090' },
    { account_code: '091', account_id: null },
    {},
    ['account_code'],
  ],
  ['another tax type of an account', 'accounts', { tax_type: 'OUTPUT2' }, { tax_type: 'NONE' }, {}, ['tax_type']],
];

describe('the answer to a write', () => {
  for (const [what, type, asked, answered, more] of alike) {
    it(`does not differ: ${what}`, () => expect(told(type, asked, answered, more)).to.deep.equal([]));
  }
  for (const [what, type, asked, answered, more, paths] of different) {
    it(`differs: ${what}`, () => expect(told(type, asked, answered, more)).to.deep.equal(paths));
  }

  it('is told of by code, path and words, without any value', () => {
    const asked = { external_reference: 'a secret', line_items: [{ ...line, description: 'another secret' }] };
    const answered = { ...shownInvoice, external_reference: null };
    const warnings = writeWarnings({
      ...comparedIn('invoices', forms),
      asked,
      answered,
      clears: true,
      isListed: false,
    });
    expect(warnings.map(({ code, path }) => [code, path])).to.have.deep.members([
      ['echo_differs', 'external_reference'],
      ['echo_differs', 'line_items[0].description'],
    ]);
    expect(warnings.find(({ path }) => path === 'external_reference')?.message).to.equal(
      'external_reference was sent, and the provider’s answer lacks it',
    );
    expect(JSON.stringify(warnings)).not.to.match(/secret|Desk/);
  });

  it('is told of up to a bound', () => {
    const many = Array.from({ length: 500 }, () => ({ ...line, description: 'other' }));
    const answered = { ...shownInvoice, line_items: many.map(() => shownLine) };
    expect(told('invoices', { line_items: many }, answered)).to.have.length(warningsMost);
  });
});
