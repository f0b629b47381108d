// Follows the standby of DATABASE_READ_URL, and tells operators when lists are read from the primary instead.
import { setTimeout as pause } from 'node:timers/promises';
import type { Log, ReplicaState } from '#core';
import type { OpenReplica, ReplicaOptions } from '../../adapters/knex-postgres/index.ts';
import type { Config } from './config.ts';
import { type HostMetrics, metersIn } from './host-metrics.ts';
import type { Database } from './open-database.ts';
import type { Shutdown } from './shutdown.ts';

const [everyMs, pollMs] = [1_000, 100];

interface Followed {
  readonly config: Pick<Config, 'database' | 'readReplicaLagSeconds'>;
  readonly log: Log;
  readonly metrics: HostMetrics;
  readonly shutdown: Shutdown;
}

/** Undefined without DATABASE_READ_URL. A replica that is away keeps no process from starting. */
export async function watchReplica({ config, log, metrics, shutdown }: Followed): Promise<OpenReplica | undefined> {
  let read: (from: 'replica' | 'primary') => void = () => {};
  const replica = await opened(config, {
    onRead: (from) => read(from),
    onState: (state, why) => tell(log, state, why),
  });
  if (!replica) return undefined;
  read = addReplicaMetrics(metrics, replica);
  const timer = setInterval(() => void replica.refresh(), everyMs);
  timer.unref();
  shutdown.add('the replica', async () => {
    clearInterval(timer);
    await replica.refresh();
    await replica.close();
  });
  return replica;
}

async function opened(
  { database, readReplicaLagSeconds: lagSeconds }: Followed['config'],
  told: Pick<ReplicaOptions, 'onRead' | 'onState'> = {},
): Promise<OpenReplica | undefined> {
  if (database.kind !== 'postgres' || database.readUrl === undefined) return undefined;
  const { openReplica } = await import('../../adapters/knex-postgres/index.ts');
  // Both servers stand behind the same kind of pooler.
  return openReplica({ url: database.readUrl, isPooled: database.directUrl !== undefined }, { lagSeconds, ...told });
}

/**
 * For `doctor`: one sentence on a replica that may be read; throws one on another. It changes nothing, and waits for the
 * primary's latest heartbeat as long as the replica may be behind. Undefined without DATABASE_READ_URL.
 */
export async function examineReplica(config: Followed['config'], { epoch }: Database): Promise<string | undefined> {
  const replica = await opened(config);
  try {
    return replica && (await examined(replica, epoch, config.readReplicaLagSeconds));
  } finally {
    await replica?.close();
  }
}

async function examined({ look }: OpenReplica, epoch: Database['epoch'], lagSeconds: number): Promise<string> {
  const primary = await epoch.held(undefined);
  if (!primary) throw new Error('not compared: the primary has no heartbeat before the first host has started');
  const begunMs = performance.now();
  for (;;) {
    const found = await look({ ...primary, timeline: null, position: null });
    const isOtherSystem = found.system !== null && primary.system !== null && found.system !== primary.system;
    const isOther = isOtherSystem || found.databaseId !== primary.databaseId;
    if (!found.isStandby || isOther) throw new Error(sentences.no_standby);
    const tookMs = Math.round(performance.now() - begunMs);
    if (found.beat >= primary.beat) {
      if (found.slotMark !== primary.mark) throw new Error(sentences.no_standby);
      return `a standby, which has held the primary's latest heartbeat after ${tookMs} ms`;
    }
    if (tookMs >= lagSeconds * 1000) throw new Error(sentences.behind);
    await pause(pollMs);
  }
}

/** Returns what counts reads by the server that answered them. */
export function addReplicaMetrics(
  { registry }: HostMetrics,
  { state, behindSeconds, pool }: Pick<OpenReplica, 'state' | 'behindSeconds' | 'pool'>,
) {
  const { counter, gauge } = metersIn(registry);
  const reads = counter('replica_reads_total', 'Reads that may be late, by the server that answered them', 'from');
  gauge('replica_reading', '1 while what may be late is read from the replica', () => Number(state() === 'reading'));
  gauge('replica_behind_seconds', 'What was stored longer ago, the replica holds', behindSeconds);
  gauge('replica_connections', 'Of this process', () => ({ used: pool().used, free: pool().free }), 'state');
  return (from: 'replica' | 'primary'): void => reads.inc({ from });
}

const sentences: Readonly<Record<Exclude<ReplicaState, 'reading' | 'starting'>, string>> = {
  behind: 'it is further behind than READ_REPLICA_LAG_SECONDS',
  unreachable: 'it cannot be reached',
  failed: 'several reads in a row have failed',
  no_standby: 'it is no standby of this primary: it was promoted, or it belongs to another system',
};

/** One line for each change. */
function tell(log: Log, state: ReplicaState, why: unknown): void {
  if (state === 'starting') return;
  if (state === 'reading') {
    log.info('lists are read from the replica', { replica: state });
    return;
  }
  const error = why === undefined ? undefined : why instanceof Error ? why.message : String(why);
  log.warn(`lists are read from the primary, not from the replica: ${sentences[state]}`, { replica: state, error });
}
