import { expect } from 'chai';
import { CreditNote, Invoice } from 'xero-node';
import { type DrivenSdk, driveSdk, only } from './testing/drive-sdk.ts';

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

  it('creates several, each by the rules of documents, and changes none', async () => {
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
    const known = { ...sale, creditNoteID: made?.[0]?.creditNoteID ?? '' };
    const again = await sdk.api.updateOrCreateCreditNotes(sdk.tenantId, { creditNotes: [twin, known] }, false);
    expect(shown(again.body.creditNotes)).to.deep.equal([
      'Credit note # must be unique.',
      'The sandbox ledger cannot change a credit note.',
    ]);
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
});
