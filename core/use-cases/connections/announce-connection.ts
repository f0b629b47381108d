import type { Connection, ConnectionStatus } from '../../domain/connection.ts';
import type { EventType } from '../../domain/event.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { connectionView } from '../../schemas/answers/connection.ts';
import { announce } from '../events/announce.ts';
import { monitored } from './read-connections.ts';

interface ConnectionChange {
  readonly type: Extract<EventType, `connection.${string}`>;
  readonly previous: ConnectionStatus | null;
  readonly requestId: RequestId;
  /** The time of a change of health; by default `updatedAt`. */
  readonly at?: Date;
}

/** Call it in the transaction that changed the connection. */
export async function announceConnection(
  stores: Stores,
  ports: CorePorts,
  connection: Connection,
  { type, previous, requestId, at = connection.updatedAt }: ConnectionChange,
): Promise<void> {
  const { id: connectionId, organizationId, environment, status } = connection;
  const view = connectionView(await monitored(stores, connection)) as JsonObject;
  await announce(stores, ports, {
    organizationId,
    environment,
    type,
    connectionId,
    requestId,
    identityParts: [status, at.toISOString()],
    data: { ...view, previous: previous === null ? null : { status: previous } },
    operationId: null,
  });
}
