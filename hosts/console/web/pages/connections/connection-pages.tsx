// The views of a connection, each at its own URL.

import { prefix } from '../../api/prefix.ts';
import { useLoad } from '../../api/use-load.ts';
import { useProvider } from '../../api/use-provider.ts';
import type {
  Connection,
  ConnectionBudget,
  Items,
  LoggedRequest,
  Operation,
  RecordCounts,
  TimelineEntry,
  WebhookEndpoint,
} from '../../api/wire.ts';
import { BrokenAtDots } from '../../parts/dotted.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { Id } from '../../parts/id.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Note } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { grouped, plural } from '../../words/quantity.ts';
import { familyLabel } from '../../words/record-summary.ts';
import { shortRoute } from '../../words/request-words.ts';
import { capital, connectionState, stateWords } from '../../words/state-words.ts';
import { BudgetCauses, BudgetMeters, forecastWords } from '../budgets/budget-parts.tsx';
import { EventsTable } from '../events/events-table.tsx';
import { OperationsTable } from '../operations/operations-page.tsx';
import { RequestsTable } from '../requests/requests-table.tsx';
import { ConnectionFrame } from './connection-frame.tsx';
import { FollowedFamilies } from './followed-families.tsx';

export function ConnectionPage() {
  return <ConnectionFrame>{(connection) => <Summary connection={connection} />}</ConnectionFrame>;
}

function Scopes({ names }: { readonly names: readonly string[] }) {
  return (
    <span class="scopes">
      {names.map((scope) => (
        <code key={scope}>{scope}</code>
      ))}
    </span>
  );
}

function Summary({ connection }: { readonly connection: Connection }) {
  const { api } = usePlace();
  const provider = useProvider(connection);
  const { data: budget } = useLoad<ConnectionBudget>(api(`connections/${connection.connection_id}/budget`));
  return (
    <>
      <HealthNote connection={connection} />
      <div class="columns">
        <div class="column-main">
          <Card title="Facts">
            <Facts
              facts={[
                ['Customer', connection.external_account_id],
                ['Organization', connection.provider_tenant_name],
                ['Tenant', <Id value={connection.provider_tenant_id} plain />],
                [
                  'Provider app',
                  connection.provider_app_id ? <Id value={connection.provider_app_id} short /> : 'Hosted app',
                ],
                [
                  'Provider',
                  <>
                    {provider?.name ?? connection.provider} ·{' '}
                    <a href={`${prefix}/docs/reference/coverage`} target="_blank" rel="noopener">
                      what it can do here
                    </a>
                  </>,
                ],
                ['Retention', connection.retention_mode === 'cached' ? 'Records are cached' : 'Nothing is stored'],
                ['Its events', <EventsTo connectionId={connection.connection_id} />],
                ['Last success', <Time at={connection.last_success_at} />],
                ['Last sync', <Time at={connection.last_synced_at} />],
                ['Connected', <Time at={connection.created_at} />],
                ['Changed', <Time at={connection.updated_at} />],
                ['Scopes', <Scopes names={connection.scopes} />],
                connection.missing_scopes.length > 0 && [
                  'Not granted',
                  <>
                    <Scopes names={connection.missing_scopes} />
                    <span class="row-under">What needs them is refused until the customer connects again.</span>
                  </>,
                ],
              ]}
            />
          </Card>
          <LastFailures connectionId={connection.connection_id} />
        </div>
        <div class="column-side">
          {connection.retention_mode === 'cached' && <StoredRecords connection={connection} />}
          {connection.retention_mode === 'cached' && <FollowedFamilies connection={connection} />}
          <Card title="Provider budget">
            {budget && (
              <>
                <div class="pad stack">
                  <BudgetMeters budget={budget} />
                  <p>{forecastWords(budget)}</p>
                </div>
                <BudgetCauses budget={budget} />
              </>
            )}
          </Card>
          <Card title="Metadata">
            <JsonView label="Your metadata" value={connection.metadata} />
          </Card>
        </div>
      </div>
    </>
  );
}

