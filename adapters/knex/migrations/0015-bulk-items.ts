import { type Migration, sealedIndex } from './migration.ts';

/**
 * The items of bulk writes. `bulk_items_created` finds the records that bulk writes created, as other indexes do for
 * keys and steps.
 */
export const bulkItems: Migration = (words) => {
  const { text, busyAndWide } = words;
  return [
    `create table bulk_items (
      id ${text} primary key,
      organization_id ${text} not null,
      environment ${text} not null,
      operation_id ${text} not null references operations (id) on delete cascade,
      connection_id ${text} not null,
      type ${text} not null,
      position integer not null,
      item_key ${text} not null,
      target_id ${text},
      status ${text} not null,
      call integer not null,
      together integer not null,
      run integer not null,
      provider_id ${text},
      error ${text},
      body ${text},
      sealed_body ${text}
    )${busyAndWide}`,
    'create unique index bulk_items_place on bulk_items (operation_id, position)',
    `create index bulk_items_created on bulk_items (connection_id, type, provider_id)
      where provider_id is not null and target_id is null`,
    sealedIndex(words, 'bulk_items_sealed', 'bulk_items', 'sealed_body'),
  ];
};
