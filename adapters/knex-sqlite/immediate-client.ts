import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import { acquireError } from '../knex/acquire-error.ts';
import { withoutNul } from '../knex/without-nul.ts';
import { whenFree } from './when-free.ts';

// knex opens SQLite transactions with a plain BEGIN; read-then-write then fails with SQLITE_BUSY(_SNAPSHOT) under a
// second writer, whatever the busy_timeout. BEGIN IMMEDIATE queues instead. knex has no public place for that, so two
// of its files are imported by path: its version is pinned, and immediate-client.test.ts notices if they change.

/** What is used of better-sqlite3's connection. */
export interface SqliteConnection {
  readonly inTransaction: boolean;
  exec(sql: string): unknown;
  pragma(source: string): unknown;
  prepare(sql: string): object;
}

interface KnexClient {
  _query(connection: SqliteConnection, query: unknown): Promise<unknown>;
  acquireConnection(): Promise<unknown>;
}

interface KnexTransaction {
  _completed: boolean;
  _resolver(value: unknown): void;
  _rejecter(error: unknown): void;
}

type Constructor<T> = new (...args: unknown[]) => T;

const require = createRequire(import.meta.url);
const Client = require('knex/lib/dialects/better-sqlite3/index.js') as Constructor<KnexClient>;
const Transaction =
  require('knex/lib/dialects/sqlite3/execution/sqlite-transaction.js') as Constructor<KnexTransaction>;

export function immediateClient(busyTimeoutMs: number, acquireTimeoutMs: number): typeof Knex.Client {
  class ImmediateTransaction extends Transaction {
    async begin(connection: SqliteConnection): Promise<void> {
      await whenFree(() => connection.exec('BEGIN IMMEDIATE'), busyTimeoutMs);
    }

    /** A commit that a deferred constraint refuses leaves the transaction open; it must not stay on the connection. */
    async commit(connection: SqliteConnection, value: unknown): Promise<void> {
      this._completed = true;
      try {
        connection.exec('COMMIT');
      } catch (error) {
        if (connection.inTransaction) connection.exec('ROLLBACK');
        this._rejecter(error);
        return;
      }
      this._resolver(value);
    }
  }

  class ImmediateClient extends Client {
    transaction(...args: unknown[]): unknown {
      return new ImmediateTransaction(this, ...args);
    }

    prepBindings(bindings: unknown[] | undefined): unknown[] | undefined {
      return bindings && withoutNul(bindings);
    }

    override _query(connection: SqliteConnection, query: unknown): Promise<unknown> {
      if (connection.inTransaction) return super._query(connection, query);
      return whenFree(() => super._query(connection, query), busyTimeoutMs);
    }

    override async acquireConnection(): Promise<unknown> {
      try {
        return await super.acquireConnection();
      } catch (error) {
        throw acquireError(error, acquireTimeoutMs);
      }
    }
  }
  return ImmediateClient as unknown as typeof Knex.Client;
}
