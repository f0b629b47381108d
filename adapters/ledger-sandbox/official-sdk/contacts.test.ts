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
  const update = async (id: string | undefined, contact: Contact): Promise<Contact> =>
    only((await sdk.api.updateContact(sdk.tenantId, id ?? '', { contacts: [contact] })).body.contacts);
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

  it('takes back the whole model that it handed out', async () => {
    const contact = await read((await create({ name: 'Echo Ltd', contactNumber: 'SDK-E' })).contactID);
    const { updatedDateUTC: _before, ...kept } = contact;
    const { updatedDateUTC: _after, ...again } = await update(contact.contactID, contact);
    expect(again).to.deep.equal(kept);
  });

  it('pages, filters, orders, searches and narrows', async () => {
    const { api, tenantId } = sdk;
    await api.createContacts(tenantId, { contacts: [1, 2, 3, 4, 5].map((count) => ({ name: `Paged ${count}` })) });
    const where = 'Name.StartsWith("Paged")';
    const page = async (number: number) =>
      (await api.getContacts(tenantId, undefined, where, 'Name DESC', undefined, number, false, false, undefined, 2))
        .body;
    const [first, third, fourth] = [await page(1), await page(3), await page(4)];
    expect(first.pagination).to.deep.include({ page: 1, pageSize: 2, pageCount: 3, itemCount: 5 });
    expect(first.contacts?.map((contact) => contact.name)).to.deep.equal(['Paged 5', 'Paged 4']);
    expect(first.contacts?.[0]?.phones).to.have.length(4);
    expect([third.contacts?.length, fourth.contacts?.length]).to.deep.equal([1, 0]);

    const names = async (...query: [Date?, string?, string[]?, boolean?, string?]) => {
      const [since, filter, ids, summary, term] = query;
      const answer = await api.getContacts(
        tenantId,
        since,
        filter,
        undefined,
        ids,
        undefined,
        undefined,
        summary,
        term,
      );
      return (answer.body.contacts ?? []).map((contact) => contact.name);
    };
    const third_ = third.contacts?.[0]?.contactID ?? '';
    expect(await names(undefined, undefined, [third_])).to.deep.equal(['Paged 1']);
    expect(await names(undefined, 'ContactNumber=="C-1002"')).to.deep.equal(['Northgate Builders']);
    expect(await names(undefined, undefined, undefined, undefined, 'ridgeway.ex')).to.deep.equal(['Ridgeway Cafe']);
    expect(await names(undefined, 'Name=="Paged 2" OR ContactNumber=="C-1001"')).to.have.length(2);
    expect(await names(new Date(Date.now() + 60_000))).to.deep.equal([]);
    const [changed] = (await api.getContacts(tenantId, undefined, 'Name=="Paged 4"')).body.contacts ?? [];
    expect(await names(changed?.updatedDateUTC)).to.include.members(['Paged 4', 'Paged 5']);
    const summaries = await api.getContacts(tenantId, undefined, where, undefined, undefined, 1, false, true);
    expect(summaries.body.contacts?.[0]).to.include({ phones: undefined });
  });
});
