// What the page of a record shows, by family: its facts, and the sums of a document with lines.
import type { allFamilies } from '#core/schemas';
import { exactSum } from './amounts.ts';

export type Record = Readonly<{ [name: string]: unknown }>;
export type Family = keyof typeof allFamilies;

/** `parts` is a list of small objects, such as addresses; `invoice` is an invoice's id. */
type Kind = 'text' | 'day' | 'money' | 'flag' | 'parts' | 'invoice';
export type FieldShape = readonly [field: string, label: string, kind?: Kind];

interface Shape {
  readonly singular: string;
  /** Without facts, the page shows every plain field. */
  readonly facts?: readonly FieldShape[];
  /** Below subtotal, taxes and total. */
  readonly sums?: readonly FieldShape[];
}

const reference: FieldShape = ['external_reference', 'Reference'];
const issued: FieldShape = ['issue_date', 'Issued', 'day'];
const rate: FieldShape = ['currency_rate', 'Exchange rate'];
const sent: FieldShape = ['sent_to_contact', 'Sent', 'flag'];

const shapes: { readonly [F in Family]: Shape } = {
  invoices: {
    singular: 'invoice',
    facts: [
      issued,
      ['due_date', 'Due', 'day'],
      ['fully_paid_on', 'Fully paid', 'day'],
      reference,
      rate,
      sent,
      ['url', 'Address'],
    ],
    sums: [
      ['amount_paid', 'Paid'],
      ['amount_credited', 'Credited'],
      ['amount_due', 'Due'],
    ],
  },
  credit_notes: {
    singular: 'credit note',
    facts: [issued, ['fully_paid_on', 'Used up', 'day'], reference, rate],
    sums: [['remaining_credit', 'Remaining credit']],
  },
  quotes: {
    singular: 'quote',
    facts: [
      ['title', 'Title'],
      issued,
      ['expiry_date', 'Expires', 'day'],
      reference,
      rate,
      ['summary', 'Summary'],
      ['terms', 'Terms'],
    ],
    sums: [],
  },
  purchase_orders: {
    singular: 'purchase order',
    facts: [
      issued,
      ['delivery_date', 'Delivery', 'day'],
      reference,
      rate,
      ['attention_to', 'Attention'],
      ['telephone', 'Telephone'],
      ['delivery_address', 'Delivery address'],
      ['delivery_instructions', 'Instructions'],
      sent,
    ],
    sums: [],
  },
  payments: {
    singular: 'payment',
    facts: [
      ['amount', 'Amount', 'money'],
      ['date', 'Date', 'day'],
      ['invoice_id', 'Invoice', 'invoice'],
      ['account_code', 'Account'],
      reference,
      ['type', 'Type'],
      rate,
    ],
  },
  contacts: {
    singular: 'contact',
    facts: [
      ['email', 'E-mail'],
      ['first_name', 'First name'],
      ['last_name', 'Last name'],
      ['is_customer', 'Customer', 'flag'],
      ['is_supplier', 'Supplier', 'flag'],
      ['contact_number', 'Number'],
      ['account_number', 'Account number'],
      ['tax_number', 'Tax number'],
      ['company_number', 'Company number'],
      ['default_currency', 'Currency'],
      ['phones', 'Phones', 'parts'],
      ['addresses', 'Addresses', 'parts'],
      ['contact_persons', 'Persons', 'parts'],
    ],
  },
  accounts: { singular: 'account' },
  tax_rates: { singular: 'tax rate' },
  branding_themes: { singular: 'branding theme' },
  organizations: { singular: 'organization' },
};

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

/** Returns one text for each object: its texts in their order, the type in front. */
export function partsWords(value: unknown): readonly string[] {
  return itemsOf(value).flatMap(({ type, ...rest }) => {
    const texts = Object.values(rest).filter((part) => typeof part === 'string' && part !== '');
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

/** Formats a calendar day `2026-12-20` as `20 Dec 2026`; what is no day stays as it is. */
export function dayWords(day: unknown): string {
  const at = Date.parse(`${String(day)}T00:00:00Z`);
  if (Number.isNaN(at)) return String(day ?? '');
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}
