import type { Caller } from '../../domain/caller.ts';
import { conflict } from '../../domain/errors.ts';
import { enabledEndpointsMax } from '../../domain/webhook-endpoint.ts';
import type { Stores } from '../../ports/storage.ts';

/**
 * Throws CONFLICT `endpoint_limit_reached` when no further endpoint may be enabled: an event goes to so many and no more.
 * Counted by one at a time, and before the new one is kept.
 */
export async function requireEndpointRoom(
  { organizations, webhookEndpoints }: Pick<Stores, 'organizations' | 'webhookEndpoints'>,
  caller: Caller,
): Promise<void> {
  await organizations.lock(caller.organizationId);
  if ((await webhookEndpoints.countEnabled(caller)) < enabledEndpointsMax) return;
  const message = `an environment has at most ${enabledEndpointsMax} enabled webhook endpoints: remove or disable one first`;
  throw conflict('endpoint_limit_reached', message);
}
