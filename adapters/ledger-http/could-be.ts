// Whether a record may be what a create made: compares what was sent with what the provider holds.
import { Decimal } from 'decimal.js';
import { isJsonObject, type Json, type JsonObject, type LedgerRecord, type PreparedWrite } from '#core/ports';
import { isEcho } from './overlay.ts';
import { payloadOf } from './prepare.ts';
import { families } from './wire/families.ts';
import { documentsOf, type Family } from './wire/family.ts';
import { objectsIn } from './wire/field.ts';
import { isWireDate, wireDate } from './wire/wire-date.ts';

export function couldBe(write: PreparedWrite, { type, native }: LedgerRecord): boolean {
  if (type !== write.type || !write.creates) return false;
  const family = families[type];
  const body = JSON.parse(payloadOf(write).body) as JsonObject;
  const document = (documentsOf(family, body)?.[0] ?? body) as JsonObject;
  const sent = type === 'payments' ? asShown(document) : document;
  return Object.entries(sent).every(
    ([key, value]) =>
      isEcho(family, key) || key === family.idKey || saysNothing(value) || matches(family, key, sent, native),
  );
}

function matches({ type, writes }: Family, key: string, sent: JsonObject, native: JsonObject): boolean {
  const value = sent[key] ?? null;
  const stored = native[key] ?? undefined;
  if (key === 'LineItems') return matchesLines(sent, native, writes?.mayReprice ?? false);
  if (key === writes?.statusKey) return !neverAfter[upper(value)]?.includes(upper(stored));
  const names = referenceNames.get(key);
  if (names) return matchesReference(names, value, stored) ?? shownInShort.has(key);
  const typeKey = slotTypes.get(key);
  if (typeKey) return matchesSlots(typeKey, value, stored);
  // Provider: bills have no true reference.
  if (key === 'Reference' && sent['Type'] === 'ACCPAY' && stored === undefined) return true;
  return (stored === undefined && !isShown(type, key)) || matchesValue(key, value, stored);
}

/** Provider: a payment may name its document by number and its account by code at the top; a read shows them within. */
function asShown({ InvoiceNumber = null, CreditNoteNumber = null, Code = null, ...payment }: JsonObject): JsonObject {
  return {
    ...payment,
    Invoice: payment['Invoice'] ?? (InvoiceNumber === null ? null : { InvoiceNumber }),
    CreditNote: payment['CreditNote'] ?? (CreditNoteNumber === null ? null : { CreditNoteNumber }),
    Account: payment['Account'] ?? (Code === null ? null : { Code }),
  };
}

/** By the status that a document was sent with: those that it cannot have later. */
const neverAfter: Readonly<Record<string, readonly string[]>> = {
  SENT: ['DRAFT'],
  AUTHORISED: ['DRAFT', 'SUBMITTED'],
  BILLED: ['DRAFT', 'SUBMITTED', 'AUTHORISED'],
};

/** By what a document names another, best first. */
const referenceNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['Contact', ['ContactID', 'ContactNumber', 'Name']],
  ['Account', ['AccountID', 'Code']],
  ['Invoice', ['InvoiceID', 'InvoiceNumber']],
  ['CreditNote', ['CreditNoteID', 'CreditNoteNumber']],
  ['Prepayment', ['PrepaymentID']],
  ['Overpayment', ['OverpaymentID']],
]);
/** Lists show some references in short; what they leave out cannot speak against the record. */
const shownInShort: ReadonlySet<string> = new Set(['Contact', 'Account']);

/**
 * Whether both name the same record; undefined where they have no name in common. What else was sent with the name
 * changed that record, not this one.
 */
function matchesReference(names: readonly string[], sent: Json, stored: Json | undefined): boolean | undefined {
  if (!isJsonObject(sent) || !isJsonObject(stored)) return false;
  const name = names.find((one) => !saysNothing(sent[one] ?? null) && stored[one] !== undefined);
  return name === undefined ? undefined : matchesValue(name, sent[name] ?? null, stored[name]);
}

const slotTypes: ReadonlyMap<string, string> = new Map([
  ['Phones', 'PhoneType'],
  ['Addresses', 'AddressType'],
]);

/** Provider: a contact has a slot for each type, blank or not; only what was put into one was sent. */
function matchesSlots(typeKey: string, sent: Json, stored: Json | undefined): boolean {
  return objectsIn(sent).every(
    ({ [typeKey]: type, ...parts }) =>
      Object.values(parts).every(saysNothing) ||
      objectsIn(stored).some(
        (slot) => (type === undefined || upper(type) === upper(slot[typeKey])) && matchesParts(parts, slot),
      ),
  );
}

/** What the provider gives a line or shows beside it. */
const given: readonly string[] = ['LineItemID', 'Item', 'ValidationErrors', 'TaxBreakdown'];
const taxKeys = ['TaxType', 'TaxAmount'];
const priceKeys = ['UnitAmount', 'LineAmount', 'TaxAmount', 'DiscountAmount'];

function matchesLines(sent: JsonObject, native: JsonObject, mayReprice: boolean): boolean {
  const [lines, stored] = [objectsIn(sent['LineItems']), objectsIn(native['LineItems'])];
  const mode = upper(sent['LineAmountTypes']);
  const isSame = (ignored: readonly string[]) =>
    lines.every((line, index) =>
      Object.entries(line).every(
        ([key, value]) =>
          given.includes(key) || ignored.includes(key) || matchesOfLine(key, value, stored[index]?.[key]),
      ),
    );
  if (lines.length !== stored.length) return false;
  // Provider: without tax the lines' tax types count for nothing.
  if (isSame(mode === 'NOTAX' ? taxKeys : [])) return true;
  if (!mayReprice) return false;
  if (lines.every((line, index) => isInCents(line, stored[index]))) return isSame(['UnitAmount']);
  return mode === 'INCLUSIVE' && isSame(priceKeys) && isTotal(lines, native['Total']);
}

