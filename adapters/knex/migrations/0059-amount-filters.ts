import { type Migration, nullable } from './migration.ts';

const compared = ['side', 'currency', 'total', 'amount_due'];

/**
 * What lists of documents are filtered and sorted by. Amounts are texts in the order of the numbers (`orderedDecimal`).
 * Each index holds what the others are of, so that filters are compared in it and rows are read only for the page.
 */
export const amountFilters: Migration = ({ text, recordPlace }) => [
  ...[...compared, 'columns_digest'].map(
    (column) => `alter table cached_records add column ${column} ${nullable(text)}`,
  ),
  ...compared.map((column) => {
    const others = compared.filter((other) => other !== column).join(', ');
    return `create index cached_records_by_${column} on cached_records
      (connection_id, type, ${column}, ${recordPlace}, ${others}) where ${column} is not null`;
  }),
  // Rows of earlier builds, which know nothing of these columns, until `RecordStore.indexMissing` has read them.
  `create index cached_records_unindexed on cached_records (connection_id, type, provider_id)
    where columns_digest is distinct from fields_digest`,
];
