import type { PurgeCut, PurgedBatch } from '#core';
import { millis } from '../columns.ts';
import { rowsOf, type Session } from '../session.ts';

/** Rows that an index holds in the order of their age. */
export interface AgedRows {
  readonly table: string;
  readonly key: readonly string[];
  readonly age: string;
  /** A further condition; written out, because a partial index serves only a query that states its condition. */
  readonly only?: string;
  /** What is done to them. */
  readonly change: { readonly kind: 'delete' } | { readonly kind: 'clear'; readonly column: string };
}

export async function purgeByAge(
  { db, dialect }: Session,
  { table, key, age, only, change }: AgedRows,
  { before, limit }: PurgeCut,
): Promise<PurgedBatch> {
  const keys = key.join(', ');
  const write = change.kind === 'delete' ? `delete from ${table}` : `update ${table} set ${change.column} = null`;
  const gone = await rowsOf(
    db,
    `with doomed as materialized (
      select ${keys} from ${table} where ${only ? `${only} and ` : ''}${age} < ?
      order by ${age} limit ? ${dialect.skipLocked}
    )
    ${write} where (${keys}) in (select ${keys} from doomed) returning ${key[0]}`,
    [millis(before), limit],
  );
  return { removed: gone.length, next: gone.length < limit ? null : '' };
}
