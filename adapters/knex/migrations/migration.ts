import type { SchemaWords } from '../dialect.ts';

/** The statements of one migration, for both databases. A shipped migration is never edited. */
export type Migration = (words: SchemaWords) => readonly string[];

/** Makes a table whose columns hold no null, except those whose type is `nullable`. */
export function table(
  name: string,
  columns: Readonly<Record<string, string>>,
  { key, ending = '' }: { readonly key?: string; readonly ending?: string } = {},
): string {
  const definitions = Object.entries(columns).map(([column, type]) =>
    type.endsWith(' null') ? `${column} ${type}` : `${column} ${type} not null`,
  );
  if (key !== undefined) definitions.push(`primary key (${key})`);
  return `create table ${name} (${definitions.join(', ')})${ending}`;
}

export function nullable(type: string): string {
  return `${type} null`;
}

/** An index that finds the values sealed by a key, and the keys in use, without reading all values. */
export function sealedIndex({ sealingKeyOf }: SchemaWords, index: string, table: string, column: string): string {
  const primaryKey = table === 'credentials' ? 'connection_id' : 'id';
  return `create index ${index} on ${table} ((${sealingKeyOf(column)}), ${primaryKey})`;
}
