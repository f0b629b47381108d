import knexPackage, { type Knex } from 'knex';

export interface Connection {
  /** Runs a statement in the driver's own form, planned once per connection. */
  rows(text: string, bindings: readonly Knex.Value[]): Promise<unknown[]>;
  /** Knex's id of the connection. */
  readonly __knexUid?: string;
}

export class Pool<C extends Connection = Connection> extends knexPackage.KnexPool<C> {
  readonly #texts = new Map<string, string>();

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
