import type { Knex } from 'knex';
import { type SealedColumn, sealedColumns } from '#core/ports';
import type { PlannedQuery } from './query-plans.ts';

const index = 'credentials_access_token_key';
const tokens = sealedColumns.find(({ column }) => column === 'sealed_access_token') as SealedColumn;

/** Queries of a host's start and of a re-encryption; few values are under the old key. */
export const sealedQueries: readonly PlannedQuery[] = [
  { name: 'keys that stored values need', index, run: (storage) => storage.sealedValues.keyIds(tokens) },
  { name: 'values of a key, counted', index, run: (storage) => storage.sealedValues.count(tokens, 'k1') },
  {
    name: 'values of a key',
    index,
    run: (storage) => storage.sealedValues.list(tokens, 'k1', { after: 'conn_s1', limit: 50 }),
  },
];

/** Call it when the credentials exist. */
export async function fillForSealedValues(db: Knex): Promise<void> {
  await db.raw(`update credentials set sealed_access_token =
    case when connection_id like '%77' then 'v1.k1.a' else 'v1.k2.a' end`);
}
