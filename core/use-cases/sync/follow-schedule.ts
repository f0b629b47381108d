import { followIntervalMs } from '../../domain/follow.ts';
import type { DueReconciliation } from '../../domain/reconciliation.ts';
import type { Schedule } from '../../engine/run-schedules.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { followGround } from '../providers/follow-ground.ts';
import { type Turn, turnSchedule } from './plan-turns.ts';

/** When a connection of which nothing is followed is looked at again, because the deployment may have changed its mind. */
const idleMs = 3_600_000;
const walk = { type: 'connection.follow', scope: 'all', trigger: 'follow' } as const;

/** Queues a walk of the followed families of each due connection. */
export function followSchedule(ports: CorePorts): Schedule {
  const { storage } = ports;
  return turnSchedule(ports, {
    name: 'follow',
    store: ({ follows }) => follows,
    lostAfterMs: idleMs,
    async turnsOf(due) {
      const settings = await storage.connections.followSettings(due.map(({ connectionId }) => connectionId));
      return due.map(({ connectionId, provider }: DueReconciliation): Turn => {
        const intervalMs = followIntervalMs(followGround(ports, { provider }), settings.get(connectionId) ?? null);
        return intervalMs === null ? { intervalMs: idleMs, work: null } : { intervalMs, work: walk };
      });
    },
  });
}
