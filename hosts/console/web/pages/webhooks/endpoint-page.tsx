import { useRoute } from 'preact-iso';
import { useLoad } from '../../api/use-load.ts';
import type { EndpointStatistics, WebhookEndpoint } from '../../api/wire.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { Id } from '../../parts/id.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { atLeast, percent } from '../../words/quantity.ts';
import { endpointState } from '../../words/state-words.ts';
import { DeliveriesTable } from '../deliveries/deliveries-table.tsx';
import { ObjectPage } from '../object-page.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { HealthNote } from './endpoint-health.tsx';

/** One endpoint: how it answers, what it was sent, what can be done. */
export function EndpointPage() {
  const { webhook_endpoint_id: id = '' } = useRoute().params;
  const { api, to } = usePlace();
  const up = { href: to('webhook-endpoints'), label: 'Webhook endpoints' };
  const loaded = useLoad<WebhookEndpoint>(api(`webhook-endpoints/${id}`));
  return (
    <ObjectPage loaded={loaded} title="Webhook endpoint" up={up}>
      {(endpoint) => (
        <>
          <PageHead
            title={endpoint.url}
            badge={<StateBadge state={endpointState(endpoint)} />}
            under={<Id value={id} plain />}
            up={up}
            actions={<EndpointActions endpoint={endpoint} />}
          />
          <HealthNote endpoint={endpoint} />
          <div class="columns">
            <div class="column-main">
              <h2 class="section">Deliveries</h2>
              <DeliveriesTable endpointId={id} />
            </div>
            <div class="column-side early">
              <Statistics endpoint={endpoint} />
              <Card title="Facts">
                <EndpointFacts endpoint={endpoint} />
              </Card>
            </div>
          </div>
        </>
      )}
    </ObjectPage>
  );
}

/** Deliveries of the last day by state, and how the attempts went: what waits counts as much as what ended. */
function Statistics({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { webhook_endpoint_id: endpointId, health } = endpoint;
  const isTried = health.last_success_at !== null || health.last_failure_at !== null;
  const { api } = usePlace();
  const { data } = useLoad<EndpointStatistics>(api(`webhook-endpoints/${endpointId}/statistics`));
  const count = (...states: readonly (keyof EndpointStatistics['deliveries'])[]) =>
    data
      ? atLeast(
          states.reduce((sum, state) => sum + data.deliveries[state], 0),
          data.capped,
        )
      : '';
  return (
    <Card title="Last 24 hours">
      <p class="pad big">
        {data?.attempts.made === 0 ? (
          <span class="quiet">
            {isTried ? 'None of the latest 1,000 deliveries was tried yet.' : 'No attempts yet.'}
          </span>
        ) : (
          <>
            {data ? percent(data.attempts.succeeded, data.attempts.made) : ' '}{' '}
            <span class="quiet">of attempts succeeded</span>
          </>
        )}
      </p>
      <Facts
        facts={[
          ['Delivered', count('succeeded')],
          ['Waiting', count('queued', 'running', 'retrying')],
          ['Given up', count('failed', 'dead_letter')],
        ]}
      />
    </Card>
  );
}

function EndpointFacts({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { description, event_types, health, previous_secret_until, created_at } = endpoint;
  return (
    <Facts
      facts={[
        description !== null && ['Description', description],
        [
          'Events',
          event_types.includes('*')
            ? 'Every event'
            : event_types.map((type) => (
                <code key={type} class="line">
                  {type}
                </code>
              )),
        ],
        ['Last success', <Time at={health.last_success_at} />],
        previous_secret_until !== null && ['Old secret signs until', <Time at={previous_secret_until} />],
        ['Added', <Time at={created_at} />],
      ]}
    />
  );
}
