import knexPackage, { type Knex } from 'knex';

export interface Connection {
  /** Runs a statement in the driver's own form; `name` is that of its plan. */
  rows(text: string, bindings: readonly Knex.Value[], name: string): Promise<unknown[]>;
}

export class Pool<C extends Connection = Connection> extends knexPackage.KnexPool<C> {
  readonly #texts = new Map<string, string>();

  /** Runs a hot statement past Knex, which costs more than it; undefined while no sound connection is free. */
  rows(knex: Knex, sql: string, bindings: readonly Knex.Value[], name: string): Promise<unknown[]> | undefined {
    const free = this.pendingAcquires.length === 0 ? this.free.at(-1) : undefined;
    if (!free || !this.validate(free.resource)) return undefined;
    const text = this.#texts.get(sql) ?? knex.raw(sql, bindings).toSQL().toNative().sql;
    this.#texts.set(sql, text);
    this.used.push(free);
    this.free.pop();
    knex.client.emit('query', { sql, bindings });
    const rows = free.resource.rows(text, bindings, name).catch((error: Error) => {
      throw Object.assign(error, { message: `${sql} - ${error.message}` });
    });
    return rows.finally(() => this.release(free.resource));
  }
}
