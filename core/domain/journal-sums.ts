// Whether the lines of a journal balance: what they debit equals what they credit. Pure.
import { Decimal } from 'decimal.js';

interface Summed {
  readonly line_amount_mode?: string | undefined;
  readonly lines?:
    | readonly { readonly line_amount: number; readonly tax_type?: string | null | undefined }[]
    | undefined;
}

/** The rate of a tax type in percent; undefined for one that is not known. */
type RateOf = (taxType: string) => number | undefined;

/**
 * What the lines debit more than they credit (negative: less); undefined if they balance, or if nobody can say. Amounts that
 * include tax balance by themselves, whatever their tax; where tax is added to them, the lines' rates are needed.
 */
export function imbalanceOf(journal: Summed, rateOf?: RateOf): number | undefined {
  const { line_amount_mode: mode, lines } = journal;
  if (!lines || mode === undefined) return undefined;
  const sum = mode === 'exclusive' ? taxedSum(lines, rateOf) : sumOf(lines.map(({ line_amount }) => line_amount));
  return sum === undefined || sum.isZero() ? undefined : sum.toNumber();
}

function taxedSum(lines: NonNullable<Summed['lines']>, rateOf: RateOf | undefined): Decimal | undefined {
  const amounts: Decimal[] = [];
  for (const { line_amount, tax_type } of lines) {
    const rate = rateOf && tax_type ? rateOf(tax_type) : undefined;
    // A line without a tax type takes that of its account, which may be any.
    if (rate === undefined) return undefined;
    const tax = new Decimal(line_amount).times(rate).dividedBy(100).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
    amounts.push(new Decimal(line_amount).plus(tax));
  }
  return sumOf(amounts);
}

function sumOf(amounts: readonly Decimal.Value[]): Decimal {
  return amounts.reduce((sum: Decimal, amount) => sum.plus(amount), new Decimal(0));
}
