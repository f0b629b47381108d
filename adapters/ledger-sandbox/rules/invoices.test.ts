import { expect } from 'chai';
import { type Drive, driveSandbox, items, type Loose } from '../drive-sandbox.test.ts';

const line = { Description: 'Hire', Quantity: 1, UnitAmount: 100, AccountCode: '200' };
const sale = { Type: 'ACCREC', Contact: { Name: 'City Power' }, DueDate: '2027-01-31', LineItems: [line] };

describe('sandbox invoices', () => {
  let drive: Drive;
  before(async () => {
    drive = await driveSandbox();
  });
  after(() => drive.close());

  const make = (changes: object = {}): Promise<Loose> => drive.first('PUT', 'Invoices', { ...sale, ...changes });

  it('reinterprets unit amounts when the mode changes', async () => {
    const before = await make();
    const after = await drive.first('POST', `Invoices/${before['InvoiceID']}`, { LineAmountTypes: 'Inclusive' });
    expect([before['Total'], after['Total'], after['TotalTax']]).to.deep.equal([115, 100, 13.04]);
  });

  it('gives numbers, keeps them unique and matches them on POST but not on PUT', async () => {
    const one = await make();
    expect(one['InvoiceNumber']).to.match(/^INV-\d{4}$/);
    const named = { Type: 'ACCREC', InvoiceNumber: one['InvoiceNumber'], Reference: 'found', Contact: {} };
    const found = await drive.first('POST', 'Invoices', named);
    expect([found['InvoiceID'], found['Reference']]).to.deep.equal([one['InvoiceID'], 'found']);
    const body = { ...named, Contact: { Name: 'City Power' }, LineItems: [line] };
    expect(await drive.refused('PUT', 'Invoices', body)).to.deep.equal(['Invoice # must be unique.']);
    const byNumber = await drive.first('GET', `Invoices/${one['InvoiceNumber']}`);
    expect(byNumber['InvoiceID']).to.equal(one['InvoiceID']);
  });

  it('names every gap of an approved document', async () => {
    const body = { Type: 'ACCREC', Status: 'AUTHORISED', Contact: { Name: 'City Power' } };
    expect(await drive.refused('PUT', 'Invoices', body)).to.deep.equal([
      'One or more line items must be specified',
      'The document DueDate field must be specified.',
    ]);
    const unknown = { ...body, DueDate: '2027-01-01', LineItems: [{ ...line, AccountCode: '999' }] };
    expect(await drive.refused('PUT', 'Invoices', unknown)).to.deep.equal([
      "Account code '999' is not a valid code for this document.",
    ]);
    const taxed = { ...body, DueDate: '2027-01-01', LineItems: [{ ...line, AccountCode: '400', TaxType: 'OUTPUT2' }] };
    expect(await drive.refused('PUT', 'Invoices', taxed)).to.deep.equal([
      "The TaxType code 'OUTPUT2' cannot be used with account code '400'.",
    ]);
    const nobody = { Type: 'ACCREC', LineItems: [line] };
    expect(await drive.refused('PUT', 'Invoices', nobody)).to.deep.equal([
      'A Contact must be specified for this type of transaction',
    ]);
  });

  it('echoes a refused document with the zero id, messages and its lines', async () => {
    const answer = await drive.api('PUT', 'Invoices', {
      Type: 'ACCREC',
      Status: 'AUTHORISED',
      Contact: { Name: 'City Power' },
      LineItems: [line],
    });
    const element = answer.json['Elements']?.[0] ?? {};
    expect(element['InvoiceID']).to.equal('00000000-0000-0000-0000-000000000000');
    expect(element['HasErrors']).to.equal(true);
    expect(element['LineItems']?.[0]?.['ValidationErrors']).to.deep.equal([]);
    expect(element['Contact']?.['ValidationErrors']).to.deep.equal([]);
  });

  it('refuses money changes once paid in part, and lets the rest through', async () => {
    const invoice = await make({ Status: 'AUTHORISED' });
    const body = { tenant_id: drive.tenantId, invoice_id: invoice['InvoiceID'], amount: 15 };
    expect((await drive.control('POST', 'payments', body)).status).to.equal(200);
    const path = `Invoices/${invoice['InvoiceID']}`;
    const message = 'This document cannot be edited as it has a payment or credit note allocated to it.';
    expect(await drive.refused('POST', path, { LineItems: [{ ...line, UnitAmount: 9 }] })).to.deep.equal([message]);
    expect(await drive.refused('POST', path, { Contact: { Name: 'Ridgeway Cafe' } })).to.deep.equal([message]);
    expect((await drive.first('POST', path, { Reference: 'still fine', DueDate: '2027-03-01' }))['Reference']).to.equal(
      'still fine',
    );
  });

  it('has no prepayments and overpayments, and says so in the echo of a write as in a read', async () => {
    const made = await make();
    const changed = await drive.first('POST', `Invoices/${made['InvoiceID']}`, { Reference: 'changed' });
    const read = await drive.first('GET', `Invoices/${made['InvoiceID']}`);
    for (const invoice of [made, changed, read]) {
      expect(invoice).to.deep.include({ Prepayments: [], Overpayments: [] });
    }
  });

  it('takes the tax of the account, honours a sent tax amount and checks a sent line amount', async () => {
    const bill = await make({ Type: 'ACCPAY', LineItems: [{ ...line, AccountCode: '400' }] });
    expect(bill['LineItems']?.[0]?.['TaxType']).to.equal('INPUT2');
    const own = await make({ LineItems: [{ ...line, TaxAmount: 14.99 }] });
    expect(own['Total']).to.equal(114.99);
    const wrong = { Type: 'ACCREC', Contact: { Name: 'City Power' }, LineItems: [{ ...line, LineAmount: 90 }] };
    expect(await drive.refused('PUT', 'Invoices', wrong)).to.deep.equal([
      'The line total 90 does not match the expected line total 100',
    ]);
  });

  it('makes a contact from a bare name and changes one whose fields are sent along', async () => {
    const invoice = await make({ Contact: { Name: 'Brand New Ltd' } });
    const ContactID = invoice['Contact']?.['ContactID'];
    await make({ Contact: { ContactID, EmailAddress: 'new@example.com' } });
    const held = { Name: 'Brand New Ltd', EmailAddress: 'new@example.com', IsCustomer: true };
    expect(await drive.first('GET', `Contacts/${ContactID}`)).to.include(held);
  });

  it('answers per element when errors are not summarized', async () => {
    const good = { Type: 'ACCREC', Contact: { Name: 'City Power' }, LineItems: [line] };
    const answer = await drive.api('PUT', 'Invoices?summarizeErrors=false', { Invoices: [good, { Type: 'ACCREC' }] });
    expect(answer.status).to.equal(200);
    expect(items(answer.json['Invoices']).map((item) => item['StatusAttributeString'])).to.deep.equal(['OK', 'ERROR']);
  });
});
