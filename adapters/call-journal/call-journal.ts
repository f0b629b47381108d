// Stores values a moment after they were taken, one batch at a time, so that nobody waits for them.
import type { CallJournal, Log, ProviderCallStore } from '#core/ports';

export interface WriteBehind<T> {
  /** Stored within a second; false when it is dropped instead. Never throws. */
  add(value: T): boolean;
  /** Stores what waits, without waiting for its time; what the store does not take now is dropped. */
  close(): Promise<void>;
}

const batchMost = 200;
/** Beyond it values are dropped. */
const waitingMost = 10_000;
/** The longest a value waits before it is stored, and so what a crash loses. */
const flushMs = 1_000;
/** Before a batch that the store did not take is tried once more: longer than a restart of the database takes. */
const retryMs = 5_000;

/**
 * An outage of the database loses each batch that was refused twice, and what comes while 10,000 values wait. `what` names
 * the values in the log, which has one line when values begin to be dropped and one when they are stored again.
 */
export function writeBehind<T>(
  what: string,
  log: Pick<Log, 'info' | 'warn'>,
  insert: (values: readonly T[]) => Promise<void>,
): WriteBehind<T> {
  const waiting: T[] = [];
  let writing: Promise<void> | undefined;
  const pauses = createPauses();
  /** Since values were last stored. */
  let dropped = 0;

  const drop = (values: number, why: unknown): void => {
    const error = why instanceof Error ? why.message : why;
    if (dropped === 0) log.warn(`${what} are dropped and not stored`, { error: String(error) });
    dropped += values;
  };
  const writeAll = async (): Promise<void> => {
    await pauses.pause(flushMs);
    while (waiting.length > 0) {
      const values = waiting.splice(0, batchMost);
      try {
        await insert(values).catch(() => pauses.pause(retryMs).then(() => insert(values)));
        if (dropped > 0) log.info(`${what} are stored again`, { dropped });
        dropped = 0;
      } catch (error) {
        drop(values.length, error);
      }
    }
    writing = undefined;
  };

  return {
    add(value) {
      if (pauses.ended() || waiting.length >= waitingMost) {
        drop(1, pauses.ended() ? 'the process ends' : 'too many wait to be stored');
        return false;
      }
      waiting.push(value);
      writing ??= writeAll();
      return true;
    },
    async close() {
      pauses.end();
      await writing;
    },
  };
}

/** Pauses of one writer. They keep no process alive, and are over at once when it is to end. */
export function createPauses() {
  let isEnded = false;
  let endPause = (): void => {};
  return {
    pause: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms).unref();
        endPause = () => {
          clearTimeout(timer);
          resolve();
        };
        if (isEnded) endPause();
      }),
    ended: () => isEnded,
    end(): void {
      isEnded = true;
      endPause();
    },
  };
}

interface CallJournalOptions {
  readonly store: Pick<ProviderCallStore, 'insert'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Takes a call in microseconds and stores it within a second. */
export function createCallJournal(options: CallJournalOptions): CallJournal & Pick<WriteBehind<unknown>, 'close'> {
  const { add, close } = writeBehind('calls to the provider', options.log, options.store.insert);
  return { record: (call) => void add(call), close };
}
