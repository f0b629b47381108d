import { useLoad } from '../../api/use-load.ts';
import type { Hours, Overview } from '../../api/wire.ts';
import { BarChart, type Series } from '../../parts/bar-chart.tsx';
import { Card } from '../../parts/facts.tsx';
import { FailureNote, Skeleton } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { useZone } from '../../session/use-zone.ts';
import type { BoundedCount } from '../../words/quantity.ts';
import { wallTime } from '../../words/zoned-time.ts';
import { BudgetUse } from './budget-use.tsx';
import { FirstSteps } from './first-steps.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { Tiles, waitingOf } from './tiles.tsx';

/** Shows whether everything is well, and if not, what is wrong. */
export function OverviewPage() {
  const { api } = usePlace();
  const { data, failure, isLoading, reload } = useLoad<Overview>(api('overview'));
  const isNew = data !== undefined && Object.values(data.connections.by_status).every((count) => count === 0);
  return (
    <>
      <PageHead title="Overview" under="Now, and the last 24 hours." />
      {failure && <FailureNote failure={failure} onRetry={reload} />}
      {data === undefined || isLoading ? (
        !failure && (
          <div class="card pad tall">
            <Skeleton lines={14} />
          </div>
        )
      ) : (
        <>
          {isNew && <FirstSteps overview={data} />}
          <Tiles overview={data} />
          {!isNew && <NeedsAttention overview={data} />}
          <div class="halves">
            <Card title="Operations per hour">
              <HourChart title="Operations per hour" hours={data.operations.hours} words={['Succeeded', 'Failed']} />
            </Card>
            <Card title="Deliveries per hour">
              <HourChart
                title="Deliveries per hour"
                hours={data.deliveries.hours}
                words={['Delivered', 'Given up']}
                waiting={waitingOf(data.queue.deliveries)}
              />
            </Card>
          </div>
          {!isNew && <BudgetUse />}
        </>
      )}
    </>
  );
}

interface HourChartProps {
  readonly title: string;
  readonly hours: Hours['hours'];
  /** Words for what ended well, and for the rest. */
  readonly words: readonly [good: string, bad: string];
  /** What waits now; shown in the current hour. */
  readonly waiting?: BoundedCount;
}

export function HourChart({ title, hours, words: [good, bad], waiting }: HourChartProps) {
  const series: readonly Series[] = [
    { label: good, tone: 'good' },
    { label: bad, tone: 'bad' },
    ...(waiting === undefined ? [] : [{ label: 'Waiting now', tone: 'three', isCut: waiting.at_least } as const]),
  ];
  const { zone } = useZone();
  const hour = (at: string): string => wallTime(new Date(at), zone).slice(11, 16);
  const [first] = hours;
  return (
    <div class="pad">
      <BarChart
        title={title}
        series={series}
        columns={hours.map(({ at, succeeded, failed, dead_letter }, i) => ({
          label: hour(at),
          values: [
            ...[succeeded, failed + dead_letter],
            ...(waiting === undefined ? [] : [i === hours.length - 1 ? waiting.value : 0]),
          ],
        }))}
        ends={[first ? `${hour(first.at)} yesterday` : '', 'now']}
      />
    </div>
  );
}
