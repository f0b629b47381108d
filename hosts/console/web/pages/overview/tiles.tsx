import type { Hours, Overview } from '../../api/wire.ts';
import { Time } from '../../parts/time.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { atLeast, grouped, percent, plural } from '../../words/quantity.ts';
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

/** Four numbers, each in the colour of the worst that is true of it. */
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
      value={atLeast(succeeded + failed, operations.capped)}
      tone={failed + retrying > 0 ? 'warn' : 'quiet'}
      href={to('operations')}
    >
      {atLeast(failed, operations.capped)} failed · {atLeast(waitingOf(queue.operations), isMore(queue.operations))}{' '}
      under way
      {retrying > 0 && `, ${grouped(retrying)} of them retrying`}
    </Tile>
  );
}

function DeliveriesTile({ overview: { deliveries, webhook_endpoints: endpoints, queue } }: OverviewProps) {
  const { to } = usePlace();
  const { succeeded, failed } = ended(deliveries);
  const { made, succeeded: arrived } = deliveries.attempts;
  const isAll = succeeded + failed + waitingOf(queue.deliveries) <= attemptsOfMost;
  const isBad = failed > 0 || endpoints.by_health.open > 0;
  return (
    <Tile
      label="Deliveries"
      value={`${atLeast(succeeded, deliveries.capped)} delivered`}
      tone={isBad ? 'bad' : queue.deliveries.retrying > 0 ? 'warn' : 'quiet'}
      href={to('webhook-deliveries')}
    >
      {atLeast(waitingOf(queue.deliveries), isMore(queue.deliveries))} waiting · {atLeast(failed, deliveries.capped)}{' '}
      given up
      {made > 0 && `; ${percent(arrived, made)} of attempts${isAll ? '' : ' at the latest 1,000 deliveries'} succeeded`}
    </Tile>
  );
}

function EndpointsTile({ overview: { webhook_endpoints: endpoints } }: OverviewProps) {
  const { to } = usePlace();
  const { healthy, failing, open, disabled } = endpoints.by_health;
  const enabled = healthy + failing + open;
  const found = enabled > 0 ? plural(failing + open, 'failing', 'failing') : 'none enabled';
  return (
    <Tile
      label="Endpoints not failing"
      value={`${grouped(healthy)} of ${grouped(enabled)}`}
      tone={failing + open > 0 ? 'bad' : 'quiet'}
      href={to('webhook-endpoints')}
    >
      {found}
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

const countedMost = 10_000;
/** The service counts the attempts of so many of the latest deliveries. */
const attemptsOfMost = 1_000;

function isMore(waiting: Overview['queue']['deliveries']): boolean {
  return Object.values(waiting).some((count) => count >= countedMost);
}

export function waitingOf({ queued, running, retrying }: Overview['queue']['deliveries']): number {
  return queued + running + retrying;
}

/** How many ended well, and how many did not; what a person cancelled is neither. */
export function ended({ hours }: Hours): { readonly succeeded: number; readonly failed: number } {
  return {
    succeeded: hours.reduce((sum, hour) => sum + hour.succeeded, 0),
    failed: hours.reduce((sum, hour) => sum + hour.failed + hour.dead_letter, 0),
  };
}
