import pg from 'pg';
import { type Database, databaseOver } from '../knex/database.ts';
import { createLogPlace } from '../knex/log-place.ts';
import { Pool } from '../knex/pool.ts';
import { connect, type PostgresConnection } from './commit-checked-connection.ts';
import { createFellows, oneByOneWhileFailing } from './fellow-connections.ts';
import { postgresDialect } from './postgres-dialect.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database?sslmode=…`; tables are in the first schema of the search path. */
  readonly url: string;
  /**
   * PostgreSQL's own address, for migrations, if `url` leads through a pooler. Then the pooler may give each transaction
   * another connection: statements have no names, and each transaction sets its own bounds.
   */
  readonly directUrl?: string | undefined;
  /** True where nothing is written; by default a connection to a standby is refused, because it takes no writes. */
  readonly mayBeStandby?: boolean;
  /** True if `url` leads through such a pooler; by default if `directUrl` is given. */
  readonly isPooled?: boolean;
  /** At most this many connections (default 10), each opened when first needed. */
  readonly poolMax?: number;
  /** The server ends a statement that runs longer (default 30,000); migrations are exempt. */
  readonly statementTimeoutMs?: number;
  /** How long a query waits for a connection (default 10,000). */
  readonly acquireTimeoutMs?: number;
  /** How long the server may take to answer a new connection (default 5,000). */
  readonly connectTimeoutMs?: number;
}

/**
 * The server ends a transaction that a lost or stopped process left open for this long, so that the sweep of lapsed
 * leases need not wait longer for its rows.
 */
const idleInTransactionTimeoutMs = 15_000;

/** After so long without a word the system asks whether the other machine is there, and gives up ten seconds later. */
export const keepAliveMs = 10_000;

/** Opens a pool that connects at its first query. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, directUrl, isPooled = directUrl !== undefined, poolMax = 10 } = options;
  const { statementTimeoutMs = 30_000, acquireTimeoutMs = 10_000, connectTimeoutMs = 5_000 } = options;
  const settings = {
    connectionString: url,
    application_name: 'ledgerport',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    connectionTimeoutMillis: connectTimeoutMs,
    types: { getTypeParser },
  };
  const place = createLogPlace();
  const bounds = { statementTimeoutMs, idleInTransactionTimeoutMs };
  const { mayBeStandby = false } = options;
  const session = { ...bounds, isPooled, place, fellows: createFellows(), mayBeStandby };
  const pool = new Pool<PostgresConnection>({
    // Without idle connections to keep, a query reports at once why the database cannot be reached.
    min: 0,
    max: poolMax,
    acquireTimeoutMillis: acquireTimeoutMs,
    propagateCreateError: true,
    create: oneByOneWhileFailing(() => connect(settings, session)),
    validate: (connection) => !connection.isLost,
    destroy: (connection) => connection.end(),
  });
  const database = databaseOver(pool, postgresDialect, { client: 'pg' }, place);
  if (directUrl === undefined) return database;
  return {
    ...database,
    async migrate(now) {
      const direct = await openPostgres({
        ...options,
        url: directUrl,
        directUrl: undefined,
        isPooled: false,
        poolMax: 1,
      });
      return direct.migrate(now).finally(() => direct.close());
    },
  };
}

/** Counts and times are whole numbers far below 2^53; pg would return bigint as text. */
function getTypeParser(oid: number, format?: string): unknown {
  if (oid === pg.types.builtins.INT8) return safeInteger;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`the database holds ${text}, which is not a safe integer`);
  return value;
}
