import { useLocation } from 'preact-iso';
import type { Hours } from '../api/wire.ts';
import { usePlace } from '../session/use-environment.ts';
import { useZone } from '../session/use-zone.ts';
import { barTimes, chartPeriods } from '../words/chart-periods.ts';
import type { BoundedCount } from '../words/quantity.ts';
import { withQuery } from '../words/query-state.ts';
import { BarChart, type Series } from './bar-chart.tsx';
import { Tabs } from './tabs.tsx';

/** How far back the page's charts go: `chart` in its address, else 24 hours. */
export function useChartPeriod() {
  const { query } = useLocation();
  const { chart = '' } = query;
  const name = Object.hasOwn(chartPeriods, chart) ? chart : '24h';
  const { words = '', bar = '' } = chartPeriods[name] ?? {};
  return { name, words, bar };
}

export function PeriodChips() {
  const { path, query } = useLocation();
  const { name } = useChartPeriod();
  return (
    <Tabs
      look="chips"
      label="How far back"
      tabs={Object.entries(chartPeriods).map(([one, { label }]) => ({
        label,
        href: withQuery(path, { ...query, chart: one === '24h' ? '' : one }),
        isHere: one === name,
      }))}
    />
  );
}

interface HoursChartProps {
  readonly title: string;
  readonly hours: Hours['hours'];
  /** Words for what ended well, and for the rest. */
  readonly words: readonly [good: string, bad: string];
  /** What waits now; shown in the last bar. */
  readonly waiting?: BoundedCount;
  /** The page with the list of what is counted. */
  readonly list: string;
}

export function HoursChart({ title, hours, words: [good, bad], waiting, list }: HoursChartProps) {
  const { to } = usePlace();
  const { zone } = useZone();
  const [page = '', own] = list.split('?');
  const series: readonly Series[] = [
    { label: good, tone: 'good' },
    { label: bad, tone: 'bad' },
    ...(waiting === undefined ? [] : [{ label: 'Waiting now', tone: 'three', isCut: waiting.at_least } as const]),
  ];
  const times = barTimes(
    hours.map(({ at }) => at),
    zone,
  );
  const columns = times.map(({ label, filter }, i) => {
    const { succeeded = 0, failed = 0, dead_letter: dead = 0 } = hours[i] ?? {};
    const values = [succeeded, failed + dead];
    if (waiting) values.push(i === hours.length - 1 ? waiting.value : 0);
    const tick = i === hours.length - 1 ? 'now' : label.slice(0, 16);
    return {
      label,
      tick,
      values,
      href: withQuery(to(page), { ...Object.fromEntries(new URLSearchParams(own)), ...filter }),
    };
  });
  return (
    <div class="pad">
      <BarChart {...{ title, series, columns }} opens="those created then" />
    </div>
  );
}
