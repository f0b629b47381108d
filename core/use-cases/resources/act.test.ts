import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';
import { authorised, line, openBooks } from './testing/books.ts';

const unknown = '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10';

describe('a provider action', () => {
  const { service, tenancy } = givenService();
  const books = openedOnce(() => openBooks(service, tenancy));
  const invoice = openedOnce(() => authorised(books));
  beforeEach(() => service.sandbox.control('DELETE', 'requests'));

  const act = (action: string, body: unknown) =>
    service.core.resources.act(tenancy.test, { connectionId: books.connection.id, action, body });
  const rendered = async (action: string, body: unknown): Promise<{ text: string; filename: string }> => {
    const made = await act(action, body);
    if (made.kind !== 'pdf') throw new Error('no document');
    const chunks: Uint8Array[] = [];
    for await (const chunk of made.chunks) chunks.push(chunk);
    return { text: Buffer.concat(chunks).toString('latin1'), filename: made.filename };
  };

  it('renders invoices, quotes and purchase orders, by either id', async () => {
    const contact_id = String(invoice.fields['contact_id']);
    const quote = await books.create('quotes', { contact_id, issue_date: '2030-01-01', line_items: [line] });
    const order = await books.create('purchase_orders', {
      contact_id,
      line_items: [{ ...line, account_code: '400', tax_type: 'INPUT2' }],
    });
    const documents: readonly [string, ResourceType, CachedRecord][] = [
      ['invoice.download_pdf', 'invoices', invoice],
      ['quote.download_pdf', 'quotes', quote],
      ['purchase_order.download_pdf', 'purchase_orders', order],
    ];
    for (const [action, type, { providerId, fields }] of documents) {
      for (const body of [{ provider_id: providerId }, { resource_id: resourceIdOf(type, providerId) }]) {
        const { text, filename } = await rendered(action, body);
        expect(text)
          .to.match(/^%PDF-/)
          .and.contain(String(fields['number']));
        expect(filename).to.equal(`${String(fields['number'])}.pdf`);
      }
    }
  });

  it('renders the document as it is now, every time', async () => {
    const body = { provider_id: invoice.providerId };
    const before = await rendered('invoice.download_pdf', body);
    await service.sandbox.control('POST', 'payments', { tenant_id: books.tenantId, invoice_id: invoice.providerId });
    const after = await rendered('invoice.download_pdf', body);
    expect(before.text).to.contain('Status=AUTHORISED');
    expect(after.text).to.contain('Status=PAID');
  });

  const refused: readonly [string, string, () => unknown, string][] = [
    ['neither id', 'invoice.download_pdf', () => ({}), 'BAD_REQUEST'],
    ['no body', 'invoice.download_pdf', () => undefined, 'BAD_REQUEST'],
    ['both ids', 'invoice.download_pdf', () => ({ provider_id: unknown, resource_id: unknown }), 'BAD_REQUEST'],
    [
      'an id of another type',
      'invoice.download_pdf',
      () => ({ resource_id: resourceIdOf('quotes', unknown) }),
      'BAD_REQUEST',
    ],
    ['an id that is none', 'quote.download_pdf', () => ({ provider_id: 'QU-0001' }), 'BAD_REQUEST'],
    ['an id that is a number', 'quote.download_pdf', () => ({ provider_id: 1 }), 'BAD_REQUEST'],
    ['a field that is not one', 'quote.download_pdf', () => ({ provider_id: unknown, page: 1 }), 'BAD_REQUEST'],
    ['an action that is not one', 'invoice.delete', () => ({ provider_id: unknown }), 'NOT_FOUND'],
    ['an action of every object', 'toString', () => ({ provider_id: unknown }), 'NOT_FOUND'],
  ];
  for (const [name, action, body, code] of refused) {
    it(`is refused with ${name}, before the provider is asked`, async () => {
      expect((await refusalOf(act(action, body()))).code).to.equal(code);
      expect(await service.calls('')).to.deep.equal([]);
    });
  }

  it('of a document that the provider does not have is a 404', async () => {
    const refusal = await refusalOf(act('quote.download_pdf', { provider_id: invoice.providerId }));
    expect(refusal).to.include({ code: 'NOT_FOUND', message: 'no such quote' });
  });
});
