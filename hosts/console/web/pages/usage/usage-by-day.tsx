import type { UsageItem } from '../../api/wire.ts';
import { BarChart, type Series } from '../../parts/bar-chart.tsx';
import { Card } from '../../parts/facts.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { billableMeters, meterLabel, meterNames } from '../../words/meter-words.ts';
import { withQuery } from '../../words/query-state.ts';
import { daysOf, type Period } from '../../words/usage-period.ts';
import { table } from '../../words/usage-sums.ts';
import { CsvButton } from './csv-button.tsx';

const others = ['read_cached', 'webhook_event', 'provider_calls'] as const;
const tones: readonly Series['tone'][] = ['one', 'two', 'three'];

interface UsageByDayProps {
  readonly items: readonly UsageItem[];
  readonly period: Period;
  readonly file: string;
}

export function UsageByDay({ items, period, file }: UsageByDayProps) {
  const days = daysOf(period);
  const rows = () => table(items, 'day', days, meterNames).map(({ key, values }) => [key, ...values]);
  return (
    <div class="halves">
      <Card
        title="Billable, day by day"
        actions={<CsvButton name={`${file}-by-day.csv`} header={['day', ...meterNames]} rows={rows} what="by day" />}
      >
        <DayChart title="Billable use by day" meters={billableMeters} {...{ items, days }} />
      </Card>
      <Card title="Not billable, day by day">
        <DayChart title="Use that is not billable, by day" meters={others} {...{ items, days }} />
      </Card>
    </div>
  );
}

interface DayChartProps {
  readonly title: string;
  readonly meters: readonly string[];
  readonly items: readonly UsageItem[];
  readonly days: readonly string[];
}

/** Each bar leads to the use of its day. */
export function DayChart({ title, meters, items, days }: DayChartProps) {
  const { to } = usePlace();
  return (
    <div class="pad">
      <BarChart
        title={title}
        series={meters.map((meter, i) => ({ label: meterLabel(meter), tone: tones[i] ?? 'one' }))}
        columns={table(items, 'day', days, meters).map(({ key, values }) => ({
          label: key,
          tick: key,
          values,
          href: withQuery(to('usage'), { from: key, to: key }),
        }))}
        opens="the use of this day"
      />
    </div>
  );
}
