// What the page of a record shows, by family: its facts, and the sums of a document with lines.
import type { allFamilies } from '#core/schemas';
import { amountWords, exactSum } from './amounts.ts';
import { capital } from './state-words.ts';

export type Record = Readonly<{ [name: string]: unknown }>;
export type Family = keyof typeof allFamilies;

interface Shape {
  readonly singular: string;
  /** The fields that the page shows as facts, in this order, before its other texts; without them, every field. */
  readonly facts?: readonly string[];
  /** The sums of a document with lines, below subtotal, taxes and total. */
  readonly sums?: readonly string[];
}

const shapes: { readonly [F in Family]: Shape } = {
  invoices: {
    singular: 'invoice',
    facts: fields('issue_date due_date fully_paid_on external_reference currency_rate sent_to_contact url'),
    sums: fields('amount_paid amount_credited amount_due'),
  },
  credit_notes: {
    singular: 'credit note',
    facts: fields('issue_date fully_paid_on external_reference currency_rate'),
    sums: ['remaining_credit'],
  },
  quotes: {
    singular: 'quote',
    facts: fields('title issue_date expiry_date external_reference currency_rate summary terms'),
    sums: [],
  },
  purchase_orders: {
    singular: 'purchase order',
    facts: fields(
      'issue_date delivery_date external_reference currency_rate attention_to telephone delivery_address delivery_instructions sent_to_contact',
    ),
    sums: [],
  },
  payments: {
    singular: 'payment',
    facts: fields('amount date invoice_id account_code external_reference type currency_rate'),
  },
  contacts: {
    singular: 'contact',
    facts: fields(
      'email first_name last_name is_customer is_supplier contact_number account_number tax_number company_number default_currency phones addresses contact_persons',
    ),
  },
  accounts: { singular: 'account' },
  tax_rates: { singular: 'tax rate' },
  branding_themes: { singular: 'branding theme' },
  items: { singular: 'item' },
  tracking_categories: { singular: 'tracking category' },
  manual_journals: {
    singular: 'manual journal',
    facts: fields('narration date show_on_cash_basis url'),
    sums: [],
  },
  bank_transfers: {
    singular: 'bank transfer',
    facts: fields(
      'amount date from_account_id to_account_id external_reference currency_rate from_is_reconciled to_is_reconciled',
    ),
  },
  repeating_invoices: { singular: 'repeating invoice', facts: fields('schedule external_reference'), sums: [] },
  bank_transactions: {
    singular: 'bank transaction',
    facts: fields(
      'kind settles date bank_account_code external_reference currency_rate is_reconciled url prepayment_id overpayment_id',
    ),
    sums: [],
  },
  prepayments: {
    singular: 'prepayment',
    facts: fields('kind date currency_rate'),
    sums: ['remaining_credit'],
  },
  overpayments: {
    singular: 'overpayment',
    facts: fields('kind date currency_rate'),
    sums: ['remaining_credit'],
  },
  organizations: { singular: 'organization' },
};

function fields(names: string): readonly string[] {
  return names.split(' ');
}

/** Where the field's name would be a poor label. */
const labels: { readonly [field: string]: string } = {
  issue_date: 'Issued',
  due_date: 'Due',
  expiry_date: 'Expires',
  delivery_date: 'Delivery',
  external_reference: 'Reference',
  currency_rate: 'Exchange rate',
  sent_to_contact: 'Sent',
  url: 'Address',
  attention_to: 'Attention',
  invoice_id: 'Invoice',
  from_account_id: 'From',
  to_account_id: 'To',
  show_on_cash_basis: 'In cash reports',
  from_is_reconciled: 'Reconciled at “From”',
  to_is_reconciled: 'Reconciled at “To”',
  account_code: 'Account',
  bank_account_code: 'Bank account',
  is_reconciled: 'Reconciled',
  prepayment_id: 'Prepayment',
  overpayment_id: 'Overpayment',
  email: 'E-mail',
  is_customer: 'Customer',
  is_supplier: 'Supplier',
  default_currency: 'Currency',
  amount_paid: 'Paid',
  amount_credited: 'Credited',
  amount_due: 'Due',
};

