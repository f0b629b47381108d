import type { Knex } from 'knex';
import { millis } from './columns.ts';
import type { Dialect } from './dialect.ts';
import { migrations } from './migrations/migrations.ts';
import { rowsOf } from './session.ts';

// Not knex's own migrator: its lock is a row that a killed process leaves locked, and a second host that starts
// meanwhile fails instead of waiting.

/** How the database's schema compares with this build. `version` is 0 when the database is empty. */
export interface SchemaState {
  readonly kind: 'current' | 'older' | 'newer' | 'empty';
  readonly version: number;
  readonly expected: number;
}

const steps = Object.entries(migrations);
const expected = steps.length;

export async function schemaState(db: Knex, dialect: Dialect): Promise<SchemaState> {
  const version = await versionOf(db, dialect);
  if (version === 0) return { kind: 'empty', version, expected };
  const kind = version === expected ? 'current' : version < expected ? 'older' : 'newer';
  return { kind, version, expected };
}

/** Throws, with what to do, when this build cannot work with the database as it is. */
export async function assertSchemaCurrent(db: Knex, dialect: Dialect): Promise<void> {
  const { kind, version } = await schemaState(db, dialect);
  if (kind !== 'current') throw new Error(refusals[kind](version));
}

const refusals = {
  empty: () => `the database has no schema yet: run "npm run admin -- migrate" (this build needs version ${expected})`,
  newer: (version: number) =>
    `the database schema is at version ${version}, newer than the ${expected} this build knows: start the newer build (a database from before the first release is not carried over: start with an empty one)`,
  older: (version: number) =>
    `the database schema is at version ${version}, this build needs ${expected}: run "npm run admin -- migrate"`,
};

/** Brings the schema up to date, all steps or none, one host at a time; returns the names of the steps made. */
export async function migrate(db: Knex, dialect: Dialect, now: Date): Promise<readonly string[]> {
  return db.transaction(async (trx) => {
    for (const statement of dialect.beforeMigration) await trx.raw(statement);
    const { words } = dialect;
    await trx.raw(`create table if not exists schema_versions (
      version integer primary key, name ${words.text} not null, applied_at bigint not null)`);
    const version = await versionOf(trx, dialect);
    const missing = steps.slice(version);
    for (const [i, [name, statements]] of missing.entries()) {
      for (const statement of statements(words)) await trx.raw(statement);
      await trx('schema_versions').insert({ version: version + i + 1, name, applied_at: millis(now) });
    }
    return missing.map(([name]) => name);
  });
}

async function versionOf(db: Knex, dialect: Dialect): Promise<number> {
  const found = await rowsOf(db, dialect.tableExists, ['schema_versions']);
  if (found.length === 0) return 0;
  const [row] = await rowsOf<{ version: number | null }>(db, 'select max(version) as version from schema_versions', []);
  return row?.version ?? 0;
}
