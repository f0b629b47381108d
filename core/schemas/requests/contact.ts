import * as v from 'valibot';
import { clearable, clearableIdentifier, currency, flag, orNothing, requiredIdentifier, status } from './fields.ts';

const Phone = v.strictObject({
  type: v.picklist(['DEFAULT', 'DDI', 'MOBILE', 'FAX', 'OFFICE'], 'must be one of DEFAULT, DDI, MOBILE, FAX, OFFICE'),
  country_code: clearable(20),
  area_code: clearable(10),
  number: clearable(50),
});

const Address = v.strictObject({
  type: v.picklist(['POBOX', 'STREET'], 'must be one of POBOX, STREET'),
  line1: clearable(500),
  line2: clearable(500),
  line3: clearable(500),
  line4: clearable(500),
  city: clearable(255),
  region: clearable(255),
  postal_code: clearable(50),
  country: clearable(50),
  attention_to: clearable(255),
});

const ContactPerson = v.strictObject({
  first_name: clearable(255),
  last_name: clearable(255),
  email: clearableIdentifier(255),
  include_in_emails: v.optional(flag()),
});

const terms = v.picklist(['DAYSAFTERBILLDATE', 'DAYSAFTERBILLMONTH', 'OFCURRENTMONTH', 'OFFOLLOWINGMONTH']);
const Term = v.strictObject({ day: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(366)), type: terms });

const list = <S extends v.GenericSchema>(entry: S, most: number) =>
  orNothing(v.pipe(v.array(entry, 'must be a list'), v.maxLength(most, `must have at most ${most} entries`)));

const entries = {
  contact_number: clearableIdentifier(50),
  account_number: clearableIdentifier(50),
  first_name: clearable(255),
  last_name: clearable(255),
  email: clearableIdentifier(255),
  status: v.optional(status('ACTIVE', 'ARCHIVED')),
  tax_number: clearableIdentifier(50),
  company_number: clearableIdentifier(50),
  default_currency: orNothing(currency()),
  phones: list(Phone, 5),
  addresses: list(Address, 2),
  contact_persons: list(ContactPerson, 5),
  payment_terms: orNothing(v.strictObject({ bills: v.optional(Term), sales: v.optional(Term) })),
};

export const ContactCreateRequest = v.strictObject({ name: requiredIdentifier(255), ...entries });
export const ContactUpdateRequest = v.strictObject({ name: v.optional(requiredIdentifier(255)), ...entries });
