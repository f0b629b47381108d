import { Decimal } from 'decimal.js';
import type { Money } from './agent-act.ts';

/** Exact sums by currency, without trailing zeros. */
export function totalsOf(amounts: readonly Money[]): Readonly<Record<string, string>> {
  const sums = new Map<string, Decimal>();
  for (const { currency, amount } of amounts) sums.set(currency, (sums.get(currency) ?? new Decimal(0)).plus(amount));
  return Object.fromEntries([...sums].map(([currency, sum]) => [currency, sum.toFixed()]));
}

type Totals = Readonly<Record<string, string>>;

/** True if both have the same sum of each currency; one that is not named is 0. */
export function areEqualTotals(one: Totals, other: Totals): boolean {
  const currencies = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...currencies].every((currency) => new Decimal(one[currency] ?? 0).equals(other[currency] ?? 0));
}
