import { field } from './answer-fields.ts';
import { family } from './family.ts';

/** Accounts are written only as the provider's own documents. */
export const accounts = family('accounts', {
  idPrefix: 'acc',
  singular: 'account',
  statuses: ['ACTIVE', 'ARCHIVED', 'DELETED'],
  writes: 'creates_and_updates',
  books: { day: null, refers: [], frozen: ['DELETED'], leaves: ['names'] },
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
