import type { Connection } from '../../domain/connection.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import type { SyncScope } from '../../domain/sync.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { draftSync } from '../sync/draft-sync.ts';

type Ports = Pick<CorePorts, 'clock' | 'ids'>;

/** A burst is over by then and has asked for one sync. */
const settleSeconds = 5;
const hourMs = 3_600_000;
/** Seconds between two syncs of a connection, by how many there were within the hour; the first comes promptly. */
const pacesSeconds = [0, 0, 60, 60, 60, 60] as const;
/** For a connection that keeps changing: each sync is a call a family, out of the calls of the day. */
const slowestSeconds = 600;

interface NotifiedSync {
  readonly owner: Connection;
  readonly scope: SyncScope;
  readonly requestId: RequestId;
}

/** A sync for notifications that name no invoice or payment, or that are too many to be read one by one. */
export async function draftNotifiedSync(
  stores: Pick<Stores, 'operations'>,
  ports: Ports,
  { owner, scope, requestId }: NotifiedSync,
): Promise<Operation> {
  const dueAt = await nextSyncAt(stores, owner, ports.clock.now());
  return draftSync(ports, owner, { type: 'connection.sync', scope, trigger: 'notification', requestId, dueAt });
}

async function nextSyncAt({ operations }: Pick<Stores, 'operations'>, owner: Connection, now: Date): Promise<Date> {
  const soon = new Date(now.getTime() + settleSeconds * 1000);
  const createdAfter = new Date(now.getTime() - hourMs);
  const filter = { type: 'connection.sync', connectionId: owner.id, createdAfter } as const;
  const { total, items } = await operations.list(owner, filter, { limit: 1, page: 1 });
  const [newest] = items;
  if (!newest) return soon;
  const begun = newest.startedAt ?? newest.nextAttemptAt ?? newest.createdAt;
  const apart = new Date(begun.getTime() + (pacesSeconds[total] ?? slowestSeconds) * 1000);
  return apart > soon ? apart : soon;
}
