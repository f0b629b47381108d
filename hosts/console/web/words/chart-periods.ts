import { wallTime } from './zoned-time.ts';

interface ChartPeriod {
  readonly label: string;
  readonly words: string;
  /** What one bar sums up. */
  readonly bar: string;
}

/** How far back charts go, by the API's names. */
export const chartPeriods: Readonly<Record<string, ChartPeriod>> = {
  '1h': { label: '1 h', words: 'this hour and the one before', bar: 'hour' },
  '24h': { label: '24 h', words: 'the last 24 hours', bar: 'hour' },
  '7d': { label: '7 d', words: 'the last 7 days', bar: 'six hours' },
  '30d': { label: '30 d', words: 'the last 30 days', bar: 'day (UTC)' },
};

export interface BarTime {
  readonly label: string;
  /** The filters of a list by the bar's time; without an end for the bar of now. */
  readonly filter: { readonly from: string; readonly until?: string };
}

/** Returns the time of each bar, which ends where the next begins. */
export function barTimes(starts: readonly string[], zone: string): readonly BarTime[] {
  return starts.map((from, i) => {
    const until = starts[i + 1];
    const [start, end] = [from, until].map((at) => at && wallTime(new Date(at), zone).slice(0, 16));
    if (until === undefined) return { label: `${start} – now`, filter: { from } };
    const isSameDay = start?.slice(0, 10) === end?.slice(0, 10);
    return { label: `${start} – ${isSameDay ? end?.slice(11) : end}`, filter: { from, until } };
  });
}
