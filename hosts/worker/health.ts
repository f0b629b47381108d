import type { ReplicaState } from '#core';
import { told } from '../composition/serve-aside.ts';
import { within } from './loop.ts';
import type { WorkerStatus } from './start-worker.ts';

const pingTimeoutMs = 2_000;

/** 503 when a restart would help: a loop has not moved for two minutes. */
export async function health({ holds, stuckLoops }: WorkerStatus): Promise<Response> {
  if (stuckLoops.length > 0) return told(503, { status: 'stuck', loops: stuckLoops, holding: holds });
  return told(200, { status: 'ok', holding: holds });
}

/** 503 with the reasons why this worker claims nothing; else says where the lists of files are read, if there is a replica. */
export async function readiness(
  { holds }: WorkerStatus,
  ping: () => Promise<boolean>,
  replica?: ReplicaState,
): Promise<Response> {
  const isDown = !holds.includes('database_down') && (await within(ping(), pingTimeoutMs)) !== true;
  const reasons = isDown ? [...holds, 'database_down'] : holds;
  return reasons.length > 0
    ? told(503, { status: 'not_ready', reasons })
    : told(200, { status: 'ready', ...(replica && { replica }) });
}
