// Reads one page of a family and compares it with what is stored; changes nothing.
import type { Connection } from '../../domain/connection.ts';
import { type CachedRecord, isStampAhead } from '../../domain/ledger-record.ts';
import { judgedMissing, type Missed } from '../../domain/missing-records.ts';
import type { Operation } from '../../domain/operation.ts';
import { isOlderRevision } from '../../domain/payment-transition.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { SyncWarning } from '../../domain/sync.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerPage } from '../../ports/ledger-gateway.ts';
import type { FamilyTraits } from '../../ports/provider.ts';
import { withoutAnnounced } from '../events/announce-invoice.ts';
import { type InvoiceSnapshot, snapshotOfInvoice } from '../events/invoice-snapshot.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { knowingDiscounts } from './known-discounts.ts';

export interface Walk {
  readonly operation: Operation;
  readonly connection: Connection;
  readonly type: ResourceType;
  /** The way in which the provider lists the family. */
  readonly sync: FamilyTraits['sync'];
  readonly emitsSnapshots: boolean;
}

/** The place from which a walk continues, as stored in its checkpoint. */
export type ListPlace = {
  readonly since: string | null;
  /** The gateway's cursor. */
  readonly after: string | null;
};

export interface Page {
  readonly toAnnounce: readonly InvoiceSnapshot[];
  /** How many snapshots of this page the same operation announced when it read the page before. */
  readonly announcedBefore: number;
  /** Stored without an event, so that a later event can name the state before. */
  readonly toRemember: readonly InvoiceSnapshot[];
  readonly fetchedAt: Date;
  readonly ids: readonly string[];
  readonly changed: readonly CachedRecord[];
  /** The cached records that a complete walk does not find. */
  readonly missed: Missed;
  /** For records that the cache cannot hold, or cannot date by the provider's stamp. */
  readonly warnings: readonly SyncWarning[];
  readonly next: ListPlace | null;
  readonly newest: Date | null;
}

export interface PageReader {
  /** Compares the page with what is stored at the time of the call. */
  read(place: ListPlace): Promise<Page>;
  /** Asks the provider for the next page, which `read` then takes. Called while the last part of a page is stored. */
  readAhead(place: ListPlace): void;
  end(): Promise<void>;
}

interface Listing {
  readonly place: ListPlace;
  readonly listed: Promise<LedgerPage & { readonly fetchedAt: Date }>;
}

/** Fetches a page ahead when it is told to; compares a page when it is read. */
export function createPageReader(ports: CorePorts, walk: Walk): PageReader {
  const { operation, connection, type } = walk;
  const { id: operationId, requestId } = operation;
  const isComparison = operation.type === 'connection.reconcile' && operation.input['trigger'] !== 'poll';
  const cause = isComparison ? 'reconciliation' : 'syncs';
  const ledger = openLedger(ports, connection, { requestId, operationId, cause });
  // A checkpoint of an earlier version has no cursor: its `since` is the second that the walk had reached.
  const list = async ({ since, after = null }: ListPlace) => {
    const fetchedAt = ports.clock.now();
    return { fetchedAt, ...(await ledger.list(type, { since: since === null ? null : new Date(since), after })) };
  };
  let ahead: Listing | undefined;
  return {
    async read(place) {
      const listed = await (ahead?.place === place ? ahead.listed : list(place));
      ahead = undefined;
      const next = listed.next === null ? null : { since: place.since, after: listed.next };
      const isOnlyPage = place.after === null && next === null;
      return { ...(await compared(ports, walk, listed, isOnlyPage)), next };
    },
    readAhead(place) {
      if (ahead?.place === place) return;
      ahead = { place, listed: list(place) };
      // Whoever reads that page gets the error.
      ahead.listed.catch(() => {});
    },
    async end() {
      await ahead?.listed.catch(() => {});
    },
  };
}

