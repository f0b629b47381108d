import type { Connection } from '../../domain/connection.ts';
import { isId } from '../../domain/ids.ts';
import type { Schedule } from '../../engine/run-schedules.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { draftSync } from './draft-sync.ts';

/** What the last character of an id can be; it is random, so connections fall evenly into as many slots. */
const slots = [...'0123456789abcdefghjkmnpqrstvwxyz'];

const connectionsAPart = 200;
/** A slot's connections are spread over so long at least: slots that were missed while nothing ran fire at one time. */
const leastSpreadMs = 60_000;

/**
 * The interval is cut into 32 slots, each with the connections whose id ends with its character, and the connections of
 * a slot are spread over it, or over a minute where that is longer.
 */
export function reconcileSchedules(ports: CorePorts): readonly Schedule[] {
  const everyMs = ports.settings.reconcileIntervalMinutes * 60_000;
  const slotMs = everyMs / slots.length;
  return slots.map((slot, index) => ({
    name: `reconcile.${slot}`,
    everyMs,
    offsetMs: Math.floor(index * slotMs),
    async part({ progress }) {
      const after = progress !== null && isId('conn', progress) ? progress : null;
      const found = await ports.storage.connections.listActive({ slot }, after, connectionsAPart);
      const drafts = draftsOf(ports, slotMs);
      return {
        operations: found.map(drafts),
        next: found.length < connectionsAPart ? null : (found.at(-1)?.id ?? null),
      };
    },
  }));
}

function draftsOf(ports: CorePorts, slotMs: number) {
  const { ids } = ports;
  const now = ports.clock.now().getTime();
  const requestId = ids.next('req');
  return (connection: Connection) =>
    draftSync(ports, connection, {
      type: 'connection.reconcile',
      scope: 'invoices',
      trigger: 'schedule',
      requestId,
      dueAt: new Date(now + Math.floor(ids.spread() * Math.max(slotMs, leastSpreadMs))),
    });
}
