// Stores one page. Each commit checks the operation's lease and holds all effects of its part.

import { isTold } from '../../domain/resource.ts';
import { cursorAfter } from '../../domain/sync.ts';
import type { StepDone } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { announceInvoices, projectionOf } from '../events/announce-invoice.ts';
import { type RecordReader, removeGone } from '../events/announce-records.ts';
import { notActive } from '../ledger/refused-access.ts';
import { providerOf } from '../providers/provider-of.ts';
import { storeCopies } from '../writes/cache-records.ts';
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

/** The most events and the most deliveries in one commit. */
const [eventsAtOnce, deliveriesAtOnce] = [150, 500];

/**
 * How many records a commit announces: each invoice may have three events, another record one, with a delivery to every
 * endpoint. A family's first walk announces hardly anything.
 */
export async function partOf({ storage }: CorePorts, { connection, type }: Walk): Promise<number> {
  if (isTold(type)) {
    const beginning = (await storage.syncCursors.beginnings([connection.id])).get(connection.id);
    if (!beginning?.walked.has(type)) return Number.MAX_SAFE_INTEGER;
  }
  const eventsEach = isTold(type) ? 1 : 3;
  const deliveries = eventsEach * Math.max(await storage.webhookEndpoints.count(connection), 1);
  return Math.min(Math.max(Math.floor(deliveriesAtOnce / deliveries), 1), eventsAtOnce / eventsEach);
}

/** How many records of a page are stored in parts, because each may announce something. */
export function partedOf({ type }: Walk, { toAnnounce, changed }: Page): number {
  return isTold(type) ? changed.length : toAnnounce.length;
}

export function readerOf({ connection, operation }: Walk): RecordReader {
  const { id: operationId, requestId } = operation;
  return { connection, operationId, requestId };
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
 * Stores a part of a page: of invoices their announcements, and their copies with the last part; of other families copies
 * with their announcements. The walk moves on only with the last part: after a crash the page is read again, and what was
 * announced is recognised.
 */
export function storePart(
  ports: CorePorts,
  walk: Walk,
  before: WalkCheckpoint,
  { from, most, ...page }: Page & Part,
): StepDone<WalkCheckpoint> {
  const { type, sync, emitsSnapshots } = walk;
  const until = from + most;
  const toAnnounce = page.toAnnounce.slice(from, until);
  const isLast = partedOf(walk, page) <= until;
  const whole = isLast ? page.changed : [];
  const records = isTold(type) ? page.changed.slice(from, until) : whole;
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
      if (records.length > 0) await storeCopies(stores, ports, [{ ...readerOf(walk), records }]);
      if (isLast) await storeMissed(stores, ports, walk, page);
      if (toAnnounce.length + toRemember.length > 0)
        await announceAll(stores, ports, walk, { ...page, toAnnounce, toRemember });
      if (result.place !== null || !isSame) return;
      if (sync === 'changes') await storeCursor(stores, ports, walk, result);
      await noteFirstWalk(stores, walk);
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
  stores: Stores,
  ports: CorePorts,
  walk: Walk,
  { missed, fetchedAt: readBefore }: Page,
): Promise<void> {
  const { connection, type } = walk;
  if (missed.missing)
    await stores.records.noteMissed({ connectionId: connection.id, type }, missed.missing, readBefore);
  if (missed.gone.length === 0) return;
  await removeGone(stores, ports, readerOf(walk), { type, providerIds: missed.gone, readBefore });
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

/** From the end of a family's first walk on, an unknown record is a new one. */
async function noteFirstWalk({ syncCursors }: Stores, { connection, type }: Walk): Promise<void> {
  const beginning = (await syncCursors.beginnings([connection.id])).get(connection.id);
  if (!beginning?.walked.has(type)) await syncCursors.noteWalked(connection, type);
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
