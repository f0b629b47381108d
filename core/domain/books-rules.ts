// What the books know that can refuse a write. Pure.
import { Decimal } from 'decimal.js';
import type { FieldError } from './errors.ts';
import type { JsonObject } from './json.ts';
import { textField } from './ledger-record.ts';
import { meant } from './near-word.ts';

/**
 * What a look before a write may leave to the provider. `role`, `plan`: what the person who connected, and the organization's
 * plan, may do beyond what the provider says of it · `names`, `numbers`: whether another record has them · `amounts`: sums, taxes
 * and rates of currencies · `stock`: whether there is enough of an item · `status`: whether the record may still be changed so ·
 * `bytes`: what a file holds · the rest: what the provider does not tell of its books, or not to this connection.
 */
export const uncheckedThings = [
  'role',
  'plan',
  'names',
  'numbers',
  'amounts',
  'stock',
  'status',
  'bytes',
  'lock_dates',
  'actions',
  'contacts',
  'branding_themes',
  'items',
  'accounts',
  'tax_rates',
  'invoices',
  'tracking_categories',
] as const;
export type Unchecked = (typeof uncheckedThings)[number];

/** What a look before a write found: no reason to refuse it. */
export interface PassedLook {
  /** What would be sent, in normalized fields. */
  readonly item: JsonObject;
  readonly notChecked: readonly Unchecked[];
}

/**
 * `lines`: what lines are posted to, never a bank account · `payments`: what payments come from or go to · `journals`: what is
 * posted to by hand, never a bank account nor one that the provider posts to by itself · `banks`: bank accounts alone · `any`:
 * each active one.
 */
export type AccountUse = 'lines' | 'payments' | 'journals' | 'banks' | 'any';

/** Why the account cannot be named so; undefined if it can. */
export function accountFault(account: JsonObject, use: AccountUse): string | undefined {
  const archived = archivedFault(account, 'an account');
  if (archived) return archived;
  const isBank = textOf(account, 'type') === 'BANK';
  if (use === 'lines' && isBank) return 'is a bank account, which no line is posted to';
  if (use === 'banks') return isBank ? undefined : 'is no bank account';
  if (use === 'journals') return journalFault(account, isBank);
  if (use === 'payments' && !isBank && account['enable_payments'] === false) {
    return 'is no bank account, and payments to it are not enabled';
  }
  return undefined;
}

function journalFault(account: JsonObject, isBank: boolean): string | undefined {
  if (isBank) return 'is a bank account, which no journal is posted to by hand';
  const own = textField({ fields: account }, 'system_account');
  return own
    ? `is the provider’s own account (${own.toLowerCase()}), which no journal is posted to by hand`
    : undefined;
}

/** Why nothing new may name the record; undefined if it may. */
export function archivedFault(record: JsonObject, what: string): string | undefined {
  const status = textOf(record, 'status');
  return gone.includes(status) ? `names ${what} that is ${status.toLowerCase()}` : undefined;
}

const gone: readonly string[] = ['ARCHIVED', 'DELETED'];

const textOf = (fields: JsonObject, name: string) => (textField({ fields }, name) ?? '').toUpperCase();

/** Says that the books have no such thing, and which one may be meant. */
export function unknownFault(what: string, given: string, known: readonly string[] = []): string {
  return `is no ${what} of the books${meant(given, known)}`;
}

/** Why the day is refused; undefined if its period is open. `locked`: the last locked day. */
export function lockFault(day: string, locked: string | null): string | undefined {
  return locked !== null && day <= locked ? `is in a period that is locked up to ${locked}` : undefined;
}

/** The last of the days up to which an organization's books are locked; null if they are open. */
export function lockedUntil(organization: JsonObject): string | null {
  const days = ['period_lock_date', 'end_of_year_lock_date'].flatMap((name) => {
    const day = organization[name];
    return typeof day === 'string' ? [day] : [];
  });
  return days.sort().at(-1) ?? null;
}

/** Why the credit cannot be refunded so; undefined if it can. `what`: such as `credit note`; `path`: the field that names it. */
export function refundFault(
  credit: JsonObject,
  amount: unknown,
  { what, path }: { readonly what: string; readonly path: string },
): FieldError | undefined {
  const status = textOf(credit, 'status');
  if (status !== 'AUTHORISED') {
    const is = status.toLowerCase() || 'of no status';
    return { path, message: `names a ${what} that is ${is}; only an authorised one is refunded` };
  }
  const left = credit['remaining_credit'];
  if (typeof amount !== 'number' || typeof left !== 'number') return undefined;
  if (new Decimal(amount).lessThanOrEqualTo(left)) return undefined;
  return { path: 'amount', message: `is more than the ${left} that remains of the credit` };
}

/** Why the invoice cannot be paid so; undefined if it can. */
export function paymentFault(invoice: JsonObject, amount: unknown): FieldError | undefined {
  const status = textOf(invoice, 'status');
  if (status !== 'AUTHORISED') {
    const message = `names an invoice that is ${status.toLowerCase() || 'of no status'}; only an authorised one is paid`;
    return { path: 'invoice_id', message };
  }
  const due = invoice['amount_due'];
  if (typeof amount !== 'number' || typeof due !== 'number') return undefined;
  if (new Decimal(amount).lessThanOrEqualTo(due)) return undefined;
  return { path: 'amount', message: `is more than the ${due} that is due` };
}
