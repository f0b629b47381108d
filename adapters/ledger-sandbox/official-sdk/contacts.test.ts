import { expect } from 'chai';
import { Address, Contact, Phone } from 'xero-node';
import { type DrivenSdk, driveSdk, only } from './testing/drive-sdk.ts';

const { PhoneTypeEnum } = Phone;
const { AddressTypeEnum } = Address;

describe('official SDK: contacts', () => {
  let sdk: DrivenSdk;
  before(async () => {
    sdk = await driveSdk();
  });
  after(() => sdk.close());

  const create = async (contact: Contact): Promise<Contact> =>
    only((await sdk.api.createContacts(sdk.tenantId, { contacts: [contact] })).body.contacts);
  const read = async (id: string | undefined): Promise<Contact> =>
    only((await sdk.api.getContact(sdk.tenantId, id ?? '')).body.contacts);
  const slot = (contact: Contact, type: Phone.PhoneTypeEnum): string | undefined =>
    contact.phones?.find((phone) => phone.phoneType === type)?.phoneNumber;

  it('creates a contact with everything it may hold and reads it back', async () => {
    const created = await create({
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
    });
    expect(created.contactStatus).to.equal(Contact.ContactStatusEnum.ACTIVE);
    expect(created.updatedDateUTC).to.be.an.instanceOf(Date);
    expect([created.phones?.length, created.addresses?.length]).to.deep.equal([4, 2]);
    const held = await read(created.contactID);
    expect(held).to.deep.equal(created);
    expect(held).to.include({
      contactNumber: 'SDK-1',
      accountNumber: 'A-1',
      lastName: 'Ngata',
      hasValidationErrors: false,
    });
    expect(slot(held, PhoneTypeEnum.MOBILE)).to.equal('555 010');
    expect(held.addresses?.find((address) => address.addressType === AddressTypeEnum.STREET)?.city).to.equal(
      'Auckland',
    );
    expect(held.contactPersons?.[0]).to.include({ firstName: 'Bo', includeInEmails: true });
    expect(held.paymentTerms?.sales?.day).to.equal(20);
    const byNumber = await sdk.api.getContactByContactNumber(sdk.tenantId, 'SDK-1');
    expect(only(byNumber.body.contacts).contactID).to.equal(created.contactID);
  });
});
