import type { AlertDestination } from '../api/wire.ts';
import { eventTypes, namesOf } from './closed-sets.ts';

export type AlertKind = Exclude<AlertDestination['events'][number], '*'>;

const words = {
  'connection.failing': 'A connection does not work',
  'sync.failed': 'A sync failed',
  'endpoint.paused': 'Deliveries to an endpoint are held',
  'endpoint.disabled': 'An endpoint is disabled',
  'endpoint.resumed': 'An endpoint gets its deliveries again (told anyway where it was told that it failed)',
  'delivery.given_up': 'A delivery was given up',
  'operation.dead_lettered': 'An operation failed for good',
  'operation.awaiting_approval': 'A write of an agent waits for a person',
  'budget.low': 'A day’s provider calls are nearly used up',
  'connections.near_limit': 'The plan’s connections are nearly used up',
  'key.expiring': 'An API key ends soon',
} as const satisfies Readonly<Record<string, string>>;

/** What a person can be told of. A kind that the service tells does not compile without its words. */
export const alertKindWords: Readonly<Record<AlertKind, string>> = words;

const told: ReadonlySet<string> = new Set(['connection.failing', ...eventTypes]);
export const alertKinds = namesOf(alertKindWords).filter((kind) => told.has(kind));

const ways: Readonly<Record<AlertDestination['kind'], string>> = { email: 'E-mail', slack: 'Chat webhook' };

export const wayWords = (kind: AlertDestination['kind']): string => ways[kind];

/** What a destination is told of, short. */
export function wantedWords({ events, environments, weekly_summary: weekly }: AlertDestination): string {
  const [only] = events;
  const kinds = events.includes('*')
    ? 'Everything'
    : events.length === 1 && only !== undefined && only !== '*'
      ? alertKindWords[only]
      : `${events.length} kinds`;
  const where = environments.length === 1 ? `, ${environments[0]} only` : '';
  return `${kinds}${where}${weekly ? ', weekly summary' : ''}`;
}

/** Why nobody would be told, or undefined. `failing` of the `all` destinations did not take the latest message. */
export function nobodyWords({
  destinations: all,
  failing,
}: {
  readonly destinations: number;
  readonly failing: number;
}): string | undefined {
  if (all === 0) return 'Nobody would be told if a connection or an endpoint failed: no alert goes anywhere.';
  if (failing < all) return undefined;
  return all === 1
    ? 'Nobody would be told if something failed: the only destination of alerts did not take the latest message.'
    : `Nobody would be told if something failed: none of the ${all} destinations of alerts took the latest message.`;
}
