import * as v from 'valibot';
import { field } from './answer-fields.ts';
import { family } from './family.ts';

/** A connection has exactly one. */
export const organizations = family('organizations', {
  idPrefix: 'orgn',
  singular: 'organization',
  fields: {
    name: field.text,
    legal_name: field.text,
    short_code: field.text,
    base_currency: field.text,
    country_code: field.text,
    timezone: field.text,
    tax_number: field.text,
    pays_tax: field.flag,
    version: field.text,
    financial_year_end: v.nullable(v.object({ day: v.number(), month: v.number() })),
    period_lock_date: field.date,
    end_of_year_lock_date: field.date,
    is_demo: field.flag,
  },
});
