import type { Overview } from '../../api/wire-overview.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Card } from '../../parts/facts.tsx';
import { Note } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { plural } from '../../words/quantity.ts';

/** What a person should look at, each with the way there; or that there is nothing. */
export function NeedsAttention({ overview }: { readonly overview: Overview }) {
  const { to } = usePlace();
  const connections = overview.connections.failing;
  const endpoints = overview.webhook_endpoints.failing;
  const sum = (key: 'operations' | 'deliveries') =>
    overview[key].hours.reduce((count, hour) => count + hour.failed + hour.dead_letter, 0);
  const dead = sum('operations');
  const lost = sum('deliveries');
  if (connections.length + endpoints.length + dead + lost === 0) {
    return (
      <Note tone="good">
        <p>Everything is well: every connection is usable, every endpoint answers, nothing failed.</p>
      </Note>
    );
  }
  return (
    <Card title="Needs attention">
      <ul class="attention">
        {connections.map((one) => (
          <li key={one.connection_id}>
            <StateBadge state={one.status} />
            <a href={to(`connections/${one.connection_id}`)}>{one.provider_tenant_name ?? one.external_account_id}</a>
            <span class="quiet">{reasonWords(one.status_reason) ?? 'The customer has to connect again.'}</span>
            <Time at={one.updated_at} />
          </li>
        ))}
        {endpoints.map((one) => (
          <li key={one.webhook_endpoint_id}>
            <StateBadge state={one.status === 'enabled' ? one.health.state : one.status} />
            <a href={to(`webhook-endpoints/${one.webhook_endpoint_id}`)}>{one.url}</a>
            <span class="quiet">{plural(one.health.consecutive_failures, 'failure')} in a row</span>
            <Time at={one.health.failing_since} />
          </li>
        ))}
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
              {plural(lost, 'delivery', 'deliveries')} did not arrive
            </a>
            <span class="quiet">
              also look at <a href={to('webhook-deliveries?state=failed&period=24h')}>failed ones</a>
            </span>
          </li>
        )}
      </ul>
    </Card>
  );
}

function reasonWords(reason: string | null): string | undefined {
  return reason === null ? undefined : reason.replaceAll('_', ' ');
}
