// Days and whole months in reports. Pure; days are `YYYY-MM-DD`.
import type { AskedReport, ReportSpan } from './report.ts';
import type { ReportPeriod } from './report-query.ts';

const monthsIn: Readonly<Record<ReportPeriod, number>> = { month: 1, quarter: 3, year: 12 };

export const monthsOf = (period: ReportPeriod): number => monthsIn[period];

const atUtc = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The last day of the month that is so many months after the day's. */
export function endOfMonth(day: string, months = 0): string {
  const at = atUtc(firstOfMonth(day));
  at.setUTCMonth(at.getUTCMonth() + months + 1);
  at.setUTCDate(0);
  return dayOf(at);
}

export function firstOfMonthAfter(day: string, months: number): string {
  return firstOfMonth(endOfMonth(day, months));
}

/** How many months the span has, if it begins on the first of one and ends on the last of one. */
export function wholeMonths(from: string, to: string): number | undefined {
  if (from > to || from !== firstOfMonth(from) || to !== endOfMonth(to)) return undefined;
  const [begin, end] = [atUtc(from), atUtc(to)];
  return (end.getUTCFullYear() - begin.getUTCFullYear()) * 12 + end.getUTCMonth() - begin.getUTCMonth() + 1;
}

/** The whole months that lie so many periods before the span; a negative number is after it. */
export function earlierSpan(
  { from, to }: { readonly from: string; readonly to: string },
  period: ReportPeriod,
  times: number,
): { readonly from: string; readonly to: string } {
  const months = -times * monthsOf(period);
  return { from: firstOfMonthAfter(from, months), to: endOfMonth(to, months) };
}

/** The spans of a report over time that was asked for, the latest first. */
export function spansOf({ from, to, earlier }: Pick<AskedReport, 'from' | 'to' | 'earlier'>): readonly ReportSpan[] {
  if (from === null || !earlier) return [{ from, to }];
  const { periods, period } = earlier;
  const before = Array.from({ length: periods }, (_, place) => earlierSpan({ from, to }, period, place + 1));
  return [{ from, to }, ...before];
}
