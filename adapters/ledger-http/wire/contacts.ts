import { addressTypes, badRequest, type JsonObject, phoneTypes } from '#core/ports';
import { family } from './family.ts';
import {
  amount,
  type Field,
  flag,
  list,
  objectsIn,
  part,
  plainFields,
  readFields,
  readOnly,
  text,
  word,
  writeItems,
} from './field.ts';

const phoneParts: readonly Field[] = [
  text('country_code', 'PhoneCountryCode'),
  text('area_code', 'PhoneAreaCode'),
  text('number', 'PhoneNumber'),
];
const addressParts: readonly Field[] = [
  text('line1', 'AddressLine1'),
  text('line2', 'AddressLine2'),
  text('line3', 'AddressLine3'),
  text('line4', 'AddressLine4'),
  text('city'),
  text('region'),
  text('postal_code'),
  text('country'),
  text('attention_to'),
];
const personFields: readonly Field[] = [
  text('first_name'),
  text('last_name'),
  text('email', 'EmailAddress'),
  flag('include_in_emails'),
];
const termFields: readonly Field[] = [amount('day'), word('type')];

interface SlotKind {
  readonly key: string;
  readonly typeKey: string;
  readonly types: readonly string[];
  readonly parts: readonly Field[];
}

/**
 * Provider: a contact has one slot per type, shown blank when unused, and a write replaces only the slots that it
 * names. In our record the list is one field: reads omit blank slots, and updates blank the slots that the new list
 * lacks.
 */
function slots(name: string, { key, typeKey, types, parts }: SlotKind): Field {
  const fields = [word('type', typeKey), ...parts];
  return {
    name,
    read: (native) =>
      objectsIn(native[key])
        .map((slot) => readFields(fields, slot))
        .filter((slot) => parts.some((part) => slot[part.name] !== null)),
    write: (value, { path, creating }) => {
      const given = writeItems(fields, value, path);
      const named = new Set(given.map((slot) => slot[typeKey]));
      const left = creating ? [] : types.filter((type) => !named.has(type)).map((type) => ({ [typeKey]: type }));
      return { [key]: [...given, ...left].map((slot) => filled(slot, parts)) };
    },
  };
}

/** Blanks the parts that were not given, so that nothing of the old slot remains. */
function filled(slot: JsonObject, parts: readonly Field[]): JsonObject {
  const blank = parts.map((part) => part.write?.('', { path: part.name, creating: false, body: {} }) ?? {});
  return Object.assign({}, ...blank, slot) as JsonObject;
}

const shownPersons = list('contact_persons', 'ContactPersons', personFields);

/** Provider: an empty list of persons does nothing; a person without a name and an address removes the others. */
const nobody = { FirstName: '', LastName: '', EmailAddress: '', IncludeInEmails: false } as const;
const contactPersons: Field = {
  ...shownPersons,
  read: (native) => objectsIn(shownPersons.read(native)).filter(isSomebody),
  write: (value, at) => {
    const isCleared = !at.creating && objectsIn(value).length === 0;
    return isCleared ? { ContactPersons: [nobody] } : (shownPersons.write?.(value, at) ?? {});
  },
};

function isSomebody({ include_in_emails: _flag, ...texts }: JsonObject): boolean {
  return Object.values(texts).some((text) => text !== null);
}

const paymentTerms = part('payment_terms', 'PaymentTerms', [
  part('bills', 'Bills', termFields),
  part('sales', 'Sales', termFields),
]);

/** Provider: US organizations show some users only the last digits of a tax number. */
export function isMasked(taxNumber: string): boolean {
  return /^(?=(?:.*[*•●x#]){3})[*•●x#\s-]+\d{0,4}$/i.test(taxNumber);
}

export const maskedMessage = 'is masked; send the whole number, or leave it out and it stays as it is';

const shownNumber = text('tax_number');
const taxNumber: Field = {
  ...shownNumber,
  write: (value, at) => {
    if (typeof value === 'string' && isMasked(value)) throw badRequest(at.path, maskedMessage);
    return shownNumber.write?.(value, at) ?? {};
  },
};

const plain = plainFields('contacts', { email: 'EmailAddress' });

export const contacts = family({
  type: 'contacts',
  path: '/Contacts',
  idKey: 'ContactID',
  paging: 'sized',
  byIds: true,
  listQuery: { includeArchived: 'true' },
  finds: {
    by: 'expression',
    keys: { contact_number: 'ContactNumber', name: 'Name', email: 'EmailAddress' },
    // Provider: the search also finds parts of a name, number or address.
    hasSearch: true,
  },
  fields: [
    text('name'),
    ...plain.fields.map((field) => (field.name === taxNumber.name ? taxNumber : field)),
    word('status', 'ContactStatus'),
    readOnly(flag('is_customer')),
    readOnly(flag('is_supplier')),
    text('default_currency'),
    slots('phones', {
      key: 'Phones',
      typeKey: 'PhoneType',
      types: phoneTypes,
      parts: phoneParts,
    }),
    slots('addresses', { key: 'Addresses', typeKey: 'AddressType', types: addressTypes, parts: addressParts }),
    contactPersons,
    paymentTerms,
  ],
  writes: {
    statusKey: 'ContactStatus',
    longest: {
      Name: 255,
      ...plain.longest,
      Addresses: {
        AddressLine1: 500,
        AddressLine2: 500,
        AddressLine3: 500,
        AddressLine4: 500,
        City: 255,
        Region: 255,
        PostalCode: 50,
        Country: 50,
        AttentionTo: 255,
      },
      Phones: { PhoneNumber: 50, PhoneAreaCode: 10, PhoneCountryCode: 20 },
    },
    notInherited: [
      'IsCustomer',
      'IsSupplier',
      'Discount',
      'Balances',
      'BatchPayments',
      'BrandingTheme',
      'ContactGroups',
      'MergedToContactID',
      'XeroNetworkKey',
    ],
  },
});
