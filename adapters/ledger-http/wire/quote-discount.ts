import { Decimal } from 'decimal.js';
import type { JsonObject } from '#core';
import { objectsAt } from './document.ts';
import { amount, type Field } from './field.ts';

const shown = amount('total_discount', 'TotalDiscount');

/** Provider: lists of quotes show no discount in all, whatever there is; then it follows from the lines. */
export const quoteDiscount: Field = {
  name: shown.name,
  read: (native) => shown.read(native) || discountOf(objectsAt(native, 'LineItems')) || shown.read(native),
};

function discountOf(lines: readonly JsonObject[]): number {
  return lines.reduce((sum, line) => sum.plus(lineDiscount(line)), new Decimal(0)).toNumber();
}

/** Provider: the price before the discount, rounded to cents, less what the line comes to. */
function lineDiscount({ Quantity, UnitAmount, LineAmount, DiscountRate, DiscountAmount }: JsonObject): Decimal {
  const isDiscounted = [DiscountRate, DiscountAmount].some((part) => typeof part === 'number' && part !== 0);
  if (!isDiscounted) return new Decimal(0);
  if (typeof Quantity !== 'number' || typeof UnitAmount !== 'number' || typeof LineAmount !== 'number') {
    return new Decimal(0);
  }
  const gross = new Decimal(Quantity).times(UnitAmount).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  return gross.minus(LineAmount);
}
