import { family } from './family.ts';
import { flag, readOnly, text } from './field.ts';

export const accounts = family({
  type: 'accounts',
  path: '/Accounts',
  idKey: 'AccountID',
  modifiedSince: true,
  finds: { by: 'expression', keys: { code: 'Code' } },
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
  writes: {
    createsBare: true,
    longest: { Code: 10, Name: 150, Description: 4_000 },
    notInherited: ['Class', 'SystemAccount', 'ReportingCode', 'ReportingCodeName'],
  },
});
