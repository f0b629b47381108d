// The filters and sorts of each family's lists, in addition to those of every family.
import type { allFamilies } from '#core/schemas';

type Family = keyof typeof allFamilies;
type Sorted = 'total' | 'amount_due' | 'date' | 'issue_date' | 'due_date' | 'number';
type Field = Sorted | 'type' | 'kind' | 'currency' | 'contact_id' | 'bank_account_id' | 'external_reference';

const fields: { readonly [T in Family]: readonly Field[] } = {
  invoices: [
    'type',
    'currency',
    'due_date',
    'issue_date',
    'number',
    'total',
    'amount_due',
    'contact_id',
    'external_reference',
  ],
  credit_notes: ['type', 'currency', 'issue_date', 'number', 'total', 'amount_due', 'contact_id', 'external_reference'],
  contacts: [],
  quotes: ['currency', 'issue_date', 'number', 'total', 'contact_id', 'external_reference'],
  payments: ['external_reference'],
  purchase_orders: ['currency', 'issue_date', 'number', 'total', 'contact_id', 'external_reference'],
  accounts: ['currency'],
  tax_rates: [],
  branding_themes: [],
  items: [],
  tracking_categories: [],
  manual_journals: ['date'],
  bank_transfers: ['date', 'external_reference'],
  repeating_invoices: ['type', 'currency', 'total', 'contact_id', 'external_reference'],
  bank_transactions: ['kind', 'currency', 'date', 'total', 'contact_id', 'bank_account_id', 'external_reference'],
  prepayments: ['kind', 'currency', 'date', 'number', 'total', 'amount_due', 'contact_id'],
  overpayments: ['kind', 'currency', 'date', 'number', 'total', 'amount_due', 'contact_id'],
  organizations: [],
};

/** The statuses that a family's lists can be filtered by. */
const statuses: { readonly [T in Family]: readonly string[] } = {
  invoices: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'PAID', 'VOIDED', 'DELETED'],
  credit_notes: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'PAID', 'VOIDED', 'DELETED'],
  contacts: ['ACTIVE', 'ARCHIVED', 'GDPRREQUEST'],
  quotes: ['DRAFT', 'SENT', 'DECLINED', 'ACCEPTED', 'INVOICED', 'DELETED'],
  payments: ['AUTHORISED', 'DELETED'],
  purchase_orders: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'BILLED', 'DELETED'],
  accounts: ['ACTIVE', 'ARCHIVED', 'DELETED'],
  tax_rates: ['ACTIVE', 'DELETED', 'ARCHIVED', 'PENDING'],
  branding_themes: [],
  items: [],
  tracking_categories: ['ACTIVE', 'ARCHIVED', 'DELETED'],
  manual_journals: ['DRAFT', 'POSTED', 'VOIDED', 'DELETED'],
  bank_transfers: ['AUTHORISED', 'DELETED'],
  repeating_invoices: ['DRAFT', 'AUTHORISED', 'DELETED'],
  bank_transactions: ['AUTHORISED', 'DELETED', 'VOIDED'],
  prepayments: ['AUTHORISED', 'PAID', 'VOIDED'],
  overpayments: ['AUTHORISED', 'PAID', 'VOIDED'],
  organizations: [],
};

const orders: Readonly<{ [F in Sorted]: readonly (readonly [sort: string, words: string])[] }> = {
  total: [
    ['-total', 'Greatest total first'],
    ['total', 'Least total first'],
  ],
  amount_due: [
    ['-amount_due', 'Most open first'],
    ['amount_due', 'Least open first'],
  ],
  due_date: [
    ['-due_date', 'Latest due first'],
    ['due_date', 'Longest due first'],
  ],
  date: [
    ['-date', 'Latest day first'],
    ['date', 'Earliest day first'],
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

/** True if the family's records are of a bank account. */
export function hasBankAccount(type: string): boolean {
  return fieldsOf(type).includes('bank_account_id');
}

/** Whole values of identifiers, each with its words; a family without them is not asked for them. */
export function identifiersOf(type: string): readonly (readonly [name: string, words: string])[] {
  const has = (field: Field) => fieldsOf(type).includes(field);
  return [
    ...(has('number') ? ([['number', 'Number']] as const) : []),
    ...(has('external_reference') ? ([['external_reference', 'Reference']] as const) : []),
  ];
}

/** Returns the filters that find parts of texts, each with its words. */
export function partsOf(type: string): readonly (readonly [name: string, words: string])[] {
  if (fieldsOf(type).includes('number')) return [['q', 'Number, reference, name']];
  if (type === 'items')
    return [
      ['name', 'Part of the name'],
      ['code', 'Code'],
    ];
  return type === 'contacts'
    ? [
        ['name', 'Part of the name'],
        ['email', 'E-mail address'],
      ]
    : [];
}

/** Returns the sorts of a family's list, each with its words. */
export function ordersOf(type: string): readonly (readonly [sort: string, words: string])[] {
  return [...fieldsOf(type).flatMap((field) => (isSorted(field) ? orders[field] : [])), ...changes];
}

function isSorted(field: Field): field is Sorted {
  return Object.hasOwn(orders, field);
}

/** True if the family's lists sort by the field. */
export function sortsBy(type: string, field: 'date' | 'issue_date' | 'due_date' | 'number' | 'total'): boolean {
  return fieldsOf(type).includes(field);
}

export function statusesOf(type: string): readonly string[] {
  return Object.hasOwn(statuses, type) ? statuses[type as Family] : [];
}

export function hasSides(type: string): boolean {
  return fieldsOf(type).includes('type');
}

/** True if the family's records say which way the money went. */
export function hasKinds(type: string): boolean {
  return fieldsOf(type).includes('kind');
}

/** Returns the filters by currency and amount, each with its words. */
export function amountsOf(type: string): readonly (readonly [name: string, words: string])[] {
  const has = (field: Field) => fieldsOf(type).includes(field);
  const range = (field: string, words: string) =>
    [
      [`${field}_from`, `${words} from`],
      [`${field}_to`, `${words} up to`],
    ] as const;
  return [
    ...(has('currency') ? ([['currency', 'Currency, such as NZD']] as const) : []),
    ...(has('total') ? range('total', 'Total') : []),
    ...(has('amount_due') ? range('amount_due', 'Open') : []),
  ];
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
    ...(has('date')
      ? ([
          ['date_from', 'From'],
          ['date_to', 'Until'],
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
