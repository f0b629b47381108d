import type { Readable } from 'node:stream';
import { expect } from 'chai';
import { type DrivenSdk, driveSdk, only, refusalOf } from './testing/drive-sdk.ts';

describe('official SDK: attachments', () => {
  let sdk: DrivenSdk;
  let sale: string;
  let bill: string;
  before(async () => {
    sdk = await driveSdk();
    const { invoices = [] } = (await sdk.api.getInvoices(sdk.tenantId)).body;
    const of = (type: string) => invoices.find((one) => String(one.type) === type)?.invoiceID ?? '';
    [sale, bill] = [of('ACCREC'), of('ACCPAY')];
  });
  after(() => sdk.close());

  const attach = async (id: string, name: string, bytes: Buffer | Readable, online = false) =>
    only((await sdk.api.createInvoiceAttachmentByFileName(sdk.tenantId, id, name, bytes, online)).body.attachments);
  const list = async (id: string) => (await sdk.api.getInvoiceAttachments(sdk.tenantId, id)).body.attachments ?? [];
  const status = async (work: Promise<unknown>) => (await refusalOf(work)).statusCode;
  const pdf = Buffer.from('%PDF-1.7 bytes');

  it('attaches raw bytes, lists them with a numeric length, and gives them back by id and by name', async () => {
    expect(await list(sale)).to.deep.equal([]);
    const made = await attach(sale, 'bill & receipt #1.pdf', pdf);
    expect(made).to.include({ fileName: 'bill & receipt #1.pdf', contentLength: pdf.length });
    expect(made.includeOnline, 'told only where it is true').to.equal(undefined);
    expect(await list(sale)).to.deep.equal([made]);
    const byId = await sdk.api.getInvoiceAttachmentById(sdk.tenantId, sale, made.attachmentID ?? '', 'application/pdf');
    expect(Buffer.from(byId.body as unknown as Uint8Array)).to.deep.equal(pdf);
    const shown = only((await sdk.api.getInvoice(sdk.tenantId, sale)).body.invoices);
    expect(shown.hasAttachments).to.equal(true);
  });

  it('takes a file of the same name in its place under another id, also in another case; the old id is gone', async () => {
    const first = await attach(sale, 'again.pdf', pdf);
    const second = await attach(sale, 'AGAIN.pdf', Buffer.from('%PDF-1.7 newer'));
    expect(second.attachmentID).not.to.equal(first.attachmentID);
    expect((await list(sale)).filter(({ fileName = '' }) => /again/i.test(fileName))).to.deep.equal([second]);
    const old = sdk.api.getInvoiceAttachmentById(sdk.tenantId, sale, first.attachmentID ?? '', 'application/pdf');
    expect(await status(old)).to.equal(404);
  });

  it('shows a file online of sales alone', async () => {
    expect((await attach(sale, 'online.pdf', pdf, true)).includeOnline).to.equal(true);
    expect((await attach(bill, 'online.pdf', pdf, true)).includeOnline).to.equal(undefined);
  });

  it('refuses what is too large, an eleventh file, forbidden characters, other kinds and nothing at all', async () => {
    expect(await status(attach(bill, 'large.pdf', Buffer.alloc(10_000_001)))).to.equal(413);
    for (const name of ['a<b.pdf', 'a+b.pdf', 'a:b.pdf', 'a.exe', 'a']) {
      expect(await status(attach(bill, name, pdf)), name).to.equal(400);
    }
    expect(await status(attach(bill, 'blank.pdf ', pdf)), 'a blank at the end').to.equal(500);
    for (let i = (await list(bill)).length; i < 10; i++) await attach(bill, `${i}.pdf`, pdf);
    expect(await status(attach(bill, 'eleventh.pdf', pdf))).to.equal(400);
    expect((await attach(bill, '5.pdf', pdf)).fileName).to.equal('5.pdf');
  });

  it('needs a scope of its own: a token without it is refused with 401', async () => {
    const client = await sdk.connect([sdk.tenantId], ['offline_access', 'accounting.invoices']);
    const refused = await refusalOf(client.accountingApi.getInvoiceAttachments(sdk.tenantId, sale));
    expect([refused.statusCode, refused.headers['www-authenticate']]).to.deep.equal([
      401,
      'Bearer error="insufficient_scope"',
    ]);
  });
});
