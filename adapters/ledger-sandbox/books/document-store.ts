/** Stores the books between runs: nowhere, or in one SQLite file that is written at the end of each call. */
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface StoredDocument {
  readonly kind: string;
  readonly scope: string;
  readonly id: string;
  readonly json: string;
}

export interface DocumentStore {
  /** Returns all stored documents in the order of storing. */
  load(): readonly StoredDocument[];
  /** Adds a document to the next commit; undefined removes it. */
  put(kind: string, scope: string, id: string, record: object | undefined): void;
  /** Stores everything put since the last commit in one transaction. */
  commit(): void;
  clear(): void;
  close(): void;
}

export function createMemoryStore(): DocumentStore {
  return { load: () => [], put: () => {}, commit: () => {}, clear: () => {}, close: () => {} };
}

interface Change {
  readonly kind: string;
  readonly scope: string;
  readonly id: string;
  readonly record: object | undefined;
}

const lockTimeoutMs = 1000;

const schema = `create table if not exists documents (
  kind text not null, scope text not null, id text not null, json text not null,
  primary key (kind, scope, id)
)`;

/** Loads the driver here, so that a sandbox without a data directory needs none. */
function openDatabase(dataDir: string) {
  const Database = createRequire(import.meta.url)('better-sqlite3') as typeof import('better-sqlite3');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new Database(join(dataDir, 'books.db'), { timeout: lockTimeoutMs });
  // The books are also in memory, so a second process would work with stale ones.
  database.pragma('locking_mode = EXCLUSIVE');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.exec(schema);
  database.exec('begin immediate; commit');
  return database;
}

function openAlone(dataDir: string) {
  try {
    return openDatabase(dataDir);
  } catch (cause) {
    const isBusy = cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_BUSY');
    const why = isBusy ? 'are in use by another process' : `cannot be opened: ${cause}`;
    throw new Error(`the sandbox's books in ${dataDir} ${why}`, { cause });
  }
}

/** Throws when another process has the books open. */
export function openFileStore(dataDir: string): DocumentStore {
  const database = openAlone(dataDir);
  const upsert = database.prepare(
    'insert into documents (kind, scope, id, json) values (?, ?, ?, ?) on conflict do update set json = excluded.json',
  );
  const remove = database.prepare('delete from documents where kind = ? and scope = ? and id = ?');
  const changes = new Map<string, Change>();
  const write = database.transaction((batch: Iterable<Change>) => {
    for (const { kind, scope, id, record } of batch) {
      if (record) upsert.run(kind, scope, id, JSON.stringify(record));
      else remove.run(kind, scope, id);
    }
  });
  return {
    load: () =>
      database.prepare('select kind, scope, id, json from documents order by rowid').all() as StoredDocument[],
    put: (kind, scope, id, record) => void changes.set(`${kind}|${scope}|${id}`, { kind, scope, id, record }),
    commit() {
      if (changes.size === 0) return;
      write(changes.values());
      changes.clear();
    },
    clear() {
      changes.clear();
      database.exec('delete from documents');
    },
    close: () => void database.close(),
  };
}
