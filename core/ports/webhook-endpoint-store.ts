import type { Plane } from '../domain/caller.ts';
import type { EventType } from '../domain/event.ts';
import type { WebhookEndpointId } from '../domain/ids.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts';

/** Stores webhook endpoints. Proven by contract-tests/webhook-stores.contract.ts. */
export interface WebhookEndpointStore {
  insert(endpoint: WebhookEndpoint): Promise<void>;
  /** Removed ones are absent. */
  find(plane: Plane, id: WebhookEndpointId): Promise<WebhookEndpoint | undefined>;
  /** As `find`, and locked until the transaction ends. */
  lock(plane: Plane, id: WebhookEndpointId): Promise<WebhookEndpoint | undefined>;
  /** Newest first, without removed ones. */
  list(plane: Plane, page: PageRequest): Promise<Page<WebhookEndpoint>>;
  /** Enabled ones that subscribe to this type, at most 100. */
  listSubscribed(plane: Plane, type: EventType): Promise<readonly WebhookEndpoint[]>;
  /** How many there are, without removed ones. */
  count(plane: Plane): Promise<number>;
  update(endpoint: WebhookEndpoint): Promise<void>;
}
