import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { DatabaseSync } from 'node:sqlite';
import { readConfig } from '../composition/config.ts';
import { Failure, type Given, type World } from './command.ts';

/** Files that hosts make; all others stay. */
const own = [
  'sandbox',
  'tryton',
  'dev-credentials.json',
  'dev-secrets.json',
  'database-seen.json',
  'ledgerport.db',
  'ledgerport.db-wal',
  'ledgerport.db-shm',
];

export async function reset(given: Given, { env, out }: World): Promise<void> {
  const folder = given.text('data-dir');
  const { production, database, dataDir } = readConfig({ ...env, ...(folder ? { DATA_DIR: folder } : {}) });
  if (production) throw new Failure('NODE_ENV is production: reset removes nothing there');
  if (database.kind !== 'sqlite') throw new Failure('DATABASE_URL is PostgreSQL: reset removes only files of SQLite');
  const files = [...own.map((name) => path.join(dataDir, name)), ...filesOf(database.filename)];
  const there = [...new Set(files.map((file) => path.resolve(file)))].filter((file) => existsSync(file));
  if (there.length === 0) return out(`There is nothing to remove in ${dataDir}.`);
  for (const file of [database.filename, path.join(dataDir, 'sandbox', 'books.db')]) {
    if (isInUse(file)) throw new Failure(`a running service has ${file} open: stop it first`);
  }
  if (!given.flag('force') && !(await agreed(there))) throw new Failure('nothing was removed');
  for (const file of there) rmSync(file, { recursive: true, force: true });
  if (existsSync(dataDir) && readdirSync(dataDir).length === 0) rmdirSync(dataDir);
  out(`Removed: ${there.map((file) => path.relative('.', file)).join(', ')}`);
}

const filesOf = (database: string): readonly string[] => ['', '-wal', '-shm'].map((end) => database + end);

const sqliteBusy = 5;

/** SQLite allows only the sole user of a database to leave WAL mode. */
function isInUse(file: string): boolean {
  if (!existsSync(file)) return false;
  const opened = new DatabaseSync(file);
  try {
    opened.prepare('pragma journal_mode = delete').get();
    return false;
  } catch (error) {
    return ((error as { readonly errcode?: number }).errcode ?? 0) % 256 === sqliteBusy;
  } finally {
    opened.close();
  }
}

async function agreed(files: readonly string[]): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Failure('there is no terminal to ask on: --force removes without asking');
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await reader.question(`Remove ${files.join(', ')}? Type "yes": `);
  reader.close();
  return answer.trim().toLowerCase() === 'yes';
}
