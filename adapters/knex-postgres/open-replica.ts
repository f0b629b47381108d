import type { Database } from '../knex/database.ts';
import {
  type ReplicaOptions,
  type ReplicaSource,
  readReplica,
  replicaPatienceMs,
  type WatchedReplica,
} from '../knex/read-replica.ts';
import { rowsOf } from '../knex/session.ts';
import { openPostgres, type PostgresOptions } from './open-postgres.ts';
import { standbySql } from './postgres-dialect.ts';

export interface OpenReplica extends WatchedReplica, Pick<ReplicaSource, 'look'> {
  pool: Database['pool'];
  close(): Promise<void>;
}

/** Opens a pool of a standby, which connects at the first look. It reads only what `lateReads` names. */
export async function openReplica(
  address: Pick<PostgresOptions, 'url' | 'isPooled'>,
  options: ReplicaOptions,
): Promise<OpenReplica> {
  const { patienceMs = replicaPatienceMs } = options;
  // The server ends what nobody waits for any more.
  const bounds = { statementTimeoutMs: patienceMs, acquireTimeoutMs: patienceMs, connectTimeoutMs: patienceMs };
  const { storage, knex, epoch, pool, close } = await openPostgres({ ...address, ...bounds, mayBeStandby: true });
  const source: ReplicaSource = {
    stores: storage,
    async look(seen) {
      const [row] = await rowsOf<{ standby: boolean }>(knex, standbySql, []);
      const held = await epoch.held(seen);
      if (!held) throw new Error('it holds no epoch: it is no copy of the database, or an empty one');
      return { ...held, isStandby: row?.standby === true };
    },
  };
  return { ...readReplica(source, options), look: source.look, pool, close };
}