/** Provider: some families know no request for more decimals; whether they keep them is not known. */
function isInCents({ UnitAmount: sent }: JsonObject, stored: JsonObject | undefined): boolean {
  const shown = stored?.['UnitAmount'];
  return typeof sent === 'number' && typeof shown === 'number' && isRoundingOf(shown, sent, cents);
}

/** An inclusive document may show its lines net of tax; then its total is what the sent lines come to, each to a cent. */
function isTotal(lines: readonly JsonObject[], total: Json | undefined): boolean {
  const sum = lines.reduce((whole, { Quantity = 1, UnitAmount, DiscountRate, DiscountAmount }) => {
    const gross = Number(Quantity) * Number(UnitAmount ?? 0);
    return whole + gross * (1 - Number(DiscountRate ?? 0) / 100) - Number(DiscountAmount ?? 0);
  }, 0);
  return typeof total === 'number' && Math.abs(sum - total) <= 0.01 * (lines.length + 1);
}

/**
 * Keys that a list shows whenever they have a value: there an absent key means another record. Of all other keys it is
 * not known whether the provider took them (it ignores unknown keys without an error) and shows them.
 */
const shown: ReadonlySet<string> = new Set([
  ...['Code', 'Name', 'Type', 'Description', 'BankAccountNumber', 'Amount', 'Date', 'Reference', 'CurrencyCode'],
  ...['FirstName', 'LastName', 'EmailAddress', 'ContactNumber', 'AccountNumber', 'TaxNumber', 'CompanyNumber'],
  ...['DefaultCurrency', 'ContactPersons', 'PaymentTerms', 'LineAmountTypes', 'InvoiceNumber', 'DueDate', 'Url'],
  ...['PurchaseOrderNumber', 'DeliveryDate', 'DeliveryAddress', 'DeliveryInstructions', 'AttentionTo', 'Telephone'],
  ...['QuoteNumber', 'ExpiryDate', 'Title', 'Summary', 'Terms'],
]);
const shownOfLines: ReadonlySet<string> = new Set([
  ...['Description', 'Quantity', 'UnitAmount', 'ItemCode', 'AccountCode', 'TaxType'],
  ...['TaxAmount', 'LineAmount', 'DiscountRate', 'Tracking'],
]);

/** A list of accounts does not always show their currency. */
function isShown(type: Family['type'], key: string): boolean {
  return shown.has(key) && !(type === 'accounts' && key === 'CurrencyCode');
}

function matchesOfLine(key: string, sent: Json, stored: Json | undefined): boolean {
  return (stored === undefined && !shownOfLines.has(key)) || matchesValue(key, sent, stored);
}

/** Provider: null counts as absent, and in a new document "" and empty lists have nothing to clear. */
function saysNothing(sent: Json): boolean {
  if (sent === null || sent === '') return true;
  return typeof sent === 'object' && Object.values(sent).length === 0;
}

function matchesValue(key: string, sent: Json, stored: Json | undefined): boolean {
  if (saysNothing(sent)) return true;
  // Zero and false are shown or left out.
  if (stored === undefined || stored === null) return sent === 0 || sent === false;
  if (Array.isArray(sent)) {
    const isAsLong = Array.isArray(stored) && sent.length === stored.length;
    return isAsLong && sent.every((item, index) => matchesValue(key, item, stored[index]));
  }
  if (isJsonObject(sent)) return isJsonObject(stored) && matchesParts(sent, stored);
  if (typeof stored === 'number' && typeof sent !== 'boolean') {
    return Number.isFinite(Number(sent)) && isRoundingOf(stored, Number(sent), places[key] ?? cents);
  }
  if (typeof stored === 'boolean') return String(sent).toLowerCase() === String(stored);
  return typeof stored === 'string' && matchesText(key, String(sent), stored);
}

function matchesParts(sent: JsonObject, stored: JsonObject): boolean {
  return Object.entries(sent).every(([key, value]) => matchesValue(key, value, stored[key]));
}

const cents = 2;
/** Provider: what it stores more precisely than to the cent (unit amounts, because every read and write asks for it). */
const places: Readonly<Record<string, number>> = { UnitAmount: 4, Quantity: 4, CurrencyRate: 6 };

/** Whether `stored` is the number that was sent, exactly or rounded to so many decimal places, halves in either direction. */
export function isRoundingOf(stored: number, sent: number, decimals: number): boolean {
  const [shownNumber, sentNumber] = [new Decimal(stored), new Decimal(sent)];
  if (shownNumber.equals(sentNumber)) return true;
  const half = new Decimal(10).pow(-decimals).times('0.5');
  return shownNumber.decimalPlaces() <= decimals && shownNumber.minus(sentNumber).abs().lessThanOrEqualTo(half);
}

/** Ids and words of a fixed vocabulary are taken in any case and shown in one. */
const anyCase = /(ID|Type|Types|Status|Currency|CurrencyCode)$/;

function matchesText(key: string, sent: string, stored: string): boolean {
  // Dates are sent as days, with a time, or as they were read.
  if (isWireDate(stored)) return wireDate(stored) === (/^\d{4}-\d\d-\d\d/.exec(sent)?.[0] ?? wireDate(sent));
  const [one, other] = [plain(sent), plain(stored)];
  return one === other || (anyCase.test(key) && one.toLowerCase() === other.toLowerCase());
}

/** Blank ends and the form of line breaks do not survive every way to the provider and back. */
function plain(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}

function upper(word: Json | undefined): string {
  return String(word).toUpperCase();
}
