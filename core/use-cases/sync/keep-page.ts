// The commits of one page: each holds the operation by its lease, and all that it gives rise to.

import type { StepDone } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { announceHeld, type InvoiceRead, projectionOf } from '../events/announce-invoice.ts';
import type { InvoiceSnapshot } from '../notifications/invoice-snapshot.ts';
import type { PageWork, Walk } from './page-work.ts';
import { familyWalks } from './sync-families.ts';
import { WalkAbandoned } from './walk-abandoned.ts';
import { cursorOf, type WalkCheckpoint } from './walk-checkpoint.ts';

type Ports = Pick<CorePorts, 'ids' | 'clock' | 'digester'>;

/** Invoices that are told of in one commit: a connection's other events wait so long. */
const toldAtOnce = 50;

export interface PagePart {
  readonly told: readonly InvoiceSnapshot[];
  /** Whether the page is through with it. */
  readonly isLast: boolean;
}

export function partsOf({ told }: PageWork): readonly PagePart[] {
  const parts: PagePart[] = [];
  for (let start = 0; start === 0 || start < told.length; start += toldAtOnce) {
    parts.push({ told: told.slice(start, start + toldAtOnce), isLast: start + toldAtOnce >= told.length });
  }
  return parts;
}

/**
 * Until its last part is kept, the walk stays where it was: after a crash the page is read again, and what was told of
 * is then known.
 */
export function keepPart(
  ports: Ports,
  walk: Walk,
  before: WalkCheckpoint,
  work: PageWork,
  { told, isLast }: PagePart,
): StepDone<WalkCheckpoint> {
  const announced = before.announced + told.length;
  const result = isLast ? pageThrough({ ...before, announced }, work) : { ...before, announced };
  return {
    result,
    also: async (stores) => {
      const isSame = await assertActive(stores, walk);
      if (isLast) await keepRecords(stores, ports, walk, work);
      if (told.length > 0) await tell(stores, ports, walk, work, told);
      if (result.place === null && isSame && familyWalks[walk.type] === 'changes')
        await keepCursor(stores, ports, walk, result);
    },
  };
}

function pageThrough(before: WalkCheckpoint, { read, changed, unlisted, next, newest }: PageWork): WalkCheckpoint {
  const seen = newest?.toISOString() ?? null;
  return {
    ...before,
    read: before.read + read,
    changed: before.changed + changed.length,
    removed: before.removed + unlisted.length,
    pages: before.pages + 1,
    place: next,
    newest: before.newest !== null && (seen === null || seen < before.newest) ? before.newest : seen,
  };
}

/** False when the connection was disconnected and is active again since it was looked at: its cache is another one. */
export async function assertActive({ connections }: Stores, { connection }: Walk): Promise<boolean> {
  const now = await connections.find(connection, connection.id);
  if (now?.status !== 'active') throw new WalkAbandoned();
  return now.updatedAt.getTime() === connection.updatedAt.getTime();
}

async function keepRecords(
  { records, projections }: Stores,
  ports: Ports,
  { connection, type }: Walk,
  { changed, unlisted, noted, fetchedAt }: PageWork,
): Promise<void> {
  await records.put(connection.id, changed);
  if (unlisted.length > 0) await records.remove(connection.id, type, unlisted, fetchedAt);
  await projections.seed(noted.map((snapshot) => projectionOf(ports, connection, snapshot)));
}

/** All rows are held before anything is announced: whoever holds one of them may wait for the connection's sequence. */
async function tell(
  stores: Stores,
  ports: Ports,
  { connection, operation, emitsSnapshots }: Walk,
  { noted, fetchedAt: readAt }: PageWork,
  told: readonly InvoiceSnapshot[],
): Promise<void> {
  const ids = new Set(told.map(({ provider_id }) => provider_id));
  const unknown = noted.filter(({ provider_id }) => ids.has(provider_id));
  await stores.projections.seed(unknown.map((snapshot) => projectionOf(ports, connection, snapshot)));
  const held = await stores.projections.lockAll(connection.id, [...ids]);
  for (const snapshot of told) {
    const { id: operationId, requestId } = operation;
    const read: InvoiceRead = { connection, snapshot, readAt, operationId, requestId, asSnapshot: emitsSnapshots };
    await announceHeld(stores, ports, read, held.get(snapshot.provider_id));
  }
}

async function keepCursor(
  { syncCursors }: Stores,
  { clock }: Ports,
  { connection, type }: Walk,
  ended: WalkCheckpoint,
): Promise<void> {
  const before = await syncCursors.find(connection.id, type);
  const cursor = cursorOf({ connectionId: connection.id, type, endedAt: clock.now() }, ended, before);
  if (cursor) await syncCursors.put(cursor);
}
