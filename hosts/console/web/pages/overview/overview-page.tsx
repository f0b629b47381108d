import { useLoad } from '../../api/use-load.ts';
import type { Budget, Items, Overview } from '../../api/wire.ts';
import { Card } from '../../parts/facts.tsx';
import { HoursChart, PeriodChips, useChartPeriod } from '../../parts/hours-chart.tsx';
import { FailureNote, Note, Skeleton } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { nobodyWords } from '../../words/alert-words.ts';
import { withQuery } from '../../words/query-state.ts';
import { BudgetMeters } from '../budgets/budget-parts.tsx';
import { FirstSteps } from './first-steps.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { Tiles, waitingOf } from './tiles.tsx';

/** Shows whether everything is well, and if not, what is wrong. */
export function OverviewPage() {
  const { api } = usePlace();
  const { name, words, bar } = useChartPeriod();
  const period = name === '24h' ? '' : name;
  const { data, failure, isLoading, reload } = useLoad<Overview>(withQuery(api('overview'), { period }));
  const isNew = data !== undefined && Object.values(data.connections.by_status).every((count) => count === 0);
  return (
    <>
      <PageHead title="Overview" under={`Now, and ${words}.`} />
      <PeriodChips />
      {failure && <FailureNote failure={failure} onRetry={reload} />}
      {data === undefined || isLoading ? (
        !failure && (
          <div class="card pad tall">
            <Skeleton lines={14} />
          </div>
        )
      ) : (
        <>
          {!isNew && <NobodyTold alerts={data.alerts} />}
          {isNew && <FirstSteps overview={data} />}
          <Tiles overview={data} />
          {!isNew && <NeedsAttention overview={data} />}
          <div class="halves">
            <Card title={`Operations per ${bar}`}>
              <HoursChart
                title={`Operations per ${bar}`}
                hours={data.operations.hours}
                words={['Succeeded', 'Failed']}
                list="operations"
              />
            </Card>
            <Card title={`Deliveries per ${bar}`}>
              <HoursChart
                title={`Deliveries per ${bar}`}
                hours={data.deliveries.hours}
                words={['Delivered', 'Given up']}
                waiting={waitingOf(data.queue.deliveries)}
                list="webhook-deliveries"
              />
            </Card>
          </div>
          {!isNew && <BudgetUse />}
        </>
      )}
    </>
  );
}

/** Says when an alert would reach nobody. */
function NobodyTold({ alerts }: { readonly alerts: Overview['alerts'] }) {
  const words = nobodyWords(alerts);
  if (words === undefined) return null;
  const label = alerts.destinations === 0 ? 'Add a destination' : 'Look at the alerts';
  return (
    <Note tone={alerts.destinations === 0 ? 'warn' : 'bad'} action={<a href="/console/alerts">{label}</a>}>
      {words}
    </Note>
  );
}

/** The connections that called the provider most often today, and a link to all connections. */
function BudgetUse() {
  const { api, to } = usePlace();
  const { data } = useLoad<Items<Budget>>(api('budgets?limit=5'));
  if (data === undefined || data.items.length === 0) return null;
  const busy = data.items.filter(({ day }) => day.used > 0);
  return (
    <Card title="Provider budget" actions={<a href={to('budgets')}>All connections</a>}>
      {busy.length === 0 && <p class="pad quiet">No connection has called the provider today (UTC).</p>}
      <ul class="budgets">
        {busy.map((budget) => (
          <li key={budget.connection_id}>
            <a href={to(`connections/${budget.connection_id}`)}>
              {budget.provider_tenant_name ?? budget.external_account_id}
            </a>
            <BudgetMeters budget={budget} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
