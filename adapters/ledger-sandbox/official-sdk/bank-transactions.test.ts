import { expect } from 'chai';
import { BankTransaction, Invoice, LineAmountTypes, Overpayment, Prepayment } from 'xero-node';
import { type DrivenSdk, driveSdk, messagesOf, only, refusalOf } from './testing/drive-sdk.ts';

const { TypeEnum: Type, StatusEnum: Status } = BankTransaction;

describe('official SDK: bank transactions and what they leave', () => {
  let sdk: DrivenSdk;
  let contactID: string;
  before(async () => {
    sdk = await driveSdk();
    contactID = only((await sdk.api.getContactByContactNumber(sdk.tenantId, 'C-1001')).body.contacts).contactID ?? '';
  });
  after(() => sdk.close());

  const line = { description: 'Desk', quantity: 1, unitAmount: 115, accountCode: '200' };
  const received = (changes: Partial<BankTransaction> = {}): BankTransaction => ({
    ...{ type: Type.RECEIVE, contact: { contactID }, bankAccount: { code: '090' }, date: '2026-09-14' },
    lineItems: [line],
    ...changes,
  });
  const create = async (...sent: BankTransaction[]) =>
    (await sdk.api.createBankTransactions(sdk.tenantId, { bankTransactions: sent }, false, 4)).body.bankTransactions ??
    [];
  const deposit = (type: BankTransaction.TypeEnum, changes: Partial<BankTransaction> = {}) =>
    create(received({ type, ...changes })).then(only);

  it('creates several, with the tax inside unless they say otherwise, each answered or refused on its own', async () => {
    const wrong: readonly Partial<BankTransaction>[] = [
      { bankAccount: { code: '200' } },
      { bankAccount: { code: 'none' } },
      { lineItems: [{ ...line, quantity: 0 }] },
      { lineItems: [{ ...line, unitAmount: -5 }] },
      { lineItems: [{ ...line, taxAmount: 14 }] },
      { lineItems: [{ ...line, accountCode: '090' }] },
      { status: Status.DELETED },
    ];
    const [made, ...refused] = await create(received({ reference: 'card-1' }), ...wrong.map(received));
    expect(made).to.include({ type: Type.RECEIVE, status: Status.AUTHORISED, reference: 'card-1' });
    expect(made).to.include({ lineAmountTypes: LineAmountTypes.Inclusive, subTotal: 100, totalTax: 15, total: 115 });
    expect(refused.map(({ validationErrors }) => validationErrors?.[0]?.message)).to.deep.equal([
      'The BankAccount is not a valid bank account.',
      'The BankAccount is not a valid bank account.',
      'Quantity must be greater than zero.',
      'The document total must be greater than zero.',
      'The TaxAmount 14 does not match the computed 15.',
      "Account code '090' is not a valid code for this document.",
      "The status 'DELETED' is not valid.",
    ]);
  });

  it('changes one by its lines: an id stays, what is left out is deleted; deletes it by its status alone', async () => {
    const [made] = await create(received({ lineItems: [line, { ...line, description: 'Chair' }] }));
    const id = made?.bankTransactionID ?? '';
    const kept = made?.lineItems?.[0]?.lineItemID ?? '';
    const changed = {
      lineItems: [
        { lineItemID: kept, unitAmount: 23 },
        { ...line, description: 'Lamp' },
      ],
    };
    const body = { bankTransactions: [changed as unknown as BankTransaction] };
    const after = only((await sdk.api.updateBankTransaction(sdk.tenantId, id, body)).body.bankTransactions);
    expect(after.lineItems?.map(({ description }) => description)).to.deep.equal(['Desk', 'Lamp']);
    expect(after.lineItems?.[0]?.lineItemID).to.equal(kept);
    expect(after.total).to.equal(138);
    const gone = { bankTransactions: [{ status: Status.DELETED } as unknown as BankTransaction] };
    const ended = only((await sdk.api.updateBankTransaction(sdk.tenantId, id, gone)).body.bankTransactions);
    expect(ended.status).to.equal(Status.DELETED);
    const again = await refusalOf(sdk.api.updateBankTransaction(sdk.tenantId, id, gone));
    expect(messagesOf(again)).to.deep.equal(['This Bank Transaction cannot be edited as it has been deleted.']);
    const paged = await sdk.api.getBankTransactions(sdk.tenantId, undefined, undefined, undefined, 1);
    expect(paged.body.bankTransactions?.find((one) => one.bankTransactionID === id)?.lineItems).to.have.length(2);
    const whole = await sdk.api.getBankTransactions(sdk.tenantId);
    const unpaged = whole.body.bankTransactions?.find((one) => one.bankTransactionID === id);
    expect(unpaged?.lineItems ?? []).to.deep.equal([]);
    expect(unpaged?.status).to.equal(Status.DELETED);
  });

  it('leaves a prepayment, which is allocated and refunded, and cannot be changed', async () => {
    const made = await deposit(Type.RECEIVEPREPAYMENT, { lineAmountTypes: LineAmountTypes.Exclusive });
    const id = made.prepaymentID ?? '';
    const read = async () => only((await sdk.api.getPrepayment(sdk.tenantId, id)).body.prepayments);
    expect(await read()).to.include({ type: Prepayment.TypeEnum.RECEIVEPREPAYMENT, remainingCredit: 132.25 });
    const sale: Invoice = {
      ...{ type: Invoice.TypeEnum.ACCREC, contact: { contactID }, date: '2026-09-14', dueDate: '2026-10-14' },
      ...{ status: Invoice.StatusEnum.AUTHORISED, lineItems: [line] },
    };
    const { invoiceID = '' } = only((await sdk.api.createInvoices(sdk.tenantId, { invoices: [sale] })).body.invoices);
    const allocations = [{ amount: 32.25, invoice: { invoiceID }, date: '2026-09-15' }];
    await sdk.api.createPrepaymentAllocations(sdk.tenantId, id, { allocations });
    const spent = await read();
    expect(spent).to.include({ remainingCredit: 100, status: Prepayment.StatusEnum.AUTHORISED });
    expect(spent.allocations?.[0]).to.include({ amount: 32.25 });
    const refund = { prepayment: { prepaymentID: id }, account: { code: '090' }, amount: 100, date: '2026-09-16' };
    const paid = only((await sdk.api.createPayments(sdk.tenantId, { payments: [refund] })).body.payments);
    expect(paid.paymentType).to.equal('ARPREPAYMENTPAYMENT');
    expect(await read()).to.include({ remainingCredit: 0, status: Prepayment.StatusEnum.PAID });
    const body = { bankTransactions: [{ status: Status.DELETED } as unknown as BankTransaction] };
    const refused = await refusalOf(sdk.api.updateBankTransaction(sdk.tenantId, made.bankTransactionID ?? '', body));
    expect(messagesOf(refused)).to.deep.equal(['Prepayments and overpayments cannot be edited.']);
  });

  it('leaves an overpayment of one line without tax, posted to an account of the provider’s own', async () => {
    const idsListed = async () =>
      ((await sdk.api.getOverpayments(sdk.tenantId)).body.overpayments ?? []).map(({ overpaymentID: id }) => id);
    const before = await idsListed();
    const made = await deposit(Type.SPENDOVERPAYMENT, { lineAmountTypes: LineAmountTypes.NoTax });
    const { overpaymentID = '' } = made;
    const read = only((await sdk.api.getOverpayment(sdk.tenantId, overpaymentID)).body.overpayments);
    expect(read).to.include({ type: Overpayment.TypeEnum.SPENDOVERPAYMENT, remainingCredit: 115, totalTax: 0 });
    expect(read.lineItems?.[0]).to.include({ accountCode: '800' });
    expect(await idsListed()).to.have.members([...before, overpaymentID]);
    const two = await create(
      received({ type: Type.SPENDOVERPAYMENT, lineAmountTypes: LineAmountTypes.NoTax, lineItems: [line, line] }),
      received({ type: Type.SPENDOVERPAYMENT, lineAmountTypes: LineAmountTypes.Exclusive }),
    );
    expect(two.map(({ validationErrors }) => validationErrors?.[0]?.message)).to.deep.equal([
      'An overpayment must have exactly one line item.',
      'The LineAmountTypes of an overpayment must be NoTax.',
    ]);
  });
});
