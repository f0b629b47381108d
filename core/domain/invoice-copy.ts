// The corrected copy of an invoice that is to be cancelled.
import { chosenRate, copiedLine, linesOf, withoutEmpty } from './copied-lines.ts';
import type { Json, JsonObject } from './json.ts';

/**
 * The create fields of a draft that says what the live invoice says (normalized fields), with `changes` laid over it:
 * what is present replaces, null or "" takes away. Left out is what the provider gives or computes, the number of a sale
 * among it; a bill's number is its supplier's and stays. The tax of inherited lines stays as it is, unless the changes
 * say what line amounts mean.
 */
export function correctedCopy(invoice: JsonObject, changes: JsonObject): JsonObject {
  const withTax = changes['line_amount_mode'] === undefined;
  const copied = (name: string): Json => invoice[name] ?? null;
  const inherited: JsonObject = {
    type: copied('type'),
    number: invoice['type'] === 'payable' ? copied('number') : null,
    contact_id: copied('contact_id'),
    external_reference: copied('external_reference'),
    issue_date: copied('issue_date'),
    due_date: copied('due_date'),
    currency: copied('currency'),
    currency_rate: changes['currency'] === undefined ? chosenRate(invoice) : null,
    line_amount_mode: copied('line_amount_mode'),
    branding_theme_id: copied('branding_theme_id'),
    url: copied('url'),
    line_items: linesOf(invoice).map((line) => copiedLine(line, { withTax })),
  };
  return { ...withoutEmpty({ ...inherited, ...changes, ...ownLines(changes) }), status: 'DRAFT' };
}

/** Lines of the changes may name those that they correct; in the copy they are new. */
function ownLines(changes: JsonObject): JsonObject {
  if (changes['line_items'] === undefined) return {};
  return { line_items: linesOf(changes).map(({ line_item_id: _id, ...line }) => line) };
}
