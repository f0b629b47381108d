import { useLoad } from '../../api/use-load.ts';
import type { Hours, Overview } from '../../api/wire-overview.ts';
import { BarChart, type Series } from '../../parts/bar-chart.tsx';
import { Card } from '../../parts/facts.tsx';
import { FailureNote, Skeleton } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { clockTime } from '../../words/relative-time.ts';
import { BudgetUse } from './budget-use.tsx';
import { FirstSteps } from './first-steps.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { Tiles } from './tiles.tsx';

/** Is everything well, and if not, what is not. */
export function OverviewPage() {
  const { api } = usePlace();
  const { data, failure, isLoading, reload } = useLoad<Overview>(api('overview'));
  const isNew = data !== undefined && Object.values(data.connections.by_status).every((count) => count === 0);
  return (
    <>
      <PageHead title="Overview" under="The last 24 hours." />
      {failure && <FailureNote failure={failure} onRetry={reload} />}
      {data === undefined || isLoading ? (
        <div class="card pad tall">
          <Skeleton lines={14} />
        </div>
      ) : (
        <>
          {isNew && <FirstSteps />}
          <Tiles overview={data} />
          {!isNew && <NeedsAttention overview={data} />}
          <div class="halves">
            <Card title="Operations per hour">
              <HourChart title="Operations per hour" hours={data.operations} />
            </Card>
            <Card title="Deliveries per hour">
              <HourChart title="Deliveries per hour" hours={data.deliveries} />
            </Card>
          </div>
          <BudgetUse budgets={data.budgets} />
        </>
      )}
    </>
  );
}

const series: readonly Series[] = [
  { label: 'Succeeded', tone: 'good' },
  { label: 'Failed', tone: 'bad' },
];

function HourChart({ title, hours: { hours, capped } }: { readonly title: string; readonly hours: Hours }) {
  const hour = (at: string): string => clockTime(new Date(at)).slice(0, 5);
  const [first] = hours;
  return (
    <div class="pad">
      <BarChart
        title={title}
        series={series}
        columns={hours.map(({ at, succeeded, failed, dead_letter }) => ({
          label: hour(at),
          values: [succeeded, failed + dead_letter],
        }))}
        ends={[first ? `${hour(first.at)} yesterday` : '', 'now']}
      />
      {capped && <p class="quiet">An hour counts at most 20,000; the rest is left out.</p>}
    </div>
  );
}
