import { badRequest, type Json, type JsonObject } from '#core';
import { expectObjects, objectsAt, readFields, writeFields } from './document.ts';
import { amount, clearableReference, type Field, text, type WriteAt } from './field.ts';

const trackingFields: readonly Field[] = [
  text('tracking_category_id', 'TrackingCategoryID'),
  text('tracking_option_id', 'TrackingOptionID'),
  text('name', 'Name'),
  text('option', 'Option'),
];

const tracking: Field = {
  name: 'tracking',
  read: (native) => objectsAt(native, 'Tracking').map((item) => readFields(trackingFields, item)),
  write: (value, at) => ({ Tracking: value === null ? [] : writeList(trackingFields, value, at) }),
};

const lineFields: readonly Field[] = [
  text('line_item_id', 'LineItemID'),
  text('description', 'Description'),
  amount('quantity', 'Quantity'),
  amount('unit_amount', 'UnitAmount'),
  amount('discount_rate', 'DiscountRate'),
  amount('discount_amount', 'DiscountAmount'),
  text('item_code', 'ItemCode'),
  clearableReference('account_id', 'accounts', 'AccountID'),
  text('account_code', 'AccountCode'),
  text('tax_type', 'TaxType'),
  amount('tax_amount', 'TaxAmount'),
  amount('line_amount', 'LineAmount'),
  tracking,
];

/**
 * The lines of an invoice, quote or purchase order. Provider: a list that is sent replaces the whole; a line with a
 * known id keeps what is not sent of it; an empty list counts as absent, so it is refused here.
 */
export const lineItems: Field = {
  name: 'line_items',
  read: (native) => objectsAt(native, 'LineItems').map((line) => readFields(lineFields, line)),
  write: (value, at) => {
    const lines = writeList(lineFields, value, at);
    if (lines.length === 0) throw badRequest(at.path, `${at.path} cannot be empty`);
    return { LineItems: lines };
  },
};

/** Within a list every absent part is new, except in a line that names the one it changes. */
function writeList(fields: readonly Field[], value: Json, { path }: WriteAt): JsonObject[] {
  return expectObjects(value, path).map((item, index) => {
    const creating = typeof item['line_item_id'] !== 'string';
    return writeFields(fields, item, { creating, prefix: `${path}[${index}].` });
  });
}