/** Who gets its events, and how that went. */
function EventsTo({ connectionId }: { readonly connectionId: string }) {
  const { api, to } = usePlace();
  const { data, meta } = useLoad<Items<WebhookEndpoint>>(api('webhook-endpoints?limit=100'));
  const enabled = data?.items.filter(({ status }) => status === 'enabled').length;
  return (
    <span class="pair">
      {enabled !== undefined && (
        <a href={to('webhook-endpoints')}>
          go to {plural(enabled, 'endpoint')}
          {meta?.next_cursor ? ' and more' : ''}
        </a>
      )}
      <a href={to(`webhook-deliveries?connection_id=${connectionId}`)}>their deliveries</a>
    </span>
  );
}

function StoredRecords({ connection: { connection_id: id } }: { readonly connection: Connection }) {
  const { api, to } = usePlace();
  const { data } = useLoad<RecordCounts>(api(`connections/${id}/record-counts`));
  return (
    <Card title="Stored records" actions={<a href={to(`connections/${id}/records`)}>All</a>}>
      {data?.items.length === 0 && <p class="pad quiet">None yet: they come with the first sync.</p>}
      <Facts
        facts={(data?.items ?? []).map(({ type, count }) => [
          familyLabel(type),
          <a href={to(`connections/${id}/records/${type}`)}>{grouped(count)}</a>,
        ])}
      />
    </Card>
  );
}

/** The newest refusals of requests about it, and its operations that failed. */
function LastFailures({ connectionId }: { readonly connectionId: string }) {
  const { api, to } = usePlace();
  const of = `connection_id=${connectionId}`;
  const requests = useLoad<Items<LoggedRequest>>(api(`requests?status=failed&limit=3&${of}`)).data?.items;
  const operations = useLoad<Items<Operation>>(
    api(`operations?state=failed&limit=3&exclude_type=webhook.deliver&${of}`),
  ).data?.items;
  const failures = [
    ...(requests ?? []).map(({ id, method, route, error, code, created_at: at }) => ({
      href: to(`requests/${id}`),
      what: `${method} ${shortRoute(route)}`,
      why: error?.message ?? code ?? '',
      at,
    })),
    ...(operations ?? []).map(({ operation_id: id, type, error, updated_at: at }) => ({
      href: to(`operations/${id}`),
      what: type,
      why: error?.message ?? '',
      at,
    })),
  ];
  const newest = failures.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, 5);
  return (
    <Card
      title="Last failures"
      actions={<a href={to(`connections/${connectionId}/requests?status=failed`)}>Failed requests</a>}
    >
      {requests && operations && newest.length === 0 && <p class="pad quiet">Nothing has failed.</p>}
      <ul class="attention">
        {newest.map(({ href, what, why, at }) => (
          <li key={href}>
            <a href={href}>
              <BrokenAtDots text={what} />
            </a>
            <span class="quiet">{/^[\w.[\]]+:/.test(why) ? why : capital(why)}</span>
            <span class="since">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Says what is wrong and what a person can do. */
function HealthNote({ connection }: { readonly connection: Connection }) {
  const { health, health_message: message, last_success_at: at } = connection;
  if (health === 'ok') return null;
  return (
    <Note tone={health === 'failing' ? 'bad' : 'warn'}>
      <p>
        <strong>{stateWords(connectionState(connection)).words}.</strong> {message} Last success: <Time at={at} />.
      </p>
    </Note>
  );
}

export function ConnectionEventsPage() {
  return <ConnectionFrame>{({ connection_id: id }) => <EventsTable connectionId={id} />}</ConnectionFrame>;
}

export function ConnectionRequestsPage() {
  return <ConnectionFrame>{({ connection_id: id }) => <RequestsTable connectionId={id} />}</ConnectionFrame>;
}

export function ConnectionOperationsPage() {
  return <ConnectionFrame>{({ connection_id: id }) => <OperationsTable connectionId={id} />}</ConnectionFrame>;
}

export function ConnectionTimelinePage() {
  return <ConnectionFrame>{({ connection_id: id }) => <TimelineOf connectionId={id} />}</ConnectionFrame>;
}

function TimelineOf({ connectionId }: { readonly connectionId: string }) {
  const { api } = usePlace();
  const loaded = useLoad<Items<TimelineEntry>>(api(`connections/${connectionId}/timeline`));
  return (
    <Card title="Timeline">
      <Timeline loaded={loaded} own={connectionId} />
    </Card>
  );
}
