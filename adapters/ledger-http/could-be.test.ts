import { expect } from 'chai';
import type { JsonObject, LedgerRecord, PreparedWrite, ResourceType, WritePayload } from '#core/ports';
import { couldBe } from './could-be.ts';
import { families } from './wire/families.ts';

const uuid = (n: number) => `0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c${n}0`;

function createOf(type: ResourceType, document: JsonObject): PreparedWrite {
  const { path, envelope, writes } = families[type];
  const body = JSON.stringify(writes?.createsBare ? document : { [envelope]: [document] });
  return { type, creates: true, payload: { method: 'PUT', path, body } as JsonObject as WritePayload };
}

function recordOf(type: ResourceType, native: JsonObject): LedgerRecord {
  return { type, providerId: uuid(9), providerUpdatedAt: null, fields: {}, native };
}

const line = { Description: 'Hire', Quantity: 2, UnitAmount: 50, AccountCode: '200', TaxType: 'OUTPUT2' };
const heldLine = { ...line, LineItemID: uuid(5), TaxAmount: 15, LineAmount: 100, Tracking: [], AccountID: uuid(4) };

const sent: Partial<Record<ResourceType, JsonObject>> = {
  contacts: { Name: 'Miro Ltd', EmailAddress: 'a@b.example' },
  invoices: {
    Type: 'ACCREC',
    Contact: { ContactID: uuid(1) },
    Date: '2026-09-13',
    DueDate: '2026-10-13',
    Reference: 'JOB-77',
    LineItems: [line],
  },
  credit_notes: { Type: 'ACCRECCREDIT', Contact: { ContactID: uuid(1) }, Date: '2026-09-13', LineItems: [line] },
  quotes: { Contact: { ContactID: uuid(1) }, Date: '2026-09-13', LineAmountTypes: 'INCLUSIVE', LineItems: [line] },
  payments: { Invoice: { InvoiceID: uuid(2) }, Account: { Code: '090' }, Amount: 50, Date: '2026-09-14' },
  purchase_orders: { Contact: { ContactID: uuid(1) }, LineItems: [line] },
  accounts: { Code: '489', Name: 'Tools', Type: 'EXPENSE' },
};

const stored: Partial<Record<ResourceType, JsonObject>> = {
  contacts: {
    ContactID: uuid(9),
    Name: 'Miro Ltd',
    EmailAddress: 'a@b.example',
    ContactStatus: 'ACTIVE',
    Phones: [
      { PhoneType: 'MOBILE', PhoneNumber: '555', PhoneAreaCode: '' },
      { PhoneType: 'FAX', PhoneNumber: '' },
    ],
    Addresses: [{ AddressType: 'STREET', AddressLine1: '1 Quay', City: '' }],
    ContactPersons: [{ FirstName: 'Bo', LastName: 'Li', EmailAddress: '', IncludeInEmails: false }],
    PaymentTerms: { Sales: { Day: 20, Type: 'OFCURRENTMONTH' } },
  },
  invoices: {
    InvoiceID: uuid(9),
    InvoiceNumber: 'INV-0031',
    Type: 'ACCREC',
    Contact: { ContactID: uuid(1).toUpperCase(), Name: 'Miro Ltd' },
    Date: '/Date(1789257600000+0000)/',
    DueDate: '/Date(1791849600000+0000)/',
    Reference: 'JOB-77',
    Status: 'DRAFT',
    LineAmountTypes: 'Exclusive',
    LineItems: [heldLine],
    Total: 115,
    CurrencyCode: 'NZD',
    CurrencyRate: 0.937053,
  },
  credit_notes: {
    CreditNoteID: uuid(9),
    Type: 'ACCRECCREDIT',
    Contact: { ContactID: uuid(1) },
    Date: '/Date(1789257600000+0000)/',
    Status: 'DRAFT',
    LineItems: [heldLine],
  },
  quotes: {
    QuoteID: uuid(9),
    Contact: { ContactID: uuid(1), Name: 'Miro Ltd' },
    Date: '/Date(1789257600000)/',
    Status: 'DRAFT',
    LineAmountTypes: 'INCLUSIVE',
    LineItems: [heldLine],
    Total: 100,
  },
  payments: {
    PaymentID: uuid(9),
    Invoice: { InvoiceID: uuid(2), InvoiceNumber: 'INV-0031' },
    Account: { AccountID: uuid(3), Code: '090' },
    Amount: 50,
    Date: '/Date(1789344000000)/',
    Status: 'AUTHORISED',
  },
  purchase_orders: {
    PurchaseOrderID: uuid(9),
    Contact: { ContactID: uuid(1) },
    Status: 'DRAFT',
    LineItems: [heldLine],
  },
  accounts: { AccountID: uuid(9), Code: '489', Name: 'Tools', Type: 'EXPENSE', Class: 'EXPENSE', Status: 'ACTIVE' },
};

