import type { Plane } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { connectionHealth, type MonitoredConnection } from '../../domain/connection-health.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';

export type MonitorPorts = Pick<CorePorts, 'clock' | 'settings'>;

/** Connections of one plane (at most 200) with their health, by one more query, however many they are. */
export async function monitoredAll(
  { providerCalls }: Pick<Stores, 'providerCalls'>,
  { clock, settings }: MonitorPorts,
  plane: Plane,
  connections: readonly Connection[],
): Promise<readonly MonitoredConnection[]> {
  if (connections.length === 0) return [];
  const ids = connections.map(({ id }) => id);
  const recent = await providerCalls.recent(plane, ids);
  const at = { now: clock.now(), reconcileIntervalMinutes: settings.reconcileIntervalMinutes };
  return connections.map((connection) => {
    const calls = recent.get(connection.id) ?? { lastGoodAt: null, latest: null, thirdLatestAt: null };
    return { ...connection, health: connectionHealth(connection, calls, at) };
  });
}

export async function monitored(
  stores: Pick<Stores, 'providerCalls'>,
  ports: MonitorPorts,
  connection: Connection,
): Promise<MonitoredConnection> {
  const [one] = await monitoredAll(stores, ports, connection, [connection]);
  if (!one) throw new Error('a connection lost its health');
  return one;
}
