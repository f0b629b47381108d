// All that operations leave in the database, to be compared.
import type { CrashWorld, Row } from './crash-world.ts';

/** Without what only counts or remembers calls, and what the clock brings. */
const tables: Readonly<Record<string, string>> = {
  operations: `type not in ('retention.purge', 'connection.reconcile', 'connection.follow')`,
  operation_steps: `operation_id in (select id from operations where type not in ('retention.purge', 'connection.reconcile', 'connection.follow'))`,
  events: 'true',
  event_sequences: 'true',
  deliveries: 'true',
  delivery_attempts: 'true',
  idempotency_keys: 'true',
  cached_records: 'true',
  payment_projections: 'true',
  connections: 'true',
  sync_cursors: 'true',
};

export type Rows = Readonly<Record<string, readonly string[]>>;

export async function rowsOf(world: CrashWorld): Promise<Rows> {
  const found: Record<string, readonly string[]> = {};
  for (const [table, condition] of Object.entries(tables)) {
    const rows: readonly Row[] = await world.query(`select * from ${table} where ${condition}`);
    found[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return found;
}

const shownCharacters = 300;

/** The rows that only one of the two has. */
export function differences(before: Rows, after: Rows): readonly string[] {
  return Object.keys(tables).flatMap((table) => {
    const [was, is] = [new Set(before[table]), new Set(after[table])];
    const gone = [...was].filter((row) => !is.has(row)).map((row) => `${table} lost ${row}`);
    const come = [...is].filter((row) => !was.has(row)).map((row) => `${table} got ${row}`);
    return [...gone, ...come].map((row) => row.slice(0, shownCharacters));
  });
}
