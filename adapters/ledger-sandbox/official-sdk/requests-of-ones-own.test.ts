/** What no family of the bridge covers, and its users reach with requests of their own. */
import { expect } from 'chai';
import { Invoice, LineAmountTypes } from 'xero-node';
import { type DrivenSdk, driveSdk, only, refusalOf } from './testing/drive-sdk.ts';

describe("official SDK: what requests of one's own reach", () => {
  let sdk: DrivenSdk;
  before(async () => {
    sdk = await driveSdk();
  });
  after(() => sdk.close());

  const createBill = async () => {
    const invoice = {
      ...{ type: Invoice.TypeEnum.ACCPAY, status: Invoice.StatusEnum.AUTHORISED, contact: { name: 'Timber Yard' } },
      ...{ date: '2026-01-10', dueDate: '2026-02-10', lineAmountTypes: LineAmountTypes.NoTax },
      lineItems: [{ description: 'Boards', quantity: 1, unitAmount: 40, accountCode: '400' }],
    };
    return only((await sdk.api.createInvoices(sdk.tenantId, { invoices: [invoice] })).body.invoices);
  };

  it('makes a contact group, and a batch that pays two bills or none', async () => {
    const { api, tenantId } = sdk;
    const group = only(
      (await api.createContactGroup(tenantId, { contactGroups: [{ name: 'Trade' }] })).body.contactGroups,
    );
    expect(group).to.include({ name: 'Trade' });
    const bills = [await createBill(), await createBill()];
    const pay = (amounts: readonly number[]) =>
      api.createBatchPayment(tenantId, {
        batchPayments: [
          {
            ...{ account: { code: '090' }, date: '2026-01-20', reference: 'Run 1' },
            payments: bills.map(({ invoiceID = '' }, i) => ({ invoice: { invoiceID }, amount: amounts[i] ?? 0 })),
          },
        ],
      });
    expect((await refusalOf(pay([40, 41]))).statusCode).to.equal(400);
    const batch = only((await pay([40, 40])).body.batchPayments);
    expect(Number(batch.totalAmount)).to.equal(80);
    expect(batch.payments).to.have.length(2);
    const paid = only((await api.getInvoice(tenantId, bills[0]?.invoiceID ?? '')).body.invoices);
    expect(paid.amountDue).to.equal(0);
  });

  it('links a line of a bill to a customer, and takes the link back', async () => {
    const { api, tenantId } = sdk;
    const { invoiceID = '', lineItems } = await createBill();
    const link = { sourceTransactionID: invoiceID, sourceLineItemID: lineItems?.[0]?.lineItemID ?? '' };
    const made = only((await api.createLinkedTransaction(tenantId, link)).body.linkedTransactions);
    const id = made.linkedTransactionID ?? '';
    expect(made).to.include(link);
    expect((await api.deleteLinkedTransaction(tenantId, id)).response.status).to.equal(204);
    expect((await refusalOf(api.getLinkedTransaction(tenantId, id))).statusCode).to.equal(404);
  });

  it('has no budgets in a new organisation', async () => {
    expect((await sdk.api.getBudgets(sdk.tenantId)).body.budgets).to.deep.equal([]);
  });
});
