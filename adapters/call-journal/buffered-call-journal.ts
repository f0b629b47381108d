import type { CallJournal, Log, ProviderCall, ProviderCallStore } from '#core';

export interface CallJournalOptions {
  readonly store: Pick<ProviderCallStore, 'insert'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** What may wait to be written; beyond it the oldest are dropped. */
  readonly callsMax?: number;
  /** As many are written at once, without waiting for more. */
  readonly batchCalls?: number;
  /** The longest a call waits before it is written, and so what a crash loses. */
  readonly flushMs?: number;
  /** Before a batch that the store did not take is tried once more: longer than a restart of the database takes. */
  readonly retryMs?: number;
}

export interface BufferedCallJournal extends CallJournal {
  /** How many calls were not kept since the start: overflow, a store that refused a batch twice, calls after the end. */
  dropped(): number;
  /** Writes what waits; what the store does not take now is dropped. */
  close(): Promise<void>;
}

/**
 * Takes a call in microseconds and writes it within a second, one batch at a time. A crash loses the last second; an
 * outage of the database loses each batch that was refused twice, and beyond 10,000 waiting calls the oldest.
 */
export function createCallJournal(options: CallJournalOptions): BufferedCallJournal {
  const { store, callsMax = 10_000, batchCalls = 200, flushMs = 1_000, retryMs = 5_000 } = options;
  const waiting: ProviderCall[] = [];
  const losses = createLosses(options.log);
  const alarm = createAlarm();
  let flushing: Promise<void> | undefined;
  let closed = false;

  /** Whether the batch was kept. */
  const keep = async (batch: readonly ProviderCall[]): Promise<boolean> => {
    try {
      await store.insert(batch).catch(async () => {
        if (!closed) await alarm.pause(retryMs);
        await store.insert(batch);
      });
      losses.over();
      return true;
    } catch (error) {
      losses.add(batch.length, error);
      return false;
    }
  };
  const flush = async (): Promise<void> => {
    do await keep(waiting.splice(0, batchCalls));
    while (waiting.length >= batchCalls && !closed);
    flushing = undefined;
    if (waiting.length > 0) schedule();
  };
  const schedule = (): void => {
    if (flushing || closed) return;
    // Never within the caller's turn: making the statement takes a millisecond.
    alarm.ringIn(waiting.length >= batchCalls ? 0 : flushMs, () => {
      flushing = flush();
    });
  };

  return {
    record(call) {
      if (closed) return losses.add(1, 'the journal is closed');
      waiting.push(call);
      if (waiting.length > callsMax) {
        waiting.shift();
        losses.add(1, 'too many calls wait to be written');
      }
      schedule();
    },
    dropped: losses.total,
    async close() {
      closed = true;
      // What waits for its time, or for another try, does not wait any longer.
      alarm.ring();
      await flushing;
      while (waiting.length > 0) {
        if (!(await keep(waiting.splice(0, batchCalls)))) losses.add(waiting.splice(0).length, 'the journal is closed');
      }
    },
  };
}

/** Counts what is lost, and says so once an outage. */
function createLosses(log: Pick<Log, 'info' | 'warn'>) {
  let total = 0;
  let toldAt: number | undefined;
  return {
    total: () => total,
    add(calls: number, why: unknown): void {
      if (calls === 0) return;
      if (toldAt === undefined) {
        toldAt = total;
        const error = why instanceof Error ? why.message : String(why);
        log.warn('calls to the provider are dropped from the journal', { dropped: calls, error });
      }
      total += calls;
    },
    over(): void {
      if (toldAt === undefined) return;
      log.info('calls to the provider are written to the journal again', { dropped: total - toldAt });
      toldAt = undefined;
    },
  };
}

/** One timer, for the next batch or for a pause; it keeps no process alive. */
function createAlarm() {
  let timer: NodeJS.Timeout | undefined;
  let set: { readonly afterMs: number; readonly work: () => void } | undefined;
  const ring = (): void => {
    clearTimeout(timer);
    const due = set;
    set = undefined;
    due?.work();
  };
  const ringIn = (afterMs: number, work: () => void): void => {
    // It will ring soon enough.
    if (set && set.afterMs <= afterMs) return;
    clearTimeout(timer);
    set = { afterMs, work };
    timer = setTimeout(ring, afterMs).unref();
  };
  return { ringIn, ring, pause: (ms: number) => new Promise<void>((resolve) => ringIn(ms, resolve)) };
}
