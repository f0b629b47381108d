import { useLocation } from 'preact-iso';
import { useList } from '../../api/use-list.ts';
import { useLoad } from '../../api/use-load.ts';
import type { Budget, Connection, Items, Provider } from '../../api/wire.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../parts/filter-bar.tsx';
import { Empty } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { grouped } from '../../words/quantity.ts';
import { withQuery } from '../../words/query-state.ts';
import { connectionState, connectionStatuses, stateWords } from '../../words/state-words.ts';
import { ConnectDialog } from './connect-dialog.tsx';

const healths = [
  ['ok', 'Works'],
  ['degraded', stateWords('degraded').words],
  ['failing', stateWords('not_working').words],
] as const;

/** `?connect=1` opens the dialog that makes a link for a new connection. */
export function ConnectionsPage() {
  const { api } = usePlace();
  const may = useMay('operate');
  const { path, query, route } = useLocation();
  const list = useList<Connection>(api('connections'), {
    filters: ['q', 'status', 'health', 'missing_scope'],
    isBusy: ({ status }) => status === 'disconnecting',
  });
  const shown = list.rows.map(({ connection_id }) => connection_id).join(',');
  const budgets = useLoad<Items<Budget>>(shown ? api(`budgets?connection_ids=${shown}`) : undefined);
  const providers = useLoad<Items<Provider>>(api('providers'), { once: true }).data?.items;
  const scopes = [...new Set(providers?.flatMap((one) => one.scopes))].map((one) => [one, one] as const);
  const connect = may && (
    <LinkButton
      look="primary"
      words="Connect an organization"
      href={withQuery(path, { ...list.filters, connect: '1' })}
    />
  );
  return (
    <>
      <PageHead title="Connections" under="Your customers’ organizations at the provider." actions={connect} />
      <FilterBar>
        <FilterText label="Customer, organization or id" {...list.one('q')} />
        <FilterSelect
          label="Status"
          any="Any status"
          {...list.one('status')}
          options={connectionStatuses.map((name) => [name, stateWords(name).words])}
        />
        <FilterSelect label="Health" any="Any health" {...list.one('health')} options={healths} />
        <FilterSelect label="Lacks scope" any="Any scopes" {...list.one('missing_scope')} options={scopes} />
      </FilterBar>
      <ListTable
        caption="Connections, newest first"
        list={list}
        columns={columnsWith(budgets.data?.items ?? [], (id) => providers?.find((one) => one.id === id)?.name)}
        rowKey={(row) => row.connection_id}
        empty={
          <Empty title="No connections yet" action={connect}>
            Make a link for a customer; once they have consented, their organization appears here.
          </Empty>
        }
      />
      {may && query['connect'] && <ConnectDialog onClose={() => route(withQuery(path, list.filters))} />}
    </>
  );
}

/** `nameOf` names a provider; undefined while the names load. */
function columnsWith(
  budgets: readonly Budget[],
  nameOf: (provider: string) => string | undefined,
): readonly Column<Connection>[] {
  const budgetOf = (id: string) => budgets.find(({ connection_id }) => connection_id === id);
  return [
    {
      label: 'Organization',
      cell: (row) => (
        <a class="row-link" href={`/console/${row.environment}/connections/${row.connection_id}`}>
          <strong>{row.provider_tenant_name ?? 'Not chosen yet'}</strong>
          <span class="row-under instead">
            {[row.external_account_id, nameOf(row.provider)].filter(Boolean).join(' · ')}
          </span>
          {row.health_message && <span class="row-under">{row.health_message}</span>}
        </a>
      ),
    },
    { label: 'Customer', wide: true, cell: (row) => <span class="cut">{row.external_account_id}</span> },
    { label: 'Status', cell: (row) => <StateBadge state={connectionState(row)} /> },
    {
      label: 'Budget today',
      kind: 'number',
      wide: true,
      cell: ({ connection_id: id }) => {
        const day = budgetOf(id)?.day;
        return day ? `${grouped(day.used)} / ${grouped(day.limit)}` : <span class="quiet">–</span>;
      },
    },
    { label: 'Last success', wide: true, kind: 'end', cell: (row) => <Time at={row.last_success_at} /> },
    {
      label: 'Connected',
      kind: 'end',
      cell: (row) => (
        <>
          <span class="narrow-only quiet">connected </span>
          <Time at={row.created_at} />
        </>
      ),
    },
  ];
}
