import * as v from 'valibot';
import { documentFields } from './document-parts.ts';
import { field } from './field.ts';
import { recordOf } from './record-frame.ts';

const payment = v.object({
  id: field.text,
  provider_id: field.text,
  date: field.date,
  amount: field.number,
  external_reference: field.text,
  currency_rate: field.number,
});

export const InvoiceRecord = recordOf('invoices', {
  type: v.pipe(v.nullable(v.string()), v.description('`receivable`, `payable`, or the provider’s own word.')),
  ...documentFields,
  due_date: field.date,
  amount_due: field.number,
  amount_paid: field.number,
  amount_credited: field.number,
  fully_paid_on: field.date,
  url: field.text,
  sent_to_contact: field.flag,
  payments: v.array(payment),
});
