// The lines of a normalized document: copied into another, totalled, and written back.
import { Decimal } from 'decimal.js';
import { conflict } from './errors.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';

export function linesOf(fields: JsonObject): readonly JsonObject[] {
  const lines = fields['line_items'];
  return Array.isArray(lines) ? (lines as readonly Json[]).filter(isJsonObject) : [];
}

/**
 * A line without what belongs to the document that it is of: its id and its calculated amounts. `withTax` copies the tax,
 * for a document that is to come to the same total.
 */
export function copiedLine(line: JsonObject, { withTax }: { withTax: boolean }): JsonObject {
  const { line_item_id: _id, line_amount: _amount, tax_amount, account_id, account_code, tracking, ...rest } = line;
  return withoutEmpty({
    ...rest,
    ...discountOf(line),
    ...(withTax ? { tax_amount: tax_amount ?? null } : {}),
    // Two names of one account.
    ...(account_code ? { account_code } : { account_id: account_id ?? null }),
    tracking: Array.isArray(tracking) ? tracking.filter(isJsonObject).map(withoutEmpty) : null,
  });
}

/** Provider: a line shows both discounts; the unused one is 0 and must not contradict the other. */
function discountOf({ discount_rate, discount_amount }: JsonObject): JsonObject {
  if (discount_rate) return { discount_rate, discount_amount: null };
  return { discount_rate: null, discount_amount: discount_amount || null };
}

/** The fields that say something. */
export function withoutEmpty(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** Provider: documents in the base currency show a rate of 1, which is no rate of anyone's choice. */
export function chosenRate({ currency_rate }: JsonObject): Json {
  return currency_rate === 1 ? null : (currency_rate ?? null);
}

/** The rate of one tax type. */
export interface TaxRate {
  readonly percent: number;
  /** Of several parts it is not known where the provider rounds. */
  readonly isSimple: boolean;
}

export interface DocumentTotals {
  readonly subTotal: Decimal;
  readonly totalTax: Decimal;
  readonly total: Decimal;
}

/**
 * The totals that the provider computes for a normalized document (provider: line by line, half a cent away from zero);
 * undefined where they cannot be known for certain.
 */
export function expectedTotals(fields: JsonObject, rates: ReadonlyMap<string, TaxRate>): DocumentTotals | undefined {
  const mode = fields['line_amount_mode'];
  let [amounts, totalTax] = [new Decimal(0), new Decimal(0)];
  for (const line of linesOf(fields)) {
    const lineAmount = lineAmountOf(line);
    const percent = mode === 'no_tax' || lineAmount.isZero() ? 0 : percentOf(line, rates);
    if (percent === undefined) return undefined;
    amounts = amounts.plus(lineAmount);
    totalTax = totalTax.plus(taxOf(lineAmount, percent, mode === 'inclusive'));
  }
  const subTotal = mode === 'inclusive' ? amounts.minus(totalTax) : amounts;
  return { subTotal, totalTax, total: subTotal.plus(totalTax) };
}

/** The totals that a document shows; what it does not show counts as 0. */
export function shownTotals(fields: JsonObject): DocumentTotals {
  return {
    subTotal: decimalAt(fields, 'sub_total'),
    totalTax: decimalAt(fields, 'total_tax'),
    total: decimalAt(fields, 'total'),
  };
}

export function areEqualTotals(one: DocumentTotals, other: DocumentTotals): boolean {
  return one.subTotal.equals(other.subTotal) && one.totalTax.equals(other.totalTax) && one.total.equals(other.total);
}

/** Quantity times unit amount less the discount; a line without a price is text. */
export function lineAmountOf(line: JsonObject): Decimal {
  const gross = decimalAt(line, 'quantity', 1).times(decimalAt(line, 'unit_amount'));
  const rate = decimalAt(line, 'discount_rate');
  const net = rate.isZero()
    ? gross.minus(decimalAt(line, 'discount_amount'))
    : gross.times(new Decimal(100).minus(rate)).div(100);
  return cents(net);
}

function percentOf(line: JsonObject, rates: ReadonlyMap<string, TaxRate>): number | undefined {
  const taxType = line['tax_type'];
  if (taxType === noTax) return 0;
  const rate = typeof taxType === 'string' ? rates.get(taxType) : undefined;
  return rate?.isSimple ? rate.percent : undefined;
}

/** Provider: the tax type of what is not taxed at all. */
export const noTax = 'NONE';

function taxOf(lineAmount: Decimal, percent: number, isIncluded: boolean): Decimal {
  const base = isIncluded ? new Decimal(100).plus(percent) : new Decimal(100);
  return cents(lineAmount.times(percent).div(base));
}

function decimalAt(from: JsonObject, name: string, otherwise = 0): Decimal {
  const value = from[name];
  return new Decimal(typeof value === 'number' ? value : otherwise);
}

/** Provider: half a cent is rounded away from zero. */
function cents(value: Decimal): Decimal {
  return value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}

/**
 * Whether a live quote's inherited lines are net although its header, with `outgoingMode`, says inclusive: written back
 * under it they would shrink the quote by the tax, so they are sent as exclusive. The provider replaces a quote's header
 * with every update, and may have handed out net amounts. `fields` has `line_items` with `quantity`, `unit_amount`,
 * `discount_rate`, `discount_amount`, `line_amount`, and `sub_total`, `total`. Throws CONFLICT
 * `quote_line_amounts_unsafe` where it cannot be known what the lines mean.
 * Source and message: the specification's "Quote line rule".
 */
export function hasNetLines(fields: JsonObject, outgoingMode: string): boolean {
  const lines = linesOf(fields);
  if (outgoingMode !== 'inclusive' || lines.length === 0) return false;
  // Provider: amounts and tax are rounded line by line, so that sums are exact. What is a cent off would stay off.
  const sum = lines.reduce((total, line) => total.plus(cents(decimalAt(line, 'line_amount'))), new Decimal(0));
  const [total, subTotal] = [decimalAt(fields, 'total'), decimalAt(fields, 'sub_total')];
  const isPriced = lines.every(isPricedAsItSays);
  if (isPriced && sum.equals(total)) return false;
  if (isPriced && sum.equals(subTotal) && saysItsTax(lines, total.minus(subTotal))) return true;
  throw conflict('quote_line_amounts_unsafe', 'Cannot safely preserve Xero quote line amounts');
}

/** Net lines are sent with the tax they show; it must be the tax of the whole. Lines that show none are taxed anew. */
function saysItsTax(lines: readonly JsonObject[], totalTax: Decimal): boolean {
  if (!lines.every((line) => typeof line['tax_amount'] === 'number')) return true;
  return lines.reduce((tax, line) => tax.plus(decimalAt(line, 'tax_amount')), new Decimal(0)).equals(totalTax);
}

/** The provider prices a line anew from quantity and unit amount; one that disagrees with itself would change. */
function isPricedAsItSays(line: JsonObject): boolean {
  if (typeof line['quantity'] !== 'number' || typeof line['unit_amount'] !== 'number') return true;
  return lineAmountOf(line).equals(cents(decimalAt(line, 'line_amount')));
}