/** Texts that a page with named facts shows elsewhere: in its head, its lines or its sums. */
const elsewhere: ReadonlySet<string> = new Set(
  fields(
    'provider_id type number name currency line_amount_mode contact_id branding_theme_id account_id bank_account_id',
  ),
);

/** The fields that the page of a record shows as facts; `shown` has what no other part of every page shows. */
export function factsOf(type: string, shown: Record): readonly string[] {
  const { facts } = shapeOf(type);
  // The provider's own document, which names its id, has a tab of its own.
  if (facts === undefined) return Object.keys(shown).filter((name) => !['provider_data', 'provider_id'].includes(name));
  const others = Object.keys(shown).filter((name) => typeof shown[name] === 'string' && !elsewhere.has(name));
  return [...facts, ...others.filter((name) => !facts.includes(name))];
}

export function labelOf(field: string): string {
  return labels[field] ?? capital(field.replaceAll('_', ' '));
}

/** Returns what a field says, one text a line; none where there is nothing to say. */
export function factWords(record: Record, field: string): readonly string[] {
  const value = record[field];
  if (field === 'amount') return [amountWords(value, currencyOf(record))];
  if (Array.isArray(value)) return partsWords(value as readonly Record[]);
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (typeof value === 'object' && value !== null) return namedParts(value as Record);
  const isSaid = typeof value === 'string' ? value !== '' : typeof value === 'number';
  return isSaid && !(field === 'currency_rate' && value === 1) ? [dayWords(value)] : [];
}

export function shapeOf(type: string): Shape {
  return Object.hasOwn(shapes, type) ? shapes[type as Family] : { singular: 'record' };
}

/** Returns the family's word for one record; a purchase invoice is a bill. */
export function singularOf(type: string, record: Record): string {
  return type === 'invoices' && record['type'] === 'payable' ? 'bill' : shapeOf(type).singular;
}

export function currencyOf({ currency }: Record): string | null {
  return typeof currency === 'string' && currency !== '' ? currency : null;
}

export function itemsOf(value: unknown): readonly Record[] {
  return Array.isArray(value) ? (value as readonly Record[]) : [];
}

/** Returns one text for each filled field of an object, such as `Account code: 200`; another record is shown elsewhere. */
function namedParts(object: Record): readonly string[] {
  if ('id' in object) return [];
  return Object.entries(object).flatMap(([name, part]) => {
    const isSaid = typeof part === 'string' ? part !== '' : typeof part === 'number';
    return isSaid ? [`${labelOf(name)}: ${part}`] : [];
  });
}

/** Returns one text for each object: its texts in their order, the type in front. */
function partsWords(objects: readonly Record[]): readonly string[] {
  return objects.flatMap(({ type, id, ...rest }) => {
    // What it is called comes before its id.
    const texts = Object.values({ ...rest, id }).filter((part) => typeof part === 'string' && part !== '');
    if (texts.length === 0) return [];
    return [`${typeof type === 'string' ? `${type.toLowerCase()}: ` : ''}${texts.join(', ')}`];
  });
}

export type RateSum = readonly [taxType: string, amount: number];

/** Returns the tax of each rate's lines; nothing unless these sums are exact and add up to the document's tax. */
export function taxesByRate(record: Record): readonly RateSum[] {
  const sums = new Map<string, unknown[]>();
  for (const { tax_type: type, tax_amount: amount } of itemsOf(record['line_items'])) {
    if (typeof type !== 'string' && !amount) continue;
    sums.set(String(type ?? ''), [...(sums.get(String(type ?? '')) ?? []), amount]);
  }
  const rates = [...sums].map(([type, amounts]) => [type, exactSum(amounts)] as const);
  const isWhole = !sums.has('') && exactSum(rates.map(([, amount]) => amount)) === record['total_tax'];
  return isWhole ? (rates as readonly RateSum[]) : [];
}

/** Formats a calendar day `2026-12-20` as `20 Dec 2026`; anything else stays as it is. */
export function dayWords(day: unknown): string {
  const at = Date.parse(`${String(day)}T00:00:00Z`);
  if (Number.isNaN(at)) return String(day ?? '');
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}
