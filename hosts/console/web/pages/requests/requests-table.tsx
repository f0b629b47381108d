import { useLocation } from 'preact-iso';
import { type List, useList } from '../../api/use-list.ts';
import { useLoad } from '../../api/use-load.ts';
import type { ApiKey, Items, LoggedRequest, RequestFailures } from '../../api/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { useConnectionColumn } from '../../parts/connection-name.tsx';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { FailureGroups } from '../../parts/failure-groups.tsx';
import { FilterBar, FilterSelect, FilterText, FilterTime } from '../../parts/filter-bar.tsx';
import { shortened } from '../../parts/id.tsx';
import { Empty } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { actorWords } from '../../words/actor-words.ts';
import { errorCodes } from '../../words/closed-sets.ts';
import { duration, grouped } from '../../words/quantity.ts';
import { type Filters, timeFilters, withQuery, withTimes } from '../../words/query-state.ts';
import { shortRoute, statusTone, statusWords } from '../../words/request-words.ts';

const columns: readonly Column<LoggedRequest>[] = [
  {
    label: 'Request',
    cell: ({ id, method, route, environment }) => (
      <a class="row-link breaks" href={`/console/${environment}/requests/${id}`}>
        <strong>{method}</strong> {shortRoute(route)} <code>{shortened(id)}</code>
      </a>
    ),
  },
  {
    label: 'Status',
    cell: ({ status, repeats }) => (
      <>
        <Badge tone={statusTone(status)}>{statusWords(status)}</Badge>
        {repeats > 0 && <span class="quiet"> +{grouped(repeats)}</span>}
      </>
    ),
  },
  {
    label: 'What happened',
    wide: true,
    cell: ({ code, error }) =>
      code === null ? <span class="quiet">–</span> : <span class="cut two why">{error?.message ?? code}</span>,
  },
  { label: 'Who', wide: true, cell: ({ actor }) => <span class="who">{actor.name ?? actorWords(actor)}</span> },
  { label: 'Took', kind: 'number', wide: true, cell: ({ duration_ms: ms }) => duration(ms) },
  { label: 'Arrived', kind: 'end', cell: ({ created_at: at }) => <Time at={at} /> },
];

const ofConnection = ['status', 'code', 'reason', 'route', 'api_key_id', ...timeFilters];

/** All requests, or those about the given connection, and their failures by reason. */
export function RequestsTable({ connectionId }: { readonly connectionId?: string }) {
  const { api } = usePlace();
  const { path } = useLocation();
  const asked = (given: Filters) => ({
    ...withTimes(given, new Date()),
    ...(connectionId ? { connection_id: connectionId } : {}),
  });
  const filters = connectionId ? ofConnection : [...ofConnection, 'connection_id'];
  const list = useList<LoggedRequest>(api('requests'), { filters, asked });
  const ofCustomer = useConnectionColumn(connectionId === undefined ? list.rows : []);
  return (
    <>
      <RequestFilters list={list} hasConnection={connectionId === undefined} />
      <FailureGroups<RequestFailures>
        path="request-failures"
        asked={asked(list.filters)}
        narrowed={({ code, reason, route }) =>
          withQuery(path, { ...list.filters, status: 'failed', code: code ?? '', reason: reason ?? '', route })
        }
        what={{
          label: 'Route',
          cell: ({ method, route }) => (
            <span class="breaks">
              <strong>{method}</strong> {route}
            </span>
          ),
        }}
        things="Requests"
      />
      <ListTable
        caption="Requests, newest first"
        list={list}
        columns={connectionId === undefined ? columns.toSpliced(4, 0, ofCustomer) : columns}
        rowKey={(row) => row.id}
        empty={
          <Empty title="No requests yet">
            A request with an API key appears here a moment after its answer, and so do changes in the console and what
            it refused.
          </Empty>
        }
      />
    </>
  );
}

const statuses = [
  ['failed', 'All failed'],
  ['4xx', 'Refused (4xx)'],
  ['5xx', 'Service or provider failed (5xx)'],
  ['2xx', 'Succeeded (2xx)'],
] as const;

interface RequestFiltersProps {
  readonly list: List<LoggedRequest>;
  readonly hasConnection: boolean;
}

function RequestFilters({ list, hasConnection }: RequestFiltersProps) {
  const { filters, filter } = list;
  const { environment } = usePlace();
  const keys = useLoad<Items<ApiKey>>('api-keys?limit=200');
  const ofHere = (keys.data?.items ?? []).filter((key) => key.environment === environment);
  const { code, reason } = filters;
  return (
    <FilterBar>
      <FilterSelect label="Status" any="Any status" {...list.one('status')} options={statuses} />
      <FilterSelect
        label="Code"
        any="Any code"
        value={code}
        options={errorCodes.map((name) => [name, name])}
        onChange={(value) => filter({ code: value, reason: undefined })}
      />
      <FilterSelect
        label="API key"
        any="Anybody"
        {...list.one('api_key_id')}
        options={ofHere.map(({ id, name, last_four: last }) => [id, `${name} …${last}`])}
      />
      <FilterTime label="Arrived" list={list} />
      {reason !== undefined && <FilterText label="Reason" {...list.one('reason')} />}
      <FilterText label="Route" {...list.one('route')} />
      {hasConnection && <FilterText label="Connection id" {...list.one('connection_id')} />}
    </FilterBar>
  );
}
