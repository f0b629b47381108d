// Tells of changed records by `<singular>.changed`, in the transaction that stores their copies.
import type { Connection } from '../../domain/connection.ts';
import { recordEventType } from '../../domain/event.ts';
import type { OperationId, RequestId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { CachedRecord, LedgerRecord } from '../../domain/ledger-record.ts';
import {
  isStampedLater,
  type KnownRecord,
  type RecordChangeKind,
  type RecordNews,
  recordIdentity,
  recordNews,
} from '../../domain/record-change.ts';
import { isTold, type ToldType } from '../../domain/resource.ts';
import { recordOfEvent } from '../../families/record-of-event.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { type Announcement, announceAll } from './announce.ts';

/** Who reads records of a connection. */
export interface RecordReader {
  /** As it is now. */
  readonly connection: Connection;
  readonly requestId: RequestId;
  /** Null for a request. */
  readonly operationId: OperationId | null;
  /** The reader's W3C trace context, if the reader is not the caller. */
  readonly traceparent?: string | null | undefined;
}

export interface RecordsRead extends RecordReader {
  readonly records: readonly CachedRecord[];
  /** The provider's ids of records that a write of ours has made. */
  readonly made?: ReadonlySet<string> | undefined;
}

interface One {
  readonly read: RecordsRead;
  readonly record: CachedRecord & { readonly type: ToldType };
}

/** True for a family whose changes are told here. */
const isToldRecord = (record: CachedRecord): record is One['record'] => isTold(record.type);

/** True if the stored copies are these, and there is nothing to tell of them. */
export async function areTold({ records }: Pick<Stores, 'records'>, read: RecordsRead): Promise<boolean> {
  const told = read.records.filter(isToldRecord);
  const known = await records.known(told.map((record) => ({ connectionId: read.connection.id, record })));
  return known.every((one, i) => one !== undefined && isSettled(one, told[i]));
}

/**
 * Compares the copies that were just stored in this transaction with what was told of them, notes their states as told and
 * announces what is new. The rows of the copies are locked, so that a second reader of a record compares with what the first
 * has told. Returns how many events there were; signal the wake-up after the commit.
 */
export async function announceRecords(
  stores: Stores,
  ports: CorePorts,
  reads: readonly RecordsRead[],
): Promise<number> {
  const all = reads.flatMap((read): One[] => read.records.filter(isToldRecord).map((record) => ({ read, record })));
  if (all.length === 0) return 0;
  const found = await stores.records.known(
    all.map(({ read, record }) => ({ connectionId: read.connection.id, record })),
  );
  if (found.every((known, i) => known === undefined || isSettled(known, all[i]?.record))) return 0;
  const connections = [...new Map(reads.map(({ connection }) => [connection.id, connection])).values()];
  const beginnings = await stores.syncCursors.beginnings(connections.map(({ id }) => id));
  const told = new Map<string, Told>();
  const announcements: Announcement[] = [];
  for (const [i, one] of all.entries()) {
    const { connection } = one.read;
    const place = { connectionId: connection.id, type: one.record.type, providerId: one.record.providerId };
    const name = Object.values(place).join(' ');
    const known = told.get(name) ?? found[i];
    if (known === undefined || isSettled(known, one.record)) continue;
    const news = recordNews(known, readingOf(one, beginnings.get(connection.id)), ports.digester.sha256);
    if (!news) continue;
    told.set(name, { ...place, told: news.told, isCurrent: true });
    if (news.change) announcements.push(announcementOf(ports, one, news, news.change));
  }
  await stores.records.noteTold([...told.values()]);
  // In one go and in order: what follows in this transaction may announce for others of these connections.
  if (announcements.length > 0 && connections.length > 1) await stores.projections.lock(connections);
  const events = await announceAll(stores, ports, announcements);
  return events.filter((event) => event !== undefined).length;
}

type Told = Parameters<Stores['records']['noteTold']>[0][number] & Extract<KnownRecord, { readonly told: unknown }>;

/** False also for a state with the told fields and a later stamp: somebody changed what only the provider's document shows. */
function isSettled(known: KnownRecord, record: CachedRecord | undefined): boolean {
  if (known === 'unknown' || !('isCurrent' in known) || !known.isCurrent) return false;
  return record === undefined || !isStampedLater(record, known.told);
}

function readingOf(
  { read, record }: One,
  beginning: { readonly activatedAt: Date; readonly walked: ReadonlySet<string> } | undefined,
) {
  return {
    record,
    since: beginning?.activatedAt ?? read.connection.createdAt,
    isWalked: beginning?.walked.has(record.type) ?? false,
    isMade: read.made?.has(record.providerId) ?? false,
  };
}

function announcementOf(
  { digester, clock }: CorePorts,
  { read, record }: One,
  { told, changed }: RecordNews,
  change: RecordChangeKind,
): Announcement {
  const identity = [record.providerId, ...recordIdentity(told, change, digester.sha256)];
  return {
    ...announcementFor(read, record, { change, changed }),
    identityParts: identity,
    // A record that was told of as deleted, or whose copy was removed, may come back as it was.
    ...(change !== 'updated' && { otherwise: [...identity, clock.now().toISOString()] }),
  };
}

type Change = { readonly change: RecordChangeKind; readonly changed: readonly string[] };

function announcementFor(
  { connection, requestId, operationId, traceparent }: RecordReader,
  record: Pick<LedgerRecord, 'providerId' | 'fields' | 'providerUpdatedAt'> & { readonly type: ToldType },
  { change, changed }: Change,
): Omit<Announcement, 'identityParts'> {
  const { id: connectionId, organizationId, environment, externalAccountId } = connection;
  const data = {
    connection_id: connectionId,
    external_account_id: externalAccountId,
    change,
    record: recordOfEvent(record),
    changed,
  };
  const type = recordEventType(record.type);
  return { organizationId, environment, connectionId, operationId, requestId, traceparent, type, data };
}

/**
 * Removes the copies of records that the provider no longer has, but for those read since `readBefore`, and announces each
 * removed one as `deleted`, unless its state was deleted already. Announces nothing before the family's first walk has ended
 * and for a family whose changes are not told. Call it in a transaction and signal the wake-up after the commit. Returns
 * how many copies were removed.
 */
export async function removeGone(
  stores: Stores,
  ports: CorePorts,
  reader: RecordReader,
  gone: { readonly type: LedgerRecord['type']; readonly providerIds: readonly string[]; readonly readBefore: Date },
): Promise<number> {
  const { connection } = reader;
  const { type, providerIds, readBefore } = gone;
  const place = { connectionId: connection.id, type };
  const copies = isTold(type) ? await stores.records.fieldsOf(place, providerIds) : undefined;
  const removed = await stores.records.remove(place, providerIds, readBefore);
  if (!isTold(type) || removed.length === 0) return removed.length;
  const beginnings = await stores.syncCursors.beginnings([connection.id]);
  if (!beginnings.get(connection.id)?.walked.has(type)) return removed.length;
  const deleted = removed.flatMap((providerId) => {
    const fields = copies?.get(providerId);
    return fields && fields['status'] !== 'DELETED' ? [{ type, providerId, fields, ...stampIn(fields) }] : [];
  });
  const announcements = deleted.map((record) => {
    const identityParts = [record.providerId, 'gone', String(record.fields['fetched_at'])];
    return { ...announcementFor(reader, record, { change: 'deleted', changed: [] }), identityParts };
  });
  await announceAll(stores, ports, announcements);
  return removed.length;
}

function stampIn({ provider_updated_at: stamp }: JsonObject): { readonly providerUpdatedAt: Date | null } {
  return { providerUpdatedAt: typeof stamp === 'string' ? new Date(stamp) : null };
}
