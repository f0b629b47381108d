// When two creates may be one thing. What models reword is left out: texts, numbers, references, dates and tax.
import { Decimal } from 'decimal.js';
import type { Actor } from './actor-kind.ts';
import { netOf } from './document-lines.ts';
import type { ConnectionId, OperationId } from './ids.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from './json.ts';
import { listOfLinesIn } from './line-lists.ts';
import type { Plane } from './plane.ts';
import type { ResourceType } from './resource.ts';

/** What two equal things have in common. */
export interface Likeness {
  /** Equal for two that may be one; it holds what must be equal. */
  readonly basis: string;
  /** Null where it was not said: then it equals any. */
  readonly currency: string | null;
  /** Amounts with their accounts; null where one of them was not said: then it equals any. */
  readonly accounts: string | null;
}

export interface Naming {
  /** The provider's id of a record that is named by the service's or the provider's. */
  idOf(type: ResourceType, text: string): string | undefined;
  /** The code of the account with this id, as far as it is known. */
  codeOf(accountId: string): string | undefined;
}

/** Documents with lines: what tells their kinds apart within a family, if it is left out, is the first of them. */
const sideOf: { readonly [T in ResourceType]?: (fields: JsonObject) => Json } = {
  invoices: ({ type }) => type ?? 'receivable',
  credit_notes: ({ type }) => type ?? null,
  quotes: () => null,
  purchase_orders: () => null,
  bank_transactions: ({ kind }) => kind ?? null,
  manual_journals: () => null,
};

/** What a payment pays or refunds. */
const paid = {
  invoice_id: 'invoices',
  credit_note_id: 'credit_notes',
  prepayment_id: 'prepayments',
  overpayment_id: 'overpayments',
} as const;

/** The families of whose creates look-alikes are asked about. */
export function hasLikeness(type: ResourceType): boolean {
  return type in sideOf || type === 'payments' || type === 'contacts' || type === 'bank_transfers';
}

/** Of a contact one for each of its names; none for a record of another family, whose values only it can have. */
export function likenessesOf(type: ResourceType, fields: JsonObject, naming: Naming): readonly Likeness[] {
  if (type === 'contacts') return ofContact(fields);
  if (type === 'payments') return ofPayment(fields, naming);
  if (type === 'bank_transfers') return ofTransfer(fields, naming);
  const side = sideOf[type];
  return side ? ofDocument(type, side(fields), { fields, naming }) : [];
}

/** True if what neither leaves open is equal; the bases are compared by their digests. */
export function mayBeSame(one: Omit<Likeness, 'basis'>, other: Omit<Likeness, 'basis'>): boolean {
  const agree = (a: string | null, b: string | null) => a === null || b === null || a === b;
  return agree(one.currency, other.currency) && agree(one.accounts, other.accounts);
}

function ofContact({ name, email, tax_number }: JsonObject): readonly Likeness[] {
  return Object.entries({ name, email, tax_number }).flatMap(([field, value]) => {
    const said = plainText(value);
    return said === '' ? [] : [whole(['contacts', field, said])];
  });
}

/** Without what the eye passes over: case, width, and spaces; of a number also dots and dashes would be too much. */
function plainText(value: Json | undefined): string {
  return typeof value === 'string' ? value.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim() : '';
}

function ofPayment(fields: JsonObject, { idOf }: Naming): readonly Likeness[] {
  for (const [name, type] of Object.entries(paid)) {
    const id = fields[name];
    if (typeof id === 'string' && id !== '') {
      return [whole(['payments', name, idOf(type, id) ?? id, cents(decimal(fields['amount']))])];
    }
  }
  return [];
}

function ofTransfer(fields: JsonObject, { idOf }: Naming): readonly Likeness[] {
  const account = (name: string) => {
    const id = String(fields[name] ?? '');
    return idOf('accounts', id) ?? id;
  };
  const ends = [account('from_account_id'), account('to_account_id')];
  return [whole(['bank_transfers', ...ends, cents(decimal(fields['amount']))])];
}

interface Document {
  readonly fields: JsonObject;
  readonly naming: Naming;
}

function ofDocument(type: ResourceType, side: Json, { fields, naming }: Document): readonly Likeness[] {
  const { currency, contact_id: contact } = fields;
  const named = typeof contact === 'string' && contact !== '' ? (naming.idOf('contacts', contact) ?? contact) : null;
  // A document for a contact that is yet to be made cannot be there already.
  if (named === null && type !== 'manual_journals') return [];
  const lines = linesIn(fields).map((line) => ({ amount: amountOf(line), account: accountOf(line, naming) }));
  const counted = lines.filter(({ amount }) => !amount.isZero());
  const amounts = counted.map(({ amount }) => cents(amount)).sort();
  const isWhole = counted.length > 0 && counted.every(({ account }) => account !== null);
  const accounts = counted.map(({ amount, account }) => `${cents(amount)} ${account}`).sort();
  return [
    {
      basis: canonicalJson([type, side, named, amounts]),
      currency: typeof currency === 'string' && currency !== '' ? currency.toUpperCase() : null,
      accounts: isWhole ? canonicalJson(accounts) : null,
    },
  ];
}

function whole(parts: Json[]): Likeness {
  return { basis: canonicalJson(parts), currency: null, accounts: null };
}

export function linesIn(fields: JsonObject): readonly JsonObject[] {
  const list = listOfLinesIn(fields);
  const lines = list && fields[list];
  return Array.isArray(lines) ? (lines as readonly Json[]).filter(isJsonObject) : [];
}

/** A line's total less its discount, before tax: of quantity and price if it says a price, else as it says itself. */
export function amountOf(line: JsonObject): Decimal {
  const { quantity, unit_amount, line_amount } = line;
  if (typeof unit_amount !== 'number') return decimal(line_amount);
  return netOf({ ...line, quantity: typeof quantity === 'number' ? quantity : 1 });
}

function accountOf(line: JsonObject, { idOf, codeOf }: Naming): string | null {
  const { account_code: code, account_id: id } = line;
  if (typeof code === 'string' && code !== '') return code.toLowerCase();
  if (typeof id !== 'string' || id === '') return null;
  return codeOf(idOf('accounts', id) ?? id)?.toLowerCase() ?? null;
}

function decimal(value: Json | undefined): Decimal {
  return new Decimal(typeof value === 'number' ? value : 0);
}

const cents = (amount: Decimal): string => amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed(2);

/**
 * A create that another one may resemble: one that was made, one that waits, or one whose end is not known yet. `subject`
 * tells them apart within a connection.
 */
export interface LookAlike extends Plane {
  readonly connectionId: ConnectionId;
  readonly subject: string;
  /** A keyed digest of the likeness's basis. */
  readonly fingerprint: string;
  readonly type: ResourceType;
  readonly currency: string | null;
  /** A keyed digest. */
  readonly accounts: string | null;
  /** Null before it is made. */
  readonly providerId: string | null;
  readonly operationId: OperationId | null;
  /** Of the request that asked for it, before it is made. */
  readonly idempotencyKey: string | null;
  readonly ref: string | null;
  /** Of a bulk write. */
  readonly itemKey: string | null;
  /** Null for what was seen in the books. */
  readonly actor: Actor | null;
  readonly createdAt: Date;
}

export const lookAlikeDays = 30;
