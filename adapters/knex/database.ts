import knexPackage, { type Knex } from 'knex';
import type { Storage } from '#core/ports';
import type { Dialect } from './dialect.ts';
import { type Epoch, epochOf } from './epoch.ts';
import { createLogPlace, type LogPlace } from './log-place.ts';
import type { Connection, Pool } from './pool.ts';
import { type ClosableRequestBudget, type RequestBudgetOptions, requestBudget } from './request-budget.ts';
import { assertSchemaCurrent, migrate, type SchemaState, schemaState } from './schema.ts';
import { rowsOf } from './session.ts';
import { createKnexStorage } from './storage.ts';

export interface PoolUse {
  readonly used: number;
  readonly free: number;
  readonly waiting: number;
}

export interface Database {
  readonly storage: Storage;
  /** The provider budget, shared by all processes on the database. */
  requestBudget(options: RequestBudgetOptions): ClosableRequestBudget;
  /** For tools and tests; use cases use `storage`. */
  readonly knex: Knex;
  schemaState(): Promise<SchemaState>;
  /** Throws a sentence for operators when this build cannot work with the schema. */
  assertSchemaCurrent(): Promise<void>;
  /** Brings the schema up to date, one host at a time; returns the names of the migrations that were run. */
  migrate(now?: Date): Promise<readonly string[]>;
  /** The database server's time; undefined where the database runs on this machine's clock. */
  clock(): Promise<Date | undefined>;
  /** Whether the database still holds what was seen of it. */
  readonly epoch: Epoch;
  readonly place: LogPlace;
  pool(): PoolUse;
  /** Closes all connections; later queries fail. */
  close(): Promise<void>;
}

export function databaseOver<C extends Connection>(
  pool: Pool<C>,
  dialect: Dialect,
  client: Knex.Config,
  place: LogPlace = createLogPlace(),
): Database {
  const knex = knexPackage.knex({
    ...client,
    connectionPool: pool,
    // Errors then show the statement without its values, which may be secrets or documents.
    compileSqlOnError: false,
    log: { warn() {}, error() {}, deprecate() {}, debug() {} },
  });
  return {
    storage: createKnexStorage(knex, dialect),
    requestBudget: (options) => requestBudget({ db: knex, dialect }, options),
    knex,
    schemaState: () => schemaState(knex, dialect),
    assertSchemaCurrent: () => assertSchemaCurrent(knex, dialect),
    migrate: (now = new Date()) => migrate(knex, dialect, now),
    async clock() {
      if (dialect.clock === undefined) return undefined;
      const [row] = await rowsOf<{ now: number }>(knex, dialect.clock, []);
      return row && new Date(row.now);
    },
    epoch: epochOf(knex, dialect, place),
    place,
    pool: () => ({ used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() }),
    async close() {
      await pool.destroy();
      await knex.destroy();
    },
  };
}
