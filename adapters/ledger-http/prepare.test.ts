import { expect } from 'chai';
import {
  addressTypes,
  type JsonObject,
  phoneTypes,
  type ResourceType,
  resourceIdOf,
  ServiceError,
  type WriteIntent,
} from '#core/ports';
import { payloadOf, prepare } from './prepare.ts';
import { families } from './wire/families.ts';

const id = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';
const other = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c11';

function documentOf(intent: WriteIntent): JsonObject {
  const body = JSON.parse(payloadOf(prepare(intent)).body) as Record<string, [JsonObject]>;
  return body[families[intent.type].envelope]?.[0] ?? {};
}
const created = (type: ResourceType, fields: JsonObject) => documentOf({ kind: 'create', type, fields });
const updated = (type: ResourceType, fields: JsonObject, existing: JsonObject | null = null) =>
  documentOf({ kind: 'update', type, providerId: id, fields, existing });

function refusal(work: () => unknown): readonly [string, string | undefined] {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return [error.code, error.details.errors?.[0]?.path ?? error.details.reason];
    throw error;
  }
  return ['accepted', undefined];
}

describe('prepared writes', () => {
  it('creates by PUT on the collection and updates by POST on the record', () => {
    const create = prepare({ kind: 'create', type: 'contacts', fields: { name: 'A' } });
    const payload = { method: 'PUT', path: '/Contacts', body: '{"Contacts":[{"Name":"A"}]}' };
    expect(create).to.eql({ type: 'contacts', creates: true, payload });
    const fields = { status: 'deleted' };
    const change = prepare({ kind: 'update', type: 'invoices', providerId: id, fields, existing: null });
    expect(change.creates).to.equal(false);
    const update = payloadOf(change);
    expect(update.path).to.equal(`/Invoices/${id}?unitdp=4`);
    expect(update).to.include({ method: 'POST', body: `{"Invoices":[{"InvoiceID":"${id}","Status":"DELETED"}]}` });
  });

  it('creates an account as one bare object and updates it in the envelope', () => {
    const document = { Code: '1', Name: 'A', Type: 'EXPENSE' };
    expect(payloadOf(prepare({ kind: 'create_native', type: 'accounts', document }))).to.include({
      method: 'PUT',
      path: '/Accounts',
      body: '{"Code":"1","Name":"A","Type":"EXPENSE"}',
    });
    const change = { kind: 'update_native', type: 'accounts', providerId: id, document, existing: null } as const;
    const update = payloadOf(prepare(change));
    expect(update).to.include({ method: 'POST', path: `/Accounts/${id}` });
    expect(JSON.parse(update.body)).to.eql({ Accounts: [{ ...document, AccountID: id }] });
  });

  const mapped: readonly [string, ResourceType, JsonObject, JsonObject][] = [
    ['an invoice is receivable by default', 'invoices', {}, { Type: 'ACCREC' }],
    ['a bill', 'invoices', { type: 'payable' }, { Type: 'ACCPAY' }],
    ['status in any case', 'invoices', { status: 'authorised' }, { Type: 'ACCREC', Status: 'AUTHORISED' }],
    ['inclusive lines', 'invoices', { line_amount_mode: 'no_tax' }, { Type: 'ACCREC', LineAmountTypes: 'NoTax' }],
    ['inclusive lines of a quote', 'quotes', { line_amount_mode: 'no_tax' }, { LineAmountTypes: 'NOTAX' }],
    ['a credit by a supplier', 'credit_notes', { type: 'payable' }, { Type: 'ACCPAYCREDIT' }],
    ['reference', 'quotes', { external_reference: 'R' }, { Reference: 'R' }],
    ['contact by service id', 'quotes', { contact_id: resourceIdOf('contacts', id) }, { Contact: { ContactID: id } }],
    ['contact by provider id', 'quotes', { contact_id: id.toUpperCase() }, { Contact: { ContactID: id } }],
    ['nothing to clear in a new record', 'contacts', { name: 'A', email: null, tax_number: '' }, { Name: 'A' }],
    [
      'payment by account id',
      'payments',
      { invoice_id: id, account_id: resourceIdOf('accounts', other), amount: 5, date: '2026-09-14' },
      { Invoice: { InvoiceID: id }, Account: { AccountID: other }, Amount: 5, Date: '2026-09-14' },
    ],
    ['payment by account code', 'payments', { account_code: '090' }, { Account: { Code: '090' } }],
    [
      'delivery of a purchase order',
      'purchase_orders',
      { delivery_date: '2026-09-14' },
      { DeliveryDate: '2026-09-14' },
    ],
    [
      'a line with its account',
      'quotes',
      { line_items: [{ description: 'x', quantity: 1, unit_amount: 2.5, account_id: id, item_code: null }] },
      { LineItems: [{ Description: 'x', Quantity: 1, UnitAmount: 2.5, AccountID: id }] },
    ],
  ];
  for (const [what, type, fields, native] of mapped) {
    it(`writes ${what}`, () => expect(created(type, fields)).to.eql(native));
  }

  it('clears what is null or blank in an update, and keeps what is absent', () => {
    expect(updated('contacts', { email: null, tax_number: '' })).to.eql({
      ContactID: id,
      EmailAddress: '',
      TaxNumber: '',
    });
    expect(updated('invoices', { due_date: null })).to.eql({ InvoiceID: id, DueDate: '' });
  });

  it('clears lists with what clears them: one person without any field, every kind of phone and address blank', () => {
    const nobody = { FirstName: '', LastName: '', EmailAddress: '', IncludeInEmails: false };
    for (const nothing of [[], null]) {
      expect(updated('contacts', { contact_persons: nothing })).to.eql({ ContactID: id, ContactPersons: [nobody] });
      const { Phones, Addresses } = updated('contacts', { phones: nothing, addresses: nothing });
      const blank = { PhoneCountryCode: '', PhoneAreaCode: '', PhoneNumber: '' };
      expect(Phones).to.have.deep.members(phoneTypes.map((PhoneType) => ({ PhoneType, ...blank })));
      expect((Addresses as JsonObject[]).map(({ AddressType, City }) => [AddressType, City])).to.have.deep.members(
        addressTypes.map((type) => [type, '']),
      );
    }
    const office = { phones: [{ type: 'OFFICE', number: '7' }] };
    expect((updated('contacts', office)['Phones'] as JsonObject[]).map(({ PhoneType }) => PhoneType)).to.have.members([
      ...phoneTypes,
    ]);
    expect(created('contacts', { name: 'A', contact_persons: [], phones: [] })).to.eql({
      ...{ Name: 'A', ContactPersons: [], Phones: [] },
    });
  });

  const refused: readonly [string, WriteIntent, readonly [string, string | undefined]][] = [
    ['a normalized account', { kind: 'create', type: 'accounts', fields: {} }, ['BAD_REQUEST', 'resource_read_only']],
    ['a tax rate', { kind: 'create_native', type: 'tax_rates', document: {} }, ['BAD_REQUEST', 'resource_read_only']],
    [
      'a document of another record',
      { kind: 'update_native', type: 'invoices', providerId: id, document: { InvoiceID: other }, existing: null },
      ['BAD_REQUEST', 'provider_data.InvoiceID'],
    ],
    [
      'a path that is no id',
      { kind: 'update', type: 'invoices', providerId: '../Contacts', fields: {}, existing: null },
      ['NOT_FOUND', undefined],
    ],
  ];
  for (const [what, intent, verdict] of refused) {
    it(`refuses ${what} by name`, () => expect(refusal(() => prepare(intent))).to.eql(verdict));
  }

  it('passes native documents on untouched', () => {
    const document = { Type: 'ACCREC', Contact: { ContactID: id, Name: 'X' }, LineItems: [], Novel: { a: [1, null] } };
    expect(documentOf({ kind: 'create_native', type: 'invoices', document })).to.eql(document);
  });
});
