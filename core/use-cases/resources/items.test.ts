import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { JsonObject } from '../../domain/json.ts';
import { openBulkBooks, untilEnded } from '../bulk/testing/bulk-books.ts';
import { openBooks as openSynced } from '../sync/testing/syncing.ts';
import { write } from '../testing/connecting.ts';
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

  const remove = async (resourceId: string, key?: string) =>
    service.core.resources.delete(tenancy.test, {
      ...{ connectionId: books.connection.id, type: 'items', resourceId, write: write(undefined, key) },
    });
  const codes = async (query: object = {}) => {
    const path = { connectionId: books.connection.id, type: 'items', query: query as never };
    const { itemsJson } = await service.core.resources.list(tenancy.test, path);
    return (JSON.parse(itemsJson) as readonly JsonObject[]).map(({ code }) => code);
  };

  it('are deleted for good, and a repeat gets the same answer', async () => {
    const { providerId } = await books.create('items', full);
    expect(await codes({ code: 'DESK-1' })).to.deep.equal(['DESK-1']);
    expect(await remove(providerId, 'gone')).to.deep.equal({ value: { deleted: true }, replayed: false });
    expect(await remove(providerId, 'gone')).to.deep.equal({ value: { deleted: true }, replayed: true });
    expect(await codes({ code: 'DESK-1' })).to.deep.equal([]);
    expect((await atLedger()).map(({ Code }) => Code)).not.to.include('DESK-1');
    expect((await refusalOf(remove(providerId))).code).to.equal('NOT_FOUND');
    expect((await refusalOf(books.read('items', providerId))).code).to.equal('NOT_FOUND');
    await books.create('items', full);
  });

  it('cost the calls that the page of figures says', async () => {
    const calls = async (work: () => Promise<unknown>) => {
      await service.sandbox.control('DELETE', 'requests');
      await work();
      return (await service.calls('')).filter(({ path }) => path.includes('/Items')).map(({ method }) => method);
    };
    const { providerId } = await books.create('items', { code: 'COUNTED' });
    const change = (body: object) => calls(() => books.update('items', providerId, body));
    expect(await calls(() => books.create('items', full))).to.deep.equal(['GET', 'PUT']);
    expect(await change({ name: 'Counted' })).to.deep.equal(['POST']);
    expect(await change({ sale: { unit_price: 1 } })).to.deep.equal(['GET', 'POST']);
    expect(await change({ code: 'COUNTED-2' })).to.deep.equal(['GET', 'POST']);
    expect(await calls(() => remove(providerId))).to.deep.equal(['DELETE']);
  });

  it('tell of their deletion by item.changed', async () => {
    const synced = await openSynced(service, tenancy, { seed: 'small' });
    const [hire] = (await synced.cached('items')).filter(({ fields }) => fields['code'] === 'HIRE');
    const at = { connectionId: synced.connection.id, type: 'items', resourceId: hire?.providerId ?? '' };
    await service.core.resources.update(tenancy.test, { ...at, write: write({ name: 'Hire of tools' }) });
    await service.core.resources.delete(tenancy.test, { ...at, write: write(undefined) });
    const told = (await synced.events('item.changed')).map(({ data }) => [
      data['change'],
      (data['record'] as JsonObject)['name'],
    ]);
    expect(told).to.deep.equal([
      ['updated', 'Hire of tools'],
      ['deleted', 'Hire of tools'],
    ]);
  });

  for (const [fault, action, gone] of [
    ['the request is lost', { drop: 'before' }, false],
    ['the answer is lost', { drop: 'after' }, true],
    ['a 500 comes after it', { status: 500, drop: 'after' }, true],
  ] as const)
    it(`are deleted once where ${fault}: the repeat with the same key succeeds`, async () => {
      const { providerId } = await books.create('items', full);
      const path = `/api.xro/2.0/Items/${providerId}`;
      await service.sandbox.control('POST', 'faults', { match: { method: 'DELETE', path }, action });
      expect((await refusalOf(remove(providerId, fault))).details.outcome).to.equal('unknown');
      expect((await atLedger()).some(({ Code }) => Code === 'DESK-1')).to.equal(!gone);
      expect((await remove(providerId, fault)).value).to.deep.equal({ deleted: true });
      expect((await atLedger()).some(({ Code }) => Code === 'DESK-1')).to.equal(false);
      expect(await codes({ code: 'DESK-1' })).to.deep.equal([]);
    });

  it('are listed by exactly their code and by a part of their name', async () => {
    for (const [code, name] of [
      ['DESK-1', 'Standing desk'],
      ['DESK-2', 'Desk lamp'],
      ['LAMP', 'Lamp'],
    ])
      await books.create('items', { code, name });
    expect(await codes({ code: 'DESK-1' })).to.deep.equal(['DESK-1']);
    expect(await codes({ code: 'DESK' })).to.deep.equal([]);
    expect((await codes({ name: 'desk' })).toSorted()).to.deep.equal(['DESK-1', 'DESK-2']);
    expect((await refusalOf(codes({ email: 'a@b.example' }))).code).to.equal('BAD_REQUEST');
    for (const name of ['code', 'name']) {
      const path = { connectionId: books.connection.id, type: 'invoices', query: { [name]: 'DESK-1' } };
      const { details } = await refusalOf(service.core.resources.list(tenancy.test, path));
      expect(details.errors?.map(({ path: field }) => field)).to.deep.equal([name]);
    }
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

describe('items in bulk', () => {
  const { service } = givenBooks();
  const books = openedOnce(() => openBulkBooks(service));

  it('are created, but for those whose code is taken; they are changed by their ids', async () => {
    const taken = await books.create('items', { code: 'TAKEN', name: 'Mine' });
    const items = [
      ...['N-1', 'N-2', 'taken', 'N 3/4'].map((code) => ({ item_key: `new ${code}`, code, name: `Bulk ${code}` })),
      { item_key: 'change', id: taken.providerId, description: 'Changed' },
    ];
    const { id } = await books.begin('items', items);
    const { result } = await untilEnded(service, books.caller, id);
    expect(result).to.deep.equal({ counts: { total: 5, succeeded: 4, failed: 1, unknown: 0, pending: 0 } });
    const told = (await books.items(id)).map(({ itemKey, error }) => [itemKey, error?.details.reason ?? null]);
    expect(told).to.deep.equal([
      ['new N-1', null],
      ['new N-2', null],
      ['new taken', 'item_code_taken'],
      ['new N 3/4', null],
      ['change', null],
    ]);
    const documents = await books.documents('Items');
    expect(documents.map(({ Code }) => Code).toSorted()).to.deep.equal(['N 3/4', 'N-1', 'N-2', 'TAKEN']);
    const mine = documents.find(({ Code }) => Code === 'TAKEN');
    expect(mine).to.include({ Name: 'Mine', Description: 'Changed' });
  });

  it('are refused as a whole for a code that comes twice, and for a part of a side', async () => {
    const { providerId: id } = await books.create('items', {
      code: 'SIDE',
      sale: { unit_price: 1, account_code: '200' },
    });
    const faults = async (items: readonly object[]) =>
      (await refusalOf(books.begin('items', items))).details.errors?.map(({ path }) => path);
    expect(
      await faults([
        { item_key: 'a', code: 'Two' },
        { item_key: 'b', code: 'two' },
      ]),
    ).to.eql(['items[1].code']);
    expect(await faults([{ item_key: 'a', id, sale: { unit_price: 2 } }])).to.deep.equal(['items[0].sale']);
    const whole = { unit_price: 2, account_code: '200', tax_type: 'OUTPUT2' };
    const { id: operation } = await books.begin('items', [{ item_key: 'a', id, sale: whole }]);
    expect((await untilEnded(service, books.caller, operation)).state).to.equal('succeeded');
    expect((await books.read('items', id)).fields['sale']).to.deep.equal(whole);
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
