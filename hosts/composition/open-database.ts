import { existsSync } from 'node:fs';
import type { WakeUp } from '#core';
import { versionBefore } from '../../adapters/knex/migrations/migrations.ts';
import type { Database, PoolUse, SchemaState } from '../../adapters/knex-sqlite/index.ts';
import type { Config } from './config.ts';
import type { Shutdown } from './shutdown.ts';

export type { Database, PoolUse };

export type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>;

/** Also migrates where `migrates` says so. */
export async function openDatabase(config: Config, shutdown: Shutdown) {
  const { database, openWakeUp } = await open(config);
  shutdown.add('the database', () => database.close());
  if (config.migrates) await database.migrate();
  await database.assertSchemaCurrent();
  const wakeUp = await openWakeUp();
  shutdown.add('the wake-up connection', () => wakeUp.close?.());
  return { database, wakeUp };
}

/** Creates no missing file. */
export async function inspectDatabase(config: Config): Promise<SchemaState> {
  const { database } = config;
  if (database.kind === 'sqlite' && !existsSync(database.filename)) {
    throw new Error(`there is no ${database.filename} yet: hosts make it in development, else "ledgerport migrate"`);
  }
  return briefly(config, (database) => database.schemaState());
}

export function migrateDatabase(config: Config) {
  return briefly(config, async (database) => {
    const { version: from } = await database.schemaState();
    const applied = await database.migrate();
    const warning = skippedRelease(from);
    return { applied, version: (await database.schemaState()).version, ...(warning !== undefined && { warning }) };
  });
}

/** What an operator has to know who migrates a database of this version past a release; undefined where none was skipped. */
export function skippedRelease(from: number): string | undefined {
  if (from === 0 || from >= versionBefore) return undefined;
  return (
    `the database was at version ${from} and the release before this one is at ${versionBefore}: hosts and workers that ran ` +
    'until now know too little to run beside this release. Stop them all before you start it (docs/upgrade.md)'
  );
}

/**
 * Lets writes go on after a loss of commits; throws where nothing is lost. `restoredTo`: the operator knows that the database
 * holds nothing later.
 */
export function acceptLoss(config: Config, restoredTo?: Date) {
  return briefly(config, async ({ epoch }) => {
    const accepted = await epoch.accept(new Date(), restoredTo);
    if (!accepted) {
      const restored = 'after a restore that no process noticed, --restored-to says to which time';
      throw new Error(`nothing is to be accepted: the database has all that was seen of it; ${restored}`);
    }
    return { accepted: true, ...accepted };
  });
}

async function briefly<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const { database } = await open(config);
  return work(database).finally(() => database.close());
}

interface Driver {
  readonly database: Database;
  readonly openWakeUp: () => Promise<WakeUp & { readonly close?: () => Promise<void> }>;
}

/** Connects. Errors name the variable but no password. */
async function open(config: Config): Promise<Driver> {
  let driver: Driver | undefined;
  try {
    driver = await openDriver(config);
    await driver.database.schemaState();
    return driver;
  } catch (error) {
    await driver?.database.close();
    const why = error instanceof Error ? error.message : String(error);
    const { place, hidden } = placeOf(config.database);
    const shown = hidden === '' ? why : why.replaceAll(hidden, '…');
    throw new Error(`DATABASE_URL (${place}): ${shown}`, { cause: error });
  }
}

/**
 * Nothing of what stands before the last @ is shown. An address without one may have been cut within a password, and then
 * its host is none: only what looks like a host is shown.
 */
function placeOf(database: Config['database']): { readonly place: string; readonly hidden: string } {
  if (database.kind === 'sqlite') return { place: `sqlite:${database.filename}`, hidden: '' };
  const { protocol, hostname, host, pathname } = new URL(database.url);
  const isHost = database.url.includes('@') || hostname === 'localhost' || /[.:]/.test(hostname);
  return { place: `${protocol}//${isHost ? host : '…'}${pathname}`, hidden: isHost ? '' : hostname };
}

/** Drivers are optional packages, so only the used one is loaded. */
async function openDriver({ database }: Config): Promise<Driver> {
  if (database.kind === 'sqlite') {
    const { openSqlite, createLocalWakeUp } = await import('../../adapters/knex-sqlite/index.ts');
    return { database: await openSqlite(database), openWakeUp: async () => createLocalWakeUp() };
  }
  const { openPostgres, createPostgresWakeUp, assertSession } = await import('../../adapters/knex-postgres/index.ts');
  const { url, directUrl } = database;
  return {
    database: await openPostgres(database),
    async openWakeUp() {
      // Listening needs a connection of its own.
      await assertSession(directUrl ?? url, directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL');
      return createPostgresWakeUp({ url: directUrl ?? url });
    },
  };
}
