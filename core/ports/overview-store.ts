import type { Plane } from '../domain/caller.ts';
import type { WebhookEndpointId } from '../domain/ids.ts';
import type { AttemptSums, ConnectionSums, EndedCount, StateCount } from '../domain/overview.ts';

/**
 * Sums for the console, cheap for any amount of data, because each count ends at its limit. Proven by
 * contract-tests/overview-store.contract.ts.
 */
export interface OverviewStore {
  /** Operations that ended in each of these hours (their beginnings), at most `most` counted an hour. */
  ended(plane: Plane, hours: readonly Date[], most: number): Promise<readonly EndedCount[]>;
  /** Queued, running and retrying operations; at most `most` counted of each state, deliveries and others apart. */
  unfinished(plane: Plane, most: number): Promise<readonly StateCount[]>;
  connections(plane: Plane): Promise<ConnectionSums>;
  /** Deliveries to an endpoint made since then, by state; at most `most` counted of each state. */
  deliveries(plane: Plane, id: WebhookEndpointId, since: Date, most: number): Promise<readonly StateCount[]>;
  /** The attempts since then, of the latest `most` deliveries to an endpoint, or to all endpoints (null). */
  attempts(plane: Plane, id: WebhookEndpointId | null, since: Date, most: number): Promise<AttemptSums>;
}
