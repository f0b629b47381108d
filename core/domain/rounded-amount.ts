import { Decimal } from 'decimal.js';

/** Whether `kept` is the number that was sent, exactly or rounded to so many decimal places, halves in either direction. */
export function isRoundingOf(kept: number, sent: number, places: number): boolean {
  const [stands, given] = [new Decimal(kept), new Decimal(sent)];
  if (stands.equals(given)) return true;
  const half = new Decimal(10).pow(-places).times('0.5');
  return stands.decimalPlaces() <= places && stands.minus(given).abs().lessThanOrEqualTo(half);
}
