import type { SchemaWords } from '../dialect.ts';

/** The statements of one step of the schema, for both databases. A shipped one is never edited. */
export type Migration = (words: SchemaWords) => readonly string[];

/** Finds the values that a key has sealed, and the keys that stored values need, without reading all of them. */
export function sealedIndex({ sealingKeyOf }: SchemaWords, index: string, table: string, column: string): string {
  const primaryKey = table === 'credentials' ? 'connection_id' : 'id';
  return `create index ${index} on ${table} ((${sealingKeyOf(column)}), ${primaryKey})`;
}
