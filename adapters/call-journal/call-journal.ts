import type { CallJournal, Log, ProviderCallStore } from '#core/ports';
import { writeBehind } from './write-behind.ts';

export interface CallJournalOptions {
  readonly store: Pick<ProviderCallStore, 'insert'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

export interface BufferedCallJournal extends CallJournal {
  /** Stores what waits; what the store does not take now is dropped. */
  close(): Promise<void>;
}

/** Takes a call in microseconds and stores it within a second. */
export function createCallJournal({ store, log }: CallJournalOptions): BufferedCallJournal {
  const { add, close } = writeBehind('calls to the provider', log, store.insert);
  return { record: (call) => void add(call), close };
}
