import { contact, contactId } from './contact-reference.ts';
import { family } from './family.ts';
import { amount, date, flag, keptReference, readOnly, text, translated, word } from './field.ts';
import { lineAmountModes } from './line-amount-modes.ts';
import { lineItems } from './line-items.ts';

export const purchaseOrders = family({
  type: 'purchase_orders',
  path: '/PurchaseOrders',
  envelope: 'PurchaseOrders',
  idKey: 'PurchaseOrderID',
  paging: 'sized',
  listQuery: { order: 'UpdatedDateUTC ASC' },
  modifiedSince: true,
  fields: [
    text('number', 'PurchaseOrderNumber'),
    text('external_reference', 'Reference'),
    word('status', 'Status'),
    contactId,
    contact,
    date('issue_date', 'Date'),
    date('delivery_date', 'DeliveryDate'),
    word('currency', 'CurrencyCode'),
    amount('currency_rate', 'CurrencyRate'),
    translated('line_amount_mode', 'LineAmountTypes', lineAmountModes),
    lineItems,
    readOnly(amount('sub_total', 'SubTotal')),
    readOnly(amount('total_tax', 'TotalTax')),
    readOnly(amount('total_discount', 'TotalDiscount')),
    readOnly(amount('total', 'Total')),
    // Provider: whether an empty id clears it where updates are merged is not known.
    keptReference('branding_theme_id', 'branding_themes', 'BrandingThemeID'),
    text('delivery_address', 'DeliveryAddress'),
    text('delivery_instructions', 'DeliveryInstructions'),
    text('attention_to', 'AttentionTo'),
    text('telephone', 'Telephone'),
    flag('sent_to_contact', 'SentToContact'),
  ],
  // Provider: reads call the document's type PURCHASEORDER, which is no field of writes.
  echoOnly: ['Type', 'SentToContact'],
});
