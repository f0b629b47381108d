import { useLocation } from 'preact-iso';
import { useEndpoints } from '../../api/use-endpoints.ts';
import { type List, useList } from '../../api/use-list.ts';
import type { Operation, OperationFailures } from '../../api/wire.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { useConnectionColumn } from '../../parts/connection-name.tsx';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { Dotted } from '../../parts/dotted.tsx';
import { FailureGroups } from '../../parts/failure-groups.tsx';
import { FilterBar, FilterCheck, FilterSelect, FilterText, FilterTime } from '../../parts/filter-bar.tsx';
import { shortened } from '../../parts/id.tsx';
import { Empty } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ReplayMany } from '../../parts/replay-many.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { operationTypes } from '../../words/closed-sets.ts';
import { endpointName } from '../../words/endpoint-name.ts';
import { grouped } from '../../words/quantity.ts';
import { type Filters, timeFilters, withQuery, withTimes } from '../../words/query-state.ts';
import {
  movesSoon,
  operationState,
  operationStates,
  replayable,
  stateWords,
  whatDiffers,
} from '../../words/state-words.ts';

const columnsWith = (endpointOf: ReturnType<typeof useEndpoints>): readonly Column<Operation>[] => [
  {
    label: 'Operation',
    cell: ({ operation_id: id, type, environment, input }) => {
      const endpoint = endpointOf(input['endpoint_id']);
      return (
        <a class="row-link" href={`/console/${environment}/operations/${id}`}>
          <Dotted name={type} /> <code>{shortened(id)}</code>
          {endpoint && <span class="row-under whole">to {endpointName(endpoint.url)}</span>}
        </a>
      );
    },
  },
  { label: 'State', cell: (row) => <StateBadge state={operationState(row)} /> },
  {
    label: 'Attempts',
    kind: 'number',
    wide: true,
    cell: ({ attempt_count: count, max_attempts: most }) => `${count} / ${most}`,
  },
  {
    label: 'What happened',
    wide: true,
    cell: ({ error }) =>
      error === null ? <span class="quiet">–</span> : <span class="cut two why">{whatDiffers(error.message)}</span>,
  },
  { label: 'Created', kind: 'end', cell: ({ created_at: at }) => <Time at={at} /> },
];

const ofConnection = ['state', 'type', 'code', 'reason', 'routine', ...timeFilters];

/**
 * Deliveries have a list of their own, and are so many that they hide all else here; so do reconciliations that succeed,
 * unless they are asked for.
 */
function typeAsked(type: string | undefined, isWhole: boolean) {
  if (type !== undefined) return { type: type === 'all' ? undefined : type };
  return isWhole ? { exclude_type: 'webhook.deliver' } : { exclude_routine: 'true' };
}

export function OperationsPage() {
  return (
    <>
      <PageHead title="Operations" under="Background work: syncs, automations, notifications, deliveries." />
      <OperationsTable />
    </>
  );
}

/** All operations, or those of the given connection. */
export function OperationsTable({ connectionId }: { readonly connectionId?: string }) {
  const { api } = usePlace();
  const { path } = useLocation();
  const asked = ({ type, routine, ...rest }: Filters) => ({
    ...withTimes(rest, new Date()),
    ...typeAsked(type, routine === 'shown'),
    ...(connectionId ? { connection_id: connectionId } : {}),
  });
  const list = useList<Operation>(api('operations'), {
    filters: connectionId ? ofConnection : [...ofConnection, 'connection_id'],
    asked,
    isBusy: (row) => movesSoon(row, new Date()),
  });
  const columns = columnsWith(useEndpoints(list.rows.map(({ input }) => input['endpoint_id'])));
  const ofCustomer = useConnectionColumn(connectionId ? [] : list.rows);
  const { state, type } = list.filters;
  const {
    exclude_type: _,
    exclude_routine: __,
    ...matching
  } = asked(list.filters) as Readonly<Record<string, string | undefined>>;
  const isReplayable = type !== 'webhook.deliver' && (state === undefined || replayable.has(state));
  return (
    <>
      <FilterBar>
        <OperationFilters list={list} hasConnection={connectionId === undefined} />
        {isReplayable && Object.values(matching).some(Boolean) && (
          <ReplayFailed filter={matching} label="Replay all that match…" />
        )}
      </FilterBar>
      {isReplayable && (
        <FailureGroups<OperationFailures>
          path="operation-failures"
          asked={asked(list.filters)}
          narrowed={(group) => withQuery(path, { ...list.filters, ...only(group) })}
          what={{ label: 'Type', cell: ({ type: failed }) => <Dotted name={failed} /> }}
          things="Operations"
          act={{
            label: 'Repair',
            kind: 'end',
            cell: (group) => (
              <ReplayFailed filter={{ ...matching, ...only(group) }} label={`Replay ${grouped(group.count)}…`} />
            ),
          }}
        />
      )}
      <ListTable
        caption="Operations, newest first"
        list={list}
        columns={connectionId ? columns : columns.toSpliced(3, 0, ofCustomer)}
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

interface OperationFiltersProps {
  readonly list: List<Operation>;
  readonly hasConnection: boolean;
}

function OperationFilters({ list, hasConnection }: OperationFiltersProps) {
  return (
    <>
      <FilterSelect
        label="State"
        any="Any state"
        {...list.one('state')}
        options={operationStates.map((name) => [name, stateWords(name).words])}
      />
      <FilterSelect
        label="Type"
        any="All but deliveries"
        {...list.one('type')}
        options={[['all', 'All types'], ...operationTypes.map((name) => [name, name] as const)]}
      />
      {list.filters['type'] === undefined && (
        <FilterCheck
          label="Routine work that succeeded"
          value={list.filters['routine']}
          checked="shown"
          onChange={list.one('routine').onChange}
        />
      )}
      <FilterTime label="Created" list={list} />
      {hasConnection && <FilterText label="Connection id" {...list.one('connection_id')} />}
      {['Code', 'Reason'].map((label) => {
        const name = label.toLowerCase();
        const value = list.filters[name];
        return value && <FilterText key={name} label={label} {...list.one(name)} />;
      })}
    </>
  );
}

/** A group without a reason is told by its code alone. */
function only({ type, code, reason }: OperationFailures): Filters {
  return { type, ...(code && { code }), ...(reason && { reason }) };
}

function ReplayFailed(props: Pick<Parameters<typeof ReplayMany>[0], 'filter' | 'label'>) {
  return (
    <ReplayMany<Operation>
      list="operations"
      title="Replay all that match?"
      verb={(count) => `Replay ${count}`}
      line={({ type, error, created_at: at }) => (
        <>
          <strong>{type}</strong> {error && whatDiffers(error.message)} <Time at={at} />
        </>
      )}
      {...props}
    >
      They failed or were given up. Each runs again, the oldest first, without the steps that succeeded; what fails
      again is not replayed again.
    </ReplayMany>
  );
}
