import { dueWhileLive, headFields, lineAmountModes, longestOfLines, moneyFields } from './document-parts.ts';
import { family } from './family.ts';
import { amount, date, type Field, list, readOnly, reference, text, translated } from './field.ts';

const types = { receivable: 'ACCRECCREDIT', payable: 'ACCPAYCREDIT' } as const;

const allocationFields: readonly Field[] = [
  text('allocation_id', 'AllocationID'),
  reference('invoice_id', 'invoices', 'Invoice', 'InvoiceID'),
  amount('amount'),
  date('date'),
];

export const creditNotes = family({
  type: 'credit_notes',
  path: '/CreditNotes',
  idKey: 'CreditNoteID',
  query: { unitdp: '4' },
  paging: 'sized',
  fields: [
    translated('type', 'Type', types),
    ...headFields('CreditNoteNumber'),
    ...moneyFields(lineAmountModes),
    reference('branding_theme_id', 'branding_themes', 'BrandingThemeID'),
    dueWhileLive('remaining_credit'),
    readOnly(date('fully_paid_on', 'FullyPaidOnDate')),
    readOnly(list('allocations', 'Allocations', allocationFields)),
  ],
  writes: {
    longest: { CreditNoteNumber: 255, ...longestOfLines },
    notInherited: ['RemainingCredit', 'Allocations', 'FullyPaidOnDate'],
  },
});
