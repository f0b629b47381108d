/** What is used of a better-sqlite3 connection here. */
export interface Preparing {
  prepare(sql: string): object;
}

const keptMax = 500;
const reusable = /^\s*(select|insert|update|delete|with)\b/i;
const changesSchema = /^\s*(create|alter|drop)\b/i;

/**
 * Keeps prepared statements, because knex prepares each query anew: about a fifth of the CPU of a live read. A
 * statement that changes the schema lets all of them go. Safe with one synchronous connection: none is ever half read.
 */
export function keepStatements(connection: Preparing): void {
  const prepare = connection.prepare.bind(connection);
  const kept = new Map<string, object>();
  connection.prepare = (sql) => {
    if (changesSchema.test(sql)) kept.clear();
    if (!reusable.test(sql)) return prepare(sql);
    const found = kept.get(sql);
    if (found) return found;
    if (kept.size >= keptMax) kept.delete(kept.keys().next().value ?? sql);
    const made = prepare(sql);
    kept.set(sql, made);
    return made;
  };
}
