import type { Plane } from '../domain/caller.ts';
import type { EndpointHealth } from '../domain/endpoint-health.ts';
import type { WebhookEndpointId } from '../domain/ids.ts';

/** Stores the health of endpoints. Proven by contract-tests/webhook-stores.contract.ts. */
export interface EndpointHealthStore {
  /** That of a new endpoint when nothing is stored, and for an endpoint of another organization or environment. */
  find(plane: Plane, id: WebhookEndpointId): Promise<EndpointHealth>;
  /** As `find`, and locked until the transaction ends, also if nothing was stored before. */
  lock(plane: Plane, id: WebhookEndpointId): Promise<EndpointHealth>;
  /** Stores health that was locked before. */
  put(health: EndpointHealth): Promise<void>;
  /** Those whose next check is due at `now`, of all organizations, the longest due first. */
  listDue(now: Date, limit: number): Promise<readonly EndpointHealth[]>;
}
