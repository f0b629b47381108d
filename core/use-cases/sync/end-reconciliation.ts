import type { Connection } from '../../domain/connection.ts';
import { nextInterval } from '../../domain/reconciliation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** Lets the connection have its next turn; when intervals are adaptive, after as long as what was found asks for. */
export async function endReconciliation(
  { storage, settings, clock }: CorePorts,
  connection: Connection,
  hasFound: boolean,
): Promise<void> {
  const { reconciliations, operations, syncCursors } = storage;
  if (!settings.reconcileAdaptive) return reconciliations.end(connection.id, null);
  const now = clock.now();
  const usualMs = settings.reconcileIntervalMinutes * 60_000;
  const createdAfter = connection.lastSyncedAt ?? connection.createdAt;
  const told = { type: 'notification.process', connectionId: connection.id, createdAfter } as const;
  const [intervals, { items }, cursor] = await Promise.all([
    reconciliations.intervals([connection.id]),
    operations.list(connection, told, { limit: 1, page: 1 }),
    syncCursors.find(connection.id, 'invoices'),
  ]);
  const currentMs = intervals.get(connection.id) ?? usualMs;
  const quietMs = now.getTime() - (cursor?.raisedAt ?? connection.createdAt).getTime();
  const intervalMs = nextInterval(usualMs, currentMs, { hasFound, wasTold: items.length > 0, quietMs });
  const next = { intervalMs, dueAt: new Date(now.getTime() + intervalMs) };
  await reconciliations.end(connection.id, intervalMs === currentMs ? null : next);
}
