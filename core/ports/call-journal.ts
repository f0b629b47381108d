import type { ProviderCall } from '../domain/provider-call.ts';

/** Remembers the calls to the provider, for timelines. */
export interface CallJournal {
  /**
   * Takes note of a call; never throws and keeps nobody waiting. The note is durable soon after, not at once: a process
   * that is lost takes its last notes with it, and while a database stays away notes are lost. Nothing may depend on it.
   */
  record(call: ProviderCall): void;
}
