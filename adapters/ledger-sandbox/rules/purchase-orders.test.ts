import { expect } from 'chai';
import { type Drive, driveSandbox, items } from '../drive-sandbox.test.ts';

const line = { Description: 'Ply', Quantity: 1, UnitAmount: 20, AccountCode: '400' };
const Contact = { ContactNumber: 'C-1001' };

describe('sandbox purchase orders', () => {
  let drive: Drive;
  beforeEach(async () => {
    drive = await driveSandbox();
  });
  afterEach(() => drive.close());

  const make = (changes: object = {}) =>
    drive.first('PUT', 'PurchaseOrders', { Contact, LineItems: [line], ...changes });

  it('takes the tax of the account and may begin in any live status', async () => {
    for (const Status of ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'BILLED']) {
      const order = await make({ Status });
      expect([order['Status'], order['LineItems']?.[0]?.['TaxType'], order['Total']]).to.deep.equal([
        Status,
        'INPUT2',
        23,
      ]);
      const deleted = await drive.first('POST', `PurchaseOrders/${order['PurchaseOrderID']}`, { Status: 'DELETED' });
      expect(deleted['Status']).to.equal('DELETED');
    }
  });

  it('updates by number on POST, refuses it on PUT, and frees no number of a deleted one', async () => {
    const { PurchaseOrderID, PurchaseOrderNumber } = await make();
    const taken = await drive.first('POST', 'PurchaseOrders', {
      PurchaseOrderNumber,
      Reference: 'over',
      Contact: {},
      LineItems: [],
    });
    expect([taken['PurchaseOrderID'], taken['Reference'], taken['Total']]).to.deep.equal([PurchaseOrderID, 'over', 23]);
    const again = { PurchaseOrderNumber, Contact, LineItems: [line] };
    expect(await drive.refused('PUT', 'PurchaseOrders', again)).to.deep.equal(['Order number must be unique']);
    await drive.first('POST', `PurchaseOrders/${PurchaseOrderID}`, { Status: 'DELETED' });
    expect(await drive.refused('POST', 'PurchaseOrders', again)).to.have.length(2);
    expect(await drive.refused('POST', `PurchaseOrders/${PurchaseOrderID}`, { Status: 'DRAFT' })).to.have.length(2);
  });

  it('never makes a contact, and warns of a sent flag too early', async () => {
    const body = { Contact: { Name: 'Nobody Yet' }, LineItems: [line] };
    expect(await drive.refused('PUT', 'PurchaseOrders', body)).to.deep.equal([
      'A Contact must be specified for this type of transaction',
    ]);
    const warned = await make({ SentToContact: true });
    expect(warned['Warnings']?.[0]?.['Message']).to.include('may have SentToContact updated');
    expect(warned['SentToContact']).to.equal(false);
  });

  it('is always listed in pages with its lines', async () => {
    const answer = await drive.api('GET', 'PurchaseOrders');
    expect(answer.json['pagination']).to.include({ page: 1, pageSize: 100 });
    expect(items(answer.json['PurchaseOrders']?.[0]?.['LineItems'])).to.have.length(1);
  });
});

describe('sandbox accounts', () => {
  let drive: Drive;
  beforeEach(async () => {
    drive = await driveSandbox();
  });
  afterEach(() => drive.close());

  it('creates one bare account, merges by envelope, archives and deletes', async () => {
    const made = await drive.api('PUT', 'Accounts', { Code: '489', Name: 'Workshop Tools', Type: 'EXPENSE' });
    const account = made.json['Accounts']?.[0] ?? {};
    expect([account['Class'], account['TaxType'], account['ReportingCode']]).to.deep.equal([
      'EXPENSE',
      'INPUT2',
      'EXP',
    ]);
    const path = `Accounts/${account['AccountID']}`;
    const changed = await drive.api('POST', path, { Accounts: [{ Description: 'saws' }] });
    expect(changed.json['Accounts']?.[0]).to.include({ Code: '489', Description: 'saws' });
    const archived = await drive.api('POST', path, { Status: 'ARCHIVED' });
    expect(archived.json['Accounts']?.[0]?.['Status']).to.equal('ARCHIVED');
    expect((await drive.api('DELETE', path)).json['Accounts']?.[0]?.['Status']).to.equal('DELETED');
    expect((await drive.api('POST', 'Accounts', { Code: '1' })).status).to.equal(501);
  });

  it('keeps codes and names unique and what is used or the system’s own in place', async () => {
    const message = async (body: object) =>
      (await drive.api('PUT', 'Accounts', { Type: 'EXPENSE', ...body })).json['Elements']?.[0]?.[
        'ValidationErrors'
      ]?.[0]?.['Message'];
    expect(await message({ Code: '999', Name: 'sales' })).to.equal('Please enter a unique Name.');
    expect(await message({ Code: '200', Name: 'New' })).to.equal('Please enter a unique Code.');
    const found = async (code: string) =>
      (await drive.api('GET', `Accounts?where=${encodeURIComponent(`Code=="${code}"`)}`)).json['Accounts']?.[0]?.[
        'AccountID'
      ];
    for (const code of ['200', '610'])
      expect((await drive.api('DELETE', `Accounts/${await found(code)}`)).status).to.equal(400);
  });
});
