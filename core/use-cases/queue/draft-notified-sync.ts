import type { Connection } from '../../domain/connection.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import type { SyncScope } from '../../domain/sync.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { draftSync } from './draft-sync.ts';

/** By then a burst of notifications is over and has queued one sync. */
const settleSeconds = 5;
const hourMs = 3_600_000;
/**
 * Seconds between syncs of a connection, by its number of syncs within the hour: the first come promptly; a connection that
 * keeps changing would spend the day's calls.
 */
const paceSeconds = (syncs: number): number => (syncs < 2 ? 0 : syncs < 6 ? 60 : 600);

interface NotifiedSync {
  readonly owner: Connection;
  readonly scope: SyncScope;
  readonly requestId: RequestId;
  /** `gap`: a record was read and not cached, so no family may be left out. */
  readonly trigger?: 'notification' | 'gap';
}

/** Drafts a sync for notifications that name no invoice or payment, or are too many to read one by one. */
export async function draftNotifiedSync(
  { operations }: Pick<Stores, 'operations'>,
  ports: CorePorts,
  { owner, scope, requestId, trigger = 'notification' }: NotifiedSync,
): Promise<Operation> {
  const now = ports.clock.now().getTime();
  const filter = { type: 'connection.sync', connectionId: owner.id, createdAfter: new Date(now - hourMs) } as const;
  const { total, items } = await operations.list(owner, filter, { limit: 1, page: 1 });
  const begun = items[0]?.startedAt ?? items[0]?.nextAttemptAt ?? items[0]?.createdAt;
  const pacedMs = Math.min(begun?.getTime() ?? 0, now) + paceSeconds(total) * 1000;
  const dueAt = new Date(Math.max(pacedMs, now + settleSeconds * 1000));
  return draftSync(ports, owner, { type: 'connection.sync', scope, trigger, requestId, dueAt });
}
