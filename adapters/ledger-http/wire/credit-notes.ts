import {
  allocationFields,
  dueWhileLive,
  headFields,
  lineAmountModes,
  longestOfLines,
  moneyFields,
} from './document-parts.ts';
import { family } from './family.ts';
import { date, list, readOnly, reference, translated } from './field.ts';

const types = { receivable: 'ACCRECCREDIT', payable: 'ACCPAYCREDIT' } as const;

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
