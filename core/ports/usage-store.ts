import type { Plane } from '../domain/caller.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import type { UsageEvent, UsageGrouping, UsagePeriod, UsageTotal } from '../domain/usage.ts';

/** Stores usage. Proven by contract-tests/usage-store.contract.ts. */
export interface UsageStore {
  /** All or none; an event whose id and meter are stored already is ignored, whether or not it is in its daily sum. */
  insert(events: readonly UsageEvent[]): Promise<void>;
  /**
   * Adds up to `limit` events to the sums of their days, each once, also with simultaneous callers and failures. Skips
   * locked events. Returns how many.
   */
  rollUp(limit: number, now: Date): Promise<number>;
  /**
   * The sums of a plane by meter and, if so grouped, by day or connection: the latest days first. Always exact:
   * events that are not in a daily sum yet are added.
   */
  read(
    plane: Plane,
    question: UsagePeriod & { readonly groupBy: UsageGrouping },
    page: PageRequest,
  ): Promise<Page<UsageTotal>>;
}
