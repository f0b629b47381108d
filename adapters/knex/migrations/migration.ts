import type { SchemaWords } from '../dialect.ts';

/** One step of the schema, for both databases. A shipped one is never edited. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  statements(words: SchemaWords): readonly string[];
}
