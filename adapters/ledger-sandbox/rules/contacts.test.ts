import { expect } from 'chai';
import { type Drive, driveSandbox, items } from '../drive-sandbox.test.ts';

describe('sandbox contacts', () => {
  let drive: Drive;
  beforeEach(async () => {
    drive = await driveSandbox();
  });
  afterEach(() => drive.close());

  const archivedMessage =
    'The specified contact details matched an archived contact. Archived contacts cannot currently be edited via the API.';

  it('keeps names unique among active contacts, whatever the case, and echoes the zero id', async () => {
    await drive.first('PUT', 'Contacts', { Name: 'Only One' });
    const answer = await drive.api('PUT', 'Contacts', { Name: 'ONLY ONE' });
    const element = answer.json['Elements']?.[0];
    expect(element?.['ContactID']).to.equal('00000000-0000-0000-0000-000000000000');
    expect(element?.['HasValidationErrors']).to.equal(true);
    expect(element?.['ValidationErrors']?.[0]?.['Message']).to.equal(
      'The contact name ONLY ONE is already assigned to another contact. The contact name must be unique across all active contacts.',
    );
  });

  it('updates on POST by id, number or name, and knows no strange id', async () => {
    const made = await drive.first('PUT', 'Contacts', { Name: 'Found Ltd', ContactNumber: 'F-1' });
    const byName = await drive.first('POST', 'Contacts', { Name: 'found ltd', FirstName: 'N' });
    const byNumber = await drive.first('POST', 'Contacts', { ContactNumber: 'F-1', Name: 'Renamed Ltd' });
    expect([byName['ContactID'], byNumber['ContactID']]).to.deep.equal([made['ContactID'], made['ContactID']]);
    expect((await drive.first('GET', 'Contacts/F-1'))['Name']).to.equal('Renamed Ltd');
    const answer = await drive.api('POST', 'Contacts', {
      ContactID: '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10',
      Name: 'X',
    });
    expect([answer.status, answer.headers['content-type']]).to.deep.equal([404, 'text/html']);
    expect(await drive.refused('PUT', 'Contacts', { Name: 'Other', ContactNumber: 'F-1' })).to.have.length(1);
  });

  it('archives, hides, protects and restores', async () => {
    const made = await drive.first('PUT', 'Contacts', { Name: 'Gone Ltd' });
    const path = `Contacts/${made['ContactID']}`;
    expect((await drive.first('POST', path, { ContactStatus: 'ARCHIVED' }))['ContactStatus']).to.equal('ARCHIVED');
    const names = async (query: string) =>
      items((await drive.api('GET', `Contacts${query}`)).json['Contacts']).map((contact) => contact['Name']);
    expect(await names('')).to.not.include('Gone Ltd');
    expect(await names('?includeArchived=true')).to.include('Gone Ltd');
    expect(await drive.refused('POST', path, { FirstName: 'A' })).to.deep.equal([archivedMessage]);
    const invoice = { Type: 'ACCREC', Contact: { ContactID: made['ContactID'] }, LineItems: [{ Description: 'x' }] };
    expect(await drive.refused('PUT', 'Invoices', invoice)).to.deep.equal([archivedMessage]);
    await drive.first('PUT', 'Contacts', { Name: 'Gone Ltd' });
    expect((await drive.refused('POST', path, { ContactStatus: 'ACTIVE' }))[0]).to.include('already assigned');
  });
});
