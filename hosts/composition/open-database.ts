import type { BudgetStore, Storage, WakeUp } from '#core';
import type { Database, PoolUse, SchemaState } from '../../adapters/knex-sqlite/index.ts';
import type { Config } from './config.ts';
import type { Shutdown } from './shutdown.ts';

export type { PoolUse, SchemaState };

/** What a host asks of the database itself, beside its work. */
export type DatabaseWatch = Pick<Database, 'clock' | 'pool' | 'schemaState'>;

export interface OpenDatabase {
  readonly storage: Storage;
  readonly budgets: BudgetStore;
  readonly wakeUp: WakeUp;
  readonly watch: DatabaseWatch;
}

/** Opens the database that the configuration names; its schema is brought up to date in development only. */
export async function openDatabase(config: Config, shutdown: Shutdown): Promise<OpenDatabase> {
  const database = await open(config);
  shutdown.add('the database', () => database.close());
  await prepareSchema(config, database);
  const { storage, budgets } = database;
  return { storage, budgets, wakeUp: await wakeUpOf(config, shutdown), watch: database };
}

/** An open database that has answered; whose error names the variable, and no password. */
async function open(config: Config): Promise<Database> {
  let database: Database | undefined;
  try {
    database = await openDriver(config);
    await database.schemaState();
    return database;
  } catch (error) {
    await database?.close();
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`DATABASE_URL (${placeOf(config.database)}): ${why}`, { cause: error });
  }
}

function placeOf(database: Config['database']): string {
  if (database.kind === 'sqlite') return `sqlite:${database.filename}`;
  const { protocol, username, host, pathname } = new URL(database.url);
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`;
}

/** Each driver is an optional package: only the one that is used is loaded. */
async function openDriver({ database }: Config): Promise<Database> {
  if (database.kind === 'sqlite') {
    const { openSqlite } = await import('../../adapters/knex-sqlite/index.ts');
    return openSqlite({ filename: database.filename });
  }
  const { openPostgres } = await import('../../adapters/knex-postgres/index.ts');
  return openPostgres({ url: database.url });
}

/** Several production hosts start at once and must not race an operator's migration: they only look. */
async function prepareSchema(config: Config, database: Database): Promise<void> {
  if (!config.production) await database.migrate();
  await database.assertSchemaCurrent();
}

async function wakeUpOf({ database }: Config, shutdown: Shutdown): Promise<WakeUp> {
  if (database.kind === 'sqlite') {
    const { createLocalWakeUp } = await import('../../adapters/knex-sqlite/index.ts');
    return createLocalWakeUp();
  }
  const { createPostgresWakeUp } = await import('../../adapters/knex-postgres/index.ts');
  const wakeUp = await createPostgresWakeUp({ url: database.url });
  shutdown.add('the wake-up connection', () => wakeUp.close());
  return wakeUp;
}

/** Whether the schema is the one that this build needs. */
export async function inspectDatabase(config: Config): Promise<SchemaState> {
  const database = await open(config);
  try {
    return await database.schemaState();
  } finally {
    await database.close();
  }
}

/** Brings the schema up to date, one operator at a time. */
export async function migrateDatabase(
  config: Config,
): Promise<{ readonly applied: readonly string[]; readonly version: number }> {
  const database = await open(config);
  try {
    const applied = await database.migrate();
    return { applied, version: (await database.schemaState()).version };
  } finally {
    await database.close();
  }
}
