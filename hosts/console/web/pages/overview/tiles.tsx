import type { Hours, Overview } from '../../api/wire-overview.ts';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { grouped, percent, plural } from '../../words/quantity.ts';
import type { Tone } from '../../words/state-words.ts';

interface TileProps {
  readonly label: string;
  readonly value: string;
  readonly tone: Tone;
  readonly href: string;
  readonly children: preact.ComponentChildren;
}

function Tile({ label, value, tone, href, children }: TileProps) {
  return (
    <li class={`tile ${tone}`}>
      <a class="tile-link" href={href}>
        {label}
      </a>
      <p class="tile-value">{value}</p>
      <p class="quiet">{children}</p>
    </li>
  );
}

/** Four numbers that say whether all is well. */
export function Tiles({ overview }: { readonly overview: Overview }) {
  const { to } = usePlace();
  const { connections, webhook_endpoints: endpoints, operations, deliveries, queue } = overview;
  const broken = connections.by_status['action_required'] ?? 0;
  const [done, failed] = ended(operations);
  const [arrived, lost] = ended(deliveries);
  const failing = (endpoints.by_health['failing'] ?? 0) + (endpoints.by_health['open'] ?? 0);
  const waiting = queue.operations.queued + queue.operations.running + queue.operations.retrying;
  const onTheWay = queue.deliveries.queued + queue.deliveries.running + queue.deliveries.retrying;
  return (
    <ul class="tiles">
      <Tile
        label="Active connections"
        value={grouped(connections.by_status['active'] ?? 0)}
        tone={broken > 0 ? 'bad' : 'good'}
        href={to('connections')}
      >
        {broken > 0 ? `${plural(broken, 'needs', 'need')} to reconnect` : <LastSync at={connections.last_synced_at} />}
      </Tile>
      <Tile label="Operations ended" value={grouped(done)} tone={failed > 0 ? 'warn' : 'good'} href={to('operations')}>
        {plural(failed, 'failed', 'failed')} · {grouped(waiting)} under way
      </Tile>
      <Tile
        label="Deliveries that arrived"
        value={percent(arrived - lost, arrived)}
        tone={lost > 0 ? 'warn' : 'good'}
        href={to('webhook-deliveries')}
      >
        {grouped(arrived - lost)} of {grouped(arrived)} · {grouped(onTheWay)} on the way
      </Tile>
      <Tile
        label="Endpoints that answer"
        value={grouped(endpoints.by_health['healthy'] ?? 0)}
        tone={failing > 0 ? 'bad' : 'good'}
        href={to('webhook-endpoints')}
      >
        {failing > 0 ? `${grouped(failing)} failing` : 'none is failing'}
      </Tile>
    </ul>
  );
}

function LastSync({ at }: { readonly at: string | null }) {
  return at === null ? (
    'none has synced yet'
  ) : (
    <>
      last sync <Time at={at} />
    </>
  );
}

/** How many ended, and how many of those without success; what somebody cancelled is neither. */
function ended({ hours }: Hours): readonly [all: number, failed: number] {
  const failed = hours.reduce((sum, hour) => sum + hour.failed + hour.dead_letter, 0);
  return [hours.reduce((sum, { succeeded }) => sum + succeeded, failed), failed];
}
