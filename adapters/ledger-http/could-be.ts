// Compares what a create sent with a record that a list shows, both in normalized fields.
import { Decimal } from 'decimal.js';
import { isJsonObject, type Json, type JsonObject, type LedgerRecord, type PreparedWrite } from '#core/ports';
import { hiddenInLists } from './as-listed.ts';
import { isInheritable } from './overlay.ts';
import { documentOf } from './prepare.ts';
import { families } from './wire/families.ts';
import type { Family, WriteFacts } from './wire/family.ts';
import { objectsIn, readFields, textAt } from './wire/field.ts';
import { withOwnTarget } from './wire/payments.ts';

export function couldBe(write: PreparedWrite, { type, native }: Pick<LedgerRecord, 'type' | 'native'>): boolean {
  if (type !== write.type || !write.creates) return false;
  const family = families[type];
  const document = Object.entries(documentOf(write, asRead));
  const sent = Object.fromEntries(document.filter(([key]) => isInheritable(family, key)));
  const isPayment = type === 'payments';
  if (!namesSameRecords(isPayment ? asShown(sent) : sent, isPayment ? withOwnTarget(native) : native)) return false;
  const [asked, stored] = [readFields(family.fields, sent), readFields(family.fields, native)];
  return Object.keys(asked).every((name) => derived.includes(name) || matches(family, name, asked, stored));
}

/** Reads numbers sent as text and dates sent with a time as the provider does. */
function asRead(key: string, value: Json): Json {
  if (typeof value !== 'string' || value === '') return value;
  if (/(Amount|Quantity|Rate)$/.test(key) && Number.isFinite(Number(value))) return Number(value);
  return /Date$/.test(key) ? value.replace(/^(\d{4}-\d\d-\d\d)T.*/, '$1') : value;
}

/** Not compared, because they follow from other fields. */
const derived: readonly string[] = ['contact', 'total_discount'];

function matches({ type, writes }: Family, name: string, asked: JsonObject, stored: JsonObject): boolean {
  const [value = null, held = null] = [asked[name], stored[name]];
  if (name === 'status') return !neverAfter[upper(value)]?.includes(upper(held));
  if (name === 'line_items' || name === 'lines') return matchesLines(asked, stored, { list: name, writes });
  if (name === 'phones' || name === 'addresses') {
    return objectsIn(value).every((slot) => objectsIn(held).some((other) => matchesValue(name, slot, other)));
  }
  // Provider: bills are read without a reference.
  if (name === 'external_reference' && asked['type'] === 'payable' && held === null) return true;
  return (held === null && hiddenInLists.includes(`${type}.${name}`)) || matchesValue(name, value, held);
}

/** The statuses that a document cannot have after it was sent with this status. */
const neverAfter: Readonly<Record<string, readonly string[]>> = {
  SENT: ['DRAFT'],
  AUTHORISED: ['DRAFT', 'SUBMITTED'],
  POSTED: ['DRAFT'],
  BILLED: ['DRAFT', 'SUBMITTED', 'AUTHORISED'],
};

/** Provider: a payment may name its document's number and its account's code at the top level; reads nest them. */
function asShown({ InvoiceNumber = null, CreditNoteNumber = null, Code = null, ...payment }: JsonObject): JsonObject {
  return {
    ...payment,
    Invoice: payment['Invoice'] ?? (InvoiceNumber === null ? null : { InvoiceNumber }),
    CreditNote: payment['CreditNote'] ?? (CreditNoteNumber === null ? null : { CreditNoteNumber }),
    Account: payment['Account'] ?? (Code === null ? null : { Code }),
  };
}

/** The keys by which a document names another, the best first. */
const referenceNames: Readonly<Record<string, readonly string[]>> = {
  Contact: ['ContactID', 'ContactNumber', 'Name'],
  Account: ['AccountID', 'Code'],
  BankAccount: ['AccountID', 'Code'],
  Invoice: ['InvoiceID', 'InvoiceNumber'],
  CreditNote: ['CreditNoteID', 'CreditNoteNumber'],
  Prepayment: ['PrepaymentID'],
  Overpayment: ['OverpaymentID'],
  FromBankAccount: ['AccountID', 'Code'],
  ToBankAccount: ['AccountID', 'Code'],
};
/** Lists may omit the names of these references. */
const shownInShort: readonly string[] = ['Contact', 'Account', 'BankAccount'];

function namesSameRecords(sent: JsonObject, native: JsonObject): boolean {
  return Object.entries(referenceNames).every(([key, names]) => {
    const [one, other] = [sent[key], native[key]];
    if (!isJsonObject(one)) return true;
    if (!isJsonObject(other)) return false;
    const name = names.find((candidate) => textAt(one, candidate) !== null && textAt(other, candidate) !== null);
    return name === undefined ? shownInShort.includes(key) : matchesValue(name, one[name] ?? null, other[name] ?? null);
  });
}

const taxNames = ['tax_type', 'tax_amount'];
const priceNames = ['unit_amount', 'line_amount', 'tax_amount', 'discount_amount'];
/** The provider makes the id, and shows the others only if they were sent. */
const hiddenInLines: Readonly<Record<LineList, readonly string[]>> = {
  line_items: ['line_item_id', 'account_id', 'discount_amount'],
  // Provider: a code that it does not know is removed from a journal, which is taken all the same.
  lines: ['account_code'],
};

