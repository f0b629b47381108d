import type { JsonObject } from '../../../core/ports.ts';
import { archivedToo, isOneOf, type Model } from './model.ts';
import { flagAt, relatedAt, relatedListAt, textAt } from './native.ts';

const addressFields = ['street', 'city', 'postal_code', 'subdivision.name', 'country.name', 'party_name'];

/** Tryton: a person is a party like a company, and a party is neither customer nor supplier. */
export const contacts: Model = {
  type: 'contacts',
  name: 'party.party',
  sync: 'changes',
  fields: [
    ...['name', 'code', 'active', 'contact_mechanisms.type', 'contact_mechanisms.value', 'identifiers.code'],
    ...[...addressFields, 'invoice', 'delivery'].map((name) => `addresses.${name}`),
  ],
  finds: {
    contact_number: isOneOf('code'),
    name: isOneOf('name'),
    email: (values) => [
      [
        'contact_mechanisms',
        'where',
        [
          ['type', '=', 'email'],
          ['value', 'in', [...values]],
        ],
      ],
    ],
  },
  // Parties are shared by the companies of a database.
  domain: () => archivedToo,
  describe(document) {
    const mechanisms = relatedListAt(document, 'contact_mechanisms');
    const email = mechanisms.find(({ type }) => type === 'email') ?? {};
    const [identifier = {}] = relatedListAt(document, 'identifiers');
    return {
      contact_number: textAt(document, 'code'),
      name: textAt(document, 'name'),
      email: textAt(email, 'value'),
      status: document['active'] === undefined || flagAt(document, 'active') ? 'ACTIVE' : 'ARCHIVED',
      is_customer: null,
      is_supplier: null,
      tax_number: textAt(identifier, 'code'),
      default_currency: null,
      phones: mechanisms.flatMap(phoneOf),
      // Tryton: a party has an address even if nobody entered one.
      addresses: relatedListAt(document, 'addresses').map(addressOf).filter(isEntered),
      contact_persons: [],
      // A party only names a record of payment terms; that record's days are not read.
      payment_terms: null,
    };
  },
};

const phoneTypes: Readonly<Record<string, string>> = { phone: 'DEFAULT', mobile: 'MOBILE', fax: 'FAX' };

function phoneOf(mechanism: JsonObject): JsonObject[] {
  const type = phoneTypes[textAt(mechanism, 'type') ?? ''];
  if (type === undefined) return [];
  return [{ type, country_code: null, area_code: null, number: textAt(mechanism, 'value') }];
}

function isEntered({ type: _, ...parts }: JsonObject): boolean {
  return Object.values(parts).some((part) => part !== null);
}

/** Tryton marks addresses for invoices, deliveries, both or neither. One for invoices only counts as the postal address. */
function addressOf(address: JsonObject): JsonObject {
  const [line1 = null, line2 = null, line3 = null, ...rest] = textAt(address, 'street')?.split('\n') ?? [];
  return {
    type: flagAt(address, 'invoice') && !flagAt(address, 'delivery') ? 'POBOX' : 'STREET',
    line1,
    line2,
    line3,
    line4: rest.length === 0 ? null : rest.join(', '),
    city: textAt(address, 'city'),
    region: textAt(relatedAt(address, 'subdivision'), 'name'),
    postal_code: textAt(address, 'postal_code'),
    country: textAt(relatedAt(address, 'country'), 'name'),
    attention_to: textAt(address, 'party_name'),
  };
}
