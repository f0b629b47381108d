import { field } from './answer-fields.ts';
import { family } from './family.ts';

/** Written by the provider's own documents only. */
export const accounts = family('accounts', {
  idPrefix: 'acc',
  singular: 'account',
  sync: 'whole',
  isWritable: true,
  identifier: 'code',
  fields: {
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
  },
});
