import type { Caller } from '../../domain/caller.ts';
import { conflict } from '../../domain/errors.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import type { Listed } from '../../domain/page.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type Listing, parseListQuery, type RawQuery } from '../../schemas/query.ts';
import { countCachedList } from '../usage/take-down.ts';
import { notActive } from '../with-ledger.ts';
import { type FamilyPath, requireFamily } from './resource-target.ts';

export interface ResourceListing extends Listing<Listed<CachedRecord>> {
  readonly lastSyncedAt: Date | null;
}

/** The cached records of a family; filters `status`, `number`, `external_reference` match exactly. */
export function listResources(ports: Pick<CorePorts, 'storage' | 'meter' | 'ids' | 'clock'>) {
  return async (caller: Caller, path: FamilyPath & { query: RawQuery }): Promise<ResourceListing> => {
    const { connection, type } = await requireFamily(ports, caller, path);
    const { request, filters } = parseListQuery(path.query, ['status', 'number', 'external_reference', 'include']);
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
        ...(filters.status === undefined ? {} : { status: filters.status.toUpperCase() }),
        ...(filters.number === undefined ? {} : { number: filters.number }),
        ...(filters.external_reference === undefined ? {} : { externalReference: filters.external_reference }),
        withoutNative: filters.include !== 'provider_data',
      },
      request,
    );
    countCachedList(ports, connection);
    return { ...page, request, lastSyncedAt: connection.lastSyncedAt };
  };
}
