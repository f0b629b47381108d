import type { Plane } from './caller.ts';
import type { EndpointHealth } from './endpoint-health.ts';
import { type Event, type EventType, isAboutEndpoint } from './event.ts';
import type { WebhookEndpointId } from './ids.ts';

export interface WebhookEndpoint extends Plane, EndpointHealth {
  readonly id: WebhookEndpointId;
  readonly url: string;
  /** `['*']` means every type, also those to come. */
  readonly eventTypes: readonly (EventType | '*')[];
  readonly description: string | null;
  /** True if deliveries carry the W3C trace context in which they are sent. */
  readonly sendTraceparent: boolean;
  readonly sealedSecret: string;
  /** Also signs, until `previousSecretUntil`, after a rotation. */
  readonly sealedPreviousSecret: string | null;
  readonly previousSecretUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The most endpoints of an organization in one environment: one transaction may draft a delivery to each. */
export const endpointsMax = 100;

export const secretOverlapSeconds = 24 * 60 * 60;

/** True if the enabled endpoint asked for the event's type, unless the event is about the endpoint itself. */
export function wants(
  endpoint: Pick<WebhookEndpoint, 'id' | 'eventTypes' | 'status'>,
  event: Pick<Event, 'type' | 'data'>,
): boolean {
  const isSubscribed = endpoint.eventTypes.includes('*') || endpoint.eventTypes.includes(event.type);
  return endpoint.status === 'enabled' && isSubscribed && !isAboutEndpoint(event, endpoint.id);
}
