import knexPackage, { type Knex } from 'knex';
import { StorageUnavailable } from '#core/ports';

export interface Connection {
  /** Runs a statement in the driver's own form, planned once per connection. */
  rows(text: string, bindings: readonly Knex.Value[]): Promise<unknown[]>;
  /** Knex's id of the connection. */
  readonly __knexUid?: string;
}

export class Pool<C extends Connection = Connection> extends knexPackage.KnexPool<C> {
  readonly #texts = new Map<string, string>();

  /** Whatever keeps a query from a connection, the database is not to be had: no server, no login, none free in time. */
  override acquire(): ReturnType<knexPackage.KnexPool<C>['acquire']> {
    const pending = super.acquire();
    pending.promise = pending.promise.catch((error: Error) => {
      const isLate = error.constructor.name === 'TimeoutError';
      if (isLate) error.message = `Timeout acquiring a connection: ${error.message}`;
      throw new StorageUnavailable(error);
    });
    return pending;
  }

  /**
   * Runs a hot statement past Knex, which costs more than the statement; undefined while no sound connection is free.
   */
  rows(knex: Knex, sql: string, bindings: readonly Knex.Value[]): Promise<unknown[]> | undefined {
    const free = this.pendingAcquires.length === 0 ? this.free.at(-1) : undefined;
    if (!free || !this.validate(free.resource)) return undefined;
    this.used.push(free);
    this.free.pop();
    return this.rowsOn(free.resource, knex, sql, bindings).finally(() => this.release(free.resource));
  }

  /** Runs a hot statement on the caller's own connection, such as a transaction's. */
  async rowsOn(connection: C, knex: Knex, sql: string, bindings: readonly Knex.Value[]): Promise<unknown[]> {
    const text = this.#texts.get(sql) ?? knex.raw(sql, bindings).toSQL().toNative().sql;
    this.#texts.set(sql, text);
    knex.client.emit('query', { sql, bindings, __knexUid: connection.__knexUid });
    return connection.rows(text, bindings).catch((error: Error) => {
      throw Object.assign(error, { message: `${sql} - ${error.message}` });
    });
  }
}
