import type { Hours, Overview, Waiting } from '../../api/wire.ts';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { type BoundedCount, bounded, boundedSum, grouped, percent, plural } from '../../words/quantity.ts';
import type { Tone } from '../../words/state-words.ts';

interface TileProps {
  readonly label: string;
  readonly value: string;
  /** What the number counts, if the label does not say it. */
  readonly unit?: preact.ComponentChildren;
  readonly tone: Tone;
  readonly href: string;
  readonly children: preact.ComponentChildren;
}

function Tile({ label, value, unit, tone, href, children }: TileProps) {
  return (
    <li class={tone === 'quiet' ? 'tile' : `tile ${tone}`}>
      <a class="tile-link" href={href}>
        {label}
      </a>
      <p class="tile-value">
        {value} <span class="tile-unit">{unit}</span>
      </p>
      <p class="quiet">{children}</p>
    </li>
  );
}

/** Four numbers, each in the colour of its worst fact. */
export function Tiles({ overview }: { readonly overview: Overview }) {
  return (
    <ul class="tiles">
      <ConnectionsTile overview={overview} />
      <OperationsTile overview={overview} />
      <DeliveriesTile overview={overview} />
      <EndpointsTile overview={overview} />
    </ul>
  );
}

interface OverviewProps {
  readonly overview: Overview;
}

function ConnectionsTile({ overview: { connections } }: OverviewProps) {
  const { to } = usePlace();
  const { active: all, action_required: stopped } = connections.by_status;
  const { failing: broken, degraded } = connections.by_health;
  const problems = [
    stopped > 0 && `${grouped(stopped)} to reconnect`,
    broken > 0 && `${grouped(broken)} not working`,
    degraded > 0 && `${grouped(degraded)} degraded`,
  ].filter((part) => part !== false);
  return (
    <Tile
      label="Active connections"
      value={grouped(all)}
      tone={stopped + broken > 0 ? 'bad' : degraded > 0 ? 'warn' : 'quiet'}
      href={to('connections')}
    >
      {problems.length > 0 ? problems.join(' · ') : all === 0 ? 'none' : <LastSync at={connections.last_synced_at} />}
    </Tile>
  );
}

function OperationsTile({ overview: { operations, queue } }: OverviewProps) {
  const { to } = usePlace();
  const { succeeded, failed } = ended(operations);
  const { retrying } = queue.operations;
  return (
    <Tile
      label="Operations ended"
      value={grouped(succeeded + failed)}
      tone={failed + retrying.value > 0 ? 'warn' : 'quiet'}
      href={to('operations')}
    >
      {grouped(failed)} failed · {bounded(waitingOf(queue.operations))} under way
      {retrying.value > 0 && `, ${bounded(retrying)} of them retrying`}
    </Tile>
  );
}

function DeliveriesTile({ overview: { deliveries, webhook_endpoints: endpoints, queue } }: OverviewProps) {
  const { to } = usePlace();
  const { succeeded, failed } = ended(deliveries);
  const made = deliveries.hours.reduce((sum, { attempts }) => sum + attempts.made, 0);
  const arrived = deliveries.hours.reduce((sum, { attempts }) => sum + attempts.succeeded, 0);
  const { open } = endpoints.by_health;
  const isBad = failed > 0 || open > 0;
  return (
    <Tile
      label="Deliveries"
      value={grouped(succeeded)}
      unit="delivered"
      tone={isBad ? 'bad' : queue.deliveries.retrying.value > 0 ? 'warn' : 'quiet'}
      href={to('webhook-deliveries')}
    >
      {bounded(waitingOf(queue.deliveries))} waiting
      {open > 0 && ` (${plural(open, 'endpoint')} held)`} · {grouped(failed)} given up
      {made > 0 && `; ${percent(arrived, made)} of ${plural(made, 'attempt')} succeeded`}
    </Tile>
  );
}

/** Leads with those that fail. One that failed is tried again; one that is held, or was disabled, needs a person. */
function EndpointsTile({ overview: { webhook_endpoints: endpoints } }: OverviewProps) {
  const { to } = usePlace();
  const { healthy, failing, open, disabled } = endpoints.by_health;
  const notWell = failing + open;
  const enabled = healthy + notWell;
  const tone = open > 0 ? 'bad' : failing > 0 ? 'warn' : 'quiet';
  return (
    <Tile
      label="Webhook endpoints"
      value={grouped(notWell > 0 ? notWell : healthy)}
      unit={notWell > 0 ? <span class={`word ${tone}`}>failing</span> : enabled > 0 ? 'healthy' : 'enabled'}
      tone={tone}
      href={to('webhook-endpoints')}
    >
      {notWell > 0 && `of ${grouped(enabled)} enabled`}
      {notWell > 0 && open > 0 && ` · ${grouped(open)} held`}
      {notWell === 0 && enabled > 0 && 'none failing'}
      {disabled > 0 && ` · ${grouped(disabled)} disabled`}
    </Tile>
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

export function waitingOf({ queued, running, retrying }: Waiting): BoundedCount {
  return boundedSum([queued, running, retrying]);
}

/** Counts what ended well and what failed; a cancelled operation is neither. */
export function ended({ hours }: Hours): { readonly succeeded: number; readonly failed: number } {
  return {
    succeeded: hours.reduce((sum, hour) => sum + hour.succeeded, 0),
    failed: hours.reduce((sum, hour) => sum + hour.failed + hour.dead_letter, 0),
  };
}
