import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { conflict, listBeingPrepared } from '../../domain/errors.ts';
import type { RecordPlace } from '../../domain/idempotency.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { PageRequest } from '../../domain/page.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { RecordFilter, RecordOrder, RecordPage } from '../../ports/record-stores.ts';
import { given, type RawQuery } from '../../schemas/query.ts';
import { listLate } from '../late-reads/read-late.ts';
import { type Ledger, requestLedger } from '../ledger/open-ledger.ts';
import { notActive } from '../ledger/refused-access.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import { meterCachedList, meterLiveRead } from '../usage/metering.ts';
import { shownTracking, shownTrackingIn } from './books-knowledge.ts';
import { parseRecordQuery } from './list-query.ts';
import { readLive } from './read-live.ts';
import { type FamilyPath, type RecordPath, requireFamily, requireOwnId, requireProviderId } from './resource-target.ts';

export interface ResourceListing extends RecordPage {
  readonly request: PageRequest;
  readonly lastSyncedAt: Date | null;
}

export interface ListPath extends FamilyPath {
  readonly query: RawQuery;
  readonly includeNative?: boolean;
}

export function listResources(ports: CorePorts) {
  return async (caller: Caller, path: ListPath): Promise<ResourceListing> => {
    const { connection, type, provider } = await requireFamily(ports, caller, path, 'list');
    const { request, filter, order, list } = parseRecordQuery(ports.digester, provider.traits, type, path.query);
    if (connection.retentionMode === 'zero') {
      throw conflict('zero_retention', 'a connection with zero retention has no cached lists; read records one by one');
    }
    if (connection.status !== 'active' && connection.status !== 'action_required') throw notActive(connection);
    const place = { connectionId: connection.id, type };
    const shown = { ...filter, withoutNative: !path.includeNative };
    if (needsIndex(filter, order)) await indexWhole(ports, connection, place);
    const { next, ...page } = await listLate(ports, caller, ({ records }) =>
      records.list(place, shown, request, order),
    );
    meterCachedList(ports, connection);
    const cursor = next && { ...next, ...given({ list }) };
    const itemsJson = await shownTrackingIn(ports, { connection }, page.itemsJson);
    return { ...page, itemsJson, next: cursor, request, lastSyncedAt: connection.lastSyncedAt };
  };
}

/** What `RecordStore.indexMissing` makes known: an earlier build did not store it. */
const indexed: readonly (keyof RecordFilter)[] = [
  ...(['contains', 'email', 'side', 'currency'] as const),
  ...(['totalFrom', 'totalTo', 'amountDueFrom', 'amountDueTo'] as const),
];

function needsIndex(filter: RecordFilter, order: RecordOrder | undefined): boolean {
  return order?.by === 'total' || order?.by === 'amount_due' || indexed.some((name) => filter[name] !== undefined);
}

const roundsMost = 20;
const rowsARound = 200;

/**
 * After an upgrade, makes the family's older copies known before its lists compare them, because a list that leaves some
 * out would be believed. Throws CONFLICT `list_being_prepared` if there are too many for one request.
 */
async function indexWhole(
  { storage, replica }: CorePorts,
  { organizationId }: Pick<Connection, 'organizationId'>,
  place: RecordPlace,
): Promise<void> {
  for (let round = 0; round < roundsMost; round++) {
    if ((await storage.records.indexMissing(rowsARound, place)) === 0) return;
    replica?.wrote(organizationId);
  }
  throw listBeingPrepared();
}

/** The record as the provider holds it now, by one budgeted call. Throws NOT_FOUND, also for another family's id. */
export function readResource(ports: CorePorts) {
  return async (caller: Caller, path: RecordPath & Patience): Promise<CachedRecord> => {
    const { connection, type, provider } = await requireFamily(ports, caller, path, 'read');
    const ledger = requestLedger(ports, connection, caller, path);
    return readMetered(ports, ledger, type, requireProviderId(type, path.resourceId, provider.traits));
  };
}

/** As `readResource`, by the provider's id only. Throws NOT_FOUND, also for an invoice number. */
export function readInvoiceByProviderId(ports: CorePorts) {
  return async (
    caller: Caller,
    path: Patience & { readonly connectionId: string; readonly providerId: string },
  ): Promise<CachedRecord> => {
    const { connection, type, provider } = await requireFamily(ports, caller, { ...path, type: 'invoices' }, 'read');
    const ledger = requestLedger(ports, connection, caller, path);
    return readMetered(ports, ledger, type, requireOwnId(path.providerId, provider.traits));
  };
}

async function readMetered(ports: CorePorts, ledger: Ledger, type: ResourceType, providerId: string) {
  const record = await readLive(ports, ledger, type, providerId);
  await meterLiveRead(ports, ledger.connection);
  return shownTracking(ports, ledger, record);
}
