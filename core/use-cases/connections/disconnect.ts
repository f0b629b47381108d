import type { Caller } from '../../domain/caller.ts';
import { type Connection, move } from '../../domain/connection.ts';
import { conflict, ServiceError } from '../../domain/errors.ts';
import { cancel, queueOperation } from '../../domain/operation-moves.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { accessToken } from '../access-token.ts';
import { assertWritable } from '../assert-writable.ts';
import { announceConnection } from './announce-connection.ts';
import { requireConnection } from './require-connection.ts';

type Ports = Pick<
  CorePorts,
  'storage' | 'vault' | 'authorization' | 'clock' | 'ids' | 'digester' | 'settings' | 'wakeUp' | 'log'
>;

const cancelledAtOnce = 500;

/**
 * Ends a connection: the provider's side first, then credentials, live work and cached records. Safe to repeat; an
 * unreachable provider gives 503 and changes nothing.
 */
export function disconnect(ports: Ports) {
  return async (caller: Caller, id: string): Promise<Connection> => {
    const found = await requireConnection(ports, caller, id);
    assertWritable(ports.settings);
    if (found.status === 'disconnected') return found;
    const leaving = found.status === 'pending_selection' ? found : await beginLeaving(ports, found);
    await removeAtProvider(ports, found, leaving);
    const gone = move(leaving, 'disconnected', null, ports.clock.now());
    await ports.storage.transaction((stores) => finishLeaving(stores, ports, caller, leaving, gone));
    ports.wakeUp.signal();
    return gone;
  };
}

/** New work stops before the provider is told. */
async function beginLeaving({ storage, clock }: Ports, found: Connection): Promise<Connection> {
  if (found.status === 'disconnecting') return found;
  const leaving = move(found, 'disconnecting', null, clock.now());
  if (!(await storage.connections.update(leaving, found.status))) {
    throw conflict('connection_not_active', 'the connection is being changed by another request; try again');
  }
  return leaving;
}

async function removeAtProvider(ports: Ports, found: Connection, leaving: Connection): Promise<void> {
  if (leaving.providerConnectionId === null) return;
  try {
    await ports.authorization.disconnect(await accessToken(ports)(leaving), leaving.providerConnectionId);
  } catch (error) {
    // A grant that is dead cannot remove anything: the person already did.
    if (error instanceof ServiceError && error.code === 'ACTION_REQUIRED') {
      ports.log.info('disconnected without the provider: its grant is dead', { connection_id: leaving.id });
      return;
    }
    if (leaving !== found) {
      await ports.storage.connections.update({ ...found, updatedAt: ports.clock.now() }, 'disconnecting');
    }
    throw error;
  }
}

async function finishLeaving(
  stores: Stores,
  ports: Ports,
  caller: Caller,
  leaving: Connection,
  gone: Connection,
): Promise<void> {
  if (!(await stores.connections.update(gone, leaving.status))) return;
  await stores.credentials.remove(gone.id);
  const now = ports.clock.now();
  const unfinished = await stores.operations.lockUnfinished(caller, { connectionId: gone.id }, cancelledAtOnce);
  for (const operation of unfinished) await stores.operations.update(cancel(operation, now), operation.state);
  await announceConnection(stores, ports, gone, {
    type: 'connection.disconnected',
    previous: leaving.status,
    requestId: caller.requestId,
  });
  const purge = queueOperation(
    {
      id: ports.ids.next('op'),
      organizationId: gone.organizationId,
      environment: gone.environment,
      type: 'retention.purge',
      connectionId: null,
      subject: gone.id,
      input: { connection_id: gone.id },
      requestId: caller.requestId,
    },
    now,
  );
  await stores.operations.insert([purge]);
}
