import { useList } from '../../api/use-list.ts';
import { useLoad } from '../../api/use-load.ts';
import type { Delivery, Items, WebhookEndpoint } from '../../api/wire.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { FilterBar, FilterSelect } from '../../parts/filter-bar.tsx';
import { shortened } from '../../parts/id.tsx';
import { Empty } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { eventTypes } from '../../words/closed-sets.ts';
import { periodNames, periodStart } from '../../words/query-state.ts';
import { deliveryState, movesSoon, operationStates, stateWords } from '../../words/state-words.ts';

interface DeliveriesTableProps {
  /** Shows only deliveries of this endpoint, or of this event. */
  readonly endpointId?: string;
  readonly eventId?: string;
}

export function DeliveriesTable({ endpointId, eventId }: DeliveriesTableProps) {
  const { api } = usePlace();
  const endpoints = useLoad<Items<WebhookEndpoint>>(api('webhook-endpoints?limit=100')).data?.items ?? [];
  const isAll = endpointId === undefined && eventId === undefined;
  const list = useList<Delivery>(api('webhook-deliveries'), {
    filters: ['state', 'event_type', 'period', ...(isAll ? ['webhook_endpoint_id'] : [])],
    asked: ({ period, ...rest }) => ({
      ...rest,
      ...(endpointId === undefined ? {} : { webhook_endpoint_id: endpointId }),
      ...(eventId === undefined ? {} : { event_id: eventId }),
      created_after: periodStart(period, new Date()),
    }),
    isBusy: (row) => movesSoon(row, new Date()),
  });
  const { webhook_endpoint_id: endpoint } = list.filters;
  return (
    <>
      {eventId === undefined && (
        <FilterBar>
          <CommonFilters list={list} />
          {isAll && (
            <FilterSelect
              label="Endpoint"
              any="Any endpoint"
              value={endpoint}
              options={endpoints.map(({ webhook_endpoint_id: id, url }) => [id, url])}
              onChange={(value) => list.filter({ webhook_endpoint_id: value })}
            />
          )}
        </FilterBar>
      )}
      <ListTable
        caption="Deliveries, newest first"
        list={list}
        columns={columnsFor(endpoints, { endpointId, eventId })}
        rowKey={(row) => row.delivery_id}
        empty={
          <Empty title="No deliveries yet">
            {eventId === undefined
              ? 'Every event goes to each enabled endpoint that wants its type. Send a test event from an endpoint to see one.'
              : 'No endpoint wanted this event when it was announced. Recover on an endpoint delivers what it missed since it was added.'}
          </Empty>
        }
      />
    </>
  );
}

function CommonFilters({ list }: { readonly list: ReturnType<typeof useList<Delivery>> }) {
  const { state, event_type: type, period } = list.filters;
  return (
    <>
      <FilterSelect
        label="State"
        any="Any state"
        value={state}
        options={operationStates.map((name) => [
          name,
          name === 'retrying' ? 'Retrying or held' : stateWords(name).words,
        ])}
        onChange={(value) => list.filter({ state: value })}
      />
      <FilterSelect
        label="Event type"
        any="Any event"
        value={type}
        options={['endpoint.test', ...eventTypes].map((name) => [name, name])}
        onChange={(value) => list.filter({ event_type: value })}
      />
      <FilterSelect
        label="Created"
        any="Any time"
        value={period}
        options={periodNames.map((name) => [name, `Last ${name}`])}
        onChange={(value) => list.filter({ period: value })}
      />
    </>
  );
}

/** Deliveries of the same event differ by their endpoint. */
function columnsFor(
  endpoints: readonly WebhookEndpoint[],
  { endpointId, eventId }: { readonly endpointId: string | undefined; readonly eventId: string | undefined },
): readonly Column<Delivery>[] {
  const all = columnsWith(endpoints);
  if (endpointId !== undefined) return all.filter(({ label }) => label !== 'Endpoint');
  if (eventId === undefined) return all;
  const destination: Column<Delivery> = {
    label: 'Endpoint',
    cell: ({ delivery_id: id, webhook_endpoint_id: endpoint, environment }) => (
      <a class="row-link" href={`/console/${environment}/webhook-deliveries/${id}`}>
        <strong>{urlOf(endpoints, endpoint)}</strong>
      </a>
    ),
  };
  return [destination, ...all.filter(({ label }) => label !== 'Delivery' && label !== 'Endpoint')];
}

function endpointOf(endpoints: readonly WebhookEndpoint[], id: string): WebhookEndpoint | undefined {
  return endpoints.find(({ webhook_endpoint_id }) => webhook_endpoint_id === id);
}

function urlOf(endpoints: readonly WebhookEndpoint[], id: string): string {
  return endpointOf(endpoints, id)?.url ?? shortened(id);
}

interface NextAttemptProps {
  readonly delivery: Delivery;
  readonly endpoint: WebhookEndpoint | undefined;
}

/** When the delivery is tried again; for a held delivery, when its endpoint is. */
export function NextAttempt({ delivery, endpoint }: NextAttemptProps) {
  const probe = endpoint?.health.next_probe_at ?? null;
  if (deliveryState(delivery) !== 'held') return <Time at={delivery.next_attempt_at} />;
  if (probe === null) return <>in its turn</>;
  return (
    <>
      next probe <Time at={probe} />
    </>
  );
}

function columnsWith(endpoints: readonly WebhookEndpoint[]): readonly Column<Delivery>[] {
  return [
    {
      label: 'Delivery',
      cell: ({ delivery_id: id, event_type: type, environment }) => (
        <a class="row-link" href={`/console/${environment}/webhook-deliveries/${id}`}>
          <strong>{type}</strong> <code>{shortened(id)}</code>
        </a>
      ),
    },
    { label: 'State', cell: (row) => <StateBadge state={deliveryState(row)} /> },
    {
      label: 'Answer',
      cell: ({ attempts, response_status: status }) => (
        <span class={status !== null && status < 300 ? 'word' : 'word bad'}>
          {attempts.length === 0 ? '' : (status ?? 'none')}
        </span>
      ),
    },
    { label: 'Attempts', kind: 'number', wide: true, cell: ({ attempt_count: count }) => count },
    {
      label: 'Endpoint',
      wide: true,
      cell: ({ webhook_endpoint_id: id }) => <span class="cut">{urlOf(endpoints, id)}</span>,
    },
    {
      label: 'Next attempt',
      kind: 'end',
      wide: true,
      cell: (row) => <NextAttempt delivery={row} endpoint={endpointOf(endpoints, row.webhook_endpoint_id)} />,
    },
    { label: 'Created', kind: 'end', cell: ({ created_at: at }) => <Time at={at} /> },
  ];
}
