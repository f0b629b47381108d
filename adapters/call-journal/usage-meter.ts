import { batched, type Log, type UsageEvent, type UsageMeter, type UsageStore, usageDay } from '#core/ports';

export interface UsageMeterOptions {
  readonly store: Pick<UsageStore, 'insert'>;
  readonly log: Pick<Log, 'warn'>;
  readonly nextId: () => string;
  /** The longest a count waits before it is written, and so what a crash loses. */
  readonly flushMs?: number;
  /** Sums of so many connections, meters and days may wait; what would open another one is dropped. */
  readonly sumsMax?: number;
}

export interface BufferedUsageMeter extends UsageMeter {
  /** How much was counted and not kept since the start, all meters together. */
  dropped(): number;
  /** Writes what waits, without waiting for its time. */
  close(): Promise<void>;
}

const rowsABatch = 200;
/** Pauses before billed usage that the store did not take is tried again. */
const againAfterMs = [50, 250];

/**
 * What is billed is written at once, together with what others keep at the same moment. All else is added up in memory,
 * one sum a connection, meter and day, and written once a second; a sum whose writing failed is written again under the
 * same id, so that it counts once even where only the answer was lost.
 */
export function createUsageMeter(options: UsageMeterOptions): BufferedUsageMeter {
  const { store, log, nextId, flushMs = 1_000, sumsMax = 10_000 } = options;
  const keep = batched((events: readonly UsageEvent[]) => insertAgain(store, events), {
    groupMost: rowsABatch,
  });
  const sums = new Map<string, UsageEvent>();
  let unwritten: UsageEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let dropped = 0;

  const drop = (quantity: number, why: string): void => {
    if (dropped === 0) log.warn('usage that nobody is billed for is not counted', { why });
    dropped += quantity;
  };
  const write = async (): Promise<void> => {
    if (unwritten.length === 0) {
      unwritten = [...sums.values()];
      sums.clear();
    }
    while (unwritten.length > 0) {
      await store.insert(unwritten.slice(0, rowsABatch));
      unwritten = unwritten.slice(rowsABatch);
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    flushing ??= write()
      // What was not taken waits for the next time.
      .catch(() => {})
      .finally(() => {
        flushing = undefined;
        schedule();
      });
    return flushing;
  };
  const schedule = (): void => {
    if (timer || flushing || (sums.size === 0 && unwritten.length === 0)) return;
    timer = setTimeout(() => void flush(), flushMs).unref();
  };

  return {
    async keep(event) {
      await keep(event);
    },
    dropped: () => dropped,
    count(used) {
      const { connectionId, meter, at, quantity } = used;
      if (quantity === 0) return;
      const key = `${connectionId} ${meter} ${usageDay(at)}`;
      const sum = sums.get(key);
      if (sum) sums.set(key, { ...sum, quantity: sum.quantity + quantity });
      else if (sums.size >= sumsMax) drop(quantity, 'too much waits to be written');
      else sums.set(key, { ...used, id: nextId() });
      schedule();
    },
    async close() {
      await flushing;
      await flush();
      // Counted while the last sums were on their way.
      await flush();
      clearTimeout(timer);
      const left = [...unwritten, ...sums.values()];
      if (left.length > 0) drop(sumOf(left), 'the database is away at the end');
    },
  };
}

/** An event is stored once however often it is inserted, so that a lost answer is no harm. */
async function insertAgain(
  store: UsageMeterOptions['store'],
  events: readonly UsageEvent[],
): Promise<readonly UsageEvent[]> {
  for (const afterMs of againAfterMs) {
    try {
      await store.insert(events);
      return events;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, afterMs));
    }
  }
  await store.insert(events);
  return events;
}

function sumOf(events: readonly UsageEvent[]): number {
  return events.reduce((sum, { quantity }) => sum + quantity, 0);
}
