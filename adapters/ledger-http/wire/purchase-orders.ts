import { headFields, lineAmountModes, longestOfLines, moneyFields } from './document-parts.ts';
import { family } from './family.ts';
import { date, flag, plainFields, reference } from './field.ts';

const plain = plainFields('purchase_orders');

export const purchaseOrders = family({
  type: 'purchase_orders',
  path: '/PurchaseOrders',
  idKey: 'PurchaseOrderID',
  paging: 'sized',
  fields: [
    ...headFields('PurchaseOrderNumber'),
    date('delivery_date'),
    ...moneyFields(lineAmountModes),
    // Provider: it is unknown whether an empty id clears the theme where updates are merged.
    reference('branding_theme_id', 'branding_themes', 'BrandingThemeID'),
    ...plain.fields,
    flag('sent_to_contact'),
  ],
  writes: {
    longest: { ...plain.longest, ...longestOfLines },
    // Provider: reads show the type PURCHASEORDER, which writes do not accept.
    notInherited: ['Type', 'SentToContact'],
  },
});
