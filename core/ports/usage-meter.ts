import type { UsageEvent } from '../domain/usage.ts';

/** Meters what requests use while they run. */
export interface UsageMeter {
  /**
   * Counts uses that are not billed, without waiting. Never throws. Stored within two seconds; a process that is killed
   * loses its last counts.
   */
  count(used: Omit<UsageEvent, 'id'>): void;
  /** Stored when it resolves; simultaneous calls share a commit. Rejects when the database refuses it. */
  keep(event: UsageEvent): Promise<void>;
}
