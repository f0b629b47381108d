import { useLocation } from 'preact-iso';
import { useList } from '../../api/use-list.ts';
import { useLoad } from '../../api/use-load.ts';
import type { EndpointStatistics, WebhookEndpoint } from '../../api/wire.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { LinkButton } from '../../parts/button.tsx';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { endpointName } from '../../words/endpoint-name.ts';
import { percent, plural } from '../../words/quantity.ts';
import { endpointState } from '../../words/state-words.ts';
import { CreateEndpoint } from './endpoint-form.tsx';
import { LastFailure } from './endpoint-health.tsx';

/** `?create=1` opens the dialog for a new endpoint. */
export function EndpointsPage() {
  const { api, to } = usePlace();
  const may = useMay('operate');
  const { query, route } = useLocation();
  const list = useList<WebhookEndpoint>(api('webhook-endpoints'));
  const create = may && <LinkButton look="primary" words="Add an endpoint" href={to('webhook-endpoints?create=1')} />;
  return (
    <>
      <PageHead
        title="Webhook endpoints"
        under="Your addresses that receive signed events, each at least once."
        actions={create}
      />
      <ListTable
        caption="Webhook endpoints, newest first"
        list={list}
        columns={columns}
        rowKey={(row) => row.webhook_endpoint_id}
        empty={
          <Empty title="No endpoints yet" action={create}>
            Add an HTTPS address of yours, choose the events it wants, and verify each delivery with its signing secret.
          </Empty>
        }
      />
      {may && query['create'] && <CreateEndpoint onClose={() => route(to('webhook-endpoints'))} />}
    </>
  );
}

const columns: readonly Column<WebhookEndpoint>[] = [
  {
    label: 'Endpoint',
    cell: (row) => (
      <a class="row-link" href={`/console/${row.environment}/webhook-endpoints/${row.webhook_endpoint_id}`}>
        <strong title={row.url}>{endpointName(row.url, 56)}</strong>
        {row.description && <span class="row-under cut two">{row.description}</span>}
        {row.status === 'enabled' && row.health.state !== 'healthy' && (
          <span class="row-under">
            <LastFailure endpoint={row} />
          </span>
        )}
      </a>
    ),
  },
  {
    label: 'Status',
    cell: (row) => <StateBadge state={endpointState(row)} />,
  },
  { label: 'Events', wide: true, cell: ({ event_types: types }) => <Wanted types={types} /> },
  {
    label: 'Succeeded, 24 h',
    kind: 'number',
    cell: ({ webhook_endpoint_id: id }) => <SuccessRate endpointId={id} />,
  },
  { label: 'Last success', kind: 'end', wide: true, cell: ({ health }) => <Time at={health.last_success_at} /> },
];

function Wanted({ types }: { readonly types: readonly string[] }) {
  const [first = 'None'] = types;
  if (types.includes('*')) return <span class="nowrap">Every event</span>;
  return (
    <span class="nowrap" title={types.join(', ')}>
      {types.length > 1 ? plural(types.length, 'event') : first}
    </span>
  );
}

function SuccessRate({ endpointId }: { readonly endpointId: string }) {
  const { api } = usePlace();
  const { data } = useLoad<EndpointStatistics>(api(`webhook-endpoints/${endpointId}/statistics`), { once: true });
  return <>{data ? percent(data.attempts.succeeded, data.attempts.made) : ' '}</>;
}