async function compared(
  ports: CorePorts,
  walk: Walk,
  { fetchedAt, unreadable, ...listed }: Awaited<Listing['listed']>,
  isOnlyPage: boolean,
): Promise<Omit<Page, 'next'>> {
  const { connection, type } = walk;
  const place = { connectionId: connection.id, type };
  const shown = await knowingDiscounts(ports.storage, place, listed.records);
  const records = shown.map((record) => ({ ...record, fetchedAt }));
  const stamps = records.map(({ providerUpdatedAt }) => providerUpdatedAt);
  const [same, parts] = await Promise.all([
    ports.storage.records.unchanged(place, records),
    type === 'invoices' ? compareInvoices(ports, walk, records) : nothingToTell,
  ]);
  // Unreadable entries, or those of another page, may be the records that seem to be gone.
  const isComplete = walk.sync === 'whole' && unreadable.length === 0 && isOnlyPage;
  return {
    fetchedAt,
    ids: records.map(({ providerId }) => providerId),
    changed: records.filter(({ providerId }) => !same.has(providerId)),
    missed: isComplete ? await missedOf(ports, walk, records, fetchedAt) : nothingMissed,
    warnings: [
      ...unreadable.map((providerId) => ({ type, providerId, reason: 'not_understood', at: fetchedAt }) as const),
      ...records
        .filter(isStampAhead)
        .map(({ providerId }) => ({ type, providerId, reason: 'stamp_in_future', at: fetchedAt }) as const),
    ],
    ...parts,
    newest: stamps.reduce((newest, at) => (at && (!newest || at > newest) ? at : newest), null),
  };
}

type Told = Pick<Page, 'toAnnounce' | 'toRemember' | 'announcedBefore'>;

const nothingToTell: Told = { toAnnounce: [], toRemember: [], announcedBefore: 0 };

const nothingMissed: Missed = { gone: [], missing: null };

async function missedOf(
  { storage }: CorePorts,
  { connection, type }: Walk,
  records: readonly CachedRecord[],
  before: Date,
): Promise<Missed> {
  const listed = new Set(records.map(({ providerId }) => providerId));
  const place = { connectionId: connection.id, type };
  const known = await storage.records.fetchedBefore(place, before);
  const since = await storage.records.missedSince(place);
  const unlisted = known.filter((id) => !listed.has(id));
  return judgedMissing({
    at: before,
    listed: listed.size,
    known: known.length,
    unlisted: unlisted.map((providerId) => ({ providerId, missedAt: since.get(providerId) ?? null })),
  });
}

/**
 * A walk announces the same revisions as notifications: both use `announceInvoices`, which identifies an event by
 * connection, type, invoice and revision. A revision that is replaced before anybody reads it is never announced. A walk
 * only remembers an unknown invoice that last changed before the connection's first activation. After a reconnect it
 * announces what changed meanwhile.
 */
async function compareInvoices(
  ports: CorePorts,
  { connection, operation, emitsSnapshots }: Walk,
  invoices: readonly CachedRecord[],
): Promise<Told> {
  const { storage, digester } = ports;
  const places = invoices.map(({ providerId }) => ({ connectionId: connection.id, providerInvoiceId: providerId }));
  const announced = await storage.projections.find(places);
  const announceFrom = (await storage.syncCursors.startOf(connection.id)) ?? connection.createdAt;
  const toAnnounce: InvoiceSnapshot[] = [];
  const toRemember: InvoiceSnapshot[] = [];
  for (const [i, invoice] of invoices.entries()) {
    const snapshot = snapshotOfInvoice(digester, invoice);
    const known = announced[i]?.providerRevision;
    if (known !== undefined && isOlderRevision(snapshot.provider_revision, known, invoice.fetchedAt)) continue;
    const isOld = invoice.providerUpdatedAt !== null && invoice.providerUpdatedAt < announceFrom;
    if (known === undefined && isOld) toRemember.push(snapshot);
    const isNews = known === undefined ? !isOld : known !== snapshot.provider_revision;
    if (emitsSnapshots || isNews) toAnnounce.push(snapshot);
  }
  if (!emitsSnapshots) return { toAnnounce, toRemember, announcedBefore: 0 };
  const left = await withoutAnnounced(ports, connection, operation.id, toAnnounce);
  return { toAnnounce: left, toRemember, announcedBefore: toAnnounce.length - left.length };
}
