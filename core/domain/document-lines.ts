import { Decimal } from 'decimal.js';
import { conflict } from './errors.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';

export function linesOf(fields: JsonObject): readonly JsonObject[] {
  const lines = fields['line_items'];
  return Array.isArray(lines) ? (lines as readonly Json[]).filter(isJsonObject) : [];
}

/** Drops id and calculated amounts. `withTax` copies the tax, for a document with the same total. */
export function copiedLine(line: JsonObject, { withTax }: { withTax: boolean }): JsonObject {
  const { line_item_id: _id, line_amount: _amount, tax_amount, account_id, account_code, tracking, ...rest } = line;
  return withoutEmpty({
    ...rest,
    ...discountOf(line),
    ...(withTax ? { tax_amount: tax_amount ?? null } : {}),
    // Code and id name the same account; one is sent.
    ...(account_code ? { account_code } : { account_id: account_id ?? null }),
    tracking: Array.isArray(tracking) ? tracking.filter(isJsonObject).map(withoutEmpty) : null,
  });
}

/** A line may show both discounts; the unused one is 0 and must not contradict the other. */
function discountOf({ discount_rate, discount_amount }: JsonObject): JsonObject {
  if (discount_rate) return { discount_rate, discount_amount: null };
  return { discount_rate: null, discount_amount: discount_amount || null };
}

export function withoutEmpty(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** Documents in the base currency may show a rate of 1, which nobody chose. */
export function chosenRate({ currency_rate }: JsonObject): Json {
  return currency_rate === 1 ? null : (currency_rate ?? null);
}

/** Compares net, tax and gross totals; a missing total counts as 0. */
export function haveEqualTotals(one: JsonObject, other: JsonObject): boolean {
  return ['sub_total', 'total_tax', 'total'].every((name) => (one[name] ?? 0) === (other[name] ?? 0));
}

function decimalAt(from: JsonObject, name: string): Decimal {
  const value = from[name];
  return new Decimal(typeof value === 'number' ? value : 0);
}

/** Half a cent is rounded away from zero, or to the even cent. */
export type Rounding = 'half_up' | 'half_even';

/** A provider's rounding, and its name for messages. */
export interface Arithmetic {
  readonly title: string;
  readonly rounding: Rounding;
}

function cents(value: Decimal, rounding: Rounding): Decimal {
  return value.toDecimalPlaces(2, rounding === 'half_up' ? Decimal.ROUND_HALF_UP : Decimal.ROUND_HALF_EVEN);
}

/**
 * True if a live quote's lines are net although the quote (`outgoingMode`) calls them inclusive. Sent as inclusive they
 * would shrink the quote by the tax, so they are sent as exclusive. Throws CONFLICT `quote_line_amounts_unsafe` if the
 * lines fit neither reading.
 */
export function hasNetLines(fields: JsonObject, outgoingMode: string, { title, rounding }: Arithmetic): boolean {
  const lines = linesOf(fields);
  if (outgoingMode !== 'inclusive' || lines.length === 0) return false;
  // Amounts and tax are rounded line by line, so sums are exact.
  const amounts = lines.map((line) => cents(decimalAt(line, 'line_amount'), rounding));
  const sum = amounts.reduce((total, amount) => total.plus(amount), new Decimal(0));
  const [total, subTotal] = [decimalAt(fields, 'total'), decimalAt(fields, 'sub_total')];
  const isPriced = lines.every((line) => isPricedAsItSays(line, rounding));
  if (isPriced && sum.equals(total)) return false;
  if (isPriced && sum.equals(subTotal) && saysItsTax(lines, total.minus(subTotal))) return true;
  throw conflict('quote_line_amounts_unsafe', `Cannot safely preserve ${title} quote line amounts`);
}

/**
 * Net lines are sent with their own tax, which must add up to the document's. The provider taxes lines without tax
 * anew.
 */
function saysItsTax(lines: readonly JsonObject[], totalTax: Decimal): boolean {
  if (!lines.every((line) => typeof line['tax_amount'] === 'number')) return true;
  return lines.reduce((tax, line) => tax.plus(decimalAt(line, 'tax_amount')), new Decimal(0)).equals(totalTax);
}

/** The provider prices a line anew from quantity, unit amount and discount; an inconsistent line would change. */
function isPricedAsItSays(line: JsonObject, rounding: Rounding): boolean {
  if (typeof line['quantity'] !== 'number' || typeof line['unit_amount'] !== 'number') return true;
  return cents(netOf(line), rounding).equals(cents(decimalAt(line, 'line_amount'), rounding));
}

/** Quantity times unit amount, less the discount, not rounded; a quantity or amount that is not there is 0. */
export function netOf(line: JsonObject): Decimal {
  const gross = decimalAt(line, 'quantity').times(decimalAt(line, 'unit_amount'));
  const rate = decimalAt(line, 'discount_rate');
  if (rate.isZero()) return gross.minus(decimalAt(line, 'discount_amount'));
  return gross.times(new Decimal(100).minus(rate)).div(100);
}
