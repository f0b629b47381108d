import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { line } from '../resources/testing/books.ts';
import { write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService } from '../testing/service.ts';
import { openBulkBooks, untilEnded } from './testing/bulk-books.ts';

describe('bulk writes', () => {
  let contact_id: string;
  const service = openedOnce(() => openService());
  const books = openedOnce(() => openBulkBooks(service));
  before(async () => {
    contact_id = (await books.create('contacts', { name: 'Customer' })).providerId;
  });

  const invoices = (count: number, over: object = {}) =>
    Array.from({ length: count }, (_, i) => ({
      item_key: `row ${i}`,
      contact_id,
      external_reference: `order ${i}`,
      line_items: [line],
      ...over,
    }));

  it('creates a hundred and twenty invoices by three calls, each with an answer of its own', async () => {
    const before = (await service.calls('PUT /api.xro/2.0/Invoices')).length;
    const { id } = await books.begin('invoices', invoices(120));
    const { state, result, error } = await untilEnded(service, books.caller, id);
    expect([state, error]).to.deep.equal(['succeeded', null]);
    const counts = { total: 120, succeeded: 120, failed: 0, unknown: 0, pending: 0 };
    expect(result).to.deep.equal({ counts });
    expect((await service.calls('PUT /api.xro/2.0/Invoices')).length - before).to.equal(3);
    const items = await books.items(id);
    const made = await books.documents('Invoices');
    const byId = new Map(made.map((document) => [document['InvoiceID'], document['Reference']]));
    expect(items.map(({ providerId, itemKey }) => [itemKey, byId.get(providerId)])).to.deep.equal(
      items.map((_, i) => [`row ${i}`, `order ${i}`]),
    );
    const { items: told } = await service.core.events.list(books.caller, { type: 'bulk.completed' });
    expect(told.map(({ data }) => data)).to.deep.equal([
      { operation_id: id, connection_id: books.connection.id, type: 'invoices', counts },
    ]);
  });

  it('a refused item touches no other, and its replay is sent alone', async () => {
    const [one, two, three] = invoices(3) as [object, object, object];
    const wrong = { ...two, line_items: [{ ...line, account_code: '998' }] };
    const { id } = await books.begin('invoices', [one, wrong, three]);
    const ended = await untilEnded(service, books.caller, id);
    const counts = { total: 3, succeeded: 2, failed: 1, unknown: 0, pending: 0 };
    expect([ended.state, ended.error?.reason, ended.result]).to.deep.equal(['failed', 'items_failed', { counts }]);
    const [, refused] = await books.items(id);
    expect(refused?.error).to.deep.include({ code: 'PROVIDER_REJECTED' });
    expect(refused?.error?.details.errors?.map(({ path }) => path)).to.deep.equal(['line_items[0].account_code']);
    await books.create('accounts', { provider_data: { Code: '998', Name: 'New', Type: 'REVENUE' } });
    const before = (await books.documents('Invoices')).length;
    await service.core.operations.replay(books.caller, { operationId: id, write: write({ reason: 'added' }) });
    const again = await untilEnded(service, books.caller, id);
    expect([again.state, again.result]).to.deep.equal([
      'succeeded',
      { counts: { ...counts, succeeded: 3, failed: 0 } },
    ]);
    expect((await books.documents('Invoices')).length - before).to.equal(1);
  });

  it('refuses the whole request by the names of all wrong fields, and writes nothing', async () => {
    const [one, two] = invoices(2) as [object, object];
    const items = [{ ...one, due_date: 'x' }, two, two, { ...one, item_key: 'c', id: 'inv_1' }, {}];
    const { code, details } = await refusalOf(books.begin('invoices', items));
    expect([code, details.errors?.map(({ path }) => path)]).to.deep.equal([
      'BAD_REQUEST',
      ['items[0].due_date', 'items[2].item_key', 'items[3].id', 'items[4].item_key'],
    ]);
    const many = Array.from({ length: 30 }, (_, i) => ({ item_key: `${i}` }));
    expect((await refusalOf(books.begin('contacts', many))).details.errors).to.have.length(20);
    const of = async (type: 'accounts' | 'quotes' | 'tax_rates', item: object) =>
      (await refusalOf(books.begin(type, [{ item_key: 'a', ...item }]))).details;
    expect((await of('accounts', {})).reason).to.equal('not_supported_by_provider');
    expect((await of('tax_rates', {})).reason).to.equal('resource_read_only');
    const quote = `quo_${'0'.repeat(26)}`;
    expect((await of('quotes', { id: quote, title: 'T' })).errors?.[0]?.path).to.equal('items[0].id');
  });
});
