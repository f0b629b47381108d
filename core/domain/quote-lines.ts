import { Decimal } from 'decimal.js';
import { linesOf } from './copied-lines.ts';
import { cents, decimalAt, lineAmountOf } from './document-totals.ts';
import type { JsonObject } from './json.ts';

/**
 * How a quote's inherited lines can be written back without changing its totals. The provider replaces a quote's
 * header with every update, and may have handed out net line amounts under an inclusive header.
 */
export type QuoteLines =
  /** Lines and header agree: send the header's own mode. */
  | 'as_they_are'
  /** The lines are net: sent as inclusive they would shrink the quote by the tax. */
  | 'exclusive'
  /** It cannot be known what the lines mean. */
  | 'unsafe';

/**
 * Decides for a live quote (normalized fields) under the header's outgoing mode. `fields` has `line_items` with
 * `quantity`, `unit_amount`, `discount_rate`, `discount_amount`, `line_amount`, and `sub_total`, `total`.
 * Source: the specification's "Quote line rule".
 */
export function decideQuoteLines(fields: JsonObject, outgoingMode: string): QuoteLines {
  const lines = linesOf(fields);
  if (outgoingMode !== 'inclusive' || lines.length === 0) return 'as_they_are';
  if (!lines.every(isPricedAsItSays)) return 'unsafe';
  // Provider: amounts and tax are rounded line by line, so that sums are exact. What is a cent off would stay off.
  const sum = lines.reduce((total, line) => total.plus(cents(decimalAt(line, 'line_amount'))), new Decimal(0));
  const [total, subTotal] = [decimalAt(fields, 'total'), decimalAt(fields, 'sub_total')];
  if (sum.equals(total)) return 'as_they_are';
  return sum.equals(subTotal) && saysItsTax(lines, total.minus(subTotal)) ? 'exclusive' : 'unsafe';
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
