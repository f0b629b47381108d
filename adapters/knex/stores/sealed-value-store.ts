import type { SealedColumn, SealedValue, SealedValueStore } from '#core/ports';
import { countOf } from '../paging.ts';
import { rowsOf, type Session } from '../session.ts';

/** Credentials are found by the id of their connection; other rows have an id and name their plane. */
const keyOf = (table: SealedColumn['table']): string => (table === 'credentials' ? 'connection_id' : 'id');

export function sealedValueStore({ db, dialect }: Session): SealedValueStore {
  const keyIdOf = dialect.words.sealingKeyOf;
  return {
    async keyIds({ table, column }) {
      const found: string[] = [];
      const keyId = keyIdOf(column);
      // Jumps from key to key in the index, past all values of each.
      const next = (where: string, bindings: readonly string[]) =>
        rowsOf<{ key_id: string }>(
          db,
          `select ${keyId} as key_id from ${table} where ${where} order by ${keyId} limit 1`,
          bindings,
        );
      let [row] = await next(`${keyId} >= ''`, []);
      while (row) {
        found.push(row.key_id);
        [row] = await next(`${keyId} > ?`, [row.key_id]);
      }
      return found;
    },
    count: ({ table, column }, keyId) => countOf(db(table).whereRaw(`${keyIdOf(column)} = ?`, [keyId])),
    async list({ table, column }, keyId, { after, limit }) {
      const key = keyOf(table);
      const owner = table === 'credentials' ? 'connections' : table;
      return rowsOf<SealedValue>(
        db,
        `select t.${key} as "row", o.organization_id as "organizationId", o.environment, t.${column} as sealed
          from ${table} t join ${owner} o on o.id = t.${key}
          where ${keyIdOf(`t.${column}`)} = ? and t.${key} > ? order by t.${key} limit ?`,
        [keyId, after ?? '', limit],
      );
    },
    async replace({ table, column }, values) {
      if (values.length === 0) return 0;
      const key = keyOf(table);
      const rows = values.map(({ row, from, to }) => ({ row_id: row, sealed_from: from, sealed_to: to }));
      const given = dialect.given({ row_id: 'text', sealed_from: 'text', sealed_to: 'text' });
      const changed = await rowsOf<object>(
        db,
        `update ${table} set ${column} = g.sealed_to from (${given}) as g
          where ${table}.${key} = g.row_id and ${table}.${column} = g.sealed_from returning ${table}.${key}`,
        [JSON.stringify(rows)],
      );
      return changed.length;
    },
  };
}
