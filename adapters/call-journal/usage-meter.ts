import { type Log, type UsageEvent, type UsageMeter, type UsageStore, usageDay } from '#core/ports';
import { storeBilled } from './billed-usage.ts';
import { writeBehind } from './call-journal.ts';

export interface UsageMeterOptions {
  readonly store: Pick<UsageStore, 'insert'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly nextId: () => string;
}

export interface BufferedUsageMeter extends UsageMeter {
  /** Stores what waits; what the store does not take now is dropped. */
  close(): Promise<void>;
}

/** Counts of one connection, meter and day that wait to be stored. */
interface Sum extends UsageEvent {
  quantity: number;
}

/**
 * What is billed is stored within a tenth of a second, together with what others used meanwhile. All else is added up in
 * memory, one sum a connection, meter and day, and stored within a second. Both are tried again under the same ids, so that
 * they count once even where only the answer was lost.
 */
export function createUsageMeter({ store, log, nextId }: UsageMeterOptions): BufferedUsageMeter {
  const billed = storeBilled({ store, log });
  const sums = new Map<string, Sum>();
  const { add, close } = writeBehind<Sum>('counts of usage that is not billed', log, (batch) => {
    // What is counted from now on goes into another sum.
    for (const sum of batch) sums.delete(keyOf(sum));
    return store.insert(batch);
  });

  return {
    keep: billed.add,
    count(used) {
      if (used.quantity === 0) return;
      const known = sums.get(keyOf(used));
      if (known) known.quantity += used.quantity;
      else {
        const sum = { ...used, id: nextId() };
        if (add(sum)) sums.set(keyOf(sum), sum);
      }
    },
    close: async () => void (await Promise.all([billed.close(), close()])),
  };
}

function keyOf({ connectionId, meter, at }: Omit<UsageEvent, 'id'>): string {
  return `${connectionId} ${meter} ${usageDay(at)}`;
}
