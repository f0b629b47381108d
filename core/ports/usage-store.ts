import type { Plane } from '../domain/caller.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import type { UsageEvent, UsageGrouping, UsagePeriod, UsageTotal } from '../domain/usage.ts';

/** Keeps what was used. Proven by contract-tests/usage-store.contract.ts. */
export interface UsageStore {
  /** All or none; an event whose id and meter are kept already is not kept again, whether or not it is in its day. */
  insert(events: readonly UsageEvent[]): Promise<void>;
  /**
   * Adds up to `limit` events to their days, each once however many do it at once and whatever becomes of them; how many
   * it was. What another transaction holds is passed over.
   */
  rollUp(limit: number, now: Date): Promise<number>;
  /**
   * The sums of a plane by meter and, if so grouped, by day or connection: the latest days first. Exact at every moment,
   * for events count from when they are kept until they are in their day, and then there.
   */
  read(
    plane: Plane,
    question: UsagePeriod & { readonly groupBy: UsageGrouping },
    page: PageRequest,
  ): Promise<Page<UsageTotal>>;
}
