// The lines of one document as the input of another.
import type { Json, JsonObject } from './json.ts';
import { isJsonObject } from './json.ts';

export function linesOf(fields: JsonObject): readonly JsonObject[] {
  const lines = fields['line_items'];
  return Array.isArray(lines) ? (lines as readonly Json[]).filter(isJsonObject) : [];
}

/**
 * A line without what belongs to the document that it is of: its id and its calculated amounts. `withTax` keeps the tax,
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
