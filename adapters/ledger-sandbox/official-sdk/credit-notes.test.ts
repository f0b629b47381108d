import { expect } from 'chai';
import { CreditNote, Invoice } from 'xero-node';
import { type DrivenSdk, driveSdk, messagesOf, only, refusalOf } from './testing/drive-sdk.ts';

const { StatusEnum: Status, TypeEnum: Type } = CreditNote;

describe('official SDK: credit notes', () => {
  let sdk: DrivenSdk;
  before(async () => {
    sdk = await driveSdk();
  });
  after(() => sdk.close());

  const credit = async (changes: object) => {
    const sale = only((await sdk.api.getInvoices(sdk.tenantId, undefined, 'Reference=="JOB-77"')).body.invoices);
    const body = { tenant_id: sdk.tenantId, invoice_id: sale.invoiceID, ...changes };
    const { credit_note_id } = await sdk.control('POST', 'credits', body);
    return { sale, note: only((await sdk.api.getCreditNote(sdk.tenantId, String(credit_note_id))).body.creditNotes) };
  };

  it('reads one that was applied to an invoice, which owes less', async () => {
    const { sale, note } = await credit({ amount: 5 });
    expect(note).to.include({ type: Type.ACCRECCREDIT, status: Status.PAID });
    expect(note).to.include({ total: 5, remainingCredit: 0 });
    expect(note.allocations?.[0]).to.include({ amount: 5 });
    expect(note.allocations?.[0]?.invoice.invoiceID).to.equal(sale.invoiceID);
    const after = only((await sdk.api.getInvoice(sdk.tenantId, sale.invoiceID ?? '')).body.invoices);
    expect(after).to.include({ amountCredited: 5, status: Invoice.StatusEnum.AUTHORISED });
  });

  it('creates several, each by the rules of documents; POST finds one by its id or number', async () => {
    const customer = only((await sdk.api.getContactByContactNumber(sdk.tenantId, 'C-1001')).body.contacts);
    const sale: CreditNote = {
      type: Type.ACCRECCREDIT,
      contact: { contactID: customer.contactID ?? '' },
      date: '2026-09-14',
      status: Status.AUTHORISED,
      lineItems: [{ description: 'Returned', quantity: 2, unitAmount: 10.125, accountCode: '200' }],
    };
    const sent: readonly CreditNote[] = [
      sale,
      { ...sale, type: Type.ACCPAYCREDIT, creditNoteNumber: 'S-7', status: Status.DRAFT, lineItems: [] },
      { ...sale, lineItems: [] },
      { ...sale, status: Status.PAID },
      { contact: sale.contact ?? {} },
    ];
    const shown = (notes: readonly CreditNote[] = []) =>
      notes.map((note) => note.validationErrors?.[0]?.message ?? `${note.creditNoteNumber} ${note.total}`);
    const made = (await sdk.api.createCreditNotes(sdk.tenantId, { creditNotes: [...sent] }, false, 4)).body.creditNotes;
    const number = made?.[0]?.creditNoteNumber ?? '';
    expect(number).to.match(/^CN-\d{4}$/);
    expect(shown(made)).to.deep.equal([
      `${number} 23.29`,
      'S-7 0',
      'One or more line items must be specified',
      "The status 'PAID' is not valid.",
      'The Type field must be ACCRECCREDIT or ACCPAYCREDIT.',
    ]);
    const twin = { ...sale, creditNoteNumber: number };
    const refusedTwin = (await sdk.api.createCreditNotes(sdk.tenantId, { creditNotes: [twin] }, false)).body;
    expect(shown(refusedTwin.creditNotes)).to.deep.equal(['Credit note # must be unique.']);
    const creditNoteID = made?.[0]?.creditNoteID ?? '';
    const changed: CreditNote[] = [
      { type: Type.ACCRECCREDIT, creditNoteNumber: number, reference: 'by number' },
      { creditNoteID, lineItems: [{ description: 'Two', quantity: 1, unitAmount: 7, accountCode: '200' }] },
    ];
    const again = (await sdk.api.updateOrCreateCreditNotes(sdk.tenantId, { creditNotes: changed }, false)).body;
    expect(again.creditNotes?.map(({ creditNoteID: id }) => id)).to.deep.equal([creditNoteID, creditNoteID]);
    expect(again.creditNotes?.[1]).to.include({ reference: 'by number', total: 8.05, status: Status.AUTHORISED });
  });

  it('is merged by id, voided or deleted by its status, and not changed once a part of it is spent', async () => {
    const { note } = await credit({ amount: 9, allocate: false });
    const id = note.creditNoteID ?? '';
    const update = async (changes: CreditNote) =>
      only((await sdk.api.updateCreditNote(sdk.tenantId, id, { creditNotes: [changes] })).body.creditNotes);
    expect(await update({ reference: 'merged' })).to.include({ reference: 'merged', total: 9 });
    expect(await update({ status: Status.VOIDED })).to.include({ status: Status.VOIDED });
    expect(await told(update({ reference: 'late' }))).to.equal('Credit note not of valid status for modification');
    const spent = (await credit({ amount: 2 })).note.creditNoteID ?? '';
    for (const changes of [{ reference: 'x' }, { status: Status.VOIDED }]) {
      const body = { creditNotes: [changes] };
      expect(await told(sdk.api.updateCreditNote(sdk.tenantId, spent, body))).to.match(/cannot be edited/);
    }
    expect(await told(sdk.api.updateCreditNote(sdk.tenantId, '6c0fca75-9a3c-4d0a-a1f3-1f2d3c4b5a69', {}))).to.equal(
      '404',
    );
  });

  it('lists them by page, by expression and by change', async () => {
    const { note } = await credit({ amount: 7, allocate: false });
    expect(note).to.include({ remainingCredit: 7, status: Status.AUTHORISED });
    const open = await sdk.api.getCreditNotes(sdk.tenantId, undefined, 'RemainingCredit==7', undefined, 1, 4, 10);
    expect(open.body.creditNotes?.map(({ creditNoteID }) => creditNoteID)).to.deep.equal([note.creditNoteID]);
    const later = new Date((note.updatedDateUTC?.getTime() ?? 0) + 1000);
    const none = await sdk.api.getCreditNotes(sdk.tenantId, later, undefined, undefined, 1);
    expect(none.body.creditNotes).to.deep.equal([]);
  });

  it('is allocated in parts; the answer has no id, the credit note has; removed, both owe again', async () => {
    const { sale, note } = await credit({ amount: 12, allocate: false });
    const id = note.creditNoteID ?? '';
    const invoice = { invoiceID: sale.invoiceID ?? '' };
    const before = only((await sdk.api.getInvoice(sdk.tenantId, invoice.invoiceID)).body.invoices);
    const allocate = async (amount: number) => {
      const body = { allocations: [{ amount, date: '2020-01-01', invoice }] };
      return only((await sdk.api.createCreditNoteAllocation(sdk.tenantId, id, body)).body.allocations);
    };
    const first = await allocate(5);
    expect(first).to.include({ amount: 5 });
    expect(first.allocationID).to.equal(undefined);
    // The later of both documents' dates, whatever was sent.
    expect(String(first.date)).to.not.include('2020');
    await allocate(7);
    const spent = only((await sdk.api.getCreditNote(sdk.tenantId, id)).body.creditNotes);
    expect(spent).to.include({ status: Status.PAID, remainingCredit: 0 });
    const allocations = spent.allocations ?? [];
    expect(allocations.map(({ amount }) => amount)).to.deep.equal([5, 7]);
    const owing = only((await sdk.api.getInvoice(sdk.tenantId, invoice.invoiceID)).body.invoices);
    expect((before.amountDue ?? 0) - (owing.amountDue ?? 0)).to.equal(12);
    const gone = allocations[0]?.allocationID ?? '';
    const removed = await sdk.api.deleteCreditNoteAllocations(sdk.tenantId, id, gone);
    expect(removed.body).to.include({ isDeleted: true });
    expect(await told(sdk.api.deleteCreditNoteAllocations(sdk.tenantId, id, gone))).to.equal('404');
    const open = only((await sdk.api.getCreditNote(sdk.tenantId, id)).body.creditNotes);
    expect(open).to.include({ status: Status.AUTHORISED, remainingCredit: 5 });
  });

  it('is not allocated beyond what is left or due, to another contact or side, or as a draft', async () => {
    const { sale, note } = await credit({ amount: 3, allocate: false });
    const lineItems = [{ description: 'Chair', quantity: 1, unitAmount: 9, accountCode: '200' }];
    const made = { status: Invoice.StatusEnum.AUTHORISED, date: '2026-09-14', dueDate: '2026-10-14', lineItems };
    const invoices: Invoice[] = [
      { ...made, type: Invoice.TypeEnum.ACCREC, contact: { name: 'A stranger' } },
      { ...made, type: Invoice.TypeEnum.ACCPAY, contact: { contactID: sale.contact?.contactID ?? '' } },
    ];
    const [stranger, bill] = (await sdk.api.createInvoices(sdk.tenantId, { invoices })).body.invoices ?? [];
    const refused = (invoiceID = '', amount = 1) => {
      const body = { allocations: [{ amount, date: '2026-01-01', invoice: { invoiceID } }] };
      return told(sdk.api.createCreditNoteAllocation(sdk.tenantId, note.creditNoteID ?? '', body));
    };
    expect(await refused(sale.invoiceID, 3.01)).to.match(/greater than amount outstanding/);
    expect(await refused(stranger?.invoiceID)).to.match(/same contact/);
    expect(await refused(bill?.invoiceID)).to.match(/incorrect invoice type/);
    expect(await refused(sale.invoiceID, 0)).to.match(/greater than zero/);
  });

  it('is refunded by a payment, whose deletion gives the credit back', async () => {
    const { note } = await credit({ amount: 6, allocate: false });
    const creditNote = { creditNoteID: note.creditNoteID ?? '' };
    const pay = (amount: number) =>
      sdk.api.createPayment(sdk.tenantId, { creditNote, account: { code: '090' }, amount, date: '2026-09-20' });
    expect(await told(pay(6.01))).to.match(/exceeds the amount outstanding/);
    const paid = only((await pay(6)).body.payments);
    expect(paid).to.include({ paymentType: 'ARCREDITPAYMENT', amount: 6 });
    expect(paid.invoice).to.equal(undefined);
    const spent = only((await sdk.api.getCreditNote(sdk.tenantId, creditNote.creditNoteID)).body.creditNotes);
    expect(spent).to.include({ status: Status.PAID, remainingCredit: 0 });
    expect(spent.payments?.map(({ amount }) => amount)).to.deep.equal([6]);
    await sdk.api.deletePayment(sdk.tenantId, paid.paymentID ?? '', { status: 'DELETED' });
    const open = only((await sdk.api.getCreditNote(sdk.tenantId, creditNote.creditNoteID)).body.creditNotes);
    expect(open).to.include({ status: Status.AUTHORISED, remainingCredit: 6 });
  });
});

/** The provider's first message, or the status of a refusal without any. */
async function told(asked: Promise<unknown>): Promise<string> {
  const refusal = await refusalOf(asked);
  return refusal.statusCode === 400 ? (messagesOf(refusal)[0] ?? '') : String(refusal.statusCode);
}
