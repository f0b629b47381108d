import { family } from './family.ts';
import { flag, readOnly, text } from './field.ts';

/** Normalized accounts are read-only in v1; native ones can be written. */
export const accounts = family({
  type: 'accounts',
  path: '/Accounts',
  envelope: 'Accounts',
  idKey: 'AccountID',
  modifiedSince: true,
  foundBy: ['code'],
  createsBare: true,
  fields: [
    text('code', 'Code'),
    text('name', 'Name'),
    text('type', 'Type'),
    text('class', 'Class'),
    text('status', 'Status'),
    text('description', 'Description'),
    text('tax_type', 'TaxType'),
    text('currency', 'CurrencyCode'),
    flag('enable_payments', 'EnablePaymentsToAccount'),
    text('system_account', 'SystemAccount'),
  ].map(readOnly),
  echoOnly: ['Class', 'SystemAccount', 'ReportingCode', 'ReportingCodeName'],
});
