// Describes a record of any family in one line.
import type { allFamilies } from '#core/schemas';

export type Record = Readonly<{ [name: string]: unknown }>;

const labels: { readonly [T in keyof typeof allFamilies]: string } = {
  invoices: 'Invoices',
  credit_notes: 'Credit notes',
  contacts: 'Contacts',
  quotes: 'Quotes',
  payments: 'Payments',
  purchase_orders: 'Purchase orders',
  accounts: 'Accounts',
  tax_rates: 'Tax rates',
  branding_themes: 'Branding themes',
  organizations: 'Organization',
};

/** Types and labels, in the order of the menu. */
export const families = Object.entries(labels);

export function familyLabel(type: string): string {
  return families.find(([name]) => name === type)?.[1] ?? type;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Returns what people call the record: a number, a code with its name, or a name. */
export function recordTitle(record: Record): string {
  const name = text(record['name']) ?? text(record['title']);
  const code = text(record['number']) ?? text(record['code']);
  if (code !== undefined && name !== undefined) return `${code} ${name}`;
  return code ?? name ?? text(record['external_reference']) ?? String(record['id'] ?? '');
}

/** Returns its contact or whatever else it is about. */
export function recordAbout(record: Record): string {
  const contact = record['contact'] as { readonly name?: unknown } | null | undefined;
  return text(contact?.name) ?? text(record['email']) ?? text(record['type']) ?? '';
}

/** Returns its amount, and how much of it is still due. */
export function recordAmount(record: Record): string {
  const amount = record['total'] ?? record['amount'] ?? record['effective_rate'];
  if (typeof amount !== 'number') return '';
  const currency = text(record['currency']);
  return currency === undefined ? money(amount) : `${money(amount)} ${currency}`;
}

function money(amount: number): string {
  const [whole = '0', cents = '00'] = Math.abs(amount).toFixed(2).split('.');
  return `${amount < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}

/** Returns its plain fields in the answer's order; fields with parts are shown as documents. */
export function plainFields(record: Record): readonly (readonly [string, string])[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (value === null || value === '' || typeof value === 'object') return [];
    return [[name.replaceAll('_', ' '), typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)]];
  });
}
