import type { Caller } from '../../domain/caller.ts';
import { conflict } from '../../domain/errors.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { PageRequest } from '../../domain/page.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { RecordPage } from '../../ports/record-stores.ts';
import { given, type RawQuery } from '../../schemas/query.ts';
import { type Ledger, requestLedger } from '../ledger/open-ledger.ts';
import { notActive } from '../ledger/refused-access.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import { meterCachedList, meterLiveRead } from '../usage/metering.ts';
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
    const { next, ...page } = await ports.storage.records.list(place, shown, request, order);
    meterCachedList(ports, connection);
    const cursor = next && { ...next, ...given({ list }) };
    return { ...page, next: cursor, request, lastSyncedAt: connection.lastSyncedAt };
  };
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
  return record;
}
