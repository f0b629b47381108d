// Opens SQLite, the embedded database: everything on one machine, no server.
export { createLocalWakeUp } from '../knex/create-local-wake-up.ts';
export type { Database, PoolUse } from '../knex/database.ts';
export type { SchemaState } from '../knex/schema.ts';
export { openSqlite, type SqliteOptions } from './open-sqlite.ts';
