import { lineAmountModes, trackingOfLine } from './document-parts.ts';
import { family } from './family.ts';
import { amount, date, type Field, flag, list, plainFields, readOnly, text, translated, word } from './field.ts';

const lineFields: readonly Field[] = [
  text('description'),
  amount('line_amount'),
  text('account_code'),
  text('tax_type'),
  readOnly(amount('tax_amount')),
  trackingOfLine,
];

const plain = plainFields('manual_journals');

export const manualJournals = family({
  type: 'manual_journals',
  path: '/ManualJournals',
  idKey: 'ManualJournalID',
  paging: 'sized',
  fields: [
    text('narration'),
    date('date'),
    word('status'),
    translated('line_amount_mode', 'LineAmountTypes', lineAmountModes),
    list('lines', 'JournalLines', lineFields),
    ...plain.fields,
    flag('show_on_cash_basis', 'ShowOnCashBasisReports'),
  ],
  writes: {
    // Provider: lines have no ids, so those that are sent replace all; of the other fields it is not known whether they are merged.
    replaces: true,
    longest: { Narration: 4_000, ...plain.longest, JournalLines: { Description: 4_000 } },
  },
});
