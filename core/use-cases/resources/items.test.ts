import { expect } from 'chai';
import type { JsonObject } from '../../domain/json.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';

const full = {
  code: 'DESK-1',
  name: 'Desk',
  description: 'Desk, oak',
  purchase_description: 'Desk, flat-packed',
  is_sold: true,
  is_purchased: true,
  sale: { unit_price: 890.1234, account_code: '200', tax_type: 'OUTPUT2' },
  purchase: { unit_price: 512.5, account_code: '310', tax_type: 'INPUT2' },
};

describe('items', () => {
  const { service, tenancy, books } = givenBooks();
  const atLedger = () => service.sandbox.documents(books.tenantId, 'Items');
  const byHand = (document: JsonObject) =>
    service.sandbox.control('POST', 'items', { tenant_id: books.tenantId, ...document });

  it('are created whole, read, and listed', async () => {
    const made = await books.create('items', full);
    const fields = { ...full, purchase: { ...full.purchase, cogs_account_code: null }, is_tracked: false };
    expect(made.fields).to.deep.include(fields);
    expect((await books.read('items', made.providerId)).fields).to.deep.equal(made.fields);
    expect(await books.create('items', { code: 'BARE' })).to.have.nested.include({ 'fields.name': 'BARE' });
  });

  it('are refused for a code that an item has, in any case, with its id; the item stays as it is', async () => {
    const made = await books.create('items', full);
    const before = await atLedger();
    for (const body of [{ code: 'desk-1' }, { provider_data: { Code: 'DESK-1', Description: 'Another' } }]) {
      const refusal = await refusalOf(books.create('items', body));
      expect([refusal.code, refusal.details.reason]).to.deep.equal(['CONFLICT', 'item_code_taken']);
      expect((await books.read('items', refusal.details.resourceId ?? '')).providerId).to.equal(made.providerId);
    }
    const other = await books.create('items', { code: 'DESK-2' });
    const renamed = await refusalOf(books.update('items', other.providerId, { code: 'Desk-1' }));
    expect(renamed.details).to.deep.include({ reason: 'item_code_taken' });
    expect((await atLedger()).filter(({ Code }) => Code !== 'DESK-2')).to.deep.equal(before);
    expect((await books.update('items', other.providerId, { code: 'Desk-2' })).fields['code']).to.equal('Desk-2');
  });

  it('with one code that are asked for at once are one', async () => {
    const asked = Array.from({ length: 6 }, (_, i) => books.create('items', { code: 'RUSH', name: `Rush ${i}` }));
    const ended = await Promise.allSettled(asked);
    const made = ended.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(made).to.have.length(1);
    const [rush, ...others] = (await atLedger()).filter(({ Code }) => Code === 'RUSH');
    expect([rush?.['Name'], others]).to.deep.equal([made[0]?.fields['name'], []]);
  });

  it('keep what a change does not name, within their sides, too', async () => {
    const { providerId } = await books.create('items', full);
    const changed = await books.update('items', providerId, { sale: { unit_price: 920 }, description: null });
    expect(changed.fields).to.deep.include({
      ...{ name: 'Desk', description: null, purchase_description: 'Desk, flat-packed' },
      sale: { ...full.sale, unit_price: 920 },
      purchase: { ...full.purchase, cogs_account_code: null },
    });
    const cleared = await books.update('items', providerId, { sale: { account_code: null }, is_purchased: false });
    expect(cleared.fields).to.deep.include({
      sale: { unit_price: 920, account_code: null, tax_type: 'OUTPUT2' },
      purchase: null,
    });
  });

  it('keep what somebody else changes meanwhile in the fields that a change does not name', async () => {
    const { providerId } = await books.create('items', full);
    await byHand({ code: 'DESK-1', document: { Name: 'Standing desk' } });
    const changed = await books.update('items', providerId, { sale: { unit_price: 900 } });
    expect(changed.fields).to.deep.include({ name: 'Standing desk', sale: { ...full.sale, unit_price: 900 } });
  });

  it('give the lines of documents what they do not say, and keep unknown codes out', async () => {
    await books.create('items', full);
    const contact_id = (await books.create('contacts', { name: 'Customer Ltd' })).providerId;
    const sale = (item_code: string) =>
      books.create('invoices', { contact_id, due_date: '2030-01-31', line_items: [{ item_code, quantity: 2 }] });
    const [line] = (await sale('DESK-1')).fields['line_items'] as readonly JsonObject[];
    expect(line).to.include({
      ...{ item_code: 'DESK-1', unit_amount: 890.1234, account_code: '200', description: 'Desk, oak' },
    });
    expect(await refusalOf(sale('DESK-9'))).to.include({ code: 'PROVIDER_REJECTED' });
  });

  it('are found by a lost create under their code, and never made or changed a second time', async () => {
    await service.sandbox.control('POST', 'faults', {
      match: { method: 'PUT', path: '/api.xro/2.0/Items' },
      action: { drop: 'after' },
    });
    const lost = () => books.create('items', full, 'lost item');
    expect((await refusalOf(lost())).details.outcome).to.equal('unknown');
    service.advance(400);
    await service.sandbox.control('DELETE', 'requests');
    const found = await lost();
    expect(found.fields['code']).to.equal('DESK-1');
    expect((await service.calls('PUT /api.xro/2.0/Items')).length).to.equal(0);
    expect((await atLedger()).filter(({ Code }) => Code === 'DESK-1')).to.have.length(1);
  });

  it('of a lost create that somebody else has made or changed since are refused, with an unknown outcome', async () => {
    await service.sandbox.control('POST', 'faults', {
      match: { method: 'PUT', path: '/api.xro/2.0/Items' },
      action: { drop: 'before' },
    });
    const lost = () => books.create('items', full, 'lost item of another');
    expect((await refusalOf(lost())).details.outcome).to.equal('unknown');
    await byHand({ code: 'DESK-1', document: { Name: 'Not ours' } });
    service.advance(400);
    for (const _ of [1, 2]) {
      const { details } = await refusalOf(lost());
      expect(details).to.deep.include({ reason: 'item_code_taken', outcome: 'unknown' });
    }
    expect((await atLedger()).find(({ Code }) => Code === 'DESK-1')?.['Name']).to.equal('Not ours');
  });

  it('are refused by name where a field is too long or cannot be written', async () => {
    const bodies: readonly (readonly [JsonObject, string])[] = [
      [{ code: 'x'.repeat(31) }, 'code'],
      [{ name: 'No code' }, 'code'],
      [{ code: 'A', name: 'x'.repeat(51) }, 'name'],
      [{ code: 'A', sale: { unit_price: 1.00001 } }, 'sale.unit_price'],
      [{ code: 'A', purchase: { price: 1 } }, 'purchase.price'],
      [{ code: 'A', quantity_on_hand: 4 }, 'quantity_on_hand'],
      [{ code: 'A', sale: null }, 'sale'],
    ];
    for (const [body, path] of bodies) {
      const { details } = await refusalOf(books.create('items', body));
      expect(details.errors?.map((error) => error.path)).to.include(path);
    }
    const asked = { connectionId: books.connection.id, type: 'tracking_categories', write: { key: 'k', body: {} } };
    const { details } = await refusalOf(service.core.resources.create(tenancy.test, asked));
    expect(details.reason).to.equal('resource_read_only');
  });

  it('that are tracked have a stock that documents change, and no sale goes beyond it', async () => {
    await books.create('accounts', { provider_data: { Code: '630', Name: 'Inventory', Type: 'INVENTORY' } });
    const made = await books.create('items', {
      provider_data: {
        ...{ Code: 'BOLT', InventoryAssetAccountCode: '630' },
        PurchaseDetails: { UnitPrice: 2, COGSAccountCode: '310' },
        SalesDetails: { UnitPrice: 3, AccountCode: '200' },
      },
    });
    expect(made.fields).to.include({ is_tracked: true, quantity_on_hand: 0 });
    const contact_id = (await books.create('contacts', { name: 'Customer Ltd' })).providerId;
    const booked = (type: string, quantity: number, account_code: string) =>
      books.create('invoices', {
        ...{ type, contact_id, status: 'AUTHORISED', issue_date: '2030-01-01', due_date: '2030-01-31' },
        line_items: [{ description: 'Bolts', item_code: 'BOLT', quantity, unit_amount: 2, account_code }],
      });
    await booked('payable', 10, '310');
    await booked('receivable', 4, '200');
    expect((await books.read('items', made.providerId)).fields).to.include({
      quantity_on_hand: 6,
      total_cost_pool: 12,
    });
    const refusal = await refusalOf(booked('receivable', 7, '200'));
    expect(refusal.details.providerError?.messages.join()).to.match(/Insufficient stock/);
  });
});

