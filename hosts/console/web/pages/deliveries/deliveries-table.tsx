import { useList } from '../../api/use-list.ts';
import { useLoad } from '../../api/use-load.ts';
import type { Delivery, Items, WebhookEndpoint } from '../../api/wire.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { useConnectionColumn } from '../../parts/connection-name.tsx';
import { type Column, ListTable } from '../../parts/data-table.tsx';
import { FilterBar, FilterCustomer, FilterSelect, FilterTime } from '../../parts/filter-bar.tsx';
import { shortened } from '../../parts/id.tsx';
import { Empty } from '../../parts/notes.tsx';
import { ReplayMany } from '../../parts/replay-many.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { eventTypes } from '../../words/closed-sets.ts';
import { endpointName } from '../../words/endpoint-name.ts';
import { type Filters, timeFilters, withTimes } from '../../words/query-state.ts';
import { deliveryState, movesSoon, operationStates, stateWords } from '../../words/state-words.ts';

interface DeliveriesTableProps {
  /** Shows only deliveries of this endpoint, or of this event. */
  readonly endpointId?: string | undefined;
  readonly eventId?: string | undefined;
}

const ofAll = ['webhook_endpoint_id', 'connection_id', 'external_account_id'];

export function DeliveriesTable({ endpointId, eventId }: DeliveriesTableProps) {
  const { api } = usePlace();
  const endpoints = useLoad<Items<WebhookEndpoint>>(api('webhook-endpoints?limit=100')).data?.items ?? [];
  const isAll = endpointId === undefined && eventId === undefined;
  const asked = (given: Filters) => ({
    ...withTimes(given, new Date()),
    ...(endpointId === undefined ? {} : { webhook_endpoint_id: endpointId }),
    ...(eventId === undefined ? {} : { event_id: eventId }),
  });
  const list = useList<Delivery>(api('webhook-deliveries'), {
    filters: ['state', 'event_type', ...timeFilters, ...(isAll ? ofAll : [])],
    asked,
    isBusy: (row) => movesSoon(row, new Date()),
  });
  const ofCustomer = useConnectionColumn(list.rows);
  return (
    <>
      {eventId === undefined && (
        <FilterBar>
          <CommonFilters list={list} />
          {isAll && (
            <>
              <FilterSelect
                label="Endpoint"
                any="Any endpoint"
                {...list.one('webhook_endpoint_id')}
                options={endpoints.map(({ webhook_endpoint_id: id, url }) => [id, endpointName(url)])}
              />
              <FilterCustomer list={list} />
            </>
          )}
          {list.isFiltered && list.rows.length > 0 && !onTheirWay.has(list.filters['state'] ?? '') && (
            <SendAgain filter={asked(list.filters)} />
          )}
        </FilterBar>
      )}
      <ListTable
        caption="Deliveries, newest first"
        list={list}
        columns={columnsWith(endpoints, ofCustomer, { endpointId, eventId })}
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

const onTheirWay = new Set(['queued', 'running']);

function SendAgain({ filter }: { readonly filter: Readonly<Record<string, string | undefined>> }) {
  const isAny = filter['state'] === undefined;
  return (
    <ReplayMany<Delivery>
      list="webhook-deliveries"
      filter={filter}
      label={isAny ? 'Send all failed again…' : 'Send all again…'}
      title="Send all that match again?"
      verb={(count) => `Send ${count} again`}
      line={({ event_type: type, response_status: status, created_at: at }) => (
        <>
          <strong>{type}</strong> {status !== null && `answered ${status}`} <Time at={at} />
        </>
      )}
    >
      {isAny && 'They failed or were given up. '}
      The same bodies go to the same endpoints, the oldest first. Those of a disabled endpoint are skipped, those of a
      paused one wait for it.
    </ReplayMany>
  );
}

function CommonFilters({ list }: { readonly list: ReturnType<typeof useList<Delivery>> }) {
  return (
    <>
      <FilterSelect
        label="State"
        any="Any state"
        {...list.one('state')}
        options={operationStates.map((name) => [
          name,
          name === 'retrying' ? 'Retrying or held' : stateWords(name).words,
        ])}
      />
      <FilterSelect
        label="Event type"
        any="Any event"
        {...list.one('event_type')}
        options={['endpoint.test', ...eventTypes].map((name) => [name, name])}
      />
      <FilterTime label="Created" list={list} />
    </>
  );
}

function endpointOf(endpoints: readonly WebhookEndpoint[], id: string): WebhookEndpoint | undefined {
  return endpoints.find(({ webhook_endpoint_id }) => webhook_endpoint_id === id);
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

/** Deliveries of the same event differ by their endpoint, those to the same endpoint by their event. */
function columnsWith(
  endpoints: readonly WebhookEndpoint[],
  ofCustomer: Column<Delivery>,
  { endpointId, eventId }: DeliveriesTableProps,
): readonly Column<Delivery>[] {
  // An endpoint's page has less room, and the customer is what its deliveries differ by.
  const { wide: _, ...always } = ofCustomer;
  return [
    {
      label: 'Delivery',
      cell: ({ delivery_id: id, webhook_endpoint_id: endpoint, event_type: type, environment }) => {
        const url = endpointOf(endpoints, endpoint)?.url ?? shortened(endpoint);
        const to = endpointName(url);
        return (
          <a class="row-link" href={`/console/${environment}/webhook-deliveries/${id}`}>
            <strong class="whole">{eventId === undefined ? type : to}</strong>{' '}
            {endpointId === undefined && <code>{shortened(id)}</code>}
            {endpointId === undefined && eventId === undefined && (
              <span class="row-under whole" title={url}>
                to {to}
              </span>
            )}
          </a>
        );
      },
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
    ...(eventId === undefined ? [endpointId === undefined ? ofCustomer : always] : []),
    {
      label: 'Next attempt',
      kind: 'end',
      wide: true,
      cell: (row) => <NextAttempt delivery={row} endpoint={endpointOf(endpoints, row.webhook_endpoint_id)} />,
    },
    { label: 'Created', kind: 'end', cell: ({ created_at: at }) => <Time at={at} /> },
  ];
}
