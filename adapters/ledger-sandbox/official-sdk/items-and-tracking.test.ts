import { expect } from 'chai';
import { Invoice, type Item, LineAmountTypes } from 'xero-node';
import { type DrivenSdk, driveSdk, only, refusalOf } from './testing/drive-sdk.ts';

describe('official SDK: items and tracking categories', () => {
  let sdk: DrivenSdk;
  before(async () => {
    sdk = await driveSdk();
  });
  after(() => sdk.close());

  const create = async (item: Item): Promise<Item> =>
    only((await sdk.api.createItems(sdk.tenantId, { items: [item] })).body.items);
  const read = async (id: string | undefined): Promise<Item> =>
    only((await sdk.api.getItem(sdk.tenantId, id ?? '')).body.items);

  it('creates, reads by id and code, changes and deletes an item', async () => {
    const { api, tenantId } = sdk;
    const item = await create({ code: 'SDK-1', name: 'Shelf', salesDetails: { unitPrice: 46.2, accountCode: '200' } });
    expect(item).to.include({ code: 'SDK-1', name: 'Shelf', isTrackedAsInventory: false, isSold: true });
    expect(item.salesDetails).to.include({ unitPrice: 46.2, accountCode: '200' });
    expect(item.updatedDateUTC).to.be.an.instanceOf(Date);
    expect(await read('SDK-1')).to.deep.equal(await read(item.itemID));
    const change = { items: [{ code: 'SDK-1', description: 'Shelf, per metre' }] };
    const changed = only((await api.updateItem(tenantId, item.itemID ?? '', change)).body.items);
    expect(changed).to.include({ itemID: item.itemID, name: 'Shelf', description: 'Shelf, per metre' });
    const upserted = only(
      (await api.updateOrCreateItems(tenantId, { items: [{ code: 'sdk-1', name: 'S' }] })).body.items,
    );
    expect(upserted).to.include({ itemID: item.itemID, name: 'S', description: 'Shelf, per metre' });
    expect((await api.deleteItem(tenantId, item.itemID ?? '')).response.status).to.equal(204);
    expect((await refusalOf(api.getItem(tenantId, item.itemID ?? ''))).statusCode).to.equal(404);
  });

  it('lists the whole catalogue, what changed since, and by an expression', async () => {
    const { api, tenantId } = sdk;
    const codes = async (since?: Date, where?: string) =>
      ((await api.getItems(tenantId, since, where)).body.items ?? []).map(({ code }) => code);
    expect(await codes()).to.include.members(['HIRE', 'BENCH']);
    expect(await codes(undefined, 'Code=="BENCH"')).to.deep.equal(['BENCH']);
    expect(await codes(new Date(Date.now() + 3_600_000))).to.deep.equal([]);
  });

  it('refuses codes that are missing, too long or taken by a change', async () => {
    const { api, tenantId } = sdk;
    for (const item of [{ code: '' }, { code: 'x'.repeat(31) }, { code: 'A', name: 'x'.repeat(51) }])
      expect((await refusalOf(create(item))).statusCode).to.equal(400);
    const { itemID = '' } = await create({ code: 'SDK-2' });
    expect((await refusalOf(api.updateItem(tenantId, itemID, { items: [{ code: 'BENCH' }] }))).statusCode).to.equal(
      400,
    );
  });

  it('reads tracking categories, and lines show an option without its id', async () => {
    const { api, tenantId } = sdk;
    const categories = (await api.getTrackingCategories(tenantId)).body.trackingCategories ?? [];
    expect(categories.map(({ name }) => name)).to.deep.equal(['Region', 'Project']);
    const [region] = categories;
    expect(region?.options?.map(({ name }) => name)).to.include('North');
    const one = await api.getTrackingCategory(tenantId, region?.trackingCategoryID ?? '');
    expect(only(one.body.trackingCategories).trackingCategoryID).to.equal(region?.trackingCategoryID);
    const tracking = [
      { name: 'Region', option: 'North' },
      { name: 'Region', option: 'Nowhere' },
    ];
    const line = { description: 'Hire', quantity: 1, unitAmount: 5, accountCode: '200', tracking };
    const invoice = {
      ...{ type: Invoice.TypeEnum.ACCREC, contact: { name: 'City Power' }, lineItems: [line] },
      lineAmountTypes: LineAmountTypes.Exclusive,
    };
    const made = only((await api.createInvoices(tenantId, { invoices: [invoice] })).body.invoices);
    const [shown, ...others] = made.lineItems?.[0]?.tracking ?? [];
    expect([shown?.name, shown?.option, shown?.trackingOptionID, others]).to.deep.equal([
      'Region',
      'North',
      undefined,
      [],
    ]);
  });
});
