// What the provider will make of lines, by its own arithmetic (provider: line by line, half a cent away from zero).
import { Decimal } from 'decimal.js';
import { linesOf } from './copied-lines.ts';
import type { JsonObject } from './json.ts';

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

/** The totals of a normalized document that is to be written; undefined where they cannot be known for certain. */
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

export function decimalAt(from: JsonObject, name: string, otherwise = 0): Decimal {
  const value = from[name];
  return new Decimal(typeof value === 'number' ? value : otherwise);
}

/** Provider: half a cent is rounded away from zero. */
export function cents(value: Decimal): Decimal {
  return value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}
