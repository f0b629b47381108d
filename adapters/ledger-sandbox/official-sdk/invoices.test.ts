import { expect } from 'chai';
import { Invoice, LineAmountTypes } from 'xero-node';
import { type DrivenSdk, dayOf, driveSdk, only, refusalOf } from './testing/drive-sdk.ts';

const { StatusEnum: Status, TypeEnum: Type } = Invoice;

describe('official SDK: invoices', () => {
  let sdk: DrivenSdk;
  let customer = '';
  before(async () => {
    sdk = await driveSdk();
    customer = only((await sdk.api.getContactByContactNumber(sdk.tenantId, 'C-1001')).body.contacts).contactID ?? '';
  });
  after(() => sdk.close());

  const sale = (changes: Invoice = {}): Invoice => ({
    type: Type.ACCREC,
    contact: { contactID: customer },
    date: '2026-09-13',
    dueDate: '2026-10-13',
    lineItems: [{ description: 'Hire', quantity: 2, unitAmount: 50, accountCode: '200' }],
    ...changes,
  });
  const create = async (changes?: Invoice): Promise<Invoice> =>
    only((await sdk.api.createInvoices(sdk.tenantId, { invoices: [sale(changes)] })).body.invoices);
  const update = async (id: string | undefined, changes: Invoice, unitdp?: number): Promise<Invoice> =>
    only((await sdk.api.updateInvoice(sdk.tenantId, id ?? '', { invoices: [changes] }, unitdp)).body.invoices);
  const read = async (id: string | undefined, unitdp?: number): Promise<Invoice> =>
    only((await sdk.api.getInvoice(sdk.tenantId, id ?? '', unitdp)).body.invoices);

  it('creates one with its defaults, and reads it with dates, enums and numbers', async () => {
    const created = await create({ reference: 'JOB-1', sentToContact: true, url: 'https://shop.example/1' });
    expect(created.invoiceNumber).to.match(/^INV-\d{4}$/);
    expect(created.contact?.phones).to.have.length(4);
    expect([created.payments, created.amountCredited]).to.deep.equal([undefined, undefined]);
    const invoice = await read(created.invoiceID);
    expect([invoice.status, invoice.type]).to.deep.equal([Status.DRAFT, Type.ACCREC]);
    expect(invoice.lineAmountTypes).to.equal(LineAmountTypes.Exclusive);
    expect([dayOf(invoice.date), dayOf(invoice.dueDate)]).to.deep.equal([
      '2026-09-13T00:00:00.000Z',
      '2026-10-13T00:00:00.000Z',
    ]);
    expect(invoice).to.include({ subTotal: 100, totalTax: 15, total: 115, amountDue: 115, amountPaid: 0 });
    expect(invoice).to.include({
      amountCredited: 0,
      currencyRate: 1,
      reference: 'JOB-1',
      url: 'https://shop.example/1',
    });
    expect(String(invoice.currencyCode)).to.equal('NZD');
    expect(invoice.updatedDateUTC?.toISOString().slice(0, 19)).to.equal(invoice.updatedDateUTCString?.slice(0, 19));
    expect(invoice.lineItems?.[0]).to.include({ taxType: 'OUTPUT2', taxAmount: 15, lineAmount: 100, quantity: 2 });
    const byNumber = await read(created.invoiceNumber);
    expect(byNumber.invoiceID).to.equal(created.invoiceID);
  });

  it('takes back the whole model that it handed out', async () => {
    const invoice = await read((await create({ status: Status.AUTHORISED, reference: 'ECHO' })).invoiceID);
    await update(invoice.invoiceID, invoice);
    const { updatedDateUTC: _before, updatedDateUTCString: _was, ...kept } = invoice;
    const { updatedDateUTC: _after, updatedDateUTCString: _is, ...again } = await read(invoice.invoiceID);
    expect(again).to.deep.equal(kept);
  });

  it('hands out the printed document, the online invoice and e-mail only where there is one', async () => {
    const { api, tenantId } = sdk;
    const { invoiceID = '', invoiceNumber } = await create();
    const draft = await refusalOf(api.getOnlineInvoice(tenantId, invoiceID));
    expect(draft.statusCode).to.equal(400);
    const bytes = (await api.getInvoiceAsPdf(tenantId, invoiceID)).body;
    expect(Buffer.isBuffer(bytes)).to.equal(true);
    expect(bytes.subarray(0, 5).toString()).to.equal('%PDF-');
    expect(bytes.toString('latin1')).to.include(`Number=${invoiceNumber} Status=DRAFT`);
    const { updatedDateUTC } = await update(invoiceID, { status: Status.AUTHORISED });
    const again = (await api.getInvoiceAsPdf(tenantId, invoiceID)).body;
    expect(again.toString('latin1')).to.include(`UpdatedDateUTC=${updatedDateUTC?.getTime()} `);
    const url = only((await api.getOnlineInvoice(tenantId, invoiceID)).body.onlineInvoices).onlineInvoiceUrl ?? '';
    expect(await (await fetch(url)).text()).to.include(String(invoiceNumber));
    expect((await api.emailInvoice(tenantId, invoiceID, {})).response.status).to.equal(204);
    expect((await read(invoiceID)).sentToContact).to.equal(true);
  });

  it('keeps notes', async () => {
    const { api, tenantId } = sdk;
    const { invoiceID = '' } = await create();
    for (const details of ['First', 'Second']) {
      await api.createInvoiceHistory(tenantId, invoiceID, { historyRecords: [{ details }] });
    }
    const notes = (await api.getInvoiceHistory(tenantId, invoiceID)).body.historyRecords ?? [];
    expect(notes.map((note) => note.details)).to.have.members(['First', 'Second']);
    expect(notes[0]?.dateUTC).to.be.an.instanceOf(Date);
    expect(notes.map((note) => note.user)).to.deep.equal(['System Generated', 'System Generated']);
    const [echo] = (await api.createInvoiceHistory(tenantId, invoiceID, { historyRecords: [{ details: 'Third' }] }))
      .body.historyRecords as { details?: string; user?: string; changes?: string }[];
    expect([echo?.details, echo?.user, echo?.changes]).to.deep.equal(['Third', undefined, undefined]);
    const long = { historyRecords: [{ details: 'x'.repeat(2_501) }] };
    expect((await refusalOf(api.createInvoiceHistory(tenantId, invoiceID, long))).statusCode).to.equal(400);
  });

  it('keeps equal notes twice, unless the second is the first one’s call again', async () => {
    const { api, tenantId } = sdk;
    const { invoiceID = '' } = await create();
    const note = { historyRecords: [{ details: 'Called' }] };
    const times = async () => (await api.getInvoiceHistory(tenantId, invoiceID)).body.historyRecords?.length;
    for (const key of ['one', 'one', 'two']) await api.createInvoiceHistory(tenantId, invoiceID, note, `note ${key}`);
    expect(await times()).to.equal(2);
  });
});
