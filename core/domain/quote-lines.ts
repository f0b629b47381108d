import { Decimal } from 'decimal.js';
import type { Json, JsonObject } from './json.ts';
import { isJsonObject } from './json.ts';

/**
 * How a quote's inherited lines can be written back without changing its totals. The provider replaces a quote's
 * header with every update, and may have handed out net line amounts under an inclusive header.
 */
export type QuoteLines =
  /** Lines and header agree: send the header's own mode. */
  | 'as_they_are'
  /** The lines are net: sent as inclusive they would shrink the quote by the tax. */
  | 'exclusive'
  /** Nobody can say what the lines mean. */
  | 'unsafe';

const cent = new Decimal('0.01');
const centShareOfLine = new Decimal('0.005');

/**
 * Decides for a live quote (normalized fields) under the header's outgoing mode. `fields` has `line_items` with
 * `quantity`, `unit_amount`, `discount_rate`, `discount_amount`, `line_amount`, and `sub_total`, `total`.
 * Source: the specification's "Quote line rule".
 */
export function decideQuoteLines(fields: JsonObject, outgoingMode: string): QuoteLines {
  const lines = linesOf(fields['line_items']);
  if (outgoingMode !== 'inclusive' || lines.length === 0) return 'as_they_are';
  if (!lines.every(isPricedAsItSays)) return 'unsafe';
  const sum = lines.reduce((total, line) => total.plus(amount(line, 'line_amount')), new Decimal(0));
  // Each line is rounded to a cent, so the sums may differ by half a cent a line.
  const tolerance = Decimal.max(cent, centShareOfLine.times(lines.length));
  const fromTotal = sum.minus(amount(fields, 'total')).abs();
  const fromSubTotal = sum.minus(amount(fields, 'sub_total')).abs();
  if (Decimal.min(fromTotal, fromSubTotal).gt(tolerance)) return 'unsafe';
  return fromTotal.lte(fromSubTotal) ? 'as_they_are' : 'exclusive';
}

function linesOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [];
}

function amount(from: JsonObject, name: string): Decimal {
  const value = from[name];
  return new Decimal(typeof value === 'number' ? value : 0);
}

/** The provider prices a line anew from quantity and unit amount; one that disagrees with itself would change. */
function isPricedAsItSays(line: JsonObject): boolean {
  if (typeof line['quantity'] !== 'number' || typeof line['unit_amount'] !== 'number') return true;
  const gross = amount(line, 'quantity').times(amount(line, 'unit_amount'));
  const rate = amount(line, 'discount_rate');
  const net = rate.isZero()
    ? gross.minus(amount(line, 'discount_amount'))
    : gross.times(new Decimal(100).minus(rate)).div(100);
  return net.minus(amount(line, 'line_amount')).abs().lte(cent);
}
