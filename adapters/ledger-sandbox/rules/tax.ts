/** The provider's arithmetic: rounds halves away from zero, and tax per line before summing. */
import { Decimal } from 'decimal.js';

export type LineAmountMode = 'Exclusive' | 'Inclusive' | 'NoTax';

export interface Priced {
  readonly quantity: number;
  readonly unitAmount: number;
  readonly discountRate?: number | undefined;
  readonly discountAmount?: number | undefined;
}

export interface Taxed {
  readonly gross: number;
  readonly lineAmount: number;
  readonly taxAmount: number;
}

export interface Totals {
  readonly subTotal: number;
  readonly totalTax: number;
  readonly total: number;
  readonly totalDiscount: number;
}

/** Rounds halves away from zero: 17.955 is 17.96 and -17.955 is -17.96. */
export function round(value: Decimal.Value, places: number): number {
  return new Decimal(value).toDecimalPlaces(places, Decimal.ROUND_HALF_UP).toNumber();
}

/** Returns quantity times unit amount before discounts. */
export function grossOf({ quantity, unitAmount }: Priced): number {
  return round(new Decimal(quantity).times(unitAmount), 2);
}

export function lineAmountOf(line: Priced): number {
  const gross = new Decimal(line.quantity).times(line.unitAmount);
  if (line.discountRate) return round(gross.times(new Decimal(100).minus(line.discountRate)).dividedBy(100), 2);
  if (line.discountAmount) return round(gross.minus(line.discountAmount), 2);
  return round(gross, 2);
}

export function taxOf(lineAmount: number, ratePercent: number, mode: LineAmountMode): number {
  if (mode === 'NoTax') return 0;
  const amount = new Decimal(lineAmount).times(ratePercent);
  return round(amount.dividedBy(mode === 'Inclusive' ? new Decimal(100).plus(ratePercent) : 100), 2);
}

export function totalsOf(lines: readonly Taxed[], mode: LineAmountMode): Totals {
  const sum = (pick: (line: Taxed) => number) => lines.reduce((at, line) => at.plus(pick(line)), new Decimal(0));
  const lineSum = sum((line) => line.lineAmount);
  const tax = sum((line) => line.taxAmount);
  const subTotal = mode === 'Inclusive' ? lineSum.minus(tax) : lineSum;
  return {
    subTotal: round(subTotal, 2),
    totalTax: round(tax, 2),
    total: round(subTotal.plus(tax), 2),
    totalDiscount: round(sum((line) => line.gross).minus(lineSum), 2),
  };
}

export const plus = (a: number, b: number): number => round(new Decimal(a).plus(b), 2);
export const minus = (a: number, b: number): number => round(new Decimal(a).minus(b), 2);
