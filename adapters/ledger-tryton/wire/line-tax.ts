// Taxes of lines, computed as Tryton computes them.
import { Decimal } from 'decimal.js';
import type { JsonObject } from '../../../core/ports.ts';
import { decimalAt, idAt, relatedListAt, rounded } from './native.ts';

export const taxFields = ['type', 'rate', 'amount', 'childs.type', 'childs.rate', 'childs.amount'];

/** The company's setting: taxes are rounded after each line, or once for the document. */
export type TaxRounding = 'line' | 'document';

interface TaxPart {
  /** Amounts with the same key are added up. A key stands for one tax; returned goods have keys of their own. */
  readonly key: string;
  readonly amount: Decimal;
}

/** Undefined if a tax of the line has no rate, such as a fixed amount. */
function partsOf(line: JsonObject): readonly TaxPart[] | undefined {
  const [price, quantity] = [decimalAt(line, 'unit_price'), decimalAt(line, 'quantity')];
  const taxes = relatedListAt(line, 'taxes').flatMap((tax) => [
    ...(tax['type'] === 'none' ? [] : [tax]),
    ...relatedListAt(tax, 'childs'),
  ]);
  if (taxes.length === 0) return [];
  if (!price || !quantity) return undefined;
  const parts = taxes.map((tax): TaxPart | undefined => {
    const ofOne = tax['type'] === 'fixed' ? decimalAt(tax, 'amount') : decimalAt(tax, 'rate')?.times(price);
    return ofOne ? { key: `${idAt(tax)} ${quantity.isNegative()}`, amount: ofOne.times(quantity) } : undefined;
  });
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/** Null if a tax of the line is not known. */
export function taxOfLine(line: JsonObject, step: Decimal): Decimal | null {
  const parts = partsOf(line);
  return parts ? Decimal.sum(0, ...parts.map(({ amount }) => rounded(amount, step))) : null;
}

/**
 * Tryton adds the exact amounts of the lines up per tax. It rounds the running sums after each line, or once at the end of the
 * document. So a document's tax can differ from the sum of its lines' taxes.
 */
export function taxOfLines(lines: readonly JsonObject[], step: Decimal, rounding: TaxRounding): Decimal {
  const sums = new Map<string, Decimal>();
  const roundAll = () => {
    for (const [key, sum] of sums) sums.set(key, rounded(sum, step));
  };
  for (const line of lines) {
    for (const { key, amount } of partsOf(line) ?? []) sums.set(key, amount.plus(sums.get(key) ?? 0));
    if (rounding === 'line') roundAll();
  }
  roundAll();
  return Decimal.sum(0, ...sums.values());
}
