import { Decimal } from 'decimal.js';
import type { JsonObject } from '#core/ports';
import { headFields, longestOfLines, moneyFields } from './document-parts.ts';
import { family } from './family.ts';
import { amount, clearableReference, date, type Field, objectsIn, plainFields } from './field.ts';

const lineAmountModes = { exclusive: 'EXCLUSIVE', inclusive: 'INCLUSIVE', no_tax: 'NOTAX' } as const;

const shownDiscount = amount('total_discount');

/** Provider: lists of quotes show no total discount, so it is added up from the lines. */
export const quoteDiscount: Field = {
  name: shownDiscount.name,
  read: (native) =>
    shownDiscount.read(native) || discountOf(objectsIn(native['LineItems'])) || shownDiscount.read(native),
};

function discountOf(lines: readonly JsonObject[]): number {
  return lines.reduce((sum, line) => sum.plus(lineDiscount(line)), new Decimal(0)).toNumber();
}

function lineDiscount({ Quantity, UnitAmount, LineAmount, DiscountRate, DiscountAmount }: JsonObject): Decimal {
  const isDiscounted = [DiscountRate, DiscountAmount].some((part) => typeof part === 'number' && part !== 0);
  if (!isDiscounted) return new Decimal(0);
  if (typeof Quantity !== 'number' || typeof UnitAmount !== 'number' || typeof LineAmount !== 'number') {
    return new Decimal(0);
  }
  const gross = new Decimal(Quantity).times(UnitAmount).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  return gross.minus(LineAmount);
}

const plain = plainFields('quotes');

export const quotes = family({
  type: 'quotes',
  path: '/Quotes',
  idKey: 'QuoteID',
  paging: 'hundreds',
  finds: { by: 'parameters', keys: { number: 'QuoteNumber', status: 'Status', contact_id: 'ContactID' } },
  fields: [
    ...headFields('QuoteNumber'),
    date('expiry_date'),
    ...moneyFields(lineAmountModes, quoteDiscount),
    clearableReference('branding_theme_id', 'branding_themes', 'BrandingThemeID'),
    ...plain.fields,
  ],
  writes: {
    replaces: true,
    mayReprice: true,
    longest: { QuoteNumber: 255, Reference: 4_000, ...plain.longest, ...longestOfLines },
  },
});
