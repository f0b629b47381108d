import * as v from 'valibot';
import { field } from './answer-fields.ts';
import { family } from './family.ts';
import { answersOf, type PlainTexts, requestsOf } from './plain-text.ts';
import {
  clearable,
  clearableIdentifier,
  currency,
  flag,
  listOf,
  oneWord,
  orNothing,
  requiredIdentifier,
  status,
  wholeFrom,
} from './request-fields.ts';

/** The kinds that a request accepts; a contact has at most one of each. */
export const phoneTypes = ['DEFAULT', 'DDI', 'MOBILE', 'FAX', 'OFFICE'] as const;
export const addressTypes = ['POBOX', 'STREET'] as const;

const Phone = v.strictObject({
  type: oneWord(phoneTypes),
  country_code: clearable(20),
  area_code: clearable(10),
  number: clearable(50),
});

const Address = v.strictObject({
  type: oneWord(addressTypes),
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

const Term = v.strictObject({
  day: wholeFrom(0, 366),
  type: oneWord(['DAYSAFTERBILLDATE', 'DAYSAFTERBILLMONTH', 'OFCURRENTMONTH', 'OFFOLLOWINGMONTH']),
});

const plain = {
  contact_number: {
    longest: 50,
    identifies: true,
    means: 'Your own identifier of the contact, unique among contacts.',
    example: 'customer-4711',
  },
  account_number: {
    longest: 50,
    identifies: true,
    means: 'Your or the contact’s number for the account that they have with you.',
    example: '4711-A',
  },
  first_name: { longest: 255, means: 'The first name.', example: 'Ada' },
  last_name: { longest: 255, means: 'The family name.', example: 'Baker' },
  email: { longest: 255, identifies: true, means: 'The email address.', example: 'accounts@example.com' },
  tax_number: {
    longest: 50,
    identifies: true,
    means: 'The number under which it is registered for tax.',
    example: '123-456-789',
  },
  company_number: {
    longest: 50,
    identifies: true,
    means: 'The number under which the company is registered.',
    example: '1234567',
  },
  website: { longest: 255, means: 'The address of its website.', example: 'https://harbour-tools.example' },
} as const satisfies PlainTexts;

const entries = {
  ...requestsOf(plain),
  status: v.optional(status(['ACTIVE', 'ARCHIVED'])),
  default_currency: orNothing(currency()),
  phones: orNothing(listOf(Phone, 5)),
  addresses: orNothing(listOf(Address, 2)),
  contact_persons: orNothing(listOf(ContactPerson, 5)),
  payment_terms: orNothing(v.strictObject({ bills: v.optional(Term), sales: v.optional(Term) })),
};

export const ContactCreateRequest = v.strictObject({ name: requiredIdentifier(255), ...entries });
const ContactUpdateRequest = v.strictObject({ name: v.optional(requiredIdentifier(255)), ...entries });

/** Text fields with the names of `entries`. */
const texts = <E extends v.ObjectEntries>(entries: E) =>
  Object.fromEntries(Object.keys(entries).map((name) => [name, field.text])) as Record<keyof E, typeof field.text>;

const term = v.nullable(v.object({ day: field.number, type: field.text }));

export const contacts = family('contacts', {
  idPrefix: 'con',
  singular: 'contact',
  statuses: ['ACTIVE', 'ARCHIVED', 'GDPRREQUEST'],
  writes: 'creates_and_updates',
  books: { day: null, refers: [], frozen: ['ARCHIVED'], leaves: ['names'] },
  bulk: 'creates_and_updates',
  requests: { create: ContactCreateRequest, update: ContactUpdateRequest },
  identifier: 'contact_number',
  findsByName: true,
  plain,
  examples: {
    create: {
      normalized: {
        summary: 'A company with an email address',
        value: { name: 'Harbour Coffee Ltd', email: 'accounts@example.com', contact_number: 'customer-4711' },
      },
    },
  },
  fields: {
    name: field.text,
    ...answersOf(plain),
    status: field.text,
    default_currency: field.text,
    is_customer: field.flag,
    is_supplier: field.flag,
    phones: v.array(v.object(texts(Phone.entries))),
    addresses: v.array(v.object(texts(Address.entries))),
    contact_persons: v.array(v.object({ ...texts(ContactPerson.entries), include_in_emails: field.flag })),
    payment_terms: v.nullable(v.object({ bills: term, sales: term })),
  },
});
