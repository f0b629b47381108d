import type { Connection, ConnectionStatus } from '../../domain/connection.ts';
import { connectionView } from '../../domain/connection-health.ts';
import type { EventType } from '../../domain/event.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { announce } from '../events/announce.ts';
import { type MonitorPorts, monitored } from './read-connections.ts';

export interface ConnectionNews {
  readonly type: Extract<EventType, `connection.${string}`>;
  readonly previous: ConnectionStatus | null;
  readonly requestId: RequestId;
}

/** Tells subscribers, in the transaction that changed the connection. */
export async function announceConnection(
  stores: Stores,
  ports: Pick<CorePorts, 'ids' | 'digester'> & MonitorPorts,
  connection: Connection,
  { type, previous, requestId }: ConnectionNews,
): Promise<void> {
  await announce(stores, ports, {
    organizationId: connection.organizationId,
    environment: connection.environment,
    type,
    connectionId: connection.id,
    identityParts: [connection.status, connection.updatedAt.toISOString()],
    data: {
      ...connectionView(await monitored(stores, ports, connection)),
      previous: previous === null ? null : { status: previous },
    },
    operationId: null,
    requestId,
  });
}
