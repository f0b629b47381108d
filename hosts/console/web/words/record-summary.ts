// Describes a record of any family in one line.
import { amountWords } from './amounts.ts';
import { type Family, type Record, singularOf } from './record-shape.ts';
import { capital, type Tone } from './state-words.ts';

const labels: { readonly [F in Family]: string } = {
  invoices: 'Invoices',
  credit_notes: 'Credit notes',
  contacts: 'Contacts',
  quotes: 'Quotes',
  payments: 'Payments',
  purchase_orders: 'Purchase orders',
  accounts: 'Accounts',
  tax_rates: 'Tax rates',
  branding_themes: 'Branding themes',
  items: 'Items',
  tracking_categories: 'Tracking categories',
  manual_journals: 'Manual journals',
  bank_transfers: 'Bank transfers',
  repeating_invoices: 'Repeating invoices',
  bank_transactions: 'Bank transactions',
  prepayments: 'Prepayments',
  overpayments: 'Overpayments',
  organizations: 'Organization',
};

/** Types and labels, in the order of the menu. */
export const families = Object.entries(labels);

export function familyLabel(type: string): string {
  return families.find(([name]) => name === type)?.[1] ?? type;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Returns what people call the record among others of its family: a number, a code with its name, or a name. */
export function recordTitle(type: string, record: Record): string {
  const name = text(record['name']) ?? text(record['title']) ?? text(record['narration']);
  const code = text(record['number']) ?? text(record['code']);
  if (code !== undefined && name !== undefined) return `${code} ${name}`;
  return code ?? name ?? unnamed(type, record);
}

/** Returns the title of the record's own page, such as `Bill 4711`. */
export function recordHeading(type: string, record: Record): string {
  const number = text(record['number']);
  return number === undefined ? recordTitle(type, record) : `${capital(singularOf(type, record))} ${number}`;
}

function unnamed(type: string, record: Record): string {
  const singular = singularOf(type, record);
  if (type === 'payments') return `Payment of ${recordAmount(record)}`;
  if (type === 'bank_transfers') return `Transfer of ${recordAmount(record)}`;
  return record['status'] === 'DRAFT' ? `Draft ${singular}` : capital(singular);
}

/** Returns its contact or whatever else it is about. */
export function recordAbout(record: Record): string {
  const contact = record['contact'] as { readonly name?: unknown } | null | undefined;
  return text(contact?.name) ?? text(record['email']) ?? text(record['type']) ?? text(record['description']) ?? '';
}

/** Returns its amount, or the rate of a tax. */
export function recordAmount(record: Record): string {
  const amount = record['total'] ?? record['amount'] ?? record['effective_rate'];
  return typeof amount === 'number' ? amountWords(amount, text(record['currency']) ?? null) : '';
}

const tones: Readonly<{ [status: string]: Tone }> = {
  SUBMITTED: 'warn',
  AUTHORISED: 'busy',
  POSTED: 'good',
  PAID: 'good',
  SENT: 'busy',
  ACCEPTED: 'good',
  DECLINED: 'bad',
  INVOICED: 'good',
  BILLED: 'good',
  ACTIVE: 'good',
};

/** Returns the provider's word for the record's status in small letters, because lists are filtered by it. */
export function recordStatus(status: string): { readonly words: string; readonly tone: Tone } {
  return { words: capital(status.toLowerCase().replaceAll('_', ' ')), tone: tones[status] ?? 'quiet' };
}
