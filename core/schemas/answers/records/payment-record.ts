import { field } from './field.ts';
import { recordOf } from './record-frame.ts';

export const PaymentRecord = recordOf('payments', {
  invoice_id: field.text,
  account_id: field.text,
  account_code: field.text,
  amount: field.number,
  currency_rate: field.number,
  date: field.date,
  external_reference: field.text,
  status: field.text,
  type: field.text,
});
