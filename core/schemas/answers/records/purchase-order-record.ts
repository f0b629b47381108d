import { documentFields } from './document-parts.ts';
import { field } from './field.ts';
import { recordOf } from './record-frame.ts';

export const PurchaseOrderRecord = recordOf('purchase_orders', {
  ...documentFields,
  delivery_date: field.date,
  delivery_address: field.text,
  delivery_instructions: field.text,
  attention_to: field.text,
  telephone: field.text,
  sent_to_contact: field.flag,
});
