import knexPackage, { type Knex } from 'knex';

/** What Knex needs of a pool that it is handed (its option `connectionPool`), and what a host asks of it. */
export interface ConnectionPool extends Knex.TarnPoolLike {
  numUsed(): number;
  numFree(): number;
  /** Queries that wait for a connection. */
  numPendingAcquires(): number;
}

export interface PoolOptions<Connection> {
  readonly min: number;
  readonly max: number;
  readonly acquireTimeoutMs: number;
  create(): Promise<Connection>;
  isUsable(connection: Connection): boolean;
  destroy(connection: Connection): Promise<void>;
}

/** Knex's own pool over connections of ours; says in words what it means when none became free in time. */
export function connectionPool<Connection>(options: PoolOptions<Connection>): ConnectionPool {
  const { min, max, acquireTimeoutMs } = options;
  const pool = new knexPackage.KnexPool<Connection>({
    ...{ min, max, acquireTimeoutMillis: acquireTimeoutMs, propagateCreateError: true },
    create: () => options.create(),
    validate: (connection) => options.isUsable(connection),
    destroy: (connection) => options.destroy(connection),
  });

  async function acquire(): Promise<Connection> {
    const since = performance.now();
    try {
      return await pool.acquire().promise;
    } catch (error) {
      // A timer may end a millisecond early.
      throw performance.now() - since < acquireTimeoutMs - 1 ? error : noneFree(acquireTimeoutMs, error);
    }
  }

  return {
    acquire: () => ({ promise: acquire() }),
    release: (connection: Connection) => pool.release(connection),
    async destroy() {
      await pool.destroy();
    },
    numUsed: () => pool.numUsed(),
    numFree: () => pool.numFree(),
    numPendingAcquires: () => pool.numPendingAcquires(),
  };
}

/** On SQLite's one connection a query on the outer storage from inside a transaction waits for itself. */
function noneFree(acquireTimeoutMs: number, cause: unknown): Error {
  return new Error(
    `no database connection became free within ${acquireTimeoutMs} ms: the database is overloaded, or work inside ` +
      'storage.transaction used the outer storage instead of the stores it was handed',
    { cause },
  );
}
