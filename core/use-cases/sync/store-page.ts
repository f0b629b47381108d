// Stores one page. Each commit checks the operation's lease and holds all effects of its part.
import { cursorAfter } from '../../domain/sync.ts';
import type { StepDone } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { announceInvoices, projectionOf } from '../events/announce-invoice.ts';
import { notActive } from '../ledger/refused-access.ts';
import { providerOf } from '../providers/provider-of.ts';
import type { ListPlace, Page, Walk } from './read-page.ts';

export type FamilyCounts = {
  /** Records read; repeated ones count again. */
  readonly read: number;
  readonly changed: number;
  readonly announced: number;
  readonly removed: number;
};

/** The progress of a family's walk: the result of the step named after the family, replaced with each page. */
export type WalkCheckpoint = FamilyCounts & {
  readonly pages: number;
  /** Null at the end. */
  readonly place: ListPlace | null;
  readonly newest: string | null;
  readonly began_at: string;
};

export function firstCheckpoint(since: Date | null, now: Date): WalkCheckpoint {
  return {
    read: 0,
    changed: 0,
    announced: 0,
    removed: 0,
    pages: 0,
    place: { since: since?.toISOString() ?? null, after: null },
    newest: null,
    began_at: now.toISOString(),
  };
}

export function countsOf({ read, changed, announced, removed }: WalkCheckpoint): FamilyCounts {
  return { read, changed, announced, removed };
}

/** The most invoices and the most deliveries in one commit. */
const [announcedAtOnce, deliveriesAtOnce] = [50, 500];

/** How many invoices a commit announces: each may have three events, with a delivery to every endpoint. */
export async function partOf({ storage }: CorePorts, { connection }: Walk): Promise<number> {
  const deliveries = 3 * Math.max(await storage.webhookEndpoints.count(connection), 1);
  return Math.min(Math.max(Math.floor(deliveriesAtOnce / deliveries), 1), announcedAtOnce);
}

/** After how many parts of so many invoices the backlog is looked at again: counting 100,000 operations takes long. */
export async function partsBetweenLooks({ storage }: CorePorts, { connection }: Walk, most: number): Promise<number> {
  const deliveries = most * Math.max(await storage.webhookEndpoints.count(connection), 1);
  return Math.max(Math.floor(deliveriesAtOnce / deliveries), 1);
}

export interface Part {
  readonly from: number;
  readonly most: number;
}

/**
 * Stores a part of a page's announcements, and with the last part the page's records. The walk moves on only then: after a
 * crash the page is read again, and what was announced is recognised.
 */
export function storePart(
  ports: CorePorts,
  walk: Walk,
  before: WalkCheckpoint,
  { from, most, ...page }: Page & Part,
): StepDone<WalkCheckpoint> {
  const { connection, sync, emitsSnapshots } = walk;
  const until = from + most;
  const toAnnounce = page.toAnnounce.slice(from, until);
  const isLast = page.toAnnounce.length <= until;
  const ids = new Set(toAnnounce.map(({ provider_id }) => provider_id));
  const toRemember = page.toRemember.filter(({ provider_id }) => isLast || ids.has(provider_id));
  // Snapshots are counted with the last part of their page, with those that an earlier attempt announced.
  const ofPage = isLast ? page.announcedBefore + page.toAnnounce.length : 0;
  const added = emitsSnapshots ? ofPage : toAnnounce.length;
  const announced = before.announced + added;
  const result = isLast ? checkpointAfter({ ...before, announced }, page) : { ...before, announced };
  return {
    result,
    also: async (stores) => {
      const isSame = await assertActive(stores, walk);
      if (isLast) {
        await stores.records.put([[connection, page.changed]]);
        await storeMissed(stores, walk, page);
      }
      if (toAnnounce.length + toRemember.length > 0)
        await announceAll(stores, ports, walk, { ...page, toAnnounce, toRemember });
      const isEnd = result.place === null && sync === 'changes';
      if (isEnd && isSame) await storeCursor(stores, ports, walk, result);
    },
  };
}

function checkpointAfter(before: WalkCheckpoint, { ids, changed, missed, next, newest }: Page): WalkCheckpoint {
  const seen = newest?.toISOString() ?? null;
  return {
    ...before,
    read: before.read + ids.length,
    changed: before.changed + changed.length,
    removed: before.removed + missed.gone.length,
    pages: before.pages + 1,
    place: next,
    newest: before.newest !== null && (seen === null || seen < before.newest) ? before.newest : seen,
  };
}

async function storeMissed(
  { records }: Stores,
  { connection, type }: Walk,
  { missed, fetchedAt }: Page,
): Promise<void> {
  const place = { connectionId: connection.id, type };
  if (missed.missing) await records.noteMissed(place, missed.missing, fetchedAt);
  if (missed.gone.length > 0) await records.remove(place, missed.gone, fetchedAt);
}

/**
 * Throws CONFLICT `connection_not_active`. False if the connection was disconnected and revived, because its cache is new.
 */
export async function assertActive({ connections }: Stores, { connection }: Walk): Promise<boolean> {
  const now = await connections.find(connection, connection.id);
  if (now?.status !== 'active') throw notActive(now ?? { status: 'disconnected' });
  return now.updatedAt.getTime() === connection.updatedAt.getTime();
}

/** Compares everything under one lock; remembered invoices count as announced. */
async function announceAll(
  stores: Stores,
  ports: CorePorts,
  { connection, operation, emitsSnapshots }: Walk,
  { toAnnounce, toRemember, fetchedAt: readAt }: Page,
): Promise<void> {
  await stores.projections.lock([connection]);
  await stores.projections.seed(toRemember.map((snapshot) => projectionOf(ports, connection, snapshot)));
  const { id: operationId, requestId } = operation;
  const read = { connection, readAt, operationId, requestId, asSnapshot: emitsSnapshots };
  await announceInvoices(
    stores,
    ports,
    toAnnounce.map((snapshot) => ({ ...read, snapshot })),
  );
}

async function storeCursor(
  { syncCursors }: Stores,
  ports: CorePorts,
  { connection, type }: Walk,
  { newest, began_at }: WalkCheckpoint,
): Promise<void> {
  const before = await syncCursors.find(connection.id, type);
  const { overlapSeconds } = providerOf(ports, connection).traits;
  const cursor = cursorAfter(before, {
    overlapSeconds,
    organizationId: connection.organizationId,
    connectionId: connection.id,
    type,
    newest: newest === null ? null : new Date(newest),
    beganAt: new Date(began_at),
    endedAt: ports.clock.now(),
  });
  if (cursor) await syncCursors.put(cursor);
}
