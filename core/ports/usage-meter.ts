import type { UsageEvent } from '../domain/usage.ts';

/** Takes down what requests use, on their way. */
export interface UsageMeter {
  /**
   * Counts what nobody is billed for. Never throws and keeps nobody waiting; kept within two seconds. A process that is
   * lost takes its last counts with it.
   */
  count(used: Omit<UsageEvent, 'id'>): void;
  /** Durable when it resolves; what many keep at once shares a commit. Rejects when the database does not take it. */
  keep(event: UsageEvent): Promise<void>;
}
