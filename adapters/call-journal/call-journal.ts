import type { CallJournal, Log, LoggedRequest, ProviderCall, ProviderCallStore, Stores } from '#core/ports';
import { sumRefused } from './sum-refused.ts';

interface WriteRules {
  /** What the values are called in the log. */
  readonly what: string;
  /** How long values gather before they are stored as a batch; a crash loses them. */
  readonly gatherMs: number;
  readonly batchMost: number;
  readonly waitingMost: number;
  readonly retryMs: number;
  /** A billed value waits at least `gatherMs` and is retried until it is stored; other values are dropped after two refusals. */
  readonly isBilled?: boolean;
}

type Warnings = Pick<Log, 'info' | 'warn'>;

/**
 * Stores values in batches while the caller goes on. Logs once when the store begins to refuse and once when it accepts
 * again.
 */
export function writeBehind<T>(rules: WriteRules, log: Warnings, insert: (values: readonly T[]) => Promise<void>) {
  const { what, gatherMs, batchMost, waitingMost, retryMs, isBilled = false } = rules;
  const waiting: T[] = [];
  let isEnding = false;
  let endPause = (): void => {};
  let writing: Promise<void> | undefined;
  let isTold = false;
  let dropped = 0;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      endPause = resolve;
      if (isEnding) resolve();
      else setTimeout(resolve, ms).unref();
    });
  const tell = (fate: string, why: unknown): void => {
    const error = why instanceof Error ? why.message : String(why);
    if (!isTold) log.warn(`${what} are ${fate}`, { error });
    isTold = true;
  };
  const drop = (values: number, why: unknown): void => {
    tell('dropped and not stored', why);
    dropped += values;
  };
  const store = async (values: readonly T[]): Promise<void> => {
    for (let tries = 1; ; tries++) {
      try {
        await insert(values);
        if (isTold) log.info(`${what} are stored again`, { dropped });
        [isTold, dropped] = [false, 0];
        return;
      } catch (error) {
        if (tries >= 2 && (!isBilled || isEnding)) return drop(values.length, error);
        if (isBilled) tell('not stored and tried again', error);
        await pause(retryMs);
      }
    }
  };
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const early = waiting.length;
      await pause(gatherMs);
      let due = isBilled && !isEnding ? early : Number.POSITIVE_INFINITY;
      while (due > 0 && waiting.length > 0) {
        const values = waiting.slice(0, Math.min(due, batchMost));
        await store(values);
        waiting.splice(0, values.length);
        due -= values.length;
      }
    }
    writing = undefined;
  };

  return {
    /** Returns false where it drops the value. Never throws. */
    add(value: T): boolean {
      if (isEnding || waiting.length >= waitingMost) {
        drop(1, isEnding ? 'the process ends' : 'too many wait to be stored');
        return false;
      }
      waiting.push(value);
      writing ??= writeAll();
      return true;
    },
    /** Stores waiting values at once; resolves to the number of values it dropped. */
    async close(): Promise<number> {
      isEnding = true;
      endPause();
      await writing;
      return dropped;
    },
  };
}

/** The retry time is longer than a database takes to restart. */
export const gatheredForASecond = { gatherMs: 1_000, batchMost: 200, waitingMost: 10_000, retryMs: 5_000 } as const;

interface CallJournalOptions {
  readonly store: Pick<ProviderCallStore, 'insert'>;
  readonly log: Warnings;
}

export interface Buffered {
  /** Stores waiting notes, and drops those that the store refuses. */
  close(): Promise<void>;
}

export function createCallJournal({ store, log }: CallJournalOptions): CallJournal & Buffered {
  let heard: Parameters<CallJournal['onStored']>[0] = async () => {};
  const insert = async (calls: readonly ProviderCall[]): Promise<void> => {
    await store.insert(calls);
    await heard(calls).catch((error: unknown) =>
      log.warn('what the calls changed could not be stored', { error: String(error) }),
    );
  };
  const { add, close } = writeBehind({ what: 'calls to the provider', ...gatheredForASecond }, log, insert);
  return {
    record: (call) => void add(call),
    onStored: (next) => {
      heard = next;
    },
    close: async () => void (await close()),
  };
}

interface RequestJournalOptions {
  readonly store: Pick<Stores['requestLog'], 'insert'>;
  readonly log: Warnings;
}

/** Holds fewer than the call journal, because requests may have bodies. Sums what is refused again and again. */
export function createRequestJournal({ store, log }: RequestJournalOptions) {
  const rules = { what: 'requests of the request log', ...gatheredForASecond, waitingMost: 5_000 };
  const { add, close } = writeBehind<LoggedRequest>(rules, log, store.insert);
  const { record, flush } = sumRefused((request) => void add(request));
  return {
    record,
    async close() {
      flush();
      await close();
    },
  };
}
