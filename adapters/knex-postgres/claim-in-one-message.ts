import type { Knex } from 'knex';
import pg from 'pg';
import { type Statement, statementName } from '../knex/session.ts';

/** With the schema's own number it names the right to claim: one claim at a time counts what runs. */
const claimLockKey = 516_071_424;
const lock = `select pg_advisory_xact_lock(${claimLockKey}, 'operations'::regclass::oid::integer)`;

interface Pool {
  acquireConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<void>;
}

const prepared = new WeakMap<object, Set<string>>();

/**
 * All statements go to the server in one message, which it runs as one transaction to the end whether or not the sender
 * still lives: the lock that makes claims wait for each other cannot be held by a process that was stopped. They are
 * prepared once a connection, because planning them takes longer than running them.
 */
export async function claimInOneMessage<Row>(db: Knex, statements: readonly Statement[]): Promise<Row[]> {
  const pool = db.client as Pool;
  const connection = await pool.acquireConnection();
  try {
    for (const { sql } of statements) await prepare(db, connection, sql);
    const calls = statements.map(
      ({ sql, bindings }) => `execute ${statementName(sql)}(${bindings.map(literal).join(', ')})`,
    );
    const message = [lock, ...calls].join(';\n').replaceAll('?', '\\?');
    const answers = (await db.raw(message).connection(connection)) as unknown as readonly { rows: Row[] }[];
    return answers.at(-1)?.rows ?? [];
  } finally {
    await pool.releaseConnection(connection);
  }
}

async function prepare(db: Knex, connection: object, sql: string): Promise<void> {
  const known = prepared.get(connection) ?? new Set<string>();
  prepared.set(connection, known);
  if (known.has(sql)) return;
  let place = 0;
  const text = sql.replaceAll('?', () => `$${++place}`);
  await db.raw(`prepare ${statementName(sql)} as ${text}`).connection(connection);
  known.add(sql);
}

/** Numbers, and text as the driver quotes it. */
function literal(value: Knex.Value): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new Error(`a claim has no place for ${typeof value}`);
}
