import * as v from 'valibot';
import { described, documentFields, documentSide, field } from './answer-fields.ts';
import { family } from './family.ts';

const {
  status,
  external_reference,
  contact_id,
  contact,
  currency,
  line_amount_mode,
  line_items,
  sub_total,
  total_tax,
  total,
  branding_theme_id,
} = documentFields;

const schedule = v.object({
  every: described(field.number, 'Each how many weeks or months it makes an invoice: 12 months are a year.'),
  unit: described(field.text, '`week`, `month`, or the provider’s own word.'),
  due_day: described(field.number, 'What `due_kind` counts: a number of days, or a day of the month.'),
  due_kind: described(
    field.text,
    '`days_after_issue`, `days_after_month_of_issue`, `of_current_month`, `of_following_month`, or the provider’s own word.',
  ),
  start_date: field.date,
  next_date: described(field.date, 'When it makes its next invoice.'),
  end_date: described(field.date, 'Null for one that ends only when it is cancelled.'),
});

/** A template by which the provider makes an invoice or bill again and again. People make and change it there. */
export const repeatingInvoices = family('repeating_invoices', {
  idPrefix: 'rep',
  singular: 'repeating invoice',
  statuses: ['DRAFT', 'AUTHORISED', 'DELETED'],
  isFollowedAlone: true,
  fields: {
    type: documentSide,
    status,
    contact_id,
    contact,
    external_reference,
    currency,
    line_amount_mode,
    line_items,
    sub_total,
    total_tax,
    total,
    branding_theme_id,
    schedule: v.nullable(schedule),
  },
});
