// Amounts of records. They are decimals that JSON carries as numbers, so they are never added as numbers.
const formats = new Map<string | null, Intl.NumberFormat>();

/** Formats as `1,234.50`, with at least the decimal places that the currency has and all that the amount has. */
export function amountDigits(amount: unknown, currency: string | null): string {
  if (typeof amount !== 'number') return '';
  const format = formats.get(currency) ?? formatWith(placesOf(currency));
  formats.set(currency, format);
  return format.format(amount);
}

/** Formats as `1,234.50 NZD`. */
export function amountWords(amount: unknown, currency: string | null): string {
  return [amountDigits(amount, currency), currency].filter(Boolean).join(' ');
}

export function numberWords(n: unknown): string {
  return typeof n === 'number' ? formatWith(0).format(n) : '';
}

function formatWith(minimumFractionDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat('en', { minimumFractionDigits, maximumFractionDigits: 20 });
}

/** Two where there is no currency, or the provider's own word for one. */
export function placesOf(currency: string | null): number {
  try {
    const style = { style: 'currency', currency: currency ?? 'EUR' } as const;
    return new Intl.NumberFormat('en', style).resolvedOptions().minimumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

const places = 8;
/** A number holds every decimal of so many digits. */
const digitsMost = 15;

/** Adds decimals exactly. Undefined where one is missing, or a number could not hold it or the sum exactly. */
export function exactSum(amounts: readonly unknown[]): number | undefined {
  let sum = 0n;
  for (const amount of amounts) {
    const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(JSON.stringify(amount) ?? '') ?? [];
    if (whole === undefined || whole.length + part.length > digitsMost) return undefined;
    sum += BigInt(`${sign}${whole}${part.padEnd(places, '0')}`);
  }
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0');
  if (digits.replace(/^0+|0+$/g, '').length > digitsMost) return undefined;
  return Number(`${sum < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`);
}
