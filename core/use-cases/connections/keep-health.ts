// Stores and announces changes of connections' health.
import type { Connection } from '../../domain/connection.ts';
import { judgedHealth } from '../../domain/connection-health.ts';
import { type ConnectionId, isId } from '../../domain/ids.ts';
import type { ProviderCall } from '../../domain/provider-call.ts';
import type { Schedule } from '../../engine/run-schedules.ts';
import type { ActiveConnections } from '../../ports/connection-stores.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { announceConnection } from './announce-connection.ts';
import { silent } from './read-connections.ts';

const pageConnections = 200;

/** Judges connections after their calls were stored. A good call changes nothing for a healthy connection. */
export function healthAfterCalls(ports: CorePorts) {
  return async (calls: readonly ProviderCall[]): Promise<void> => {
    const idsOf = (some: readonly ProviderCall[]) => [...new Set(some.map(({ connectionId }) => connectionId))];
    const failed = calls.filter(({ status }) => status === null || status >= 400);
    await keepHealth(ports, { named: idsOf(failed), orUnwell: idsOf(calls) }, null);
  };
}

/** Called after a sync or an authorization that may change it. */
export function keepHealthOf(ports: CorePorts, id: ConnectionId): Promise<unknown> {
  return keepHealth(ports, { named: [id], orUnwell: [] }, null);
}

/** Time alone makes a sync overdue, a failure lasting and a refused scope old. */
export function healthSchedule(ports: CorePorts): Schedule {
  return {
    name: 'health',
    everyMs: 60_000,
    offsetMs: 0,
    async part({ progress }) {
      const after = progress !== null && isId('conn', progress) ? progress : null;
      return { next: await keepHealth(ports, { all: true }, after) };
    },
  };
}

/** Judges one page; returns its last connection if there may be more. */
async function keepHealth(
  ports: CorePorts,
  which: ActiveConnections,
  after: ConnectionId | null,
): Promise<ConnectionId | null> {
  const active = await ports.storage.connections.listActive(which, after, pageConnections);
  for (const { connection, judged, stored } of await judge(ports.storage, ports, active)) {
    if (judged.state !== stored.state || judged.reason !== stored.reason) await store(ports, connection);
  }
  return active.length < pageConnections ? null : (active.at(-1)?.id ?? null);
}

/** Judges again in the transaction, because another process may have stored a call meanwhile. */
async function store(ports: CorePorts, connection: Connection): Promise<void> {
  await ports.storage.transaction(async (stores) => {
    for (const { judged } of await judge(stores, ports, [connection])) {
      if (!(await stores.connections.noteHealth(connection.id, judged))) return;
      const requestId = ports.ids.next('req');
      const change = { type: 'connection.updated', previous: connection.status, requestId } as const;
      await announceConnection(stores, ports, connection, { ...change, at: ports.clock.now() });
    }
  });
  ports.wakeUp.signal();
}

async function judge(
  { providerCalls, reconciliations }: Stores,
  { clock, settings }: CorePorts,
  connections: readonly Connection[],
) {
  if (connections.length === 0) return [];
  const ids = connections.map(({ id }) => id);
  const recent = await providerCalls.recent(null, ids);
  const intervals = settings.reconcileAdaptive ? await reconciliations.intervals(ids) : new Map<ConnectionId, number>();
  const now = clock.now();
  return connections.map((connection) => {
    const calls = recent.get(connection.id) ?? silent;
    const ownMinutes = (intervals.get(connection.id) ?? 0) / 60_000;
    const reconcileIntervalMinutes = Math.max(settings.reconcileIntervalMinutes, ownMinutes);
    const judged = judgedHealth(connection, calls, { now, reconcileIntervalMinutes });
    return { connection, judged, stored: calls.stored };
  });
}
