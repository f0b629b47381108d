import { contact, lineAmountModes, lineItems } from './document-parts.ts';
import { family } from './family.ts';
import { amount, date, part, readOnly, reference, text, translated, word } from './field.ts';

const types = { receivable: 'ACCREC', payable: 'ACCPAY' } as const;
const units = { week: 'WEEKLY', month: 'MONTHLY' } as const;
const dueKinds = {
  days_after_issue: 'DAYSAFTERBILLDATE',
  days_after_month_of_issue: 'DAYSAFTERBILLMONTH',
  of_current_month: 'OFCURRENTMONTH',
  of_following_month: 'OFFOLLOWINGMONTH',
} as const;

const schedule = part('schedule', 'Schedule', [
  amount('every', 'Period'),
  translated('unit', 'Unit', units),
  amount('due_day', 'DueDate'),
  translated('due_kind', 'DueDateType', dueKinds),
  date('start_date'),
  date('next_date', 'NextScheduledDate'),
  date('end_date'),
]);

export const repeatingInvoices = family({
  type: 'repeating_invoices',
  path: '/RepeatingInvoices',
  idKey: 'RepeatingInvoiceID',
  fields: [
    translated('type', 'Type', types),
    word('status'),
    reference('contact_id', 'contacts', 'Contact', 'ContactID'),
    contact,
    text('external_reference', 'Reference'),
    word('currency', 'CurrencyCode'),
    translated('line_amount_mode', 'LineAmountTypes', lineAmountModes),
    lineItems,
    amount('sub_total'),
    amount('total_tax'),
    amount('total'),
    reference('branding_theme_id', 'branding_themes', 'BrandingThemeID'),
    schedule,
  ].map(readOnly),
});
