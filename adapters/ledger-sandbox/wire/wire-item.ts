import type { ItemRecord, ItemSide } from '../books/item-record.ts';
import type { JsonObject } from '../http/json.ts';
import { bareMoment } from '../http/wire-dates.ts';
import type { Stock } from '../rules/items.ts';
import { round } from '../rules/tax.ts';

/** Provider: an empty description is absent, and the time of change has no offset. */
export function wireItem(item: ItemRecord, stock: Stock | undefined, unitPlaces: number): JsonObject {
  return {
    ItemID: item.id,
    Code: item.code,
    ...(item.description ? { Description: item.description } : {}),
    ...(item.purchaseDescription ? { PurchaseDescription: item.purchaseDescription } : {}),
    UpdatedDateUTC: bareMoment(item.updated),
    PurchaseDetails: wireSide(item.purchase, unitPlaces),
    SalesDetails: wireSide(item.sale, unitPlaces),
    Name: item.name,
    IsTrackedAsInventory: stock !== undefined,
    ...(item.inventoryAccountCode ? { InventoryAssetAccountCode: item.inventoryAccountCode } : {}),
    ...(stock ? { TotalCostPool: stock.value, QuantityOnHand: stock.quantity } : {}),
    IsSold: item.isSold,
    IsPurchased: item.isPurchased,
  };
}

function wireSide({ unitPrice, accountCode, cogsAccountCode, taxType }: ItemSide, unitPlaces: number): JsonObject {
  return {
    ...(unitPrice === undefined ? {} : { UnitPrice: round(unitPrice, unitPlaces) }),
    ...(accountCode ? { AccountCode: accountCode } : {}),
    ...(cogsAccountCode ? { COGSAccountCode: cogsAccountCode } : {}),
    ...(taxType ? { TaxType: taxType } : {}),
  };
}
