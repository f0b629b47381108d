import { useWaitingCount } from '../../api/use-waiting-count.ts';
import type { Overview } from '../../api/wire.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Card } from '../../parts/facts.tsx';
import { Note } from '../../parts/notes.tsx';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { endpointName } from '../../words/endpoint-name.ts';
import { bounded, grouped, plural } from '../../words/quantity.ts';
import { withQuery } from '../../words/query-state.ts';
import { connectionState, endpointState } from '../../words/state-words.ts';
import { LastFailure } from '../webhooks/endpoint-health.tsx';
import { ended } from './tiles.tsx';

/** Lists what a person should look at, with links; or says that there is nothing. */
export function NeedsAttention({ overview }: { readonly overview: Overview }) {
  const { connections, webhook_endpoints: endpoints, operations, deliveries, queue } = overview;
  const dead = ended(operations).failed;
  const lost = ended(deliveries).failed;
  const { retrying } = queue.operations;
  const waiting = useWaitingCount();
  if (waiting + connections.failing.length + endpoints.failing.length + dead + lost + retrying.value === 0) {
    return (
      <Note tone="good">
        Nothing needs attention: no connection and no endpoint is failing, and nothing was given up.
      </Note>
    );
  }
  return (
    <Card title="Needs attention">
      <ul class="attention">
        <Approvals waiting={waiting} />
        <Connections connections={connections} />
        <Endpoints endpoints={endpoints.failing} />
        <Work overview={overview} />
      </ul>
    </Card>
  );
}

/** What waits comes first: an agent stands still until somebody has decided. */
function Approvals({ waiting }: { readonly waiting: number }) {
  const { to } = usePlace();
  if (waiting === 0) return null;
  return (
    <li>
      <StateBadge state="awaiting_approval" />
      <a href={to('approvals')}>
        {plural(waiting, 'write of an agent waits', 'writes of agents wait')} for somebody to approve or decline
      </a>
    </li>
  );
}

const connectionsMost = 5;

/** The first of them, and links to all of a kind that has more. */
function Connections({ connections }: { readonly connections: Overview['connections'] }) {
  const { to } = usePlace();
  const { failing, by_status, by_health } = connections;
  const shown = failing.slice(0, connectionsMost);
  const all = (health: 'failing' | 'degraded', count: number, words: string) =>
    count > shown.filter((one) => one.health === health).length && (
      <li>
        <StateBadge state={health === 'failing' ? 'not_working' : health} />
        <a href={to(`connections?health=${health}`)}>{`All ${grouped(count)} connections that ${words}`}</a>
      </li>
    );
  return (
    <>
      {shown.map((one) => (
        <li key={one.connection_id}>
          <StateBadge state={connectionState(one)} />
          <a href={to(`connections/${one.connection_id}`)}>{one.provider_tenant_name ?? one.external_account_id}</a>
          <span class="quiet">
            {one.health_message ?? 'Disconnecting has not finished. If it stays so, disconnect again.'}
          </span>
          <LastSuccess at={one.last_success_at} />
        </li>
      ))}
      {all('failing', by_status.action_required + by_health.failing, 'do not work')}
      {all('degraded', by_health.degraded, 'are degraded')}
    </>
  );
}

function Endpoints({ endpoints }: { readonly endpoints: Overview['webhook_endpoints']['failing'] }) {
  const { to } = usePlace();
  return endpoints.map((one) => (
    <li key={one.webhook_endpoint_id}>
      <StateBadge state={endpointState(one)} />
      <a href={to(`webhook-endpoints/${one.webhook_endpoint_id}`)} title={one.url}>
        {endpointName(one.url, 56)}
      </a>
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

/** Each count links to the list that has so many rows. */
function Work({ overview }: { readonly overview: Overview }) {
  const { to } = usePlace();
  const { retrying } = overview.queue.operations;
  const from = overview.operations.hours[0]?.at;
  const count = (key: 'operations' | 'deliveries', state: 'failed' | 'dead_letter') =>
    overview[key].hours.reduce((sum, hour) => sum + hour[state], 0);
  const item = (state: 'failed' | 'dead_letter' | 'retrying', page: string, words: string) => (
    <li key={words}>
      <StateBadge state={state} />
      <a href={withQuery(to(page), { state, from: state === 'retrying' ? undefined : from })}>{words}</a>
    </li>
  );
  return (
    <>
      {retrying.value > 0 &&
        item(
          'retrying',
          'operations',
          `${bounded(retrying)} ${retrying.value === 1 ? 'operation waits' : 'operations wait'} to be tried again`,
        )}
      {(['failed', 'dead_letter'] as const).map((state) => {
        const ended = count('operations', state);
        const lost = count('deliveries', state);
        const when = state === 'failed' ? '' : ' after the last attempt';
        return [
          ended > 0 && item(state, 'operations', `${plural(ended, 'operation')} failed${when}`),
          lost > 0 &&
            item(state, 'webhook-deliveries', `${plural(lost, 'delivery was', 'deliveries were')} given up${when}`),
        ];
      })}
    </>
  );
}
