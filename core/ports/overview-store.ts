import type { Plane } from '../domain/caller.ts';
import type { WebhookEndpointId } from '../domain/ids.ts';
import type { AttemptSums, ConnectionSums, EndedCount, StateCount } from '../domain/overview.ts';

/**
 * Sums for people to look at, cheap however much there is: nothing counts further than it is told to. Proven by
 * contract-tests/overview-store.contract.ts.
 */
export interface OverviewStore {
  /** What ended in each of these hours (their beginnings); of an hour no more than `most` operations are counted. */
  ended(plane: Plane, hours: readonly Date[], most: number): Promise<readonly EndedCount[]>;
  /** What is queued, running or retrying; of a state no more than `most`, deliveries and others each. */
  unfinished(plane: Plane, most: number): Promise<readonly StateCount[]>;
  connections(plane: Plane): Promise<ConnectionSums>;
  /** How the deliveries to an endpoint stand that were made since then; of a state no more than `most` are counted. */
  deliveries(plane: Plane, id: WebhookEndpointId, since: Date, most: number): Promise<readonly StateCount[]>;
  /** The attempts since then, of the latest `most` deliveries to an endpoint, or to all endpoints (null). */
  attempts(plane: Plane, id: WebhookEndpointId | null, since: Date, most: number): Promise<AttemptSums>;
}
