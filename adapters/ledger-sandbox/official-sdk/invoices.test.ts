import { expect } from 'chai';
import { Invoice, LineAmountTypes } from 'xero-node';
import { type DrivenSdk, dayOf, driveSdk, messagesOf, only, refusalOf } from './testing/drive-sdk.ts';

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

  it('keeps what an update leaves out, and lines by their ids', async () => {
    const { invoiceID, invoiceNumber, lineItems } = await create({
      reference: 'KEEP',
      lineItems: [
        { description: 'A', quantity: 1, unitAmount: 10, accountCode: '200' },
        { description: 'B', quantity: 1, unitAmount: 20, accountCode: '260' },
      ],
    });
    const updated = await update(invoiceID, { dueDate: '2026-11-01' });
    expect(updated).to.include({ invoiceNumber, reference: 'KEEP', total: 34.5 });
    expect(updated.lineItems?.map((line) => line.lineItemID)).to.deep.equal(lineItems?.map((line) => line.lineItemID));
    const second = lineItems?.[1]?.lineItemID;
    const { lineItems: replaced } = await update(invoiceID, {
      lineItems: [
        { ...(second ? { lineItemID: second } : {}), quantity: 3 },
        { description: 'C', unitAmount: 5 },
      ],
    });
    expect(replaced?.map((line) => line.description)).to.deep.equal(['B', 'C']);
    expect(replaced?.[0]).to.include({ lineItemID: second, accountCode: '260', lineAmount: 60 });
  });

  it('takes back the whole model that it handed out', async () => {
    const invoice = await read((await create({ status: Status.AUTHORISED, reference: 'ECHO' })).invoiceID);
    await update(invoice.invoiceID, invoice);
    const { updatedDateUTC: _before, updatedDateUTCString: _was, ...kept } = invoice;
    const { updatedDateUTC: _after, updatedDateUTCString: _is, ...again } = await read(invoice.invoiceID);
    expect(again).to.deep.equal(kept);
  });

  it('goes through its states, and refuses the others in the words of the provider', async () => {
    const { api, tenantId } = sdk;
    const deleted = await create();
    expect((await update(deleted.invoiceID, { status: Status.DELETED })).status).to.equal(Status.DELETED);
    const { invoiceID = '' } = await create({ status: Status.SUBMITTED });
    expect((await update(invoiceID, { status: Status.AUTHORISED })).status).to.equal(Status.AUTHORISED);
    const refused = await refusalOf(api.updateInvoice(tenantId, invoiceID, { invoices: [{ status: Status.DELETED }] }));
    expect(messagesOf(refused)).to.deep.equal(['Invoice not of valid status for modification']);
    expect(refused.body).to.have.nested.property('Elements[0].InvoiceID', invoiceID);
    const voided = await update(invoiceID, { status: Status.VOIDED });
    expect([voided.status, voided.amountDue]).to.deep.equal([Status.VOIDED, 115]);
    expect((await read(invoiceID)).amountDue).to.equal(0);
    const born = await refusalOf(api.createInvoices(tenantId, { invoices: [sale({ status: Status.PAID })] }));
    expect(messagesOf(born)).to.deep.equal(['Invoice not of valid status for creation']);
  });

  it('updates or creates on the collection: by id, by number for a sale, never for a bill', async () => {
    const { api, tenantId } = sdk;
    const upsert = async (invoice: Invoice) =>
      only((await api.updateOrCreateInvoices(tenantId, { invoices: [invoice] })).body.invoices);
    const first = await upsert(sale({ invoiceNumber: 'SDK-77', reference: 'one' }));
    const second = await upsert(sale({ invoiceNumber: 'SDK-77', reference: 'two' }));
    expect([second.invoiceID, second.reference]).to.deep.equal([first.invoiceID, 'two']);
    const third = await upsert({ ...(first.invoiceID ? { invoiceID: first.invoiceID } : {}), reference: 'three' });
    expect([third.invoiceNumber, third.reference]).to.deep.equal(['SDK-77', 'three']);
    const bills = await Promise.all(
      [1, 2].map(() => upsert(sale({ type: Type.ACCPAY, invoiceNumber: 'B-1', lineItems: [] }))),
    );
    expect(new Set(bills.map((bill) => bill.invoiceID)).size).to.equal(2);
    const duplicate = await refusalOf(api.createInvoices(tenantId, { invoices: [sale({ invoiceNumber: 'SDK-77' })] }));
    expect(messagesOf(duplicate)).to.deep.equal(['Invoice # must be unique.']);
  });

  it('keeps four decimals where asked, and modes of tax', async () => {
    const lineItems = [{ description: 'Bolt', quantity: 1000, unitAmount: 0.1234, accountCode: '200' }];
    const four = await sdk.api.createInvoices(sdk.tenantId, { invoices: [sale({ lineItems })] }, undefined, 4);
    const { invoiceID } = only(four.body.invoices);
    expect((await read(invoiceID, 4)).lineItems?.[0]).to.include({ unitAmount: 0.1234, lineAmount: 123.4 });
    expect((await read(invoiceID)).lineItems?.[0]?.unitAmount).to.equal(0.12);
    const inclusive = await create({
      lineAmountTypes: LineAmountTypes.Inclusive,
      lineItems: [{ description: 'Gross', quantity: 1, unitAmount: 541.25, accountCode: '200' }],
    });
    expect(inclusive).to.include({ subTotal: 470.65, totalTax: 70.6, total: 541.25 });
    const untaxed = await create({ lineAmountTypes: LineAmountTypes.NoTax });
    expect(untaxed).to.include({ totalTax: 0, total: 100 });
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
  });

  it('refuses what is not complete, with the whole document echoed', async () => {
    const { api, tenantId } = sdk;
    const { dueDate: _none, ...rest } = sale({ status: Status.AUTHORISED });
    const refusal = await refusalOf(api.createInvoices(tenantId, { invoices: [rest] }));
    expect(refusal.statusCode).to.equal(400);
    expect(refusal.body).to.include({ ErrorNumber: 10, Type: 'ValidationException' });
    expect(messagesOf(refusal)).to.deep.equal(['The document DueDate field must be specified.']);
    const line = refusal.body as { Elements: { LineItems: object[]; InvoiceID: string }[] };
    expect(line.Elements[0]?.LineItems[0]).to.include({ Description: 'Hire' });
    const partly = await api.createInvoices(tenantId, { invoices: [rest, sale()] }, false);
    const [bad, good] = partly.body.invoices ?? [];
    expect(bad).to.include({ statusAttributeString: 'ERROR', hasErrors: true });
    expect(bad?.validationErrors?.[0]?.message).to.equal('The document DueDate field must be specified.');
    expect(good).to.include({ statusAttributeString: 'OK', total: 115 });
  });
});
