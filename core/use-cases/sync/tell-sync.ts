// `sync.failed`, and that a connection's syncs are well again.
import type { Connection } from '../../domain/connection.ts';
import type { Operation } from '../../domain/operation.ts';
import { reasonOfFailure } from '../../domain/operational-event.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { notice } from '../alerts/notice.ts';
import { connectionSubject } from '../connections/announce-connection.ts';
import { announceOperational } from '../events/announce-operational.ts';

/** `ended` is a sync or reconciliation of one connection that failed. Tells nothing of a connection that is leaving. */
export async function tellSyncFailed(stores: Stores, ports: CorePorts, ended: Operation): Promise<void> {
  const { id, type, connectionId, organizationId, environment, run, requestId, error, state } = ended;
  const connection = connectionId === null ? undefined : await stores.connections.find(ended, connectionId);
  if (!connection || connection.status === 'disconnecting' || connection.status === 'disconnected') return;
  await announceOperational(stores, ports, {
    organizationId,
    environment,
    type: 'sync.failed',
    subject: connectionSubject(connection),
    connectionId,
    reason: reasonOfFailure(error),
    since: connection.lastSyncedAt ?? connection.createdAt,
    details: {
      connection_id: connectionId,
      external_account_id: connection.externalAccountId,
      operation_id: id,
      operation_type: type,
      state,
    },
    operationId: id,
    requestId,
    identityParts: [id, String(run)],
  });
}

/** Call it in the transaction that ends a sync well. */
export async function noticeGoodSync(stores: Stores, ports: CorePorts, connection: Connection): Promise<void> {
  const { organizationId, environment } = connection;
  const now = ports.clock.now();
  await notice(stores, ports, {
    organizationId,
    environment,
    kind: 'sync.failed',
    isWell: true,
    subject: connectionSubject(connection),
    connectionId: connection.id,
    reason: null,
    since: now,
    at: now,
    eventId: null,
  });
}
