import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject, ResourceType } from '#core/ports';
import { overlay } from './overlay.ts';
import { families } from './wire/families.ts';

const quote: JsonObject = {
  QuoteID: 'fd53e0b7-4d24-4c20-be85-043a62ea5800',
  QuoteNumber: 'QU-0031',
  Reference: 'Q-12',
  Terms: '30 days',
  Contact: { ContactID: 'be39', Name: 'Miro Ltd', EmailAddress: '' },
  LineItems: [
    {
      LineItemID: '898c',
      Description: 'Bench',
      UnitAmount: 19.95,
      DiscountRate: 10,
      DiscountAmount: 0,
      LineAmount: 17.96,
      Item: { ItemID: '1' },
      ValidationErrors: [],
      TaxAmount: 2.69,
      Tracking: [],
    },
  ],
  Date: '/Date(1789257600000)/',
  DateString: '2026-09-13T00:00:00',
  ExpiryDate: '/Date(1791849600000)/',
  ExpiryDateString: '2026-10-13T00:00:00',
  Status: 'SENT',
  CurrencyRate: 1,
  CurrencyCode: 'NZD',
  SubTotal: 17.96,
  TotalTax: 2.69,
  Total: 20.65,
  TotalDiscount: 1.99,
  Title: '',
  BrandingThemeID: 'dab0',
  UpdatedDateUTC: '/Date(1789378199123)/',
  LineAmountTypes: 'EXCLUSIVE',
  StatusAttributeString: 'OK',
  ValidationErrors: [],
  HasAttachments: false,
};

describe('overlay', () => {
  it('never writes back a tax number that was shown masked; one that was shown whole it does', () => {
    for (const shown of ['***-**-1234', 'XXX-XX-1234', '•••••6789', 'xxxxx1234', '#########']) {
      const sent = overlay(families.contacts, { Name: 'One', TaxNumber: shown }, { FirstName: 'Anna' });
      expect(sent).to.eql({ Name: 'One', FirstName: 'Anna' });
    }
    for (const TaxNumber of ['12-345-678', 'XAXX010101000', 'ATU12345678', 'XX 1234', '']) {
      expect(overlay(families.contacts, { TaxNumber }, {})).to.eql({ TaxNumber });
      expect(overlay(families.contacts, { TaxNumber: '***1234' }, { TaxNumber })).to.eql({ TaxNumber });
    }
  });

  it('sends the whole header of a quote with what is supplied in its place', () => {
    expect(overlay(families.quotes, quote, { Status: 'ACCEPTED' })).to.eql({
      QuoteID: quote['QuoteID'],
      QuoteNumber: 'QU-0031',
      Reference: 'Q-12',
      Terms: '30 days',
      Contact: { ContactID: 'be39' },
      LineItems: [
        {
          LineItemID: '898c',
          Description: 'Bench',
          UnitAmount: 19.95,
          DiscountRate: 10,
          LineAmount: 17.96,
          TaxAmount: 2.69,
          Tracking: [],
        },
      ],
      Date: '2026-09-13',
      ExpiryDate: '2026-10-13',
      Status: 'ACCEPTED',
      CurrencyRate: 1,
      CurrencyCode: 'NZD',
      Title: '',
      BrandingThemeID: 'dab0',
      LineAmountTypes: 'EXCLUSIVE',
    });
  });

  it('leaves a status alone where the provider merges, so that nobody’s later change is undone', () => {
    const invoice = {
      Status: 'DRAFT',
      Reference: 'R',
      AmountDue: 5,
      Payments: [],
      SentToContact: false,
      HasErrors: false,
    };
    expect(overlay(families.invoices, invoice, { Reference: 'S' })).to.eql({ Reference: 'S' });
    expect(overlay(families.invoices, invoice, { Status: 'AUTHORISED' })).to.include({ Status: 'AUTHORISED' });
  });

  it('cleans every depth of dates and of past validation', () => {
    const contact = { Addresses: [{ City: 'A', ValidationErrors: [{ Message: 'x' }] }], Since: { At: '/Date(0)/' } };
    expect(overlay(families.contacts, contact, {})).to.eql({ Addresses: [{ City: 'A' }], Since: { At: '1970-01-01' } });
  });

  it('changes only what is supplied, for every family and any document', () => {
    const types: ResourceType[] = ['contacts', 'invoices', 'quotes', 'purchase_orders', 'accounts'];
    const keys = ['Reference', 'Terms', 'Title', 'Url', 'Name', 'Novel', 'Description'];
    const key = fc.constantFrom(...keys);
    const said = fc.oneof(fc.string(), fc.integer());
    const document = fc.dictionary(key, fc.oneof(said, fc.constant(null)));
    fc.assert(
      fc.property(fc.constantFrom(...types), document, fc.dictionary(key, said), (type, existing, changes) => {
        const supplied = changes as JsonObject;
        expect(overlay(families[type], existing as JsonObject, supplied)).to.eql({ ...existing, ...supplied });
      }),
    );
  });

  it('takes null for nothing said: what the provider would replace stays, what it merges it ignores', () => {
    const nothing = { QuoteNumber: null, LineAmountTypes: null, Title: '' };
    expect(overlay(families.quotes, quote, nothing)).to.include({
      QuoteNumber: 'QU-0031',
      LineAmountTypes: 'EXCLUSIVE',
    });
    expect(overlay(families.invoices, {}, { Url: null })).to.eql({ Url: null });
  });
});
