// A list leaves out the amounts of discounts; the copy tells what a read of the one tells.
import { expect } from 'chai';
import type { JsonObject } from '../../domain/json.ts';
import { untilEnded } from '../bulk/testing/bulk-books.ts';
import { line, openBooks } from '../resources/testing/books.ts';
import { write } from '../testing/connecting.ts';
import { givenService } from '../testing/worlds.ts';

describe('the discount of a line', () => {
  const { service, tenancy } = givenService();
  it('is the same in a list and in a read of the one, also after the list was synced', async () => {
    const books = await openBooks(service, tenancy);
    const { providerId: contact_id } = await books.create('contacts', { name: 'Customer Ltd' });
    const discounted = { ...line, discount_amount: 7 };
    const { providerId } = await books.create('invoices', { contact_id, line_items: [discounted, line] });
    const facts = (fields: JsonObject) =>
      (fields['line_items'] as readonly JsonObject[]).map((one) => [one['discount_rate'], one['discount_amount']]);
    const cached = async () => {
      const asked = { connectionId: books.connection.id, type: 'invoices', query: { id: providerId } };
      const [item] = JSON.parse((await service.core.resources.list(tenancy.test, asked)).itemsJson) as JsonObject[];
      return item ?? {};
    };
    const sync = async () => {
      const asked = { connectionId: books.connection.id, write: write({ scope: 'invoices' }) };
      const { value } = await service.core.connections.sync(tenancy.test, asked);
      expect((await untilEnded(service, tenancy.test, value.id)).state).to.equal('succeeded');
    };
    // Somebody changes the invoice at the provider, so that the list shows a later one.
    await books.byHand('invoices', providerId, { external_reference: 'by hand' });
    await sync();
    const known = await cached();
    expect(known['external_reference']).to.equal('by hand');
    expect(facts(known)).to.deep.equal([
      [null, 7],
      [null, null],
    ]);
    expect(facts((await books.read('invoices', providerId)).fields)).to.deep.equal(facts(known));
    await sync();
    expect(facts(await cached())).to.deep.equal(facts(known));
  });
});
