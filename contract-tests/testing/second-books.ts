// The books of the second ledger: documents with amounts and versions, and what may befall a call that writes in them.
import { Decimal } from 'decimal.js';
import { isJsonObject, type JsonObject, ServiceError } from '#core/ports';

/**
 * What happens to one writing call; one that is `late` reaches the books `lateSeconds` after its caller gave up. A function
 * runs before the call is made: somebody else was faster.
 */
export type Mishap = 'none' | 'lost before' | 'lost after' | 'late' | 'busy' | 'refused' | (() => void);
const lateSeconds = 25;

export interface Document {
  readonly id: string;
  version: number;
  changedAt: Date;
  fields: JsonObject;
  /** The mark of the create that made it; not shown to people. */
  readonly mark: string;
}

export type Books = Readonly<Record<'contacts' | 'invoices' | 'quotes', Map<string, Document>>>;
export type Family = keyof Books;

const initial: Readonly<Record<Family, string>> = { contacts: 'ACTIVE', invoices: 'DRAFT', quotes: 'DRAFT' };

export function createSecondBooks(now: () => Date) {
  const tenants = new Map<string, Books>();
  const mishaps: Mishap[] = [];
  let late: readonly { readonly at: number; readonly apply: () => unknown }[] = [];
  let ids = 0;

  /** The tenant's books, after what was under way has arrived. */
  const arrived = (tenantId: string): Books => {
    const due = late.filter(({ at }) => at <= now().getTime());
    late = late.filter((one) => !due.includes(one));
    for (const { apply } of due) quietly(apply);
    const books = tenants.get(tenantId) ?? { contacts: new Map(), invoices: new Map(), quotes: new Map() };
    tenants.set(tenantId, books);
    return books;
  };

  /** Makes one writing call, which the next mishap befalls. */
  const call = <T>(apply: () => T): T => {
    const mishap = mishaps.shift() ?? 'none';
    if (mishap === 'busy') throw busy();
    if (mishap === 'refused') throw refused('no');
    if (mishap === 'late') late = [...late, { at: now().getTime() + lateSeconds * 1000, apply }];
    if (mishap === 'late' || mishap === 'lost before') throw lost();
    if (typeof mishap === 'function') mishap();
    const done = apply();
    if (mishap === 'lost after') throw lost();
    return done;
  };

  const put = (books: Books, type: Family, fields: JsonObject, mark: string): Document => {
    const id = String(++ids);
    const made = {
      id,
      version: 1,
      changedAt: now(),
      fields: complete(type, { status: initial[type], ...fields }),
      mark,
    };
    assertAllowed(books, type, made);
    books[type].set(id, made);
    return made;
  };

  const change = (books: Books, type: Family, id: string, fields: JsonObject, version: string | null): Document => {
    const found = documentOf(books, type, id);
    if (version !== null && version !== String(found.version)) throw recordChanged();
    const next = complete(type, { ...found.fields, ...fields });
    assertAllowed(books, type, { ...found, fields: next });
    Object.assign(found, { version: found.version + 1, changedAt: now(), fields: next });
    return found;
  };

  /** Makes the quote's invoice and marks the quote, in one transaction. */
  const confirm = (books: Books, { id, fields }: Document, origin: string): Document => {
    const there = marked(books, 'invoices', origin);
    if (there) return there;
    change(books, 'quotes', id, { status: 'INVOICED' }, null);
    const { contact_id = null, currency = null, line_items = [] } = fields;
    return put(books, 'invoices', { type: 'receivable', contact_id, currency, line_items }, origin);
  };

  return { mishaps, arrived, call, put, change, confirm };
}

export function marked(books: Books, type: Family, mark: string): Document | undefined {
  return [...books[type].values()].find((one) => one.mark === mark);
}

export function documentOf(books: Books, type: Family, id: string): Document {
  const found = books[type]?.get(id);
  if (found) return found;
  throw new ServiceError('NOT_FOUND', 'not there', {
    outcome: 'not_applied',
    providerError: { status: 404, messages: [] },
  });
}

/** True if the fields hold each sent value. */
export function has(fields: JsonObject, sent: JsonObject): boolean {
  return Object.entries(sent).every(([name, value]) => {
    const held = fields[name] ?? null;
    if (!Array.isArray(value)) return JSON.stringify(held) === JSON.stringify(value);
    if (!Array.isArray(held) || held.length !== value.length) return false;
    return value.every((one, i) => (isJsonObject(one) && isJsonObject(held[i]) ? has(held[i], one) : one === held[i]));
  });
}

function cents(value: Decimal): number {
  return value.toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN).toNumber();
}

/** A document with its amounts: 15 percent tax on lines of tax type 1. */
function complete(type: Family, fields: JsonObject): JsonObject {
  if (type === 'contacts') return { contact_number: null, email: null, ...fields };
  const given = Array.isArray(fields['line_items']) ? fields['line_items'].filter(isJsonObject) : [];
  const lines = given.map((line, i) => {
    const line_amount = cents(new Decimal(Number(line['quantity'] ?? 1)).times(Number(line['unit_amount'] ?? 0)));
    const tax_amount = line['tax_type'] === '1' ? cents(new Decimal(line_amount).times('0.15')) : 0;
    return { line_item_id: String(i + 1), tax_type: null, ...line, line_amount, tax_amount };
  });
  const sum = (name: 'line_amount' | 'tax_amount') =>
    lines.reduce((total, line) => total.plus(line[name]), new Decimal(0)).toNumber();
  const [sub_total, total_tax] = [sum('line_amount'), sum('tax_amount')];
  const total = new Decimal(sub_total).plus(total_tax).toNumber();
  const amounts = { line_items: lines, sub_total, total_tax, total };
  const document = { currency: 'NZD', line_amount_mode: 'exclusive', ...fields, ...amounts };
  if (type === 'quotes') return document;
  return { type: 'receivable', ...document, amount_due: total, amount_paid: 0, amount_credited: 0 };
}

/** Contact numbers are unique, and nothing costs more than a million. */
function assertAllowed(books: Books, type: Family, { id, fields }: Document): void {
  const number = fields['contact_number'] ?? null;
  const isTaken = [...books[type].values()].some((one) => one.id !== id && one.fields['contact_number'] === number);
  if (type === 'contacts' && number !== null && isTaken) throw refused('the contact number is taken');
  if (Number(fields['total'] ?? 0) > 1_000_000) throw refused('the total is too large');
}

export function refused(why: string): ServiceError {
  const providerError = { status: 400, messages: [why] };
  return new ServiceError('PROVIDER_REJECTED', `the provider refused: ${why}`, {
    outcome: 'not_applied',
    providerError,
  });
}

function recordChanged(): ServiceError {
  const details = {
    reason: 'record_changed',
    outcome: 'not_applied',
    providerError: { status: 409, messages: [] },
  } as const;
  return new ServiceError('CONFLICT', 'changed meanwhile', details);
}

function busy(): ServiceError {
  const details = { reason: 'provider', outcome: 'not_applied', retryAfterSeconds: 1 } as const;
  return new ServiceError('RATE_LIMITED', 'busy', details);
}

function lost(): ServiceError {
  return new ServiceError('PROVIDER_TIMEOUT', 'no answer', { outcome: 'unknown' });
}

/** Nobody hears what becomes of it. */
function quietly(apply: () => unknown): void {
  try {
    apply();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}
