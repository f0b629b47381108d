import { NotStorable, ServiceError } from '../../domain/errors.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { type SyncWarning, walkedUntil } from '../../domain/sync.ts';
import type { Steps } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { requireBacklogCapacity } from '../queue/require-backlog-capacity.ts';
import { storeCopies } from '../writes/cache-records.ts';
import { createPageReader, type Page, type PageReader, type Walk } from './read-page.ts';
import {
  assertActive,
  firstCheckpoint,
  partedOf,
  partOf,
  partsBetweenLooks,
  readerOf,
  storePart,
  type WalkCheckpoint,
} from './store-page.ts';

/** Far beyond any books: an endless list is the provider's mistake. */
const pagesMax = 100_000;

/**
 * Walks one family to its end, from the last checkpoint. Each commit moves the one step's checkpoint together with the
 * page's effects, so a crash repeats and loses nothing.
 */
export async function walkFamily(ports: CorePorts, steps: Steps, walk: Walk): Promise<WalkCheckpoint> {
  const reader = createPageReader(ports, walk);
  try {
    for (let page = 0; page < pagesMax; page++) {
      const now = await walkPage(ports, steps, walk, reader);
      if (now.place === null) return now;
    }
  } finally {
    await reader.end();
  }
  throw new ServiceError('PROVIDER_ERROR', `the provider's list of ${walk.type} does not end`);
}

/** The page is read again after the wait, so it is long enough for thousands of deliveries. */
const backlogWaitSeconds = 30;

/** Null, everything, for snapshots of invoices and for a family that was never walked to its end. */
async function sinceOf(
  { storage, clock }: CorePorts,
  { connection, type, sync, emitsSnapshots }: Walk,
): Promise<Date | null> {
  if (sync === 'whole' || (type === 'invoices' && emitsSnapshots)) return null;
  const until = walkedUntil(await storage.syncCursors.find(connection.id, type), clock.now());
  return until ?? (connection.syncFrom === null ? null : new Date(`${connection.syncFrom}T00:00:00Z`));
}

/** Reads the page in the step of its first commit, so that the step shows a failed read. */
async function walkPage(ports: CorePorts, steps: Steps, walk: Walk, reader: PageReader): Promise<WalkCheckpoint> {
  let page: Page | undefined;
  const part = { from: 0, most: await partOf(ports, walk) };
  const looksEvery = part.most * (await partsBetweenLooks(ports, walk, part.most));
  const commit = () =>
    steps.advance<WalkCheckpoint>(walk.type, async (before) => {
      const from = before ?? firstCheckpoint(await sinceOf(ports, walk), ports.clock.now());
      if (from.place === null) return { result: from };
      page ??= await reader.read(from.place);
      // A full backlog does not hold back changes, only snapshots.
      if (walk.emitsSnapshots && page.toAnnounce.length > 0 && part.from % looksEvery === 0)
        await requireBacklogCapacity(ports, walk.operation.organizationId, { retryAfterSeconds: backlogWaitSeconds });
      // A page that waits while many parts are stored would be old, and its call might end too late.
      if (page.next && partedOf(walk, page) <= part.from + part.most) reader.readAhead(page.next);
      return storePart(ports, walk, from, { ...page, ...part });
    });
  for (;;) {
    const now = await commit().catch(async (error: unknown) => {
      if (!(error instanceof NotStorable) || !page) throw error;
      page = await withoutUnstorable(ports, walk, page);
      return commit();
    });
    if (!page) return now;
    if (partedOf(walk, page) > 0) ports.wakeUp.signal();
    part.from += part.most;
    if (partedOf(walk, page) <= part.from) {
      await noteWarnings(ports, walk, page);
      return now;
    }
  }
}

/** Leaves out records that the database refuses for their content; other failures fail the attempt. */
export async function withoutUnstorable(ports: CorePorts, walk: Walk, page: Page): Promise<Page> {
  const changed: CachedRecord[] = [];
  const warnings: SyncWarning[] = [...page.warnings];
  for (const record of page.changed) {
    const { type, providerId } = record;
    if (await isStorable(ports, walk, record)) changed.push(record);
    else warnings.push({ type, providerId, reason: 'not_storable', at: page.fetchedAt });
  }
  return { ...page, changed, warnings };
}

async function isStorable(ports: CorePorts, walk: Walk, record: CachedRecord): Promise<boolean> {
  try {
    await ports.storage.transaction(async (stores) => {
      await assertActive(stores, walk);
      await storeCopies(stores, ports, [{ ...readerOf(walk), records: [record] }]);
    });
    return true;
  } catch (error) {
    if (error instanceof NotStorable) return false;
    throw error;
  }
}

/** Runs after the page's commit: a disconnect locks the connection first. */
async function noteWarnings(ports: CorePorts, walk: Walk, { ids, warnings }: Page): Promise<void> {
  const { connection, operation, type, sync } = walk;
  for (const { providerId, reason } of warnings) {
    const names = { connection_id: connection.id, operation_id: operation.id, request_id: operation.requestId };
    ports.log.warn('a record of the provider has a sync warning', {
      ...names,
      resource_type: type,
      provider_id: providerId,
      reason,
    });
  }
  if (warnings.length === 0 && connection.syncWarnings.length === 0) return;
  const warned = new Set(warnings.map(({ providerId }) => providerId));
  const stored: (string | null)[] = ids.filter((id) => !warned.has(id));
  if (sync === 'whole' && !warned.has(null)) stored.push(null);
  await ports.storage.connections.noteSyncWarnings(
    connection.id,
    warnings,
    stored.map((providerId) => ({ type, providerId })),
  );
}