describe('tracking categories', () => {
  const { service, tenancy, books } = givenBooks();
  const edit = (change: JsonObject) =>
    service.sandbox.control('POST', 'tracking', { tenant_id: books.tenantId, ...change });

  it('are read and listed with their options, archived ones, too', async () => {
    await edit({ category: 'Region', option: 'West', status: 'ARCHIVED' });
    await edit({ category: 'Project', option: 'Garden' });
    await edit({ category: 'Project', rename: 'Site' });
    const [region = '', site = ''] = (await books.idsOf('tracking_categories')).toSorted();
    const { fields } = await books.read('tracking_categories', region);
    expect(fields).to.deep.include({ name: 'Region', status: 'ACTIVE' });
    expect((fields['options'] as readonly JsonObject[]).map(({ name, status }) => `${name} ${status}`)).to.deep.equal([
      ...['East ACTIVE', 'North ACTIVE', 'South ACTIVE', 'West ARCHIVED'],
    ]);
    expect((await books.read('tracking_categories', site)).fields).to.deep.include({ name: 'Site' });
    await edit({ category: 'Site', status: 'ARCHIVED' });
    expect((await books.read('tracking_categories', site)).fields).to.include({ status: 'ARCHIVED' });
    const path = { connectionId: books.connection.id, type: 'tracking_categories', query: {} };
    const { itemsJson } = await service.core.resources.list(tenancy.test, path);
    expect(JSON.parse(itemsJson)).to.have.length(2);
  });
});
