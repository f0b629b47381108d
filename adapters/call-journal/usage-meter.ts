import { type Log, type UsageEvent, type UsageMeter, type UsageStore, usageDay } from '#core/ports';
import { type Buffered, gatheredForASecond, writeBehind } from './call-journal.ts';

export interface UsageMeterOptions {
  readonly store: Pick<UsageStore, 'insert'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Makes ids that are unique in the deployment. */
  readonly nextId: () => string;
}

export type BufferedUsageMeter = UsageMeter & Buffered;

interface Sum extends UsageEvent {
  quantity: number;
}

/** Callers are answered before the use is stored. Once `waitingMost` uses wait, new callers are refused. */
const billedRules = { gatherMs: 50, batchMost: 500, waitingMost: 2_000, retryMs: 1_000, isBilled: true } as const;

/**
 * Stores each billed use within a tenth of a second, and the sums of other uses by connection, meter and day within a
 * second. A retry carries the same ids, so that a use counts once.
 */
export function createUsageMeter({ store, log, nextId }: UsageMeterOptions): BufferedUsageMeter {
  const billed = writeBehind({ what: 'uses that are billed', ...billedRules }, log, store.insert);
  const sums = new Map<string, Sum>();
  const unbilledRules = { what: 'counts of usage that is not billed', ...gatheredForASecond };
  const unbilled = writeBehind<Sum>(unbilledRules, log, (batch) => {
    for (const sum of batch) sums.delete(keyOf(sum));
    return store.insert(batch);
  });

  return {
    async keep(used) {
      if (!billed.add(used)) throw new Error('billed usage cannot be stored');
    },
    count(used) {
      if (used.quantity === 0) return;
      const known = sums.get(keyOf(used));
      if (known) known.quantity += used.quantity;
      else {
        const sum = { ...used, id: nextId() };
        if (unbilled.add(sum)) sums.set(keyOf(sum), sum);
      }
    },
    async close() {
      const [events] = await Promise.all([billed.close(), unbilled.close()]);
      if (events > 0) log.warn('billed usage is lost: the process ends and the database is not available', { events });
    },
  };
}

function keyOf({ connectionId, meter, at }: Omit<UsageEvent, 'id'>): string {
  return `${connectionId} ${meter} ${usageDay(at)}`;
}
