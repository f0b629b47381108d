import { expect } from 'chai';
import { Invoice, Payment } from 'xero-node';
import { type DrivenSdk, dayOf, driveSdk, only } from './testing/drive-sdk.ts';

const { StatusEnum: Status } = Invoice;

describe('official SDK: payments', () => {
  let sdk: DrivenSdk;
  before(async () => {
    sdk = await driveSdk();
  });
  after(() => sdk.close());

  async function owed(status = Status.AUTHORISED): Promise<Invoice> {
    const contact = only((await sdk.api.getContactByContactNumber(sdk.tenantId, 'C-1001')).body.contacts);
    const invoice: Invoice = {
      type: Invoice.TypeEnum.ACCREC,
      contact: { contactID: contact.contactID ?? '' },
      status,
      dueDate: '2026-10-13',
      lineItems: [{ description: 'Hire', quantity: 1, unitAmount: 100, accountCode: '200' }],
    };
    return only((await sdk.api.createInvoices(sdk.tenantId, { invoices: [invoice] })).body.invoices);
  }
  const payment = (invoice: Invoice, amount: number): Payment => ({
    invoice: { invoiceID: invoice.invoiceID ?? '' },
    account: { code: '090' },
    date: '2026-09-14',
    amount,
    reference: 'R-1',
  });
  const pay = async (invoice: Invoice, amount: number): Promise<Payment> =>
    only((await sdk.api.createPayment(sdk.tenantId, payment(invoice, amount))).body.payments);
  const invoiceOf = async ({ invoiceID = '' }: Invoice): Promise<Invoice> =>
    only((await sdk.api.getInvoice(sdk.tenantId, invoiceID)).body.invoices);

  it('pays in parts; the invoice follows, and the payments show on it', async () => {
    const invoice = await owed();
    const part = await pay(invoice, 15);
    expect(part).to.include({ amount: 15, bankAmount: 15, reference: 'R-1', hasAccount: true, isReconciled: false });
    expect([part.status, part.paymentType]).to.deep.equal([
      Payment.StatusEnum.AUTHORISED,
      Payment.PaymentTypeEnum.ACCRECPAYMENT,
    ]);
    expect(dayOf(part.date)).to.equal('2026-09-14T00:00:00.000Z');
    expect(part.updatedDateUTC).to.be.an.instanceOf(Date);
    expect(part.invoice).to.include({ amountDue: 100, amountPaid: 15, status: Status.AUTHORISED });
    expect(part.invoice?.lineItems).to.have.length(1);
    expect(part.account).to.include({ code: '090', name: 'Business Bank Account' });
    await pay(invoice, 100);
    const paid = await invoiceOf(invoice);
    expect(paid).to.include({ status: Status.PAID, amountDue: 0, amountPaid: 115 });
    expect(dayOf(paid.fullyPaidOnDate)).to.equal('2026-09-14T00:00:00.000Z');
    expect(paid.payments?.map((slim) => [slim.amount, dayOf(slim.date)])).to.have.length(2);
    const read = only((await sdk.api.getPayment(sdk.tenantId, part.paymentID ?? '')).body.payments);
    expect(read).to.include({ amount: 15, paymentID: part.paymentID });
    expect(read.invoice).to.include({ invoiceNumber: invoice.invoiceNumber, status: Status.PAID });
  });

  it('takes several at once, on the collection', async () => {
    const invoices = [await owed(), await owed()];
    const payments = invoices.map((invoice, count) => payment(invoice, count + 1));
    const created = (await sdk.api.createPayments(sdk.tenantId, { payments })).body.payments ?? [];
    expect(created.map((one) => one.amount)).to.deep.equal([1, 2]);
  });
});
