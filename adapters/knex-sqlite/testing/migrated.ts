// Migrated databases to begin tests with. The migrations run once in a process; copies of their result cost a twentieth.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '../../knex/database.ts';
import { openSqlite } from '../open-sqlite.ts';

let migrated: Promise<Buffer> | undefined;

/** The bytes of an empty database with this build's schema. */
function migratedBytes(): Promise<Buffer> {
  migrated ??= migrateOnce();
  return migrated;
}

async function migrateOnce(): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-migrated-'));
  const file = path.join(folder, 'migrated.db');
  const database = await openSqlite({ filename: ':memory:' });
  try {
    await database.migrate();
    await database.knex.raw('vacuum into ?', [file]);
    return readFileSync(file);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An empty, migrated database of this process. */
export async function inMemory(): Promise<Database> {
  return openSqlite({ filename: ':memory:', contents: await migratedBytes() });
}

/** Makes a file with an empty, migrated database, which hosts and tests then open. */
export async function writeMigrated(filename: string): Promise<void> {
  writeFileSync(filename, await migratedBytes(), { mode: 0o600 });
}
