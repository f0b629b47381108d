import type { Caller } from '../../domain/caller.ts';
import { badRequest, conflict } from '../../domain/errors.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { Listed } from '../../domain/page.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { parseResourceId } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type Listing, parseListQuery, type RawQuery } from '../../schemas/query.ts';
import { notActive } from '../refused-access.ts';
import { meterCachedList } from '../usage/metering.ts';
import { type FamilyPath, requireFamily } from './resource-target.ts';

export interface ResourceListing extends Listing<Listed<CachedRecord>> {
  readonly lastSyncedAt: Date | null;
}

interface ListPath extends FamilyPath {
  readonly query: RawQuery;
  /** Whether the items hold the provider's own documents. */
  readonly includeNative?: boolean;
}

/** The cached records of a family; filters `id`, `status`, `number`, `external_reference` match exactly. */
export function listResources(ports: Pick<CorePorts, 'storage' | 'meter' | 'ids' | 'clock'>) {
  return async (caller: Caller, path: ListPath): Promise<ResourceListing> => {
    const { connection, type } = await requireFamily(ports, caller, path);
    const { request, filters } = parseListQuery(path.query, ['id', 'status', 'number', 'external_reference']);
    const providerId = filters.id === undefined ? undefined : providerIdOf(type, filters.id);
    if (connection.retentionMode === 'zero') {
      throw conflict('zero_retention', 'a connection with zero retention has no cached lists; read records one by one');
    }
    if (connection.status !== 'active' && connection.status !== 'action_required') {
      throw notActive(connection);
    }
    const page = await ports.storage.records.list(
      connection.id,
      type,
      {
        ...(providerId === undefined ? {} : { providerId }),
        ...(filters.status === undefined ? {} : { status: filters.status.toUpperCase() }),
        ...(filters.number === undefined ? {} : { number: filters.number }),
        ...(filters.external_reference === undefined ? {} : { externalReference: filters.external_reference }),
        withoutNative: path.includeNative !== true,
      },
      request,
    );
    meterCachedList(ports, connection);
    return { ...page, request, lastSyncedAt: connection.lastSyncedAt };
  };
}

function providerIdOf(type: ResourceType, id: string): string {
  const reference = parseResourceId(type, id);
  if (reference.kind !== 'this_type') throw badRequest('id', `id must be the id of one of the ${type}`);
  return reference.providerId;
}
