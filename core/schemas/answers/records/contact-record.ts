import * as v from 'valibot';
import { field } from './field.ts';
import { recordOf } from './record-frame.ts';

const phone = v.object({
  type: field.text,
  country_code: field.text,
  area_code: field.text,
  number: field.text,
});

const address = v.object({
  type: field.text,
  line1: field.text,
  line2: field.text,
  line3: field.text,
  line4: field.text,
  city: field.text,
  region: field.text,
  postal_code: field.text,
  country: field.text,
  attention_to: field.text,
});

const person = v.object({
  first_name: field.text,
  last_name: field.text,
  email: field.text,
  include_in_emails: field.flag,
});

const term = v.nullable(v.object({ day: field.number, type: field.text }));
const paymentTerms = v.object({ bills: term, sales: term });

export const ContactRecord = recordOf('contacts', {
  contact_number: field.text,
  account_number: field.text,
  name: field.text,
  first_name: field.text,
  last_name: field.text,
  email: field.text,
  status: field.text,
  is_customer: field.flag,
  is_supplier: field.flag,
  tax_number: field.text,
  company_number: field.text,
  default_currency: field.text,
  phones: v.array(phone),
  addresses: v.array(address),
  contact_persons: v.array(person),
  payment_terms: v.nullable(paymentTerms),
});
