import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { useList } from '../../api/use-list.ts';
import { useProvider } from '../../api/use-provider.ts';
import type { Connection } from '../../api/wire.ts';
import { RecordBadge } from '../../parts/badge.tsx';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { TextField } from '../../parts/fields.tsx';
import { FilterBar, FilterDay, FilterSelect, FilterText } from '../../parts/filter-bar.tsx';
import { Form } from '../../parts/form.tsx';
import { Empty, Note, Skeleton } from '../../parts/notes.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { coveredFamilies } from '../../words/coverage-words.ts';
import { daysOf, hasContact, ordersOf, partsOf } from '../../words/record-filters.ts';
import type { Record } from '../../words/record-shape.ts';
import { familyLabel, recordAbout, recordAmount, recordTitle } from '../../words/record-summary.ts';
import { ConnectionFrame } from './connection-frame.tsx';

export function RecordsPage() {
  return <ConnectionFrame>{(connection) => <Records connection={connection} />}</ConnectionFrame>;
}

function Records({ connection }: { readonly connection: Connection }) {
  const { type: asked } = useRoute().params;
  const { to } = usePlace();
  const provider = useProvider(connection);
  const families = coveredFamilies(provider);
  const type = asked ?? families[0]?.[0] ?? 'invoices';
  const base = to(`connections/${connection.connection_id}/records`);
  if (provider === undefined) return <Skeleton lines={10} />;
  return (
    <>
      <Tabs
        look="chips"
        label="Families of records"
        tabs={families.map(([name, label]) => ({ label, href: `${base}/${name}`, isHere: name === type }))}
      />
      {connection.retention_mode === 'zero' ? (
        <NoLists base={`${base}/${type}`} />
      ) : (
        <CachedList key={type} base={base} type={type} connectionId={connection.connection_id} />
      )}
    </>
  );
}

/** Without copies there is no list; a person who knows a record's id can read it. */
function NoLists({ base }: { readonly base: string }) {
  const { route } = useLocation();
  const [id, setId] = useState('');
  return (
    <>
      <Note tone="info">
        This connection stores no records, so it has no lists. A record can be read live by its id.
      </Note>
      <Form look="card pad stack" onSubmit={() => route(`${base}/${encodeURIComponent(id.trim())}`)}>
        <TextField label="Id, ours or the provider’s" value={id} onInput={setId} rest={{ required: true }} />
        <p>
          <button type="submit" class="button">
            Go to the record
          </button>
        </p>
      </Form>
    </>
  );
}

interface CachedListProps {
  readonly base: string;
  readonly type: string;
  readonly connectionId: string;
}

const common = ['number', 'external_reference', 'status', 'sort'];

function CachedList({ base, type, connectionId }: CachedListProps) {
  const { api } = usePlace();
  const list = useList<Record>(api(`connections/${connectionId}/${type}`), {
    filters: [
      ...common,
      ...[...partsOf(type), ...daysOf(type)].map(([name]) => name),
      ...(hasContact(type) ? ['contact_id'] : []),
    ],
  });
  return (
    <>
      <FilterBar>
        {partsOf(type).map(([name, words]) => (
          <FilterText key={name} label={words} {...list.one(name)} />
        ))}
        <FilterText label="Number" {...list.one('number')} />
        <FilterText label="Reference" {...list.one('external_reference')} />
        <FilterText
          label="Status, such as PAID"
          value={list.filters['status']}
          onChange={(value) => list.filter({ status: value?.toUpperCase() })}
        />
        {hasContact(type) && <FilterText label="Contact’s id" {...list.one('contact_id')} />}
        {daysOf(type).map(([name, words]) => (
          <FilterDay key={name} label={words} {...list.one(name)} />
        ))}
        <FilterSelect label="Order" any="Usual order" {...list.one('sort')} options={ordersOf(type)} />
      </FilterBar>
      <ListTable
        caption={`Cached ${familyLabel(type).toLowerCase()}`}
        list={list}
        columns={columns(type, `${base}/${type}`)}
        rowKey={(row) => String(row['id'])}
        empty={
          <Empty title="Nothing cached">
            There are no {familyLabel(type).toLowerCase()} in the books, or they have not been synced yet: use Sync now.
          </Empty>
        }
      />
    </>
  );
}

function columns(type: string, base: string): readonly Column<Record>[] {
  return [
    {
      label: 'Record',
      cell: (row) => (
        <a class="row-link" href={`${base}/${encodeURIComponent(String(row['id']))}`}>
          <strong>{recordTitle(type, row)}</strong>
        </a>
      ),
    },
    { label: 'About', cell: (row) => <span class="cut">{recordAbout(row)}</span> },
    { label: 'Reference', wide: true, cell: (row) => String(row['external_reference'] ?? '') },
    { label: 'Status', cell: ({ status }) => <RecordBadge status={status} /> },
    { label: 'Amount', kind: 'number', cell: (row) => recordAmount(row) },
    {
      label: 'Changed',
      kind: 'end',
      cell: (row) => <Time at={(row['provider_updated_at'] ?? row['fetched_at'] ?? null) as string | null} />,
    },
  ];
}
