import type { Schedule } from '../../engine/schedule.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

const eventsABatch = 500;
/** Beyond this the others have their turn. */
const batchesAPart = 20;

/** Every minute: adds what was used to its day. Nothing reads wrong while it is late; only reading costs more. */
export function usageSchedule({ storage, clock }: Pick<CorePorts, 'storage' | 'clock'>): Schedule {
  return {
    name: 'usage',
    everyMs: 60_000,
    offsetMs: 0,
    async part() {
      for (let batch = 0; batch < batchesAPart; batch++) {
        const added = await storage.usage.rollUp(eventsABatch, clock.now());
        if (added < eventsABatch) return { next: null };
      }
      return { next: 'more' };
    },
  };
}