interface Row {
  readonly type: ResourceType;
  readonly what: string;
  readonly sends?: JsonObject;
  readonly holds?: JsonObject;
}
const row = (type: ResourceType, what: string, sends: JsonObject = {}, holds: JsonObject = {}): Row => ({
  type,
  what,
  sends,
  holds,
});
const lines = (changes: JsonObject) => ({ LineItems: [{ ...line, ...changes }] });
const heldLines = (changes: JsonObject) => ({ LineItems: [{ ...heldLine, ...changes }] });
const netLine = { UnitAmount: 43.4783, LineAmount: 86.96, TaxAmount: 13.04 };

const same: readonly Row[] = [
  ...(Object.keys(sent) as ResourceType[]).map((type) => row(type, 'what was sent and what the provider added')),
  row('contacts', 'phones in a slot', { Phones: [{ PhoneType: 'mobile', PhoneNumber: '555' }] }),
  row('contacts', 'a blank slot', { Phones: [{ PhoneType: 'DDI', PhoneNumber: '' }] }),
  row('contacts', 'persons', { ContactPersons: [{ FirstName: 'Bo', LastName: 'Li' }] }),
  row('contacts', 'payment terms', { PaymentTerms: { Sales: { Day: 20, Type: 'ofcurrentmonth' } } }),
  row('contacts', 'blank ends', { Name: ' Miro Ltd ' }),
  row('contacts', 'archived since', {}, { ContactStatus: 'ARCHIVED' }),
  row('invoices', 'nothing said', { Url: null, InvoiceNumber: '', ExpectedPaymentDate: '' }),
  row('invoices', 'a key that nobody knows', { Colour: 'red' }),
  row('invoices', 'what reads only echo', { Total: 99, AmountDue: 1, SentToContact: true, DateString: 'x' }),
  row('invoices', 'a date with a time', { Date: '2026-09-13T00:00:00' }),
  row('invoices', 'a date with a time and a zone', { Date: '2026-09-13T00:00:00+12:00' }),
  row('invoices', 'a date as read', { Date: '/Date(1789257600000+0000)/' }),
  row('invoices', 'a number as text', lines({ Quantity: '2.0' })),
  row('invoices', 'a rounded rate', { CurrencyRate: 0.93705312 }),
  row('invoices', 'a rounded unit amount', lines({ UnitAmount: 1.23456 }), heldLines({ UnitAmount: 1.2346 })),
  row('invoices', 'line breaks', lines({ Description: 'A\r\nB' }), heldLines({ Description: 'A\nB' })),
  row(
    'invoices',
    'untaxed lines',
    { LineAmountTypes: 'NoTax' },
    { LineAmountTypes: 'NoTax', ...heldLines({ TaxType: 'NONE' }) },
  ),
  row('invoices', 'tracking of the contact', {}, heldLines({ Tracking: [{ Name: 'Region', Option: 'South' }] })),
  row('invoices', 'tracking that was dropped', lines({ Tracking: [{ Name: 'Region', Option: 'Nowhere' }] })),
  row(
    'invoices',
    'tracking by ids, shown by its names',
    lines({ Tracking: [{ TrackingCategoryID: uuid(5), TrackingOptionID: uuid(6) }] }),
    heldLines({ Tracking: [{ TrackingCategoryID: uuid(5), Name: 'Region', Option: 'North' }] }),
  ),
  row(
    'invoices',
    'one of two trackings, in other letters',
    lines({
      Tracking: [
        { Name: 'region', option: 'north', Option: 'north' },
        { Name: 'Project', Option: 'None' },
      ],
    }),
    heldLines({ Tracking: [{ TrackingCategoryID: uuid(5), Name: 'Region', Option: 'North' }] }),
  ),
  row(
    'invoices',
    'a text without the code that it was sent with',
    { LineItems: [{ ItemCode: 'NOTE-1', Description: 'Thank you' }] },
    { LineItems: [{ LineItemID: uuid(5), Description: 'Thank you', TaxAmount: 0, LineAmount: 0, Tracking: [] }] },
  ),
  row(
    'invoices',
    'a line of nothing without its account',
    lines({ UnitAmount: 0 }),
    heldLines({ UnitAmount: 0, LineAmount: 0, TaxAmount: 0, AccountCode: null, AccountID: null }),
  ),
  row('invoices', 'a contact by name', { Contact: { Name: 'Miro Ltd' } }),
  row('invoices', 'a contact that was changed on the way', {
    Contact: { ContactID: uuid(1), Name: 'New Ltd', EmailAddress: 'new@b.example' },
  }),
  row('invoices', 'a contact by what lists leave out', { Contact: { ContactNumber: 'C-1' } }),
  row('invoices', 'paid since', { Status: 'AUTHORISED' }, { Status: 'PAID' }),
  row('invoices', 'deleted since', { Status: 'SUBMITTED' }, { Status: 'DELETED' }),
  row('invoices', 'a bill without its reference', { Type: 'ACCPAY' }, { Type: 'ACCPAY', Reference: null }),
  row('credit_notes', 'what reads only echo', { RemainingCredit: 1, Allocations: [{ Amount: 1 }] }),
  row('credit_notes', 'what lists leave out', { BrandingThemeID: uuid(3), CurrencyRate: 2 }),
  row('quotes', 'lines shown net of tax', {}, heldLines(netLine)),
  row('quotes', 'a unit amount in cents', lines({ UnitAmount: 50.0049 })),
  row(
    'quotes',
    'many of a unit amount in cents',
    lines({ Quantity: 1000, UnitAmount: 0.125 }),
    heldLines({ Quantity: 1000, UnitAmount: 0.13, LineAmount: 130 }),
  ),
  row('quotes', 'accepted since', { Status: 'SENT' }, { Status: 'ACCEPTED' }),
  row('payments', 'an invoice and an account by number and code', {
    Invoice: null,
    InvoiceNumber: 'INV-0031',
    Account: null,
    Code: '090',
  }),
  row(
    'payments',
    'an account by its code, where only its id is shown',
    { Account: null, Code: '090' },
    { Account: { AccountID: uuid(3) } },
  ),
  row('accounts', 'a currency and a tax that lists leave out', { CurrencyCode: 'NZD', TaxType: 'NONE' }),
  row('payments', 'taken back since', {}, { Status: 'DELETED' }),
];

