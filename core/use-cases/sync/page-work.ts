// One page of a family: read, compared with what is known, and divided into commits of bounded size.
import type { Connection } from '../../domain/connection.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { type ListPlace, placeAfter, queryAt } from '../../domain/list-place.ts';
import type { Operation } from '../../domain/operation.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { SyncWarning } from '../../domain/sync-warning.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { InvoiceSnapshot } from '../notifications/invoice-snapshot.ts';
import { type LedgerPorts, openLedger } from '../open-ledger.ts';
import { invoiceNews } from './invoice-news.ts';
import { familyWalks } from './sync-families.ts';

export type SyncPorts = LedgerPorts & Pick<CorePorts, 'gateway' | 'wakeUp'>;

/** The walk of one family by one attempt. */
export interface Walk {
  readonly operation: Operation;
  readonly connection: Connection;
  readonly type: ResourceType;
  readonly emitsSnapshots: boolean;
}

export interface PageWork {
  readonly read: number;
  readonly ids: readonly string[];
  readonly fetchedAt: Date;
  /** What the cache does not hold so already. */
  readonly changed: readonly CachedRecord[];
  /** What the cache holds and the provider no longer lists. */
  readonly unlisted: readonly string[];
  /** What the provider listed and the cache cannot hold. */
  readonly skipped: readonly SyncWarning[];
  readonly told: readonly InvoiceSnapshot[];
  readonly noted: readonly InvoiceSnapshot[];
  readonly next: ListPlace | null;
  readonly newest: Date | null;
}

/** A page as the provider gave it. */
export interface FetchedPage {
  readonly place: ListPlace;
  readonly fetchedAt: Date;
  readonly records: readonly CachedRecord[];
  readonly skipped: readonly SyncWarning[];
  readonly next: ListPlace | null;
}

/** Calls the provider once; changes nothing. */
export async function fetchPage(ports: SyncPorts, walk: Walk, place: ListPlace): Promise<FetchedPage> {
  const { connection, operation, type } = walk;
  const window = ports.gateway.traits.families[type].listWindow;
  const fetchedAt = ports.clock.now();
  const { id: operationId, requestId } = operation;
  const ledger = openLedger(ports, connection, { requestId, operationId, lane: 'sync' });
  const page = await ledger.list(type, queryAt(place, window));
  const records = page.records.map((record) => ({ ...record, fetchedAt }));
  const skipped = page.unreadable.map((providerId) => notUnderstood(type, providerId, fetchedAt));
  return { place, fetchedAt, records, skipped, next: placeAfter(place, page, window) ?? null };
}

function notUnderstood(type: ResourceType, providerId: string | null, at: Date): SyncWarning {
  return { type, providerId, reason: 'not_understood', at };
}

/** Compares a page with what is known; changes nothing. */
export async function weighPage(
  ports: SyncPorts,
  walk: Walk,
  { fetchedAt, records, skipped, next }: FetchedPage,
): Promise<PageWork> {
  const { connection, type } = walk;
  const same = await ports.storage.records.unchanged(connection.id, type, records);
  return {
    read: records.length,
    ids: records.map(({ providerId }) => providerId),
    fetchedAt,
    skipped,
    changed: records.filter(({ providerId }) => !same.has(providerId)),
    // What could not be read may be any of those that seem to be gone.
    unlisted:
      familyWalks[type] === 'whole' && skipped.length === 0 ? await unlistedOf(ports, walk, records, fetchedAt) : [],
    ...(type === 'invoices' ? await newsOf(ports, walk, records) : { told: [], noted: [] }),
    next,
    newest: newestOf(records),
  };
}

async function unlistedOf(
  { storage }: SyncPorts,
  { connection, type }: Walk,
  records: readonly CachedRecord[],
  before: Date,
): Promise<readonly string[]> {
  const listed = new Set(records.map(({ providerId }) => providerId));
  const known = await storage.records.fetchedBefore(connection.id, type, before);
  return known.filter((id) => !listed.has(id));
}

async function newsOf(
  { storage, digester }: SyncPorts,
  { connection, emitsSnapshots }: Walk,
  records: readonly CachedRecord[],
): Promise<Pick<PageWork, 'told' | 'noted'>> {
  const ids = records.map(({ providerId }) => providerId);
  const revisions = await storage.projections.revisions(connection.id, ids);
  const announceFrom = (await storage.syncCursors.startOf(connection.id)) ?? connection.createdAt;
  return invoiceNews(digester, records, { revisions, announceFrom, emitsSnapshots });
}

function newestOf(records: readonly CachedRecord[]): Date | null {
  return records.reduce<Date | null>(
    (newest, { providerUpdatedAt: at }) => (at && (!newest || at > newest) ? at : newest),
    null,
  );
}
