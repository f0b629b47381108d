import type { Plane } from '../../domain/caller.ts';
import { type Connection, liveStatuses } from '../../domain/connection.ts';
import { healthy, lastSuccess, type MonitoredConnection, type RecentCalls } from '../../domain/connection-health.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LateStores } from '../../ports/read-replica.ts';
import type { Stores } from '../../ports/storage.ts';
import { findById } from '../access/find-by-id.ts';

export const silent: RecentCalls = {
  lastGoodAt: null,
  latest: null,
  thirdLatestAt: null,
  syncFailures: 0,
  stored: healthy,
};

/** Undefined for a disconnected connection: nothing more is stored about it. */
export async function liveConnection(stores: Stores, plane: Plane, id: ConnectionId): Promise<Connection | undefined> {
  const connection = await stores.connections.find(plane, id);
  const live: readonly string[] = liveStatuses;
  return connection && live.includes(connection.status) ? connection : undefined;
}

/** Throws NOT_FOUND for others' connections too. */
export async function requireConnection({ storage }: CorePorts, plane: Plane, id: string): Promise<Connection> {
  return findById('connection', 'conn', id, (known) => storage.connections.find(plane, known));
}

/** Adds the health of at most 200 connections of a plane, by one query. */
export async function monitoredAll(
  { providerCalls }: Pick<LateStores, 'providerCalls'>,
  plane: Plane,
  connections: readonly Connection[],
): Promise<readonly MonitoredConnection[]> {
  if (connections.length === 0) return [];
  const recent = await providerCalls.recent(
    plane,
    connections.map(({ id }) => id),
  );
  return connections.map((connection) => {
    const calls = recent.get(connection.id) ?? silent;
    return { ...connection, health: { ...calls.stored, lastSuccessAt: lastSuccess(connection, calls) } };
  });
}

export async function monitored(stores: Stores, connection: Connection): Promise<MonitoredConnection> {
  const [one] = await monitoredAll(stores, connection, [connection]);
  if (!one) throw new Error('a connection lost its health');
  return one;
}
