import type { Json, JsonObject } from '#core/ports';
import type { WriteFacts } from '../wire/family.ts';
import { objectsAt } from '../wire/field.ts';
import { holdsValue, isRoundingOf } from './held-value.ts';

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
export function holdsLines({ mayReprice }: WriteFacts, sent: JsonObject, native: JsonObject): boolean {
  const [lines, held] = [objectsAt(sent, 'LineItems'), objectsAt(native, 'LineItems')];
  if (lines.length !== held.length) return false;
  const mode = String(sent['LineAmountTypes']).toUpperCase();
  // Provider: without tax the lines' tax types count for nothing.
  const ignored = mode === 'NOTAX' ? taxKeys : new Set<string>();
  if (isSame(lines, held, ignored)) return true;
  if (!mayReprice) return false;
  if (lines.every((line, index) => isInCents(line, held[index]))) return isSame(lines, held, unitKeys);
  return mode === 'INCLUSIVE' && isSame(lines, held, priceKeys) && isTotal(lines, native);
}

function isSame(lines: readonly JsonObject[], held: readonly JsonObject[], ignored: ReadonlySet<string>): boolean {
  return lines.every((line, index) => {
    const other = held[index] ?? {};
    return Object.entries(line).every(
      ([key, value]) => given.has(key) || ignored.has(key) || holdsPart(key, value, other[key]),
    );
  });
}

function holdsPart(key: string, value: Json, held: Json | undefined): boolean {
  return held === undefined && !shown.has(key) ? true : holdsValue(key, value, held);
}

/** Provider: some families know no request for more decimals; whether they keep them is not known. */
function isInCents(line: JsonObject, other: JsonObject | undefined): boolean {
  const [sent, held] = [line['UnitAmount'], other?.['UnitAmount']];
  return typeof sent === 'number' && typeof held === 'number' && isRoundingOf(held, sent, 2);
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
