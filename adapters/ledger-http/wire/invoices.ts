import {
  dueWhileLive,
  headFields,
  lineAmountModes,
  longestOfLines,
  moneyFields,
  paymentFields,
} from './document-parts.ts';
import { family } from './family.ts';
import { amount, date, flag, list, plainFields, readOnly, reference, translated } from './field.ts';

const types = { receivable: 'ACCREC', payable: 'ACCPAY' } as const;

const plain = plainFields('invoices');

export const invoices = family({
  type: 'invoices',
  path: '/Invoices',
  idKey: 'InvoiceID',
  // Provider: without this, reads and writes round unit amounts to two decimals.
  query: { unitdp: '4' },
  paging: 'sized',
  byIds: true,
  listQuery: { includeArchived: 'true' },
  fields: [
    translated('type', 'Type', types),
    ...headFields('InvoiceNumber'),
    date('due_date'),
    ...moneyFields(lineAmountModes),
    dueWhileLive('amount_due'),
    readOnly(amount('amount_paid')),
    readOnly(amount('amount_credited')),
    readOnly(date('fully_paid_on', 'FullyPaidOnDate')),
    // Provider: it is unknown whether an empty id clears the theme where updates are merged.
    reference('branding_theme_id', 'branding_themes', 'BrandingThemeID'),
    ...plain.fields,
    flag('sent_to_contact'),
    readOnly(list('payments', 'Payments', paymentFields)),
  ],
  writes: {
    longest: { InvoiceNumber: 255, ...plain.longest, ...longestOfLines },
    // Provider: only authorised documents accept SentToContact; a merge leaves it as it is.
    notInherited: [
      'SentToContact',
      'CISDeduction',
      'CISRate',
      'FullyPaidOnDate',
      'RepeatingInvoiceID',
      'InvoicePaymentServices',
    ],
    defaults: { type: 'receivable' },
  },
});
