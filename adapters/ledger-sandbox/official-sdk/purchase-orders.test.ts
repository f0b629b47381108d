import { expect } from 'chai';
import { LineAmountTypes, PurchaseOrder } from 'xero-node';
import { type DrivenSdk, dayOf, driveSdk, messagesOf, only, refusalOf } from './testing/drive-sdk.ts';

const { StatusEnum: Status } = PurchaseOrder;

describe('official SDK: purchase orders', () => {
  let sdk: DrivenSdk;
  let contactID = '';
  before(async () => {
    sdk = await driveSdk();
    const supplier = await sdk.api.getContacts(sdk.tenantId, undefined, 'Name=="Bayside Timber Supplies"');
    contactID = only(supplier.body.contacts).contactID ?? '';
  });
  after(() => sdk.close());

  const order = (changes: PurchaseOrder = {}): PurchaseOrder => ({
    contact: { contactID },
    date: '2026-09-13',
    lineItems: [{ description: 'Ply', quantity: 1, unitAmount: 20.1234, accountCode: '400' }],
    ...changes,
  });
  const create = async (changes?: PurchaseOrder): Promise<PurchaseOrder> =>
    only((await sdk.api.createPurchaseOrders(sdk.tenantId, { purchaseOrders: [order(changes)] })).body.purchaseOrders);
  const update = async (id: string | undefined, changes: PurchaseOrder): Promise<PurchaseOrder> =>
    only(
      (await sdk.api.updatePurchaseOrder(sdk.tenantId, id ?? '', { purchaseOrders: [changes] })).body.purchaseOrders,
    );
  const read = async (id: string | undefined): Promise<PurchaseOrder> =>
    only((await sdk.api.getPurchaseOrder(sdk.tenantId, id ?? '')).body.purchaseOrders);

  it('creates one and reads it with dates, enums and numbers', async () => {
    const delivery = {
      deliveryAddress: '1 Quay St',
      attentionTo: 'Bo',
      telephone: '555',
      deliveryInstructions: 'Ring',
    };
    const created = await create({ ...delivery, deliveryDate: '2026-09-20', expectedArrivalDate: '2026-09-21' });
    expect(created.purchaseOrderNumber).to.match(/^PO-\d{4}$/);
    const held = await read(created.purchaseOrderID);
    expect(held).to.include({ ...delivery, status: Status.DRAFT, subTotal: 20.12, totalTax: 3.02, total: 23.14 });
    expect(held.lineAmountTypes).to.equal(LineAmountTypes.Exclusive);
    expect([held.date, held.deliveryDate, held.expectedArrivalDate].map(dayOf)).to.deep.equal([
      '2026-09-13T00:00:00.000Z',
      '2026-09-20T00:00:00.000Z',
      '2026-09-21T00:00:00.000Z',
    ]);
    expect(held.updatedDateUTC).to.be.an.instanceOf(Date);
    expect(held.lineItems?.[0]).to.include({ unitAmount: 20.1234, taxType: 'INPUT2' });
    const byNumber = await sdk.api.getPurchaseOrderByNumber(sdk.tenantId, created.purchaseOrderNumber ?? '');
    expect(only(byNumber.body.purchaseOrders).purchaseOrderID).to.equal(created.purchaseOrderID);
  });

  it('goes through its states to deletion from any of them', async () => {
    const { purchaseOrderID, purchaseOrderNumber } = await create();
    for (const status of [Status.SUBMITTED, Status.AUTHORISED, Status.BILLED, Status.DELETED]) {
      expect((await update(purchaseOrderID, { status })).status).to.equal(status);
    }
    const { api, tenantId } = sdk;
    const edit = { purchaseOrders: [{ reference: 'x' }] };
    const refused = await refusalOf(api.updatePurchaseOrder(tenantId, purchaseOrderID ?? '', edit));
    expect(messagesOf(refused)).to.include('Deleted purchase orders cannot be updated.');
    const reuse = { purchaseOrders: [order({ purchaseOrderNumber: purchaseOrderNumber ?? '' })] };
    const taken = await refusalOf(api.createPurchaseOrders(tenantId, reuse));
    expect(taken.body).to.have.nested.property('Elements[0].PurchaseOrderID', '00000000-0000-0000-0000-000000000000');
  });

  it('lists in pages always, by status and date', async () => {
    const { api, tenantId } = sdk;
    const { purchaseOrderNumber } = await create({ date: '2025-01-15', status: Status.BILLED });
    const plain = (await api.getPurchaseOrders(tenantId)).body;
    expect(plain.pagination).to.include({ page: 1, pageSize: 100, pageCount: 1 });
    expect(plain.purchaseOrders?.[0]?.lineItems).to.have.length(1);
    type Query = Parameters<typeof api.getPurchaseOrders> extends [string, ...infer Rest] ? Rest : never;
    const numbers = async (...query: Query) =>
      ((await api.getPurchaseOrders(tenantId, ...query)).body.purchaseOrders ?? []).map(
        (one) => one.purchaseOrderNumber,
      );
    expect(await numbers(undefined, 'BILLED')).to.include(purchaseOrderNumber);
    expect(await numbers(undefined, undefined, '2025-01-01', '2025-12-31')).to.deep.equal([purchaseOrderNumber]);
    expect(await numbers(undefined, undefined, undefined, undefined, 'PurchaseOrderNumber DESC', 1, 1)).to.have.length(
      1,
    );
    expect(await numbers(new Date(Date.now() + 60_000))).to.deep.equal([]);
  });

  it('prints and keeps notes', async () => {
    const { api, tenantId } = sdk;
    const { purchaseOrderID = '', purchaseOrderNumber } = await create();
    const bytes = (await api.getPurchaseOrderAsPdf(tenantId, purchaseOrderID)).body;
    expect(bytes.toString('latin1'))
      .to.match(/^%PDF-/)
      .and.include(`Number=${purchaseOrderNumber} Status=DRAFT`);
    await api.createPurchaseOrderHistory(tenantId, purchaseOrderID, { historyRecords: [{ details: 'Rang' }] });
    const notes = (await api.getPurchaseOrderHistory(tenantId, purchaseOrderID)).body.historyRecords ?? [];
    expect(notes[0]?.details).to.equal('Rang');
  });
});
