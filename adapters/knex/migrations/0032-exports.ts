import { type Migration, sealedIndex, table } from './migration.ts';

/** The parts of the files of long lists, a day long. */
export const exportParts: Migration = (words) => {
  const { text } = words;
  return [
    table('export_parts', {
      id: `${text} primary key`,
      organization_id: text,
      environment: text,
      operation_id: text,
      position: 'integer',
      sealed_text: text,
      created_at: 'bigint',
    }),
    'create index export_parts_list on export_parts (organization_id, environment, operation_id, position)',
    'create index export_parts_age on export_parts (created_at)',
    sealedIndex(words, 'export_parts_sealed', 'export_parts', 'sealed_text'),
  ];
};
