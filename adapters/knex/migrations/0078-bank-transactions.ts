import { type Migration, nullable } from './migration.ts';

/** Lists of bank transactions are filtered by their account. Builds of before store no record that has one. */
export const bankTransactions: Migration = ({ text, recordPlace }) => [
  `alter table cached_records add column bank_account_id ${nullable(text)}`,
  `create index cached_records_by_bank_account on cached_records (connection_id, type, substr(bank_account_id, 1, 100), ${recordPlace})
      where substr(bank_account_id, 1, 100) is not null`,
];
