import { systemPlane } from '../../domain/caller.ts';
import type { Schedule } from '../../engine/schedule.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { draftOperation } from '../draft-operation.ts';
import { retentionTasks } from './purge.ts';

const type = 'retention.purge';
/** One task begins after the other, so that they do not all come at once. */
const apartSeconds = 20;

/**
 * Every hour: a round then has an hour's rows to remove, what has to go is gone within the hour, and a round that fails
 * is made up for soon. A task that the last round has not finished is not queued again.
 */
export function retentionSchedule({ storage, ids, clock }: Pick<CorePorts, 'storage' | 'ids' | 'clock'>): Schedule {
  return {
    name: 'retention',
    everyMs: 3_600_000,
    offsetMs: 0,
    async part() {
      const requestId = ids.next('req');
      const drafts = [];
      for (const [place, task] of retentionTasks.entries()) {
        const scope = { type, subject: task } as const;
        const unfinished = await storage.transaction(({ operations }) =>
          operations.lockUnfinished(systemPlane, scope, 1),
        );
        if (unfinished.length > 0) continue;
        const dueAt = new Date(clock.now().getTime() + place * apartSeconds * 1000);
        const work = { type, connectionId: null, subject: task, input: { task }, requestId, dueAt } as const;
        drafts.push(draftOperation({ ids, clock }, systemPlane, work));
      }
      return { operations: drafts, next: null };
    },
  };
}
