import { expect } from 'chai';
import { Address, Contact, Phone } from 'xero-node';
import { type DrivenSdk, driveSdk, messagesOf, only, refusalOf } from './testing/drive-sdk.ts';

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

  it('keeps on update what is not sent, slot by slot, and replaces the persons', async () => {
    const { contactID } = await create({
      name: 'Merge Ltd',
      emailAddress: 'a@merge.example',
      phones: [{ phoneType: PhoneTypeEnum.DEFAULT, phoneNumber: '1' }],
      contactPersons: [{ firstName: 'One' }, { firstName: 'Two' }],
    });
    await update(contactID, { phones: [{ phoneType: PhoneTypeEnum.FAX, phoneNumber: '2' }] });
    await update(contactID, { contactPersons: [{ firstName: 'Three' }] });
    const held = await read(contactID);
    expect([slot(held, PhoneTypeEnum.DEFAULT), slot(held, PhoneTypeEnum.FAX)]).to.deep.equal(['1', '2']);
    expect(held.emailAddress).to.equal('a@merge.example');
    await update(contactID, { emailAddress: '' });
    const cleared = await read(contactID);
    expect(cleared.emailAddress).to.equal('');
    expect(cleared.contactPersons?.map((person) => person.firstName)).to.deep.equal(['Three']);
  });

  it('takes back the whole model that it handed out', async () => {
    const contact = await read((await create({ name: 'Echo Ltd', contactNumber: 'SDK-E' })).contactID);
    const { updatedDateUTC: _before, ...kept } = contact;
    const { updatedDateUTC: _after, ...again } = await update(contact.contactID, contact);
    expect(again).to.deep.equal(kept);
  });

  it('updates or creates by id, number and name on the collection', async () => {
    const { api, tenantId } = sdk;
    const upsert = async (...contacts: Contact[]) =>
      (await api.updateOrCreateContacts(tenantId, { contacts })).body.contacts ?? [];
    const [first] = await upsert({ name: 'Upsert Ltd', contactNumber: 'SDK-U' });
    const [second] = await upsert({ contactNumber: 'SDK-U', name: 'Upsert Two Ltd' });
    const [third] = await upsert({ name: 'UPSERT two ltd', emailAddress: 'u@upsert.example' });
    const [fourth] = await upsert({ ...(first?.contactID ? { contactID: first.contactID } : {}), firstName: 'Uma' });
    expect(new Set([first, second, third, fourth].map((contact) => contact?.contactID)).size).to.equal(1);
    expect(fourth).to.include({ contactNumber: 'SDK-U', emailAddress: 'u@upsert.example', firstName: 'Uma' });
    const unknown = { contactID: '00000000-0000-4000-8000-000000000001', name: 'Nobody Ltd' };
    expect((await refusalOf(api.updateOrCreateContacts(tenantId, { contacts: [unknown] }))).statusCode).to.equal(404);
  });

  it('archives, hides and restores', async () => {
    const { api, tenantId } = sdk;
    const { contactID } = await create({ name: 'Archive Ltd' });
    const status = Contact.ContactStatusEnum;
    expect((await update(contactID, { contactStatus: status.ARCHIVED })).contactStatus).to.equal(status.ARCHIVED);
    const listed = async (withArchived: boolean) =>
      (
        (await api.getContacts(tenantId, undefined, undefined, undefined, undefined, 1, withArchived)).body.contacts ??
        []
      )
        .map((contact) => contact.name)
        .includes('Archive Ltd');
    expect([await listed(false), await listed(true)]).to.deep.equal([false, true]);
    const edited = await refusalOf(api.updateContact(tenantId, contactID ?? '', { contacts: [{ firstName: 'No' }] }));
    expect(messagesOf(edited)[0]).to.match(/^The specified contact details matched an archived contact/);
    expect((await update(contactID, { contactStatus: status.ACTIVE })).contactStatus).to.equal(status.ACTIVE);
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

  it('refuses a name that is taken, and with summarizeErrors=false says so element by element', async () => {
    const { api, tenantId } = sdk;
    const taken = await refusalOf(api.createContacts(tenantId, { contacts: [{ name: 'Ridgeway Cafe' }] }));
    expect(taken.statusCode).to.equal(400);
    expect(messagesOf(taken)[0]).to.match(/^The contact name Ridgeway Cafe is already assigned to another contact\./);
    const mixed = [{ name: 'City Power' }, { name: 'Sound Ltd' }];
    const { response, body } = await api.createContacts(tenantId, { contacts: mixed }, false);
    const [bad, good] = body.contacts ?? [];
    expect(response.status).to.equal(200);
    expect(bad).to.include({ statusAttributeString: 'ERROR', hasValidationErrors: true });
    expect(bad?.contactID).to.equal('00000000-0000-0000-0000-000000000000');
    expect(bad?.validationErrors?.[0]?.message).to.include('City Power');
    expect(good).to.include({ statusAttributeString: 'OK', name: 'Sound Ltd' });
  });

  it('keeps notes', async () => {
    const { api, tenantId } = sdk;
    const { contactID = '' } = await create({ name: 'Noted Ltd' });
    await api.createContactHistory(tenantId, contactID, { historyRecords: [{ details: 'Rang them' }] });
    const [note] = (await api.getContactHistory(tenantId, contactID)).body.historyRecords ?? [];
    expect(note).to.include({ details: 'Rang them' });
    expect(note?.dateUTC).to.be.an.instanceOf(Date);
  });
});
