import type { ProviderCall } from '../domain/provider-call.ts';

/** Records the calls to the provider, for timelines. */
export interface CallJournal {
  /**
   * Records a call without waiting; never throws. The entry is stored soon after, not at once: a process that is killed
   * loses its last entries, and entries are lost while the database cannot be reached. Nothing may depend on them.
   */
  record(call: ProviderCall): void;
}
