import { useList } from '../../api/use-list.ts';
import type { ServiceEvent } from '../../api/wire.ts';
import { useConnectionColumn } from '../../parts/connection-name.tsx';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { Dotted } from '../../parts/dotted.tsx';
import { FilterBar, FilterCustomer, FilterSelect, FilterTime } from '../../parts/filter-bar.tsx';
import { shortened } from '../../parts/id.tsx';
import { Empty } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { eventTypes } from '../../words/closed-sets.ts';
import { timeFilters, withTimes } from '../../words/query-state.ts';

const columns: readonly Column<ServiceEvent>[] = [
  {
    label: 'Event',
    cell: ({ id, type, environment }) => (
      <a class="row-link" href={`/console/${environment}/events/${id}`}>
        <Dotted name={type} /> <code>{shortened(id)}</code>
      </a>
    ),
  },
  { label: 'About', wide: true, cell: ({ data }) => <span class="cut">{about(data)}</span> },
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
    filters: ['type', ...timeFilters, ...(connectionId ? [] : ['connection_id', 'external_account_id'])],
    asked: (given) => ({
      ...withTimes(given, new Date()),
      ...(connectionId ? { connection_id: connectionId } : {}),
    }),
  });
  const ofCustomer = useConnectionColumn(connectionId === undefined ? list.rows : []);
  return (
    <>
      <FilterBar>
        <FilterSelect
          label="Type"
          any="Any type"
          {...list.one('type')}
          options={eventTypes.map((name) => [name, name])}
        />
        <FilterTime label="Created" list={list} />
        {connectionId === undefined && <FilterCustomer list={list} />}
      </FilterBar>
      <ListTable
        caption="Events, newest first"
        list={list}
        columns={connectionId === undefined ? columns.toSpliced(2, 0, ofCustomer) : columns}
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
