import { field } from './field.ts';
import { recordOf } from './record-frame.ts';

export const AccountRecord = recordOf('accounts', {
  code: field.text,
  name: field.text,
  type: field.text,
  class: field.text,
  status: field.text,
  description: field.text,
  tax_type: field.text,
  currency: field.text,
  enable_payments: field.flag,
  system_account: field.text,
});
