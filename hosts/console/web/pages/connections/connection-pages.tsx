// The views of a connection, each at its own URL.

import { useLoad } from '../../api/use-load.ts';
import { useProvider } from '../../api/use-provider.ts';
import type { Connection, ConnectionBudget, Items, TimelineEntry } from '../../api/wire.ts';
import { Card, Facts } from '../../parts/facts.tsx';
import { Id } from '../../parts/id.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Note } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { coverageWords } from '../../words/coverage-words.ts';
import { connectionState, stateWords } from '../../words/state-words.ts';
import { BudgetCauses, BudgetMeters, forecastWords } from '../budgets/budget-parts.tsx';
import { EventsTable } from '../events/events-table.tsx';
import { OperationsTable } from '../operations/operations-page.tsx';
import { RequestsTable } from '../requests/requests-table.tsx';
import { ConnectionFrame } from './connection-frame.tsx';

export function ConnectionPage() {
  return <ConnectionFrame>{(connection) => <Summary connection={connection} />}</ConnectionFrame>;
}

function Summary({ connection }: { readonly connection: Connection }) {
  const { api, to } = usePlace();
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
                ['Retention', connection.retention_mode === 'cached' ? 'Records are cached' : 'Nothing is stored'],
                ['Last success', <Time at={connection.last_success_at} />],
                ['Last sync', <Time at={connection.last_synced_at} />],
                [
                  'Deliveries',
                  <a href={to(`webhook-deliveries?connection_id=${connection.connection_id}`)}>Of its events</a>,
                ],
                ['Connected', <Time at={connection.created_at} />],
                ['Changed', <Time at={connection.updated_at} />],
                [
                  'Scopes',
                  <span class="scopes">
                    {connection.scopes.map((scope) => (
                      <code key={scope}>{scope}</code>
                    ))}
                  </span>,
                ],
              ]}
            />
          </Card>
        </div>
        <div class="column-side">
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
          {provider && (
            <Card title={`What ${provider.name} can do here`}>
              <Facts facts={coverageWords(provider)} />
              <p class="pad quiet">
                {provider.recipes.length > 0
                  ? `Automations: ${provider.recipes.join(', ')}.`
                  : 'It has no automations.'}
              </p>
            </Card>
          )}
          <Card title="Metadata">
            <JsonView label="Your metadata" value={connection.metadata} />
          </Card>
        </div>
      </div>
    </>
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
