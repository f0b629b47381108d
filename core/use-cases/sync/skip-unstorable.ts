// One record that cannot be stored never stops a page: it is skipped, logged and shown on the connection.

import { NotStorable } from '../../domain/errors.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { SyncWarning } from '../../domain/sync.ts';
import { familyOf } from '../../families/all-families.ts';
import type { Page, SyncPorts, Walk } from './read-page.ts';
import { assertActive } from './store-page.ts';

/**
 * The page without the records that the database refuses for what they hold. Where it fails for another reason, so does
 * the attempt, and the page is read again.
 */
export async function withoutUnstorable(ports: SyncPorts, walk: Walk, page: Page): Promise<Page> {
  const changed: CachedRecord[] = [];
  const skipped: SyncWarning[] = [...page.skipped];
  for (const record of page.changed) {
    const { type, providerId } = record;
    if (await isStorable(ports, walk, record)) changed.push(record);
    else skipped.push({ type, providerId, reason: 'not_storable', at: page.fetchedAt });
  }
  return { ...page, changed, skipped };
}

async function isStorable({ storage }: SyncPorts, walk: Walk, record: CachedRecord): Promise<boolean> {
  try {
    await storage.transaction(async (stores) => {
      await assertActive(stores, walk);
      await stores.records.put(walk.connection.id, [record]);
    });
    return true;
  } catch (error) {
    if (error instanceof NotStorable) return false;
    throw error;
  }
}

/** Runs after the page's commit and not in it: whoever disconnects holds the connection first. */
export async function noteSkipped(ports: SyncPorts, walk: Walk, { ids, skipped }: Page): Promise<void> {
  const { connection, operation, type } = walk;
  for (const { providerId, reason } of skipped) {
    const names = { connection_id: connection.id, operation_id: operation.id, request_id: operation.requestId };
    ports.log.warn('a record of the provider was skipped', {
      ...names,
      ...{ resource_type: type, provider_id: providerId, reason },
    });
  }
  if (skipped.length === 0 && connection.syncWarnings.length === 0) return;
  const lost = new Set(skipped.map(({ providerId }) => providerId));
  const stored: (string | null)[] = ids.filter((id) => !lost.has(id));
  if (familyOf(type).sync === 'whole' && skipped.length === 0) stored.push(null);
  await ports.storage.connections.noteSyncWarnings(
    connection.id,
    skipped,
    stored.map((providerId) => ({ type, providerId })),
  );
}
