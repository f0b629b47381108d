import { expect } from 'chai';
import { type Drive, driveSandbox, items, type Loose } from '../drive-sandbox.test.ts';

describe('sandbox payments', () => {
  let drive: Drive;
  let invoice: Loose;
  beforeEach(async () => {
    drive = await driveSandbox();
    const LineItems = [{ Description: 'Hire', Quantity: 1, UnitAmount: 100, AccountCode: '200' }];
    const Contact = { Name: 'City Power' };
    const body = { Type: 'ACCREC', Status: 'AUTHORISED', DueDate: '2027-01-01', Contact, LineItems };
    invoice = await drive.first('PUT', 'Invoices', body);
  });
  afterEach(() => drive.close());

  const pay = (Amount: number, changes: object = {}) =>
    drive.api('PUT', 'Payments', {
      Payments: [{ Invoice: { InvoiceID: invoice['InvoiceID'] }, Account: { Code: '090' }, Amount, ...changes }],
    });
  const read = () => drive.first('GET', `Invoices/${invoice['InvoiceID']}`);
  const message = (answer: { json: Loose }) => answer.json['Elements']?.[0]?.['ValidationErrors']?.[0]?.['Message'];

  it('moves the invoice to paid and back when the payment is deleted', async () => {
    const part = (await pay(15)).json['Payments']?.[0] ?? {};
    expect(part['Invoice']?.['AmountDue']).to.equal(100);
    expect(part['Invoice']?.['Status']).to.equal('AUTHORISED');
    const rest = (await pay(100)).json['Payments']?.[0] ?? {};
    expect(rest['Invoice']?.['Status']).to.equal('PAID');
    const paid = await read();
    expect(paid).to.include({ Status: 'PAID', AmountPaid: 115, AmountDue: 0 });
    expect(items(paid['Payments'])).to.have.length(2);
    expect(paid).to.have.property('FullyPaidOnDate');
    const path = `Payments/${rest['PaymentID']}`;
    expect((await drive.api('POST', path, { Amount: 1 })).status).to.equal(400);
    expect((await drive.api('POST', path, { Status: 'DELETED' })).status).to.equal(200);
    const back = await read();
    expect([back['Status'], back['AmountPaid'], back['AmountDue']]).to.deep.equal(['AUTHORISED', 15, 100]);
    expect(back).to.not.have.property('FullyPaidOnDate');
    expect((await drive.api('POST', path, { Status: 'DELETED' })).status).to.equal(400);
  });

  it('refuses too much, the wrong state and the wrong account', async () => {
    expect(message(await pay(115.01))).to.equal('Payment amount exceeds the amount outstanding on this document');
    expect((await pay(0)).status).to.equal(400);
    expect((await pay(1, { Account: { Code: '200' } })).status).to.equal(400);
    expect((await pay(1, { Account: { Code: '970' } })).status).to.equal(200);
    expect(message(await pay(1, { Invoice: { InvoiceNumber: 'INV-0001' } }))).to.equal(
      'Payments can only be made against Authorised documents',
    );
  });

  it('moves the modification stamp of the invoice', async () => {
    const before = (await read())['UpdatedDateUTC'];
    await pay(1);
    expect((await read())['UpdatedDateUTC']).to.not.equal(before);
  });

  it('is made by a person through the control plane, by the same rules', async () => {
    const body = { tenant_id: drive.tenantId, invoice_number: invoice['InvoiceNumber'] };
    const paid = await drive.control('POST', 'payments', body);
    expect(paid.json['invoice_status']).to.equal('PAID');
    expect(await drive.first('GET', `Payments/${paid.json['payment_id']}`)).to.include({ Amount: 115 });
    const again = await drive.control('POST', 'payments', body);
    expect(again.status).to.equal(400);
  });

  it('can credit an invoice, which then counts as allocated', async () => {
    const body = { tenant_id: drive.tenantId, invoice_id: invoice['InvoiceID'], amount: 15 };
    expect((await drive.control('POST', 'credits', body)).json).to.include({ invoice_status: 'AUTHORISED' });
    expect((await read())['AmountCredited']).to.equal(15);
    const voided = await drive.api('POST', `Invoices/${invoice['InvoiceID']}`, { Status: 'VOIDED' });
    expect(String(message(voided))).to.include('payments or credit notes allocated');
  });
});
