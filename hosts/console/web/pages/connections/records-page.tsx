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
import type { Filters } from '../../words/query-state.ts';
import {
  amountsOf,
  daysOf,
  hasBankAccount,
  hasContact,
  hasKinds,
  hasSides,
  identifiersOf,
  ordersOf,
  partsOf,
  sortsBy,
  statusesOf,
} from '../../words/record-filters.ts';
import { dayWords, type Record } from '../../words/record-shape.ts';
import { familyLabel, recordAbout, recordAmount, recordTitle } from '../../words/record-summary.ts';
import { capital } from '../../words/state-words.ts';
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

const common = ['status', 'sort'];

function CachedList({ base, type, connectionId }: CachedListProps) {
  const { api } = usePlace();
  const list = useList<Record>(api(`connections/${connectionId}/${type}`), {
    filters: [
      ...common,
      ...[...partsOf(type), ...identifiersOf(type), ...daysOf(type), ...amountsOf(type)].map(([name]) => name),
      ...(hasSides(type) ? ['type'] : []),
      ...(hasKinds(type) ? ['kind'] : []),
      ...(hasContact(type) ? ['contact_id'] : []),
      ...(hasBankAccount(type) ? ['bank_account_id'] : []),
    ],
  });
  return (
    <>
      <FilterBar>
        {[...partsOf(type), ...identifiersOf(type)].map(([name, words]) => (
          <FilterText key={name} label={words} {...list.one(name)} />
        ))}
        {hasSides(type) && (
          <FilterSelect
            label="Side"
            any="Sales and purchases"
            {...list.one('type')}
            options={[
              ['receivable', 'Sales'],
              ['payable', 'Purchases'],
            ]}
          />
        )}
        {hasKinds(type) && (
          <FilterSelect
            label="Kind"
            any="Spent and received"
            {...list.one('kind')}
            options={[
              ['spend', 'Spent'],
              ['receive', 'Received'],
            ]}
          />
        )}
        {statusesOf(type).length > 0 && (
          <FilterSelect label="Status" any="Any status" {...list.one('status')} options={statusOptions(type, list)} />
        )}
        {hasContact(type) && <FilterText label="Contact’s id" {...list.one('contact_id')} />}
        {hasBankAccount(type) && <FilterText label="Bank account’s id" {...list.one('bank_account_id')} />}
        {daysOf(type).map(([name, words]) => (
          <FilterDay key={name} label={words} {...list.one(name)} />
        ))}
        {amountsOf(type).map(([name, words]) => (
          <FilterText key={name} label={words} {...list.one(name)} />
        ))}
        <FilterSelect label="Order" any="Usual order" {...list.one('sort')} options={ordersOf(type)} />
      </FilterBar>
      <ListTable
        caption={`Cached ${familyLabel(type).toLowerCase()}`}
        list={list}
        columns={columns(type, `${base}/${type}`)}
        rowKey={(row) => String(row['id'])}
        sorting={list.one('sort')}
        empty={
          <Empty title="Nothing cached">
            There are no {familyLabel(type).toLowerCase()} in the books, or they have not been synced yet: use Sync now.
          </Empty>
        }
      />
    </>
  );
}

/** With several statuses of a link, which the select cannot choose. */
function statusOptions(type: string, { filters }: { readonly filters: Filters }) {
  const { status } = filters;
  const known = statusesOf(type);
  const given = status !== undefined && !known.includes(status) ? [status] : [];
  return [...known, ...given].map((one) => [one, one.split(',').map(wordOfStatus).join(' or ')] as const);
}

function wordOfStatus(status: string): string {
  return capital(status.toLowerCase());
}

function columns(type: string, base: string): readonly Column<Record>[] {
  const dayOf = (field: 'issue_date' | 'due_date', label: string): readonly Column<Record>[] =>
    sortsBy(type, field)
      ? [{ label, kind: 'end', wide: true, sort: field, cell: (row) => <Day day={row[field]} /> }]
      : [];
  const reference: readonly Column<Record>[] = identifiersOf(type)
    .filter(([name]) => name === 'external_reference')
    .map(([name, label]) => ({ label, wide: true, cell: (row) => <span class="cut">{String(row[name] ?? '')}</span> }));
  const status: Column<Record> = { label: 'Status', cell: (row) => <RecordBadge status={row['status']} /> };
  const sort = sortsBy(type, 'total') ? 'total' : undefined;
  const amount: Column<Record> = { label: 'Amount', kind: 'number', sort, cell: (row) => recordAmount(row) };
  return [
    {
      label: 'Record',
      sort: sortsBy(type, 'number') ? 'number' : undefined,
      cell: (row) => (
        <a class="row-link" href={`${base}/${encodeURIComponent(String(row['id']))}`}>
          <strong>{recordTitle(type, row)}</strong>
        </a>
      ),
    },
    { label: 'About', cell: (row) => <span class="cut">{recordAbout(row)}</span> },
    ...reference,
    ...(statusesOf(type).length > 0 ? [status] : []),
    ...dayOf('issue_date', 'Issued'),
    ...dayOf('due_date', 'Due'),
    ...(hasAmount(type) ? [amount] : []),
    {
      label: 'Changed',
      kind: 'end',
      sort: 'updated_at',
      cell: (row) => <Time at={(row['provider_updated_at'] ?? row['fetched_at'] ?? null) as string | null} />,
    },
  ];
}

/** Payments and tax rates have one that their lists do not sort by. */
const hasAmount = (type: string) => sortsBy(type, 'total') || type === 'payments' || type === 'tax_rates';

function Day({ day }: { readonly day: unknown }) {
  return <span class="number">{typeof day === 'string' ? dayWords(day) : ''}</span>;
}
