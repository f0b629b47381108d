import type { Knex } from 'knex';
import { millis } from './columns.ts';
import type { Dialect } from './dialect.ts';
import { migrations, removals } from './migrations/migrations.ts';
import { rowsOf } from './session.ts';

// Knex's own migrator is not used: a killed process leaves its lock, a row, behind, and a second host that starts
// meanwhile fails instead of waiting.

/**
 * How the schema compares with this build; version 0 is empty. A schema to which later builds have only added is
 * current.
 */
export interface SchemaState {
  readonly kind: 'current' | 'older' | 'newer' | 'empty';
  readonly version: number;
  readonly expected: number;
}

const steps = Object.entries(migrations);
const expected = steps.length;

export async function schemaState(db: Knex, dialect: Dialect): Promise<SchemaState> {
  const { version, needs } = await versionOf(db, dialect);
  if (version === 0) return { kind: 'empty', version, expected };
  const kind = version < expected ? 'older' : needs > expected ? 'newer' : 'current';
  return { kind, version, expected };
}

/** Throws, with what to do, when this build cannot work with the schema. */
export async function assertSchemaCurrent(db: Knex, dialect: Dialect): Promise<void> {
  const { kind, version } = await schemaState(db, dialect);
  if (kind !== 'current') throw new Error(refusals[kind](version));
}

const refusals = {
  empty: () =>
    `the database has no schema yet: run "ledgerport migrate" or, embedded, ask for it with "migrate: true" (this build needs version ${expected})`,
  newer: (version: number) =>
    `the database schema is at version ${version}, newer than the ${expected} this build knows, and lacks what this build needs: start the newer build (a database from before the first release is not carried over: start with an empty one)`,
  older: (version: number) =>
    `the database schema is at version ${version}, this build needs ${expected}: run "ledgerport migrate" or, embedded, ask for it with "migrate: true"`,
};

/**
 * Brings the schema up to date, all migrations or none, one host at a time; returns the names of those that were run.
 */
export async function migrate(db: Knex, dialect: Dialect, now: Date): Promise<readonly string[]> {
  return db.transaction(async (trx) => {
    for (const statement of dialect.beforeMigration) await trx.raw(statement);
    const { words } = dialect;
    await trx.raw(`create table if not exists schema_versions (
      version integer primary key, name ${words.text} not null, applied_at bigint not null, build_needs integer not null)`);
    const { version } = await versionOf(trx, dialect);
    const missing = steps.slice(version);
    for (const [i, [name, statements]] of missing.entries()) {
      for (const statement of statements(words)) await trx.raw(statement);
      const row = { version: version + i + 1, name, applied_at: millis(now), build_needs: removals[name] ?? 0 };
      await trx('schema_versions').insert(row);
    }
    return missing.map(([name]) => name);
  });
}

/** `needs` is the oldest version whose build works with the database. */
async function versionOf(db: Knex, dialect: Dialect) {
  const found = await rowsOf(db, dialect.tableExists, ['schema_versions']);
  if (found.length === 0) return { version: 0, needs: 0 };
  const rows = await rowsOf<{ version: number; build_needs?: number }>(db, 'select * from schema_versions', []);
  // Before the first release the table lacked this column.
  const needs = rows.map(({ build_needs = Number.POSITIVE_INFINITY }) => build_needs);
  return { version: Math.max(0, ...rows.map(({ version }) => version)), needs: Math.max(0, ...needs) };
}
