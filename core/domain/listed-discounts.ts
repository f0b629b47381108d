// A provider's lists may show a line's discount as a rate alone, also where its amount is known from another read.
import { linesOf } from './document-lines.ts';
import type { JsonObject } from './json.ts';

/** True if a line has a rate of discount without an amount. */
export function lacksDiscounts(fields: JsonObject): boolean {
  return linesOf(fields).some(isLacking);
}

function isLacking({ discount_rate, discount_amount }: JsonObject): boolean {
  return Boolean(discount_rate) && (discount_amount ?? null) === null;
}

/** Amounts of a line from which its discount follows, whatever form it is shown in. */
const others = ['quantity', 'unit_amount', 'line_amount'] as const;

/**
 * The fields as a list shows them, with the discounts of the known lines whose other amounts are equal. The known line is the
 * one with the same id.
 */
export function withKnownDiscounts(fields: JsonObject, known: JsonObject): JsonObject {
  const byId = new Map(linesOf(known).map((line) => [line['line_item_id'], line]));
  const line_items = linesOf(fields).map((line): JsonObject => {
    const id = line['line_item_id'] ?? null;
    const before = id !== null && isLacking(line) ? byId.get(id) : undefined;
    if (!before || (before['discount_amount'] ?? null) === null) return line;
    if (others.some((name) => line[name] !== before[name])) return line;
    const { discount_rate = null, discount_amount = null } = before;
    return { ...line, discount_rate, discount_amount };
  });
  return { ...fields, line_items };
}
