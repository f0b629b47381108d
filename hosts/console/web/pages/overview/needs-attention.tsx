import type { Overview } from '../../api/wire-overview.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Card } from '../../parts/facts.tsx';
import { Note } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { plural } from '../../words/quantity.ts';
import { connectionState, endpointState } from '../../words/state-words.ts';
import { LastFailure } from '../webhooks/endpoint-health.tsx';
import { ended } from './tiles.tsx';

/** What a person should look at, each with the way there; or that there is nothing. */
export function NeedsAttention({ overview }: { readonly overview: Overview }) {
  const { connections, webhook_endpoints: endpoints, operations, deliveries, queue } = overview;
  const dead = ended(operations).failed;
  const lost = ended(deliveries).failed;
  const { retrying } = queue.operations;
  if (connections.failing.length + endpoints.failing.length + dead + lost + retrying === 0) {
    return (
      <Note tone="good">
        <p>Nothing needs attention: no connection and no endpoint is failing, and nothing was given up.</p>
      </Note>
    );
  }
  return (
    <Card title="Needs attention">
      <ul class="attention">
        <Connections connections={connections.failing} />
        <Endpoints endpoints={endpoints.failing} />
        <Work retrying={retrying} dead={dead} lost={lost} />
      </ul>
    </Card>
  );
}

function Connections({ connections }: { readonly connections: Overview['connections']['failing'] }) {
  const { to } = usePlace();
  return connections.map((one) => (
    <li key={one.connection_id}>
      <StateBadge state={connectionState(one)} />
      <a href={to(`connections/${one.connection_id}`)}>{one.provider_tenant_name ?? one.external_account_id}</a>
      <span class="quiet">
        {one.health_message ?? 'Disconnecting has not finished. If it stays so, disconnect again.'}
      </span>
      <LastSuccess at={one.last_success_at} />
    </li>
  ));
}

function Endpoints({ endpoints }: { readonly endpoints: Overview['webhook_endpoints']['failing'] }) {
  const { to } = usePlace();
  return endpoints.map((one) => (
    <li key={one.webhook_endpoint_id}>
      <StateBadge state={endpointState(one)} />
      <a href={to(`webhook-endpoints/${one.webhook_endpoint_id}`)}>{one.url}</a>
      <span class="quiet">
        <LastFailure endpoint={one} />
      </span>
      <LastSuccess at={one.health.last_success_at} />
    </li>
  ));
}

function LastSuccess({ at }: { readonly at: string | null }) {
  return (
    <span class="since">
      {at === null ? (
        'no success yet'
      ) : (
        <>
          last success <Time at={at} />
        </>
      )}
    </span>
  );
}

function Work({ retrying, dead, lost }: Readonly<Record<'retrying' | 'dead' | 'lost', number>>) {
  const { to } = usePlace();
  return (
    <>
      {retrying > 0 && (
        <li>
          <StateBadge state="retrying" />
          <a href={to('operations?state=retrying')}>{plural(retrying, 'operation')} failed and will be tried again</a>
        </li>
      )}
      {dead > 0 && (
        <li>
          <StateBadge state="failed" />
          <a href={to('operations?state=failed&period=24h')}>{plural(dead, 'operation')} failed</a>
          <span class="quiet">
            also look at <a href={to('operations?state=dead_letter&period=24h')}>dead letters</a>
          </span>
        </li>
      )}
      {lost > 0 && (
        <li>
          <StateBadge state="dead_letter" />
          <a href={to('webhook-deliveries?state=dead_letter&period=24h')}>
            {plural(lost, 'delivery was', 'deliveries were')} given up
          </a>
          <span class="quiet">
            also look at <a href={to('webhook-deliveries?state=failed&period=24h')}>failed ones</a>
          </span>
        </li>
      )}
    </>
  );
}