const other: readonly Row[] = [
  row('contacts', 'another name', {}, { Name: 'Miro' }),
  row('contacts', 'another phone', { Phones: [{ PhoneType: 'MOBILE', PhoneNumber: '556' }] }),
  row('contacts', 'a phone in another slot', { Phones: [{ PhoneType: 'FAX', PhoneNumber: '555' }] }),
  row('contacts', 'another address', { Addresses: [{ AddressType: 'STREET', AddressLine1: '2 Quay' }] }),
  row('contacts', 'a further person', { ContactPersons: [{ FirstName: 'Bo' }, { FirstName: 'Al' }] }),
  row('contacts', 'other terms', { PaymentTerms: { Sales: { Day: 21, Type: 'OFCURRENTMONTH' } } }),
  row('contacts', 'no number', { ContactNumber: 'C-1' }),
  row('invoices', 'another type', {}, { Type: 'ACCPAY' }),
  row('invoices', 'another contact', { Contact: { ContactID: uuid(2) } }),
  row('invoices', 'another contact by name', { Contact: { Name: 'Mira Ltd' } }),
  row('invoices', 'another day', { Date: '2026-09-12' }),
  row('invoices', 'no due date', {}, { DueDate: null }),
  row('invoices', 'no reference', {}, { Reference: null }),
  row('invoices', 'a reference in other letters', { Reference: 'job-77' }),
  row('invoices', 'another currency', { CurrencyCode: 'EUR' }),
  row('invoices', 'a line more', {}, { LineItems: [heldLine, heldLine] }),
  row('invoices', 'no lines', {}, { LineItems: [] }),
  row('invoices', 'another quantity', lines({ Quantity: 2.0001 })),
  row('invoices', 'another quantity as text', lines({ Quantity: '3' })),
  row('invoices', 'another unit amount', lines({ UnitAmount: 50.0001 })),
  row('invoices', 'another description', lines({ Description: 'hire' })),
  row(
    'invoices',
    'other tracking',
    lines({ Tracking: [{ Name: 'Region', Option: 'North' }] }),
    heldLines({ Tracking: [{ Name: 'Region', Option: 'South' }] }),
  ),
  row('invoices', 'no item', lines({ ItemCode: 'DESK' })),
  row('invoices', 'no account', {}, heldLines({ AccountCode: null })),
  row('invoices', 'another account', lines({ AccountCode: '201' })),
  row('invoices', 'another tax', lines({ TaxType: 'NONE' })),
  row(
    'invoices',
    'lines shown net of tax, which only quotes do',
    { LineAmountTypes: 'Inclusive' },
    { LineAmountTypes: 'Inclusive', ...heldLines(netLine) },
  ),
  row('invoices', 'a draft, when it was authorised', { Status: 'AUTHORISED' }),
  row('credit_notes', 'a credit from a supplier', {}, { Type: 'ACCPAYCREDIT' }),
  row('quotes', 'net lines of another total', {}, { ...heldLines(netLine), Total: 99 }),
  row('quotes', 'other terms', { Terms: '30 days' }, { Terms: '' }),
  row('payments', 'another invoice', { Invoice: { InvoiceID: uuid(3) } }),
  row('payments', 'another invoice by number', { Invoice: null, InvoiceNumber: 'INV-0032' }),
  row('payments', 'a refund of a credit note', { Invoice: null, CreditNoteNumber: 'CN-1' }),
  row('payments', 'another account', { Account: { Code: '091' } }),
  row('payments', 'another amount', { Amount: 50.01 }),
  row('purchase_orders', 'no address', { DeliveryAddress: '1 Quay' }),
  row('accounts', 'another code', { Code: '490' }),
];

describe('a record that a create may have made', () => {
  const check = ({ type, sends, holds }: Row) =>
    couldBe(createOf(type, { ...sent[type], ...sends }), recordOf(type, { ...stored[type], ...holds }));
  for (const one of same) it(`${one.type}: ${one.what}`, () => expect(check(one)).to.equal(true));
  for (const one of other) it(`not ${one.type}: ${one.what}`, () => expect(check(one)).to.equal(false));

  it('is of the same family, and of a create', () => {
    const write = createOf('invoices', sent.invoices ?? {});
    const record = recordOf('invoices', stored.invoices ?? {});
    expect(couldBe(write, { ...record, type: 'quotes' })).to.equal(false);
    expect(couldBe({ ...write, creates: false }, record)).to.equal(false);
  });
});
