// Where deliveries go and under which secrets, remembered for a moment: it hardly ever changes.
import type { Plane } from '../../domain/caller.ts';
import type { WebhookEndpointId } from '../../domain/ids.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { signingSecrets } from './endpoint-secret.ts';

export interface EndpointDoor {
  readonly endpoint: WebhookEndpoint;
  readonly secrets: readonly string[];
}

export interface EndpointDoors {
  /** Undefined for a removed endpoint. */
  open(plane: Plane, id: WebhookEndpointId): Promise<EndpointDoor | undefined>;
  /** The next to come looks itself. */
  forget(id: WebhookEndpointId): void;
}

interface Remembered {
  readonly door: EndpointDoor;
  readonly untilMs: number;
}

const rememberedMs = 2000;
const rememberedMax = 1000;

/**
 * An enabled endpoint is remembered for two seconds by this process, or until an attempt fails. So another address,
 * another secret, and that it was disabled or removed, count for every attempt that begins two seconds after the change;
 * a secret that was rotated away signs to the second. Its health is never remembered.
 */
export function createEndpointDoors(ports: Pick<CorePorts, 'storage' | 'vault' | 'clock'>): EndpointDoors {
  const remembered = new Map<WebhookEndpointId, Remembered>();
  return {
    async open(plane, id) {
      const now = ports.clock.now();
      const known = remembered.get(id);
      if (known && now.getTime() < known.untilMs && isOf(plane, known.door.endpoint)) return known.door;
      remembered.delete(id);
      const endpoint = await ports.storage.webhookEndpoints.find(plane, id);
      if (!endpoint) return undefined;
      const door = { endpoint, secrets: await signingSecrets(ports, endpoint, now) };
      if (endpoint.status === 'enabled') remember(remembered, door, now);
      return door;
    },
    forget: (id) => void remembered.delete(id),
  };
}

function isOf({ organizationId, environment }: Plane, endpoint: WebhookEndpoint): boolean {
  return endpoint.organizationId === organizationId && endpoint.environment === environment;
}

function remember(remembered: Map<WebhookEndpointId, Remembered>, door: EndpointDoor, now: Date): void {
  const { id, previousSecretUntil } = door.endpoint;
  const overlaps = previousSecretUntil && previousSecretUntil > now;
  const overlapEndsMs = overlaps ? previousSecretUntil.getTime() : Number.POSITIVE_INFINITY;
  remembered.set(id, { door, untilMs: Math.min(now.getTime() + rememberedMs, overlapEndsMs) });
  const [oldest] = remembered.keys();
  if (remembered.size > rememberedMax && oldest) remembered.delete(oldest);
}
