import type { Connection } from '../../domain/connection.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import type { SyncScope } from '../../domain/sync-scope.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { draftSync } from '../sync/draft-sync.ts';

type Ports = Pick<CorePorts, 'storage' | 'clock' | 'ids'>;

/** A burst is over by then and has asked for one sync. */
const settleSeconds = 5;
const hourMs = 3_600_000;
/** Seconds between two syncs of a connection, by how many there were within the hour; the first comes promptly. */
const pacesSeconds = [0, 0, 60, 60, 60, 60] as const;
/** Where changes keep coming: a sync is a call a family, and the day's calls belong to others too. */
const slowestSeconds = 600;

/** A sync for changes that are told without saying what changed, or that are too many to be read one by one. */
export async function draftNotifiedSync(
  ports: Ports,
  connection: Connection,
  scope: SyncScope,
  requestId: RequestId,
): Promise<Operation> {
  const ask = { type: 'connection.sync', scope, trigger: 'notification', requestId } as const;
  return draftSync(ports, connection, { ...ask, dueAt: await dueAt(ports, connection) });
}

async function dueAt({ storage, clock }: Ports, connection: Connection): Promise<Date> {
  const now = clock.now().getTime();
  const soon = new Date(now + settleSeconds * 1000);
  const filter = {
    type: 'connection.sync',
    connectionId: connection.id,
    createdAfter: new Date(now - hourMs),
  } as const;
  const { total, items } = await storage.operations.list(connection, filter, { limit: 1, page: 1 });
  const [newest] = items;
  if (!newest) return soon;
  const begun = newest.startedAt ?? newest.nextAttemptAt ?? newest.createdAt;
  const apart = new Date(begun.getTime() + (pacesSeconds[total] ?? slowestSeconds) * 1000);
  return apart > soon ? apart : soon;
}
