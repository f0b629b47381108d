import { expect } from 'chai';
import { LineAmountTypes, PurchaseOrder } from 'xero-node';
import { type DrivenSdk, dayOf, driveSdk, only } from './testing/drive-sdk.ts';

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
});
