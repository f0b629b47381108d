// Looks for values that must be nowhere: in rows, files, lines and answers, in every dress that bytes may wear.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';

export interface Found {
  readonly where: string;
  readonly what: string;
}

/** Every row of every table as text, by the table's name. */
export async function dumpOf(knex: Knex, isPostgres: boolean): Promise<ReadonlyMap<string, string>> {
  const tables: readonly { readonly name: string }[] = isPostgres
    ? await knex('pg_tables').select({ name: 'tablename' }).where('schemaname', 'public')
    : await knex('sqlite_master').select('name').where('type', 'table');
  const dump = new Map<string, string>();
  for (const { name } of tables) dump.set(name, JSON.stringify(await knex(name).select()));
  return dump;
}

/** Plain, base64 at any offset, base64url alike, hex, UTF-16; letters in either case where the encoding keeps them. */
function dressesOf(word: string): readonly Buffer[] {
  const bytes = Buffer.from(word);
  // The first and last characters depend on what stands around.
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
      .slice(offset === 0 ? 0 : offset + 1, -2),
  );
  const texts = [word, word.toUpperCase(), word.toLowerCase(), bytes.toString('hex'), ...base64];
  return [...texts.map((text) => Buffer.from(text)), Buffer.from(word, 'utf16le')];
}

export function findIn(where: string, content: Buffer | string, words: readonly string[]): readonly Found[] {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return words
    .filter((word) => dressesOf(word).some((dress) => bytes.includes(dress)))
    .map((what) => ({ where, what }));
}

/** Every file below a folder, or the file; what is not there holds nothing. */
export function findInFiles(place: string, words: readonly string[]): readonly Found[] {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return findIn(place, readFileSync(place), words);
  return readdirSync(place).flatMap((name) => findInFiles(path.join(place, name), words));
}

/** Ids of ours and of the provider's, enumerations and the like say nothing of a record. */
const harmless = /^[0-9a-f-]{36}$|^[a-z]{2,6}_[0-9a-z]{20,}$|^\d{4}-\d\d-\d\dT|^https?:|^\/Date\(|^[A-Z_]+$/;

/** What an answer tells of records, other than what says nothing by itself: texts and amounts that are hard to hit by chance. */
export function tellingValues(value: unknown): readonly string[] {
  if (typeof value === 'number') return Number.isInteger(value) || value < 100 ? [] : [String(value)];
  if (typeof value === 'string') {
    return value.length >= 6 && /[\s\d@]/.test(value) && !harmless.test(value) ? [value] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(tellingValues);
}
