import { useAllPages } from '../../api/use-all-pages.ts';
import { useList } from '../../api/use-list.ts';
import type { Budget, UsageItem } from '../../api/wire.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { Card } from '../../parts/facts.tsx';
import { Empty, Skeleton } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { useNow } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { causes } from '../../words/cause-words.ts';
import { grouped } from '../../words/quantity.ts';
import { withQuery } from '../../words/query-state.ts';
import { daysOf, periodOf } from '../../words/usage-period.ts';
import { DayChart } from '../usage/usage-by-day.tsx';
import { BudgetMeters } from './budget-parts.tsx';

/** All connections, those with the most calls today first. */
export function BudgetsPage() {
  const { api, to } = usePlace();
  const list = useList<Budget>(api('budgets'));
  return (
    <>
      <PageHead
        title="Provider budget"
        under="Calls that the provider allows each connection, and who used them. The day is UTC."
      />
      <CallsByDay />
      <ListTable
        caption="Connections by their calls of today, the most first"
        list={list}
        columns={columnsOf(to)}
        rowKey={(row) => row.connection_id}
        empty={<Empty title="No connections yet">Each connection has a budget of its own.</Empty>}
      />
    </>
  );
}

/** Calls are counted by the day. */
function CallsByDay() {
  const { api } = usePlace();
  const period = periodOf({}, useNow());
  const { rows: items } = useAllPages<UsageItem>(withQuery(api('usage'), { ...period, group_by: 'day' }));
  const title = 'Calls per day (UTC), all connections';
  return (
    <Card title={title}>
      {items ? (
        <DayChart title={title} meters={['provider_calls']} items={items} days={daysOf(period)} />
      ) : (
        <div class="pad">
          <Skeleton lines={8} />
        </div>
      )}
    </Card>
  );
}

function columnsOf(to: (page: string) => string): readonly Column<Budget>[] {
  return [
    {
      label: 'Organization',
      cell: (row) => (
        <a class="row-link" href={to(`connections/${row.connection_id}`)}>
          <strong>{row.provider_tenant_name ?? row.external_account_id}</strong>{' '}
          {row.status !== 'active' && <StateBadge state={row.status} />}
        </a>
      ),
    },
    {
      label: 'Used',
      cell: (row) => (
        <span class="meter-pair">
          <BudgetMeters budget={row} />
        </span>
      ),
    },
    { label: 'Most for', wide: true, cell: (row) => mostFor(row) ?? <span class="quiet">–</span> },
    { label: 'Forecast', kind: 'end', cell: ({ day }) => <Forecast {...day} /> },
  ];
}

function Forecast({ used, limit, forecast }: Budget['day']) {
  if (forecast === null) return <span class="quiet">{used === 0 ? 'no call today' : 'too early to tell'}</span>;
  const words = `${grouped(forecast)} by midnight`;
  return forecast > limit ? <Badge tone="bad">{words}</Badge> : words;
}

function mostFor({ by_cause }: Budget): string | undefined {
  const [[cause = '', calls] = []] = Object.entries(by_cause).sort(([, a], [, b]) => b - a);
  return calls ? `${causes[cause] ?? cause} (${grouped(calls)})` : undefined;
}
