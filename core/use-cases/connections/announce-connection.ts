import type { Connection, ConnectionStatus } from '../../domain/connection.ts';
import type { MonitoredConnection } from '../../domain/connection-health.ts';
import type { EventType } from '../../domain/event.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import { connectionFailing, type Noticed, ownReason } from '../../domain/operational-event.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { connectionView } from '../../schemas/answers/connection.ts';
import { notice } from '../alerts/notice.ts';
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
  const known = await monitored(stores, connection);
  const view = connectionView(known) as JsonObject;
  const told = await announce(stores, ports, {
    organizationId,
    environment,
    type,
    connectionId,
    requestId,
    identityParts: [status, at.toISOString()],
    data: { ...view, previous: previous === null ? null : { status: previous } },
    operationId: null,
  });
  if (told && type === 'connection.updated') await noticeFailing(stores, ports, known, { at, eventId: told.id });
}

/** The connection by the id that the customer gave it: its name at the provider is the provider's word. */
export function connectionSubject({ id, externalAccountId }: Pick<Connection, 'id' | 'externalAccountId'>) {
  return { type: 'connection', id, name: externalAccountId } as const;
}

/** Lets alerts see that a connection needs a person, or is active and ok. What is degraded is neither. */
async function noticeFailing(
  stores: Stores,
  ports: CorePorts,
  connection: MonitoredConnection,
  { at, eventId }: Pick<Noticed, 'at' | 'eventId'>,
): Promise<void> {
  const { id: connectionId, organizationId, environment, status, statusReason, health } = connection;
  const isWell = status === 'active' && health.state === 'ok';
  const isFailing = status === 'action_required' || health.state === 'failing';
  if (isWell === isFailing) return;
  const reason = isWell ? null : ownReason((status === 'action_required' ? statusReason : null) ?? health.reason);
  const subject = connectionSubject(connection);
  const seen = { organizationId, environment, subject, connectionId, reason, since: at, at, eventId };
  await notice(stores, ports, { ...seen, kind: connectionFailing, isWell });
}
