/** The days of reports. */
import type { Span } from './balances.ts';

const lengths: Readonly<Record<string, number>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };
export const timeframes: readonly string[] = Object.keys(lengths);

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The same day so many months later, or the last day of a month that is shorter. */
export function monthsLater(day: string, months: number): string {
  const at = new Date(`${firstOfMonth(day)}T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(Number(day.slice(8)), last));
  return at.toISOString().slice(0, 10);
}

export const endOfMonth = (day: string, months = 0): string => monthsLater(`${day.slice(0, 8)}31`, months);

/** Provider: earlier periods have the days of the first, so after 1 to 28 February comes 1 to 28 January. */
export function periodsBefore({ from = '', to }: Span, periods: number, timeframe: string): readonly Span[] {
  const months = lengths[timeframe] ?? 1;
  return Array.from({ length: periods + 1 }, (_, times) => ({
    from: monthsLater(from, -times * months),
    to: monthsLater(to, -times * months),
  }));
}

/** Provider: the balances of ends of months; without `periods` those of this month and of the same of the year before. */
export function endsBefore(date: string, periods: number | undefined, timeframe: string): readonly Span[] {
  if (periods === undefined) return [{ to: endOfMonth(date) }, { to: endOfMonth(date, -12) }];
  const months = lengths[timeframe] ?? 1;
  return Array.from({ length: periods + 1 }, (_, times) => ({ to: endOfMonth(date, -times * months) }));
}

/** The financial year ends on 31 March. */
export function yearBegan(day: string): string {
  const year = Number(day.slice(0, 4));
  return `${day >= `${year}-04-01` ? year : year - 1}-04-01`;
}
