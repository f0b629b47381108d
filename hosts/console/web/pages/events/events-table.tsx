import { useList } from '../../api/use-list.ts';
import type { ServiceEvent } from '../../api/wire.ts';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../parts/filter-bar.tsx';
import { Id, shortened } from '../../parts/id.tsx';
import { Empty } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { eventTypes } from '../../words/closed-sets.ts';
import { periodNames, periodStart } from '../../words/query-state.ts';

const columns: readonly Column<ServiceEvent>[] = [
  {
    label: 'Event',
    cell: ({ id, type, environment }) => (
      <a class="row-link" href={`/console/${environment}/events/${id}`}>
        <strong>{type}</strong> <code>{shortened(id)}</code>
      </a>
    ),
  },
  { label: 'About', wide: true, cell: ({ data }) => <span class="cut">{about(data)}</span> },
  { label: 'Connection', wide: true, cell: ({ connection_id: id }) => <Id value={id} short /> },
  { label: 'Sequence', kind: 'number', wide: true, cell: ({ sequence }) => sequence },
  { label: 'Created', kind: 'end', cell: ({ created_at: at }) => <Time at={at} /> },
];

/** Returns the invoice's number, where the event is about an invoice. */
function about(data: ServiceEvent['data']): string {
  const invoice = data['invoice'] as { readonly number?: unknown; readonly status?: unknown } | undefined;
  return invoice
    ? [invoice.number, invoice.status].filter(Boolean).join(' · ')
    : String(data['recipe'] ?? data['scope'] ?? '');
}

/** All events, or those of the given connection. */
export function EventsTable({ connectionId }: { readonly connectionId?: string }) {
  const { api } = usePlace();
  const list = useList<ServiceEvent>(api('events'), {
    filters: ['type', 'period', ...(connectionId ? [] : ['connection_id'])],
    asked: ({ period, ...rest }) => ({
      ...rest,
      ...(connectionId ? { connection_id: connectionId } : {}),
      created_after: periodStart(period, new Date()),
    }),
  });
  const { type, period, connection_id: connection } = list.filters;
  return (
    <>
      <FilterBar>
        <FilterSelect
          label="Type"
          any="Any type"
          value={type}
          options={eventTypes.map((name) => [name, name])}
          onChange={(value) => list.filter({ type: value })}
        />
        <FilterSelect
          label="Created"
          any="Any time"
          value={period}
          options={periodNames.map((name) => [name, `Last ${name}`])}
          onChange={(value) => list.filter({ period: value })}
        />
        {connectionId === undefined && (
          <FilterText
            label="Connection id"
            value={connection}
            onChange={(value) => list.filter({ connection_id: value })}
          />
        )}
      </FilterBar>
      <ListTable
        caption="Events, newest first"
        list={list}
        columns={connectionId === undefined ? columns : columns.filter(({ label }) => label !== 'Connection')}
        rowKey={(row) => row.id}
        empty={
          <Empty title="No events yet">
            When something changes in a connected organization, it is announced here, and to every endpoint that wants
            it.
          </Empty>
        }
      />
    </>
  );
}
