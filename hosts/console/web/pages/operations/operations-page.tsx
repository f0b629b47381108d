import { useList } from '../../api/use-list.ts';
import type { Operation } from '../../api/wire.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../parts/filter-bar.tsx';
import { Id, shortened } from '../../parts/id.tsx';
import { Empty } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { operationTypes } from '../../words/closed-sets.ts';
import { periodNames, periodStart } from '../../words/query-state.ts';
import { movesSoon, operationState, operationStates, stateWords } from '../../words/state-words.ts';

export const operationColumns: readonly Column<Operation>[] = [
  {
    label: 'Operation',
    cell: ({ operation_id: id, type, environment }) => (
      <a class="row-link" href={`/console/${environment}/operations/${id}`}>
        <strong>{type}</strong> <code>{shortened(id)}</code>
      </a>
    ),
  },
  { label: 'State', cell: (row) => <StateBadge state={operationState(row)} /> },
  {
    label: 'Attempts',
    kind: 'number',
    wide: true,
    cell: ({ attempt_count: count, max_attempts: most }) => `${count} / ${most}`,
  },
  { label: 'Connection', wide: true, cell: ({ connection_id: id }) => <Id value={id} short /> },
  {
    label: 'What happened',
    wide: true,
    cell: ({ error }) => (error === null ? <span class="quiet">–</span> : <span class="cut">{error.message}</span>),
  },
  { label: 'Created', kind: 'end', cell: ({ created_at: at }) => <Time at={at} /> },
];

const filters = ['state', 'type', 'connection_id', 'period'];

export function OperationsPage() {
  const { api } = usePlace();
  const list = useList<Operation>(api('operations'), {
    filters,
    asked: ({ period, ...rest }) => ({ ...rest, created_after: periodStart(period, new Date()) }),
    isBusy: (row) => movesSoon(row, new Date()),
  });
  const { state, type, connection_id: connection, period } = list.filters;
  return (
    <>
      <PageHead title="Operations" under="Background work: syncs, automations, notifications, deliveries." />
      <FilterBar>
        <FilterSelect
          label="State"
          any="Any state"
          value={state}
          options={operationStates.map((name) => [name, stateWords(name).words])}
          onChange={(value) => list.filter({ state: value })}
        />
        <FilterSelect
          label="Type"
          any="Any type"
          value={type}
          options={operationTypes.map((name) => [name, name])}
          onChange={(value) => list.filter({ type: value })}
        />
        <FilterSelect
          label="Created"
          any="Any time"
          value={period}
          options={periodNames.map((name) => [name, `Last ${name}`])}
          onChange={(value) => list.filter({ period: value })}
        />
        <FilterText
          label="Connection id"
          value={connection}
          onChange={(value) => list.filter({ connection_id: value })}
        />
      </FilterBar>
      <ListTable
        caption="Operations, newest first"
        list={list}
        columns={operationColumns}
        rowKey={(row) => row.operation_id}
        empty={
          <Empty title="No operations yet">
            Connect a customer’s organization: its first sync appears here, and everything the service does after it.
          </Empty>
        }
      />
    </>
  );
}
