import { expect } from 'chai';
import { CreditNote, Invoice } from 'xero-node';
import { type DrivenSdk, driveSdk, only } from './testing/drive-sdk.ts';

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
    expect(note).to.include({ type: CreditNote.TypeEnum.ACCRECCREDIT, status: CreditNote.StatusEnum.PAID });
    expect(note).to.include({ total: 5, remainingCredit: 0 });
    expect(note.allocations?.[0]).to.include({ amount: 5 });
    expect(note.allocations?.[0]?.invoice.invoiceID).to.equal(sale.invoiceID);
    const after = only((await sdk.api.getInvoice(sdk.tenantId, sale.invoiceID ?? '')).body.invoices);
    expect(after).to.include({ amountCredited: 5, status: Invoice.StatusEnum.AUTHORISED });
  });

  it('lists them by page, by expression and by change', async () => {
    const { note } = await credit({ amount: 7, allocate: false });
    expect(note).to.include({ remainingCredit: 7, status: CreditNote.StatusEnum.AUTHORISED });
    const open = await sdk.api.getCreditNotes(sdk.tenantId, undefined, 'RemainingCredit==7', undefined, 1, 4, 10);
    expect(open.body.creditNotes?.map(({ creditNoteID }) => creditNoteID)).to.deep.equal([note.creditNoteID]);
    const later = new Date((note.updatedDateUTC?.getTime() ?? 0) + 1000);
    const none = await sdk.api.getCreditNotes(sdk.tenantId, later, undefined, undefined, 1);
    expect(none.body.creditNotes).to.deep.equal([]);
  });
});
