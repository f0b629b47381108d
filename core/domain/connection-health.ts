// A connection's recent calls to the provider and its syncs say how it works.
import type { Connection } from './connection.ts';

export const connectionHealths = ['ok', 'degraded', 'failing'] as const;

const healthMessages = {
  authorization:
    'The provider refuses the authorization. Check the credentials of the provider app; if they are right, ask the customer to connect again.',
  scope_missing:
    'A call was refused because the customer did not grant a scope that it needs. Ask the customer to connect again and to grant all scopes.',
  rate_limited:
    'The provider refuses calls because there are too many. Calls go on by themselves; spread the work if this lasts.',
  provider_unavailable:
    'The provider fails or does not answer. Calls are repeated by themselves; look at the provider’s status page if this lasts.',
  sync_failed:
    'Three attempts to sync failed, or no sync has ended well for more than two reconciliation intervals. Look at the sync operations of the connection, and whether a worker runs.',
};

export type ConnectionHealthReason = keyof typeof healthMessages;
export const connectionHealthReasons = Object.keys(healthMessages) as readonly ConnectionHealthReason[];

/** For a person: why, and the next step. */
export function healthMessage({ status, statusReason, health }: MonitoredConnection): string | null {
  if (health.reason === null) return null;
  if (status !== 'action_required') return healthMessages[health.reason];
  const why = statusReason === null ? '' : ` (${statusReason.replaceAll('_', ' ')})`;
  return `The customer has to connect again${why}. Make a reconnect link and send it to them; nothing that was cached is lost.`;
}

export interface ConnectionHealth {
  /**
   * `degraded` is expected to pass by itself: three calls or attempts to sync failed, or no sync ended well for two
   * intervals. `failing` needs a person: the customer must connect again, a scope is missing, or nothing went well for
   * eight intervals.
   */
  readonly state: (typeof connectionHealths)[number];
  readonly reason: ConnectionHealthReason | null;
  /** The last call that went well or the last sync that ended, whichever is later. */
  readonly lastSuccessAt: Date | null;
}

/** A connection with how it works. */
export interface MonitoredConnection extends Connection {
  readonly health: ConnectionHealth;
  readonly storedHealth: ConnectionHealth['state'];
}

/** The latest calls of a connection, as far as they are remembered. A refusal of a document is a call that went well. */
export interface RecentCalls {
  readonly lastGoodAt: Date | null;
  /** Good or not; a status of null is a call that brought no answer. */
  readonly latest: { readonly at: Date; readonly status: number | null } | null;
  /** When it is after the last good one, the last three calls failed. */
  readonly thirdLatestAt: Date | null;
  /** Attempts at syncs that failed in a row, counted to `syncFailuresMost`. */
  readonly syncFailures: number;
  /** What filters go by until it is judged again. */
  readonly stored: ConnectionHealth['state'];
}

export const syncFailuresMost = 3;

const degradedAfterIntervals = 2;
const failingAfterIntervals = 8;
/** A refused scope is reported for so long after the last call that needed it, unless the customer connects again. */
const scopeRefusedHours = 24;

export interface HealthClock {
  readonly now: Date;
  readonly reconcileIntervalMinutes: number;
}

/** A connection that is not in use (`pending_selection`, `disconnecting`, `disconnected`) is `ok`. */
export function connectionHealth(connection: Connection, calls: RecentCalls, clock: HealthClock): ConnectionHealth {
  const { status, scopeRefusedAt, lastSyncedAt } = connection;
  const lastSuccessAt = latestOf(calls.lastGoodAt, lastSyncedAt);
  const say = (state: ConnectionHealth['state'], reason: ConnectionHealthReason | null): ConnectionHealth => ({
    ...{ state, reason, lastSuccessAt },
  });
  if (status === 'action_required') return say('failing', 'authorization');
  if (status !== 'active') return say('ok', null);
  if (scopeRefusedAt && clock.now.getTime() - scopeRefusedAt.getTime() < scopeRefusedHours * 3_600_000) {
    return say('failing', 'scope_missing');
  }
  const failure = failureIn(connection, calls);
  const isOverdue = isOlder(latestOf(lastSyncedAt, connection.updatedAt), degradedAfterIntervals, clock);
  const isSyncFailing = connection.retentionMode === 'cached' && (isOverdue || calls.syncFailures >= syncFailuresMost);
  if (!failure?.isRepeated && !isSyncFailing) return say('ok', null);
  const isLasting = isOlder(latestOf(lastSuccessAt, connection.updatedAt), failingAfterIntervals, clock);
  return say(isLasting ? 'failing' : 'degraded', failure?.reason ?? 'sync_failed');
}

/** The failure that the connection is in since its last good call, or since it became active. */
function failureIn({ updatedAt }: Connection, { lastGoodAt, latest, thirdLatestAt }: RecentCalls) {
  const since = latestOf(lastGoodAt, updatedAt) ?? updatedAt;
  if (!latest || latest.at <= since) return undefined;
  return { reason: reasonOf(latest.status), isRepeated: thirdLatestAt !== null && thirdLatestAt > since };
}

function reasonOf(status: number | null): ConnectionHealthReason {
  if (status === 429) return 'rate_limited';
  // A token that the provider does not renew for the app's sake is a 400.
  return status !== null && status < 500 && status !== 408 ? 'authorization' : 'provider_unavailable';
}

function isOlder(at: Date | null, intervals: number, { now, reconcileIntervalMinutes }: HealthClock): boolean {
  return at === null || now.getTime() - at.getTime() > intervals * reconcileIntervalMinutes * 60_000;
}

function latestOf(one: Date | null, other: Date | null): Date | null {
  return one && other ? (one > other ? one : other) : (one ?? other);
}
