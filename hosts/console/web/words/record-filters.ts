// The filters and sorts of each family's lists, in addition to those of every family.
import type { allFamilies } from '#core/schemas';

type Family = keyof typeof allFamilies;
type Field = 'issue_date' | 'due_date' | 'number' | 'contact_id';

const fields: { readonly [T in Family]: readonly Field[] } = {
  invoices: ['due_date', 'issue_date', 'number', 'contact_id'],
  credit_notes: ['issue_date', 'number', 'contact_id'],
  contacts: [],
  quotes: ['issue_date', 'number', 'contact_id'],
  payments: [],
  purchase_orders: ['issue_date', 'number', 'contact_id'],
  accounts: [],
  tax_rates: [],
  branding_themes: [],
  items: [],
  tracking_categories: [],
  organizations: [],
};

const orders: Readonly<{ [F in Exclude<Field, 'contact_id'>]: readonly (readonly [sort: string, words: string])[] }> = {
  due_date: [
    ['-due_date', 'Latest due first'],
    ['due_date', 'Longest due first'],
  ],
  issue_date: [
    ['-issue_date', 'Latest issued first'],
    ['issue_date', 'Oldest issued first'],
  ],
  number: [
    ['number', 'By number'],
    ['-number', 'By number, highest first'],
  ],
};
const changes = [
  ['-updated_at', 'Latest change first'],
  ['updated_at', 'Oldest change first'],
] as const;

const fieldsOf = (type: string): readonly Field[] => (Object.hasOwn(fields, type) ? fields[type as Family] : []);

export function hasContact(type: string): boolean {
  return fieldsOf(type).includes('contact_id');
}

/** Returns the filters that find parts of texts, each with its words. */
export function partsOf(type: string): readonly (readonly [name: string, words: string])[] {
  if (fieldsOf(type).includes('number')) return [['q', 'Number, reference or contact']];
  return type === 'contacts'
    ? [
        ['name', 'Part of the name'],
        ['email', 'E-mail address'],
      ]
    : [];
}

/** Returns the sorts of a family's list, each with its words. */
export function ordersOf(type: string): readonly (readonly [sort: string, words: string])[] {
  const own = fieldsOf(type).flatMap((field) => (field === 'contact_id' ? [] : orders[field]));
  return [...own, ...changes];
}

/** Returns the filters by day, each with its words. */
export function daysOf(type: string): readonly (readonly [name: string, words: string])[] {
  const has = (field: Field) => fieldsOf(type).includes(field);
  return [
    ...(has('due_date')
      ? ([
          ['due_date_from', 'Due from'],
          ['due_date_to', 'Due until'],
        ] as const)
      : []),
    ...(has('issue_date')
      ? ([
          ['issue_date_from', 'Issued from'],
          ['issue_date_to', 'Issued until'],
        ] as const)
      : []),
    ['updated_since', 'Changed since'],
  ];
}

/** The families whose records have a contact. */
export const familiesOfContacts = (Object.keys(fields) as Family[]).filter(hasContact);
