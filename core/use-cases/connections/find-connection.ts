import type { Caller } from '../../domain/caller.ts';
import type { MonitoredConnection } from '../../domain/connection-health.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type MonitorPorts, monitored } from './monitored.ts';
import { requireConnection } from './require-connection.ts';

export function findConnection(ports: Pick<CorePorts, 'storage'> & MonitorPorts) {
  return async (caller: Caller, id: string): Promise<MonitoredConnection> =>
    monitored(ports.storage, ports, await requireConnection(ports, caller, id));
}
