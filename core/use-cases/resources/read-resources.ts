import type { Caller } from '../../domain/caller.ts';
import { badRequest, conflict } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { PageRequest } from '../../domain/page.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { RecordPage } from '../../ports/record-stores.ts';
import { given, parseListQuery, type RawQuery } from '../../schemas/query.ts';
import { requestLedger } from '../open-ledger.ts';
import { notActive } from '../refused-access.ts';
import { meterCachedList, meterLiveRead } from '../usage/metering.ts';
import type { Patience } from '../wait-for-budget.ts';
import {
  type FamilyPath,
  type RecordPath,
  requireFamily,
  requireInvoiceUuid,
  requireProviderId,
} from './resource-target.ts';
import { readLive } from './stored-record.ts';

export interface ResourceListing extends RecordPage {
  readonly request: PageRequest;
  readonly lastSyncedAt: Date | null;
}

export interface ListPath extends FamilyPath {
  readonly query: RawQuery;
  /** Whether the items hold the provider's own documents. */
  readonly includeNative?: boolean;
}

/** The cached records of a family; filters `id`, `status`, `number`, `external_reference` match exactly. */
export function listResources(ports: CorePorts) {
  return async (caller: Caller, path: ListPath): Promise<ResourceListing> => {
    const { connection, type } = await requireFamily(ports, caller, path);
    const { request, filters } = parseListQuery(path.query, ['id', 'status', 'number', 'external_reference']);
    const providerId = filters.id === undefined ? undefined : providerIdOf(type, filters.id);
    if (filters.id !== undefined && !providerId) throw badRequest('id', `id must be the id of one of the ${type}`);
    const filter = {
      ...given({
        providerId,
        status: filters.status?.toUpperCase(),
        number: filters.number,
        externalReference: filters.external_reference,
      }),
      withoutNative: !path.includeNative,
    };
    if (connection.retentionMode === 'zero') {
      throw conflict('zero_retention', 'a connection with zero retention has no cached lists; read records one by one');
    }
    if (connection.status !== 'active' && connection.status !== 'action_required') throw notActive(connection);
    const page = await ports.storage.records.list({ connectionId: connection.id, type }, filter, request);
    meterCachedList(ports, connection);
    return { ...page, request, lastSyncedAt: connection.lastSyncedAt };
  };
}

/** The items of a page as objects; the API sends their text as it is stored. */
export function recordsOf({ itemsJson }: Pick<RecordPage, 'itemsJson'>): readonly JsonObject[] {
  return JSON.parse(itemsJson);
}

export function readResource(ports: CorePorts) {
  return async (caller: Caller, path: RecordPath & Patience): Promise<CachedRecord> => {
    const { connection, type } = await requireFamily(ports, caller, path);
    const providerId = requireProviderId(type, path.resourceId);
    const record = await readLive(ports, requestLedger(ports, connection, caller, path), type, providerId);
    await meterLiveRead(ports, connection);
    return record;
  };
}

export function readInvoiceByProviderId(ports: CorePorts) {
  const read = readResource(ports);
  return async (
    caller: Caller,
    { providerId, ...path }: Patience & { readonly connectionId: string; readonly providerId: string },
  ): Promise<CachedRecord> => read(caller, { ...path, type: 'invoices', resourceId: requireInvoiceUuid(providerId) });
}
