import { useRoute } from 'preact-iso';
import { useLoad } from '../../api/use-load.ts';
import type { EndpointStatistics, WebhookEndpoint } from '../../api/wire.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Card, Facts } from '../../parts/facts.tsx';
import { HoursChart, PeriodChips, useChartPeriod } from '../../parts/hours-chart.tsx';
import { Id } from '../../parts/id.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { bounded, grouped, percent, plural } from '../../words/quantity.ts';
import { withQuery } from '../../words/query-state.ts';
import { capital, endpointState } from '../../words/state-words.ts';
import { DeliveriesTable } from '../deliveries/deliveries-table.tsx';
import { ObjectPage } from '../object-page.tsx';
import { waitingOf } from '../overview/tiles.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { HealthNote } from './endpoint-health.tsx';

/** An endpoint: its health, its deliveries, and what can be done. */
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

/** Deliveries that ended in the period and deliveries that wait now; while an endpoint is paused, none end. */
function Statistics({ endpointId }: { readonly endpointId: string }) {
  const { api } = usePlace();
  const { name, words, bar } = useChartPeriod();
  const path = api(`webhook-endpoints/${endpointId}/statistics`);
  const { data } = useLoad<EndpointStatistics>(withQuery(path, { period: name }));
  const title = capital(words);
  if (!data) return <Card title={title}>{null}</Card>;
  const { attempts, deliveries, waiting, hours } = data;
  return (
    <Card title={title}>
      <div class="pad">
        <PeriodChips />
      </div>
      <p class="pad big">
        {attempts.made === 0 ? (
          <span class="quiet">No attempts in this time.</span>
        ) : (
          <>
            {percent(attempts.succeeded, attempts.made)}{' '}
            <span class="quiet">of {plural(attempts.made, 'attempt')} succeeded</span>
          </>
        )}
      </p>
      <HoursChart
        title={`Attempts per ${bar}`}
        list={`webhook-deliveries?webhook_endpoint_id=${endpointId}`}
        hours={hours.map(({ at, attempts: { made, succeeded } }) => ({
          at,
          succeeded,
          failed: made - succeeded,
          dead_letter: 0,
          cancelled: 0,
        }))}
        words={['Succeeded', 'Failed']}
      />
      <Facts
        facts={[
          ['Delivered', grouped(deliveries.succeeded)],
          ['Waiting', bounded(waitingOf(waiting))],
          ['Given up', grouped(deliveries.failed + deliveries.dead_letter)],
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
