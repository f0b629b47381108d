// What the worker tells of itself: that it lives, whether it may work, what holds it back.
import type { HoldReason } from './gate.ts';
import { type HealthAnswer, jsonAnswer } from './health-server.ts';
import type { WorkerStatus } from './loop.ts';
import { within } from './within.ts';

/** A worker that only has much to do is ready: it claims less and goes on. */
const unready: readonly HoldReason[] = ['draining', 'clock', 'schema', 'database_down'];
const pingTimeoutMs = 2_000;

export interface HealthSources {
  status(): WorkerStatus;
  /** Whether the database answers. */
  ping(): Promise<boolean>;
}

/** 503 only when a restart would help: some loop has not moved for two minutes. */
export async function health({ status }: Pick<HealthSources, 'status'>): Promise<HealthAnswer> {
  const { holds, stuckLoops } = status();
  const holding = [...holds].map(([reason, strength]) => ({ reason, strength }));
  if (stuckLoops.length > 0) return jsonAnswer(503, { status: 'stuck', loops: stuckLoops, holding });
  return jsonAnswer(200, { status: 'ok', holding });
}

/** 503 with the reasons why this worker claims nothing. */
export async function readiness({ status, ping }: HealthSources): Promise<HealthAnswer> {
  const reasons = unready.filter((reason) => status().holds.has(reason));
  if (!reasons.includes('database_down') && (await within(ping(), pingTimeoutMs)) !== true)
    reasons.push('database_down');
  if (reasons.length > 0) return jsonAnswer(503, { status: 'not_ready', reasons });
  return jsonAnswer(200, { status: 'ready' });
}
