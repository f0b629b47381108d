// Opens PostgreSQL, the database of a deployment with several processes.
export type { Database, PoolUse } from '../knex/database.ts';
export { type ReplicaOptions, replicaPatienceMs, type WatchedReplica } from '../knex/read-replica.ts';
export type { SchemaState } from '../knex/schema.ts';
export { createPostgresWakeUp, type PostgresWakeUp } from './create-postgres-wake-up.ts';
export { openPostgres, type PostgresOptions } from './open-postgres.ts';
export { type OpenReplica, openReplica } from './open-replica.ts';
export { assertSession } from './pooler.ts';
