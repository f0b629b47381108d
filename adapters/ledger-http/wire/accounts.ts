import { family } from './family.ts';
import { flag, readOnly, text } from './field.ts';

export const accounts = family({
  type: 'accounts',
  path: '/Accounts',
  idKey: 'AccountID',
  modifiedSince: true,
  finds: { by: 'expression', keys: { code: 'Code' } },
  fields: [
    text('code'),
    text('name'),
    text('type'),
    text('class'),
    text('status'),
    text('description'),
    text('tax_type'),
    text('currency', 'CurrencyCode'),
    flag('enable_payments', 'EnablePaymentsToAccount'),
    text('system_account'),
  ].map(readOnly),
  writes: {
    createsBare: true,
    longest: { Code: 10, Name: 150, Description: 4_000 },
    notInherited: ['Class', 'SystemAccount', 'ReportingCode', 'ReportingCodeName'],
  },
});
