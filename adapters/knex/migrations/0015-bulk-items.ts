import { type Migration, nullable, sealedIndex, table } from './migration.ts';

/**
 * The items of bulk writes. `bulk_items_created` finds the records that bulk writes created, as other indexes do for
 * keys and steps.
 */
export const bulkItems: Migration = (words) => {
  const { text, busyAndWide } = words;
  return [
    table(
      'bulk_items',
      {
        id: `${text} primary key`,
        organization_id: text,
        environment: text,
        operation_id: `${text} references operations (id) on delete cascade`,
        connection_id: text,
        type: text,
        position: 'integer',
        item_key: text,
        target_id: nullable(text),
        status: text,
        call: 'integer',
        together: 'integer',
        run: 'integer',
        provider_id: nullable(text),
        error: nullable(text),
        body: nullable(text),
        sealed_body: nullable(text),
      },
      { ending: busyAndWide },
    ),
    'create unique index bulk_items_place on bulk_items (operation_id, position)',
    `create index bulk_items_created on bulk_items (connection_id, type, provider_id)
      where provider_id is not null and target_id is null`,
    sealedIndex(words, 'bulk_items_sealed', 'bulk_items', 'sealed_body'),
  ];
};
