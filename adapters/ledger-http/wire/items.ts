import { isJsonObject } from '#core/ports';
import { family } from './family.ts';
import { amount, type Field, flag, part, plainFields, readOnly, text, writeFields } from './field.ts';

const sideFields: readonly Field[] = [amount('unit_price'), text('account_code'), text('tax_type')];

/** What the item is sold or bought for. An update sends the fields that it changes; `prepare` adds the others. */
function side(name: string, key: string, fields: readonly Field[]): Field {
  return {
    ...part(name, key, fields),
    write: (value, { path, creating }) => ({
      [key]: isJsonObject(value) ? writeFields(fields, value, { creating, prefix: `${path}.` }) : {},
    }),
  };
}

const plain = plainFields('items');

export const items = family({
  type: 'items',
  path: '/Items',
  idKey: 'ItemID',
  // Provider: without it prices have two decimals.
  query: { unitdp: '4' },
  modifiedSince: true,
  finds: { by: 'expression', keys: { code: 'Code' } },
  fields: [
    text('code'),
    ...plain.fields,
    flag('is_sold'),
    flag('is_purchased'),
    readOnly(flag('is_tracked', 'IsTrackedAsInventory')),
    side('sale', 'SalesDetails', sideFields),
    side('purchase', 'PurchaseDetails', [...sideFields, text('cogs_account_code', 'COGSAccountCode')]),
    readOnly(amount('quantity_on_hand')),
    readOnly(amount('total_cost_pool')),
  ],
  writes: {
    longest: { Code: 30, ...plain.longest },
    replacedParts: { sale: 'SalesDetails', purchase: 'PurchaseDetails' },
    notInherited: [
      'IsTrackedAsInventory',
      'TotalCostPool',
      'QuantityOnHand',
      'QuantityAvailable',
      'QuantityOnBackOrder',
    ],
  },
});
