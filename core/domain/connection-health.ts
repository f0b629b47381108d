import type { Connection } from './connection.ts';

export const connectionHealths = ['ok', 'degraded', 'failing'] as const;

const healthMessages = {
  authorization:
    'The provider refuses the authorization. Check the credentials of the provider app; if they are right, ask the customer to connect again.',
  scope_missing:
    'A call was refused because the customer did not grant a scope that it needs. Ask the customer to connect again and to grant all scopes.',
  rate_limited:
    'The provider refuses calls because there are too many. The service keeps calling; spread the work if this lasts.',
  provider_unavailable:
    'The provider fails or does not answer. The service repeats calls by itself; look at the provider’s status page if this lasts.',
  sync_failed:
    'Three attempts to sync failed, or no sync has ended well for more than two reconciliation intervals. Look at the sync operations of the connection, and check that a worker runs.',
};

type ConnectionHealthReason = keyof typeof healthMessages;
export const connectionHealthReasons = Object.keys(healthMessages) as readonly ConnectionHealthReason[];

export function healthMessage({ status, statusReason, health }: MonitoredConnection): string | null {
  if (health.reason === null) return null;
  if (status !== 'action_required') return healthMessages[health.reason];
  const why = statusReason === null ? '' : ` (${statusReason.replaceAll('_', ' ')})`;
  return `The customer has to connect again${why}. Make a reconnect link and send it to them; nothing that was cached is lost.`;
}

export interface StoredHealth {
  /**
   * `degraded` should pass by itself: three failed calls or syncs, or no good sync for two intervals. `failing` needs a
   * person: the customer must reconnect, a scope is missing, or nothing went well for eight intervals.
   */
  readonly state: (typeof connectionHealths)[number];
  readonly reason: ConnectionHealthReason | null;
}

export interface ConnectionHealth extends StoredHealth {
  /** The later of the last good call and the last finished sync. */
  readonly lastSuccessAt: Date | null;
}

export interface MonitoredConnection extends Connection {
  readonly health: ConnectionHealth;
}

/** The latest provider calls of a connection. A call whose document the provider refused counts as good. */
export interface RecentCalls {
  readonly lastGoodAt: Date | null;
  /** A null status: no answer came. */
  readonly latest: { readonly at: Date; readonly status: number | null } | null;
  /** If it is later than the last good call, the last three calls failed. */
  readonly thirdLatestAt: Date | null;
  readonly syncFailures: number;
  readonly stored: StoredHealth;
}

export const syncFailuresMost = 3;

const degradedAfterIntervals = 2;
const failingAfterIntervals = 8;
/** A refused scope is reported this long after the last call that needed it, unless the customer reconnects. */
const scopeRefusedHours = 24;

interface HealthClock {
  readonly now: Date;
  readonly reconcileIntervalMinutes: number;
}

export const healthy = { state: 'ok', reason: null } as const satisfies StoredHealth;

export function healthOfStatus(status: Connection['status']): StoredHealth {
  return status === 'action_required' ? { state: 'failing', reason: 'authorization' } : healthy;
}

/** A connection not in use (`pending_selection`, `disconnecting`, `disconnected`) is `ok`. */
export function judgedHealth(connection: Connection, calls: RecentCalls, clock: HealthClock): StoredHealth {
  const { status, scopeRefusedAt, lastSyncedAt } = connection;
  if (status !== 'active') return healthOfStatus(status);
  if (scopeRefusedAt && clock.now.getTime() - scopeRefusedAt.getTime() < scopeRefusedHours * 3_600_000) {
    return { state: 'failing', reason: 'scope_missing' };
  }
  const failure = failureIn(connection, calls);
  const isOverdue = isOlder(latestOf(lastSyncedAt, connection.updatedAt), degradedAfterIntervals, clock);
  const isSyncFailing = connection.retentionMode === 'cached' && (isOverdue || calls.syncFailures >= syncFailuresMost);
  if (!failure?.isRepeated && !isSyncFailing) return healthy;
  const lastGoodAt = latestOf(lastSuccess(connection, calls), connection.updatedAt);
  const state = isOlder(lastGoodAt, failingAfterIntervals, clock) ? 'failing' : 'degraded';
  return { state, reason: failure?.reason ?? 'sync_failed' };
}

export function lastSuccess({ lastSyncedAt }: Connection, { lastGoodAt }: RecentCalls): Date | null {
  return latestOf(lastGoodAt, lastSyncedAt);
}

function failureIn({ updatedAt }: Connection, { lastGoodAt, latest, thirdLatestAt }: RecentCalls) {
  const since = latestOf(lastGoodAt, updatedAt) ?? updatedAt;
  if (!latest || latest.at <= since) return undefined;
  return { reason: reasonOf(latest.status), isRepeated: thirdLatestAt !== null && thirdLatestAt > since };
}

function reasonOf(status: number | null): ConnectionHealthReason {
  if (status === 429) return 'rate_limited';
  // The provider answers 400 when it refuses to renew a token because of the app.
  return status !== null && status < 500 && status !== 408 ? 'authorization' : 'provider_unavailable';
}

function isOlder(at: Date | null, intervals: number, { now, reconcileIntervalMinutes }: HealthClock): boolean {
  return at === null || now.getTime() - at.getTime() > intervals * reconcileIntervalMinutes * 60_000;
}

function latestOf(one: Date | null, other: Date | null): Date | null {
  return one && other ? (one > other ? one : other) : (one ?? other);
}
