import type { CachedRecord, JsonObject, Listed, Page, RecordPage, RecordStore, ResourceType } from '#core/ports';

/** A page of records as they were put: in place of documents that were not asked for or are too large, empty ones. */
export async function listedRecords(
  { records }: { readonly records: RecordStore },
  ...[place, ...asked]: Parameters<RecordStore['list']>
): Promise<Page<Listed<CachedRecord>>> {
  const { itemsJson, ...page } = await records.list(place, ...asked);
  return { ...page, items: recordsIn(place.type, { itemsJson }) };
}

/** The items of a page, by the names of the core. */
export function recordsIn(
  type: ResourceType,
  { itemsJson }: Pick<RecordPage, 'itemsJson'>,
): readonly Listed<CachedRecord>[] {
  const items: readonly (JsonObject & Item)[] = JSON.parse(itemsJson);
  return items.map((item) => {
    const { id: _, provider_id, fetched_at, provider_updated_at, provider_data, truncated, ...fields } = item;
    return {
      ...{ type, providerId: provider_id, fields, native: provider_data ?? {} },
      fetchedAt: new Date(fetched_at),
      providerUpdatedAt: provider_updated_at === null ? null : new Date(provider_updated_at),
      ...(truncated && { truncated }),
    };
  });
}

interface Item {
  readonly id: string;
  readonly provider_id: string;
  readonly fetched_at: string;
  readonly provider_updated_at: string | null;
  readonly provider_data?: JsonObject | null;
  readonly truncated?: readonly string[];
}
