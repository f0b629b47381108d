import { batched, type CallJournal, type Log, type ProviderCall, type ProviderCallStore } from '#core/ports';

export interface CallJournalOptions {
  readonly store: Pick<ProviderCallStore, 'insert'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** What may wait to be written; beyond it calls are dropped. */
  readonly callsMax?: number;
  /** The longest a call waits before it is written, and so what a crash loses. */
  readonly flushMs?: number;
  /** Before a batch that the store did not take is tried once more: longer than a restart of the database takes. */
  readonly retryMs?: number;
}

export interface BufferedCallJournal extends CallJournal {
  /** How many calls were not stored since the start: overflow, a store that refused a batch twice, calls after the end. */
  dropped(): number;
  /** Writes what waits; what the store does not take now is dropped. */
  close(): Promise<void>;
}

const batchCalls = 200;

/**
 * Takes a call in microseconds and writes it within a second, one batch at a time. A crash loses the last second; an
 * outage of the database loses each batch that was refused twice, and what comes while 10,000 calls wait.
 */
export function createCallJournal(options: CallJournalOptions): BufferedCallJournal {
  const { store, log, callsMax = 10_000, flushMs = 1_000, retryMs = 5_000 } = options;
  let isClosed = false;
  let endPause = (): void => {};
  const waiting = new Set<Promise<void>>();
  let dropped = 0;
  /** What was dropped before the outage that goes on now. */
  let droppedBefore: number | undefined;

  const drop = (why: unknown): void => {
    if (droppedBefore === undefined) {
      droppedBefore = dropped;
      const error = why instanceof Error ? why.message : String(why);
      log.warn('calls to the provider are dropped from the journal', { error });
    }
    dropped += 1;
  };
  const stored = (): void => {
    if (droppedBefore === undefined) return;
    log.info('calls to the provider are written to the journal again', { dropped: dropped - droppedBefore });
    droppedBefore = undefined;
  };
  /** One at a time; none once the journal is closed. It keeps no process alive. */
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isClosed) endPause();
    });
  /** Answers why a call was not stored. It does not throw: an outage is no reason to try two hundred calls one by one. */
  const insert = async (calls: readonly ProviderCall[]): Promise<readonly { readonly failure?: unknown }[]> => {
    try {
      await store.insert(calls).catch(async () => {
        await pause(retryMs);
        await store.insert(calls);
      });
      return calls.map(() => ({}));
    } catch (failure) {
      return calls.map(() => ({ failure }));
    }
  };
  const write = batched(insert, { gather: () => pause(flushMs), groupMost: batchCalls });

  return {
    record(call) {
      if (isClosed) return drop('the journal is closed');
      if (waiting.size >= callsMax) return drop('too many calls wait to be written');
      const written = write(call).then(({ failure }) => {
        waiting.delete(written);
        if (failure === undefined) stored();
        else drop(failure);
      });
      waiting.add(written);
    },
    dropped: () => dropped,
    async close() {
      isClosed = true;
      endPause();
      await Promise.all(waiting);
    },
  };
}
