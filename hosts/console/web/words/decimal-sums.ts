// Exact sums of decimals that the service tells as texts, by currency.
import { placesOf } from './amounts.ts';
import { grouped } from './quantity.ts';

export interface Amount {
  readonly currency: string;
  /** Such as `1250.5`. */
  readonly amount: string;
}

/** Adds amounts of each currency exactly, in the order in which currencies come first; leaves out what is no decimal. */
export function sumsOf(amounts: readonly Amount[]): readonly Amount[] {
  const sums = new Map<string, bigint>();
  for (const { amount, currency } of amounts) {
    const units = unitsOf(amount);
    if (units !== undefined) sums.set(currency, (sums.get(currency) ?? 0n) + units);
  }
  return [...sums].map(([currency, units]) => ({ currency, amount: textOf(units) }));
}

const places = 12;

function unitsOf(amount: string): bigint | undefined {
  const [, sign, whole, part = ''] = /^(-?)(\d{1,30})(?:\.(\d{1,12}))?$/.exec(amount) ?? [];
  return whole === undefined ? undefined : BigInt(`${sign}${whole}${part.padEnd(places, '0')}`);
}

function textOf(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const part = digits.slice(-places).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}${part === '' ? '' : `.${part}`}`;
}

/** Formats `1250.5` as `1,250.50 NZD`, with all decimals that it has. */
export function decimalWords(amount: string, currency: string): string {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === '') return `${amount} ${currency}`;
  const digits = whole.length > 15 ? whole : grouped(Number(whole));
  const decimals = part.padEnd(placesOf(currency), '0');
  return `${sign}${digits}${decimals === '' ? '' : `.${decimals}`} ${currency}`;
}

/** Formats sums as `1,250.00 NZD and 20.00 GBP`; empty where there is none. */
export function sumWords(amounts: readonly Amount[]): string {
  return sumsOf(amounts)
    .map(({ amount, currency }) => decimalWords(amount, currency))
    .join(' and ');
}
