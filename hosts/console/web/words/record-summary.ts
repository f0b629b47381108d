// How a record of the books reads in one line, whatever family it is of.
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

/** Type and label, in the order in which they are offered. */
export const families = Object.entries(labels);

export function familyLabel(type: string): string {
  return families.find(([name]) => name === type)?.[1] ?? type;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** What a person calls it: a number, a code with its name, a name. */
export function recordTitle(record: Record): string {
  const name = text(record['name']) ?? text(record['title']);
  const code = text(record['number']) ?? text(record['code']);
  if (code !== undefined && name !== undefined) return `${code} ${name}`;
  return code ?? name ?? text(record['external_reference']) ?? String(record['id'] ?? '');
}

/** Whom or what it is about. */
export function recordAbout(record: Record): string {
  const contact = record['contact'] as { readonly name?: unknown } | null | undefined;
  return text(contact?.name) ?? text(record['email']) ?? text(record['type']) ?? '';
}

/** Its amount, with what of it is still due. */
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

/** Its plain fields, in the order of the answer; what has parts of its own is shown as a document. */
export function plainFields(record: Record): readonly (readonly [string, string])[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (value === null || value === '' || typeof value === 'object') return [];
    return [[name.replaceAll('_', ' '), typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)]];
  });
}