/** Provider: a line of text loses its item, and a line of nothing its account. */
function isDropped(name: string, { quantity, unit_amount, line_amount }: JsonObject): boolean {
  if (name === 'item_code') return (quantity ?? null) === null && (unit_amount ?? null) === null;
  return name === 'account_code' && (line_amount ?? 0) === 0;
}

/** Provider: unknown tracking is dropped, and what is shown names the category by id and name, the option by name. */
function hasOnlySent(sent: readonly JsonObject[], shown: readonly JsonObject[]): boolean {
  return (
    sent.length === 0 ||
    shown.every((held) =>
      sent.some(
        (one) =>
          isSameOf(one, held, 'tracking_category_id', 'name') && isSameOf(one, held, 'tracking_option_id', 'option'),
      ),
    )
  );
}

/** Names may have changed since, so ids decide where both have one. */
function isSameOf(sent: JsonObject, held: JsonObject, id: string, name: string): boolean {
  const hasIds = [sent, held].every((one) => (one[id] ?? null) !== null);
  return hasIds ? isLike(sent[id] ?? null, held[id]) : isLike(sent[name] ?? null, held[name]);
}

function isLike(sent: Json, shown: Json | undefined): boolean {
  return sent === null || (shown ?? null) === null || upper(plain(sent)) === upper(plain(shown ?? null));
}

type LineList = 'line_items' | 'lines';

interface LineRules {
  readonly list: LineList;
  readonly writes: WriteFacts | null;
}

function matchesLines(asked: JsonObject, stored: JsonObject, { list, writes }: LineRules): boolean {
  const [lines, held] = [objectsIn(asked[list]), objectsIn(stored[list])];
  const mode = asked['line_amount_mode'];
  // Provider: of money at a bank, an account of the wrong kind may be removed with a warning.
  const hidden = writes?.computesTax ? [...hiddenInLines[list], 'account_code'] : hiddenInLines[list];
  const isSame = (ignored: readonly string[]) =>
    lines.every((line, index) =>
      Object.entries(line).every(([name, value]) => {
        const other = held[index]?.[name] ?? null;
        if (name === 'tracking') return hasOnlySent(objectsIn(value), objectsIn(other));
        return (
          ignored.includes(name) ||
          (other === null && (hidden.includes(name) || isDropped(name, held[index] ?? {}))) ||
          matchesValue(name, value, other)
        );
      }),
    );
  if (lines.length !== held.length) return false;
  // Provider: in a document without tax, the lines' tax types are replaced.
  if (isSame(mode === 'no_tax' ? taxNames : [])) return true;
  if (!writes?.mayReprice) return false;
  if (lines.every((line, index) => isInCents(line, held[index]))) return isSame(['unit_amount']);
  return mode === 'inclusive' && isSame(priceNames) && isTotal(lines, stored['total'] ?? null);
}

/** Provider: quotes may store unit amounts in cents. */
function isInCents({ unit_amount: sent }: JsonObject, held: JsonObject | undefined): boolean {
  const shown = held?.['unit_amount'];
  return typeof sent === 'number' && typeof shown === 'number' && isRoundingOf(shown, sent, cents);
}

/** Provider: a tax-inclusive quote may show lines net of tax; its total is still the sum of the sent lines. */
function isTotal(lines: readonly JsonObject[], total: Json): boolean {
  const sum = lines.reduce((whole, { quantity, unit_amount, discount_rate, discount_amount }) => {
    const gross = Number(quantity ?? 1) * Number(unit_amount ?? 0);
    return whole + gross * (1 - Number(discount_rate ?? 0) / 100) - Number(discount_amount ?? 0);
  }, 0);
  return typeof total === 'number' && Math.abs(sum - total) <= 0.01 * (lines.length + 1);
}

function matchesValue(name: string, sent: Json, stored: Json): boolean {
  if (sent === null || (Array.isArray(sent) && sent.length === 0)) return true;
  // Provider: zero and false may be omitted.
  if (stored === null) return sent === 0 || sent === false;
  if (Array.isArray(sent)) {
    const others = objectsIn(stored);
    return (
      sent.length === others.length && sent.every((item, index) => matchesValue(name, item, others[index] ?? null))
    );
  }
  if (isJsonObject(sent)) {
    return (
      isJsonObject(stored) &&
      Object.entries(sent).every(([key, value]) => matchesValue(key, value, stored[key] ?? null))
    );
  }
  if (typeof sent === 'number') return typeof stored === 'number' && isRoundingOf(stored, sent, places[name] ?? cents);
  const [one, other] = [plain(sent), plain(stored)];
  return one === other || (anyCase.test(name) && upper(one) === upper(other));
}

const cents = 2;
/** Provider: these are stored more precisely than to the cent. */
const places: Readonly<Record<string, number>> = { unit_amount: 4, quantity: 4, currency_rate: 6 };

/** True if `stored` equals `sent`, or is `sent` rounded to so many decimals, with halves in either direction. */
export function isRoundingOf(stored: number, sent: number, decimals: number): boolean {
  const [shownNumber, sentNumber] = [new Decimal(stored), new Decimal(sent)];
  if (shownNumber.equals(sentNumber)) return true;
  const half = new Decimal(10).pow(-decimals).times('0.5');
  return shownNumber.decimalPlaces() <= decimals && shownNumber.minus(sentNumber).abs().lessThanOrEqualTo(half);
}

const anyCase = /(id|type|currency|ID)$/;

/** Spaces at both ends and the form of line breaks may change at the provider. */
function plain(text: Json): string {
  return String(text).replaceAll(/\r\n?/g, '\n').trim();
}

function upper(word: Json): string {
  return String(word).toUpperCase();
}
