import { useRoute } from 'preact-iso';
import { useLoad } from '../../api/use-load.ts';
import type { EndpointStatistics, WebhookEndpoint } from '../../api/wire-webhooks.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { Id } from '../../parts/id.tsx';
import { Note } from '../../parts/notes.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { grouped, percentOf, plural } from '../../words/quantity.ts';
import { DeliveriesTable } from '../deliveries/deliveries-table.tsx';
import { ObjectPage } from '../object-page.tsx';
import { EndpointActions } from './endpoint-actions.tsx';

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
            badge={<StateBadge state={endpoint.status === 'enabled' ? endpoint.health.state : endpoint.status} />}
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
              <Statistics endpointId={id} />
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

const disabledBecause: Readonly<Record<string, string>> = {
  requested: 'Somebody disabled it.',
  gone: 'It answered 410 Gone.',
  failing: 'Nothing arrived for 5 days.',
};

function HealthNote({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { status, status_reason, health } = endpoint;
  if (status === 'disabled') {
    return (
      <Note tone="warn">
        <p>
          <strong>Nothing is sent to it.</strong> {disabledBecause[status_reason ?? ''] ?? ''} Enable it, then recover
          what it missed.
        </p>
      </Note>
    );
  }
  if (health.state === 'healthy') return null;
  return (
    <Note tone={health.state === 'open' ? 'bad' : 'warn'}>
      <p>
        <strong>{plural(health.consecutive_failures, 'delivery', 'deliveries')} in a row failed</strong>, the first{' '}
        <Time at={health.failing_since} />.{' '}
        {health.state === 'open' && (
          <>
            Deliveries are held back and one a minute is tried; the next <Time at={health.next_probe_at} />.{' '}
          </>
        )}
        {health.disables_at && (
          <>
            It is disabled <Time at={health.disables_at} /> unless it answers before.
          </>
        )}
      </p>
    </Note>
  );
}

function Statistics({ endpointId }: { readonly endpointId: string }) {
  const { api } = usePlace();
  const { data } = useLoad<EndpointStatistics>(api(`webhook-endpoints/${endpointId}/statistics`));
  const count = (...states: readonly (keyof EndpointStatistics['deliveries'])[]) =>
    data ? grouped(states.reduce((sum, state) => sum + data.deliveries[state], 0)) : '';
  return (
    <Card title="Last 24 hours">
      <p class="pad big">
        {data?.success_rate === null ? (
          <span class="quiet">No delivery has ended.</span>
        ) : (
          <>
            {data ? percentOf(data.success_rate) : ' '} <span class="quiet">arrived</span>
          </>
        )}
      </p>
      <Facts
        facts={[
          ['Arrived', count('succeeded')],
          ['Did not arrive', count('failed', 'dead_letter')],
          ['On the way', count('queued', 'running', 'retrying')],
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
