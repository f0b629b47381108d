import type { SchemaWords } from '../dialect.ts';

/** The statements of one migration, for both databases. A shipped migration is never edited. */
export type Migration = (words: SchemaWords) => readonly string[];

/** An index that finds the values sealed by a key, and the keys in use, without reading all values. */
export function sealedIndex({ sealingKeyOf }: SchemaWords, index: string, table: string, column: string): string {
  const primaryKey = table === 'credentials' ? 'connection_id' : 'id';
  return `create index ${index} on ${table} ((${sealingKeyOf(column)}), ${primaryKey})`;
}
