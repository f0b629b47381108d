// Files of records, from the use case to the ledger's books and back.
import { expect } from 'chai';
import { authorised, line } from '../resources/testing/books.ts';
import { withGateway } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';
import { fileOf, filesIn, reasonOf, type Sent } from './testing/files.ts';

describe('attachments', () => {
  const { service, tenancy, books } = givenBooks();
  const filesOf = (type: string, id: string) => filesIn({ service, caller: tenancy.test, books }, type, id);
  const onInvoice = async () => filesOf('invoices', (await authorised(books)).providerId);
  const refused = async (work: Promise<unknown>) => reasonOf(await refusalOf(work));

  it('a file that was attached is listed and read, byte by byte, by either id', async () => {
    const files = await onInvoice();
    const { value, resolution } = await files.upload({ bytes: fileOf('bytes of the bill') });
    expect(resolution).to.equal('sent');
    expect(value).to.include({ filename: 'bill.pdf', size: 26, replaced: null });
    expect(value).to.include({ contentType: 'application/pdf', includeOnline: false });
    expect(value.attachmentId).to.match(/^att_[0-9a-z]{26}$/);
    const [listed, ...others] = await files.list();
    expect(others).to.deep.equal([]);
    expect(listed?.attachmentId).to.equal(value.attachmentId);
    const read = await files.download(value.attachmentId);
    expect(read).to.include({ filename: 'bill.pdf', contentType: 'application/pdf' });
    expect(read.bytes).to.deep.equal(fileOf('bytes of the bill'));
    expect(await refused(files.download(value.attachmentId.replace(/.$/, 'z')))).to.equal('NOT_FOUND');
    expect(await refused(files.download('bill.pdf')), 'files are read by id').to.equal('NOT_FOUND');
  });

  it('every family with files takes them, and payments and their like do not', async () => {
    const { providerId: contact_id } = await books.create('contacts', { name: 'Supplier' });
    const [account = ''] = await books.idsOf('accounts');
    const dated = { contact_id, issue_date: '2030-01-01', line_items: [line] };
    const records = [
      ['contacts', contact_id],
      ['accounts', account],
      ['quotes', (await books.create('quotes', { ...dated, title: 'Offer' })).providerId],
      ['purchase_orders', (await books.create('purchase_orders', dated)).providerId],
      ['credit_notes', (await books.create('credit_notes', { ...dated, type: 'receivable' })).providerId],
    ] as const;
    for (const [type, id] of records) {
      const files = filesOf(type, id);
      await files.upload({ filename: `of ${type}.pdf` });
      expect((await files.list()).map(({ filename }) => filename)).to.deep.equal([`of ${type}.pdf`]);
    }
    for (const type of ['payments', 'tax_rates', 'organizations', 'branding_themes']) {
      expect(await refused(filesOf(type, contact_id).upload()), type).to.equal('CONFLICT not_supported_by_provider');
      expect(await refused(filesOf(type, contact_id).list()), type).to.equal('CONFLICT not_supported_by_provider');
    }
  });

  it('a name that is taken is refused in any case, or replaced; then the id is another and the old one is gone', async () => {
    const files = await onInvoice();
    const first = (await files.upload({ filename: 'Bill.PDF' })).value;
    expect(await refused(files.upload({ filename: 'bill.pdf' }))).to.equal('CONFLICT attachment_exists');
    const second = (await files.upload({ filename: 'bill.pdf', replace: true, bytes: fileOf('newer') })).value;
    expect(second.replaced).to.equal(first.attachmentId);
    expect(second.attachmentId).not.to.equal(first.attachmentId);
    expect(await refused(files.download(first.attachmentId))).to.equal('NOT_FOUND');
    expect(await files.list()).to.have.length(1);
    expect((await files.download(second.attachmentId)).bytes).to.deep.equal(fileOf('newer'));
  });

  it('an eleventh file is refused, also with replace, unless the name is there', async () => {
    const files = await onInvoice();
    for (let i = 0; i < 10; i++) await files.upload({ filename: `${i}.pdf` });
    expect(await refused(files.upload({ filename: '10.pdf' }))).to.equal('CONFLICT attachments_full');
    expect(await refused(files.upload({ filename: '10.pdf', replace: true }))).to.equal('CONFLICT attachments_full');
    expect((await files.upload({ filename: '3.pdf', replace: true, bytes: fileOf('3') })).value.replaced).to.match(
      /^att_/,
    );
    expect(await files.list()).to.have.length(10);
  });

  it('what name, type and size tell is refused before a byte is read, and before the provider is called', async () => {
    const files = await onInvoice();
    const calls = async () => (await service.calls('')).length;
    const before = await calls();
    const table: readonly (readonly [string, Sent])[] = [
      ['BAD_REQUEST', { key: '' }],
      ['BAD_REQUEST', { filename: undefined as never }],
      ['BAD_REQUEST', { filename: '../bill.pdf' }],
      ['BAD_REQUEST kind_not_allowed', { filename: 'page.html', contentType: 'text/html' }],
      ['BAD_REQUEST kind_not_allowed', { filename: 'bill' }],
      ['BAD_REQUEST kind_mismatch', { contentType: 'image/png' }],
      ['BAD_REQUEST kind_mismatch', { contentType: '' }],
      ['BAD_REQUEST length_required', { size: null }],
      ['BAD_REQUEST', { size: 0 }],
      ['PAYLOAD_TOO_LARGE attachment_too_large', { size: 10_000_001 }],
    ];
    for (const [reason, sent] of table) {
      const reading = () => expect.fail(`the bytes were asked for: ${JSON.stringify(sent)}`);
      expect(await refused(files.upload({ ...sent, reading })), JSON.stringify(sent)).to.equal(reason);
    }
    expect(await refused(files.upload({ bytes: fileOf('', '<html>') }))).to.equal('BAD_REQUEST kind_mismatch');
    expect(await calls()).to.equal(before);
  });

  it('a file is shown online of sales and their credits alone', async () => {
    const { providerId: contact_id } = await books.create('contacts', { name: 'Both' });
    const made = async (type: string, side: string) =>
      filesOf(
        type,
        (await books.create(type, { type: side, contact_id, issue_date: '2030-01-01', line_items: [line] })).providerId,
      );
    for (const type of ['invoices', 'credit_notes']) {
      const sale = await made(type, 'receivable');
      expect((await sale.upload({ includeOnline: true })).value.includeOnline).to.equal(true);
      expect((await sale.list())[0]?.includeOnline).to.equal(true);
      expect(await refused((await made(type, 'payable')).upload({ includeOnline: true }))).to.equal('BAD_REQUEST');
    }
    expect(await refused(filesOf('contacts', contact_id).upload({ includeOnline: true }))).to.equal('BAD_REQUEST');
  });

  it('a repeat with the same key and bytes has the first answer, and other bytes or another name are a conflict', async () => {
    const files = await onInvoice();
    const key = 'one key';
    const first = await files.upload({ key });
    const again = await files.upload({ key });
    expect(again.replayed).to.equal(true);
    expect(again.value).to.deep.equal(first.value);
    expect(await refused(files.upload({ key, bytes: fileOf('other') }))).to.equal('IDEMPOTENCY_KEY_REUSED');
    expect(await refused(files.upload({ key, filename: 'c.pdf' }))).to.equal('IDEMPOTENCY_KEY_REUSED');
    expect(await refused(files.upload({ key, replace: true }))).to.equal('IDEMPOTENCY_KEY_REUSED');
    expect(await files.list()).to.have.length(1);
  });

  it('nothing removes a file', async () => {
    const files = await onInvoice();
    const { value } = await files.upload();
    expect(await refused(files.remove(value.attachmentId))).to.equal('CONFLICT not_supported_by_provider');
    expect(await files.list()).to.have.length(1);
  });

  it('an upload is metered as a write, a list and a download as live reads', async () => {
    const files = await onInvoice();
    const used = async (meter: string) => {
      const rows = await service.database.knex('usage_events').where({ connection_id: books.connection.id, meter });
      return rows.reduce((sum, { quantity }) => sum + Number(quantity), 0);
    };
    const before = {
      write: await used('write'),
      live: await used('read_live'),
      bytes: await used('provider_bytes_in'),
    };
    const bytes = fileOf('x'.repeat(50_000));
    const { value } = await files.upload({ bytes });
    await files.list();
    await files.download(value.attachmentId);
    expect((await used('write')) - before.write).to.equal(1);
    expect((await used('read_live')) - before.live).to.equal(2);
    expect((await used('provider_bytes_in')) - before.bytes).to.be.within(50_000, 60_000);
  });

  it('a connection reads only so many bytes a day, and the next day again', async () => {
    const files = await onInvoice();
    const { value } = await files.upload({ bytes: fileOf('x'.repeat(91)) });
    Object.assign(service.ports.settings, { attachmentBytesPerDay: 250 });
    const heard = await Promise.all(
      [1, 2, 3].map(() => files.download(value.attachmentId).then(() => 'read', reasonOf as never)),
    );
    expect(heard.sort()).to.deep.equal(['RATE_LIMITED attachment_bytes_day', 'read', 'read']);
    service.advance(86_400);
    expect((await files.download(value.attachmentId)).bytes).to.have.length(100);
  });

  it('a file that is too large to be passed on is refused by the list, without its bytes', async () => {
    const huge = {
      attachmentId: 'a',
      filename: 'scan.pdf',
      contentType: '',
      size: 25 * 1024 * 1024 + 1,
      includeOnline: false,
    };
    const ports = withGateway(service.ports, {
      listAttachments: async () => [huge],
      readAttachment: () => expect.fail('the bytes were asked for'),
    });
    const { downloadAttachment } = await import('./read-attachments.ts');
    const { providerId } = await authorised(books);
    const path = { connectionId: books.connection.id, type: 'invoices', resourceId: providerId, attachmentId: 'a' };
    expect(await refused(downloadAttachment(ports)(tenancy.test, path))).to.equal(
      'PAYLOAD_TOO_LARGE attachment_too_large',
    );
  });
});
