import { expect } from 'chai';
import {
  Address,
  Contact,
  LineAmountTypes,
  Phone,
  PurchaseOrder,
  QuoteLineAmountTypes,
  QuoteStatusCodes,
} from 'xero-node';
import { type DrivenSdk, dayOf, driveSdk, only } from './testing/drive-sdk.ts';

const { PhoneTypeEnum } = Phone;
const { AddressTypeEnum } = Address;

describe('official SDK: contacts, quotes and purchase orders', () => {
  let sdk: DrivenSdk;
  before(async () => {
    sdk = await driveSdk();
  });
  after(() => sdk.close());

  const contactOf = async (number: string): Promise<string> =>
    only((await sdk.api.getContactByContactNumber(sdk.tenantId, number)).body.contacts).contactID ?? '';

  it('creates a contact with everything it may hold and reads it back', async () => {
    const contact: Contact = {
      name: 'Full Ltd',
      contactNumber: 'SDK-1',
      accountNumber: 'A-1',
      firstName: 'Ari',
      lastName: 'Ngata',
      emailAddress: 'ari@full.example',
      taxNumber: '12-345-678',
      phones: [
        { phoneType: PhoneTypeEnum.MOBILE, phoneNumber: '555 010', phoneAreaCode: '21', phoneCountryCode: '64' },
      ],
      addresses: [{ addressType: AddressTypeEnum.STREET, addressLine1: '1 Quay St', city: 'Auckland' }],
      contactPersons: [{ firstName: 'Bo', emailAddress: 'bo@full.example', includeInEmails: true }],
      paymentTerms: { sales: { day: 20, type: 'OFFOLLOWINGMONTH' as never } },
    };
    const created = only((await sdk.api.createContacts(sdk.tenantId, { contacts: [contact] })).body.contacts);
    expect(created.contactStatus).to.equal(Contact.ContactStatusEnum.ACTIVE);
    expect(created.updatedDateUTC).to.be.an.instanceOf(Date);
    expect([created.phones?.length, created.addresses?.length]).to.deep.equal([4, 2]);
    const held = only((await sdk.api.getContact(sdk.tenantId, created.contactID ?? '')).body.contacts);
    expect(held).to.deep.equal(created);
    expect(held).to.include({
      contactNumber: 'SDK-1',
      accountNumber: 'A-1',
      lastName: 'Ngata',
      hasValidationErrors: false,
    });
    expect(held.phones?.find((phone) => phone.phoneType === PhoneTypeEnum.MOBILE)?.phoneNumber).to.equal('555 010');
    expect(held.addresses?.find((address) => address.addressType === AddressTypeEnum.STREET)?.city).to.equal(
      'Auckland',
    );
    expect(held.contactPersons?.[0]).to.include({ firstName: 'Bo', includeInEmails: true });
    expect(held.paymentTerms?.sales?.day).to.equal(20);
    const byNumber = await sdk.api.getContactByContactNumber(sdk.tenantId, 'SDK-1');
    expect(only(byNumber.body.contacts).contactID).to.equal(created.contactID);
  });

  it('creates a quote and reads it with dates, enums and numbers', async () => {
    const details = {
      title: 'Workshop',
      summary: 'A bench',
      terms: '30 days',
      reference: 'Q-1',
      expiryDate: '2026-10-13',
    };
    const contactID = await contactOf('C-1002');
    const bench = { description: 'Bench', quantity: 1, unitAmount: 19.95, discountRate: 10, accountCode: '200' };
    const lineItems = [{ ...bench, taxType: 'OUTPUT2' }];
    const quotes = [{ contact: { contactID }, date: '2026-09-13', lineItems, ...details }];
    const created = only((await sdk.api.createQuotes(sdk.tenantId, { quotes })).body.quotes);
    expect(created.quoteNumber).to.match(/^QU-\d{4}$/);
    expect(created.statusAttributeString).to.equal('OK');
    const quote = only((await sdk.api.getQuote(sdk.tenantId, created.quoteID ?? '')).body.quotes);
    expect(quote.status).to.equal(QuoteStatusCodes.DRAFT);
    expect(quote.lineAmountTypes).to.equal(QuoteLineAmountTypes.EXCLUSIVE);
    expect(quote).to.include({ subTotal: 17.96, totalTax: 2.69, total: 20.65, totalDiscount: 1.99, terms: '30 days' });
    expect(quote).to.include({
      title: 'Workshop',
      summary: 'A bench',
      reference: 'Q-1',
      dateString: '2026-09-13T00:00:00',
    });
    expect([dayOf(quote.date), dayOf(quote.expiryDate)]).to.deep.equal([
      '2026-09-13T00:00:00.000Z',
      '2026-10-13T00:00:00.000Z',
    ]);
    expect(quote.updatedDateUTC).to.be.an.instanceOf(Date);
    expect(quote.contact).to.include({
      contactID,
      name: 'Northgate Builders',
      emailAddress: 'office@northgate.example',
    });
    expect(quote.lineItems?.[0]).to.include({ itemCode: '', discountRate: 10, lineAmount: 17.96 });
  });

  it('creates a purchase order and reads it with dates, enums and numbers', async () => {
    const delivery = {
      deliveryAddress: '1 Quay St',
      attentionTo: 'Bo',
      telephone: '555',
      deliveryInstructions: 'Ring',
    };
    const contactID = await contactOf('C-1001');
    const lineItems = [{ description: 'Ply', quantity: 1, unitAmount: 20.1234, accountCode: '400' }];
    const dates = { date: '2026-09-13', deliveryDate: '2026-09-20', expectedArrivalDate: '2026-09-21' };
    const purchaseOrders = [{ contact: { contactID }, lineItems, ...dates, ...delivery }];
    const made = await sdk.api.createPurchaseOrders(sdk.tenantId, { purchaseOrders });
    const created = only(made.body.purchaseOrders);
    expect(created.purchaseOrderNumber).to.match(/^PO-\d{4}$/);
    const held = only(
      (await sdk.api.getPurchaseOrder(sdk.tenantId, created.purchaseOrderID ?? '')).body.purchaseOrders,
    );
    expect(held).to.include({
      ...delivery,
      status: PurchaseOrder.StatusEnum.DRAFT,
      subTotal: 20.12,
      totalTax: 3.02,
      total: 23.14,
    });
    expect(held.lineAmountTypes).to.equal(LineAmountTypes.Exclusive);
    expect([held.date, held.deliveryDate, held.expectedArrivalDate].map(dayOf)).to.deep.equal([
      '2026-09-13T00:00:00.000Z',
      '2026-09-20T00:00:00.000Z',
      '2026-09-21T00:00:00.000Z',
    ]);
    expect(held.updatedDateUTC).to.be.an.instanceOf(Date);
    expect(held.lineItems?.[0]).to.include({ unitAmount: 20.1234, taxType: 'INPUT2' });
    const byNumber = await sdk.api.getPurchaseOrderByNumber(sdk.tenantId, created.purchaseOrderNumber ?? '');
    expect(only(byNumber.body.purchaseOrders).purchaseOrderID).to.equal(created.purchaseOrderID);
  });
});
