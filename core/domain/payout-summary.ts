// The document that stands for a payout: its entries added up by account, tax and tracking. Pure.
import { Decimal } from 'decimal.js';
import { canonicalJson, type Json, type JsonObject } from './json.ts';

export interface PayoutEntry {
  readonly description?: string | null | undefined;
  /** Positive for what was earned, negative for what was kept back. */
  readonly amount: number;
  readonly account_code: string;
  readonly tax_type?: string | null | undefined;
  readonly tracking?: readonly object[] | undefined;
}

export interface Payout {
  readonly reference: string;
  readonly date: string;
  /** What arrived at the bank; null if the payout does not say it. */
  readonly amount?: number | undefined;
  readonly lines: readonly PayoutEntry[];
}

/** A line of the document: everything of the payout that has one account, tax and tracking. */
export interface PayoutLine {
  readonly description: string | null;
  readonly amount: Decimal;
  readonly account_code: string;
  readonly tax_type: string | null;
  readonly tracking: readonly JsonObject[];
}

/**
 * The lines, in an order of their own: the same entries in any order give the same lines. What adds up to nothing is left out. A
 * line has the description that all of its entries have, else the number of them.
 */
export function payoutLines({ lines }: Pick<Payout, 'lines'>): readonly PayoutLine[] {
  const groups = Map.groupBy(lines, (entry) => canonicalJson(placeOf(entry)));
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.flatMap(([, entries]): readonly PayoutLine[] => {
    const [first] = entries;
    const amount = sumOf(entries);
    return first === undefined || amount.isZero()
      ? []
      : [{ ...placeOf(first), description: descriptionOf(entries), amount } as PayoutLine];
  });
}

/** What the payout comes to. */
export function sumOf(entries: readonly Pick<PayoutEntry, 'amount'>[]): Decimal {
  return entries.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));
}

/** Categories are in no order that would matter. */
function placeOf({ account_code, tax_type = null, tracking = [] }: PayoutEntry): JsonObject {
  const marks = tracking.map((one) => JSON.parse(canonicalJson(one as JsonObject)) as JsonObject);
  const sorted = marks.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
  return { account_code, tax_type: tax_type === '' ? null : tax_type, tracking: sorted as unknown as Json };
}

function descriptionOf(entries: readonly PayoutEntry[]): string | null {
  const [first = null, ...others] = new Set(entries.map(({ description }) => description || null));
  return others.length === 0 ? first : `${entries.length} entries`;
}
