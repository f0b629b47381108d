import type { MonitoredConnection } from '../../domain/connection-health.ts';
import { isId } from '../../domain/ids.ts';
import type { Schedule } from '../../engine/run-schedules.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { announceConnection } from './announce-connection.ts';
import { monitoredAll } from './read-connections.ts';

const pageConnections = 200;
const pagesMost = 10;
/** A change is announced to as many as 100 endpoints. */
const changesMost = 10;

/** Every ten seconds: stores and announces the health of active connections where it is no longer as stored. */
export function healthSchedule(ports: CorePorts): Schedule {
  const { storage, clock, ids } = ports;
  return {
    name: 'health',
    everyMs: 10_000,
    offsetMs: 0,
    async part({ progress }) {
      let next = progress !== null && isId('conn', progress) ? progress : null;
      let changed: readonly MonitoredConnection[] = [];
      for (let page = 0; page < pagesMost; page++) {
        const active = await storage.connections.listActive({ all: true }, next, pageConnections);
        const judged = await monitoredAll(storage, ports, null, active);
        const differing = judged.filter(({ health, storedHealth }) => health.state !== storedHealth);
        changed = differing.slice(0, changesMost);
        const isEnd = active.length < pageConnections && changed.length === differing.length;
        const last = differing.length > changesMost ? changed.at(-1) : active.at(-1);
        next = isEnd ? null : (last?.id ?? null);
        if (isEnd || changed.length > 0) break;
      }
      return { next, also: (stores) => storeAll(stores, changed) };
    },
  };

  async function storeAll(stores: Stores, changed: readonly MonitoredConnection[]): Promise<void> {
    for (const one of changed) {
      if (!(await stores.connections.noteHealth(one.id, one.health.state))) continue;
      const news = { type: 'connection.updated', previous: one.status, requestId: ids.next('req') } as const;
      await announceConnection(stores, ports, one, { ...news, at: clock.now() });
    }
  }
}
