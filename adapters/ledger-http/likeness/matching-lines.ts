import type { Json, JsonObject } from '#core/ports';
import type { WriteFacts } from '../wire/family.ts';
import { objectsAt } from '../wire/field.ts';
import { isRoundingOf, matchesValue } from './matching-value.ts';

/** What the provider gives a line or shows beside it. */
const given: ReadonlySet<string> = new Set(['LineItemID', 'Item', 'ValidationErrors', 'TaxBreakdown']);
const taxKeys: ReadonlySet<string> = new Set(['TaxType', 'TaxAmount']);
const priceKeys: ReadonlySet<string> = new Set(['UnitAmount', 'LineAmount', 'TaxAmount', 'DiscountAmount']);
const unitKeys: ReadonlySet<string> = new Set(['UnitAmount']);
const shown: ReadonlySet<string> = new Set([
  ...['Description', 'Quantity', 'UnitAmount', 'ItemCode', 'AccountCode', 'TaxType'],
  ...['TaxAmount', 'LineAmount', 'DiscountRate', 'Tracking'],
]);

/** Whether the document holds the lines that were sent, all of them in their order and no other. */
export function matchesLines({ mayReprice }: WriteFacts, sent: JsonObject, native: JsonObject): boolean {
  const [lines, stored] = [objectsAt(sent, 'LineItems'), objectsAt(native, 'LineItems')];
  if (lines.length !== stored.length) return false;
  const mode = String(sent['LineAmountTypes']).toUpperCase();
  // Provider: without tax the lines' tax types count for nothing.
  const ignored = mode === 'NOTAX' ? taxKeys : new Set<string>();
  if (isSame(lines, stored, ignored)) return true;
  if (!mayReprice) return false;
  if (lines.every((line, index) => isInCents(line, stored[index]))) return isSame(lines, stored, unitKeys);
  return mode === 'INCLUSIVE' && isSame(lines, stored, priceKeys) && isTotal(lines, native);
}

function isSame(lines: readonly JsonObject[], stored: readonly JsonObject[], ignored: ReadonlySet<string>): boolean {
  return lines.every((line, index) => {
    const other = stored[index] ?? {};
    return Object.entries(line).every(
      ([key, value]) => given.has(key) || ignored.has(key) || matchesPart(key, value, other[key]),
    );
  });
}

function matchesPart(key: string, value: Json, stored: Json | undefined): boolean {
  return stored === undefined && !shown.has(key) ? true : matchesValue(key, value, stored);
}

/** Provider: some families know no request for more decimals; whether they keep them is not known. */
function isInCents(line: JsonObject, other: JsonObject | undefined): boolean {
  const [sent, stored] = [line['UnitAmount'], other?.['UnitAmount']];
  return typeof sent === 'number' && typeof stored === 'number' && isRoundingOf(stored, sent, 2);
}

/** An inclusive document may show its lines net of tax; then its total is what the lines that were sent come to. */
function isTotal(lines: readonly JsonObject[], native: JsonObject): boolean {
  const amounts = lines.map(amountOf);
  const total = native['Total'];
  if (typeof total !== 'number' || amounts.includes(undefined)) return false;
  const sum = amounts.reduce((whole: number, amount) => whole + (amount ?? 0), 0);
  // Each line is rounded to a cent.
  return Math.abs(sum - total) <= 0.01 * (lines.length + 1);
}

function amountOf(line: JsonObject): number | undefined {
  const { Quantity = 1, UnitAmount, DiscountRate, DiscountAmount } = line;
  if (typeof Quantity !== 'number' || typeof UnitAmount !== 'number') return undefined;
  const rate = typeof DiscountRate === 'number' ? DiscountRate : 0;
  const amount = typeof DiscountAmount === 'number' ? DiscountAmount : 0;
  return Quantity * UnitAmount * (1 - rate / 100) - amount;
}
