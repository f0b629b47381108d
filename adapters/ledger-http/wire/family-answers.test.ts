import { expect } from 'chai';
import * as v from 'valibot';
import type { Json, JsonObject } from '../../../core/domain/json.ts';
import { type ResourceType, resourceTypes } from '../../../core/domain/resource.ts';
import { familyOf } from '../../../core/families/all-families.ts';
import { families } from './families.ts';
import { recordOf as recordOfNative } from './family.ts';

const id = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
const frame = ['id', 'provider_id', 'fetched_at', 'provider_updated_at', 'provider_data'];

const line = {
  LineItemID: id,
  Description: 'x',
  Quantity: 1,
  UnitAmount: 2.5,
  Tracking: [{ Name: 'Region', Option: 'N' }],
};
const document: JsonObject = {
  Contact: { ContactID: id, Name: 'Harbour Coffee Ltd' },
  DateString: '2026-11-20T00:00:00',
  Date: '/Date(1763596800000+0000)/',
  LineItems: [line],
  Total: 2.5,
  BrandingThemeID: id,
};

const natives: Readonly<Record<ResourceType, JsonObject>> = {
  organizations: { OrganisationID: id, FinancialYearEndDay: 31, FinancialYearEndMonth: 3, PaysTax: true },
  contacts: {
    ContactID: id,
    Phones: [{ PhoneType: 'DEFAULT', PhoneNumber: '1' }],
    Addresses: [{ AddressType: 'STREET', City: 'Nelson' }],
    ContactPersons: [{ FirstName: 'A', IncludeInEmails: true }],
    PaymentTerms: { Bills: { Day: 20, Type: 'OFFOLLOWINGMONTH' } },
  },
  invoices: {
    InvoiceID: id,
    Type: 'ACCREC',
    ...document,
    Payments: [{ PaymentID: id, Amount: 1, Date: '/Date(0+0000)/' }],
  },
  credit_notes: {
    CreditNoteID: id,
    Type: 'ACCRECCREDIT',
    ...document,
    Allocations: [{ Amount: 1, Date: '/Date(0+0000)/', Invoice: { InvoiceID: id } }],
  },
  quotes: { QuoteID: id, ...document },
  payments: { PaymentID: id, Amount: 1, Invoice: { InvoiceID: id }, Account: { AccountID: id, Code: '090' } },
  purchase_orders: { PurchaseOrderID: id, ...document },
  accounts: { AccountID: id, Code: '200', EnablePaymentsToAccount: false },
  tax_rates: { TaxType: 'OUTPUT2', TaxComponents: [{ Name: 'GST', Rate: 15, IsCompound: false }] },
  branding_themes: { BrandingThemeID: id, SortOrder: 0 },
  items: { ItemID: id, Code: 'B', IsSold: true, SalesDetails: { UnitPrice: 1 }, PurchaseDetails: { UnitPrice: 1 } },
  bank_transactions: {
    BankTransactionID: id,
    Type: 'SPEND-PREPAYMENT',
    ...document,
    BankAccount: { AccountID: id, Code: '090' },
    IsReconciled: true,
    PrepaymentID: id,
  },
  prepayments: {
    PrepaymentID: id,
    Type: 'RECEIVE-PREPAYMENT',
    ...document,
    Allocations: [{ Amount: 1, Date: '/Date(0+0000)/', Invoice: { InvoiceID: id } }],
    Payments: [{ PaymentID: id, Amount: 1, Date: '/Date(0+0000)/' }],
  },
  overpayments: { OverpaymentID: id, Type: 'AROVERPAYMENT', ...document, RemainingCredit: 2.5 },
  tracking_categories: { TrackingCategoryID: id, Options: [{ TrackingOptionID: id, Name: 'North' }] },
  manual_journals: {
    ManualJournalID: id,
    Narration: 'Pay',
    Date: '/Date(1763596800000+0000)/',
    JournalLines: [{ LineAmount: 1, AccountCode: '477', Tracking: [{ Name: 'Region', Option: 'N' }] }],
  },
  bank_transfers: {
    BankTransferID: id,
    Amount: 1,
    FromBankAccount: { AccountID: id },
    ToBankAccount: { AccountID: id },
  },
  repeating_invoices: { RepeatingInvoiceID: id, Type: 'ACCREC', ...document, Schedule: { Period: 1, Unit: 'MONTHLY' } },
};

function strict(schema: v.GenericSchema): v.GenericSchema {
  const { entries, item, wrapped } = schema as unknown as Record<
    string,
    v.GenericSchema & Record<string, v.GenericSchema>
  >;
  if (entries)
    return v.strictObject(Object.fromEntries(Object.entries(entries).map(([name, inner]) => [name, strict(inner)])));
  if (item) return v.array(strict(item));
  if (wrapped && schema.type === 'nullable') return v.nullable(strict(wrapped));
  return schema;
}

describe('record answers', () => {
  for (const type of resourceTypes) {
    it(`have exactly the fields that ${type} are read with, empty and full`, () => {
      const entries = Object.entries(familyOf(type).answer.entries).filter(([name]) => !frame.includes(name));
      const schema = strict(v.object(Object.fromEntries(entries)));
      const idKey = families[type].idKey;
      for (const native of [natives[type], { [idKey]: natives[type][idKey] as Json }]) {
        const record = recordOfNative(families[type], native);
        const { issues = [] } = v.safeParse(schema, record?.fields);
        expect(issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).to.deep.equal([]);
      }
    });
  }
});
