import type { Knex } from 'knex';
import type { BudgetStore, Storage } from '#core';
import { databaseClock, type PoolUse, poolUse } from './database-watch.ts';
import type { Dialect } from './dialect.ts';
import { assertSchemaCurrent, migrate, type SchemaState, schemaState } from './schema.ts';
import { createKnexStorage } from './storage.ts';
import { budgetStore } from './stores/budget-store.ts';

/** An open database: its storage, its schema and its end. */
export interface Database {
  readonly storage: Storage;
  /** What all processes agree on about the provider budget. */
  readonly budgets: BudgetStore;
  /** For tools and tests; use cases know `storage` only. */
  readonly knex: Knex;
  schemaState(): Promise<SchemaState>;
  /** Throws, in a sentence for operators, when this build cannot work with the schema as it is. */
  assertSchemaCurrent(): Promise<void>;
  /** Brings the schema up to date, one host at a time; returns the names of the steps made. */
  migrate(now?: Date): Promise<readonly string[]>;
  /** The database server's time; undefined where the database runs on this machine's clock. */
  clock(): Promise<Date | undefined>;
  /** How many connections are used, free, and waited for. */
  pool(): PoolUse;
  /** Ends all connections; queries after it fail. */
  close(): Promise<void>;
}

export function databaseOver(knex: Knex, dialect: Dialect): Database {
  return {
    storage: createKnexStorage(knex, dialect),
    budgets: budgetStore(knex),
    knex,
    schemaState: () => schemaState(knex, dialect),
    assertSchemaCurrent: () => assertSchemaCurrent(knex, dialect),
    migrate: (now = new Date()) => migrate(knex, dialect, now),
    clock: () => databaseClock(knex, dialect),
    pool: () => poolUse(knex),
    close: () => knex.destroy(),
  };
}
