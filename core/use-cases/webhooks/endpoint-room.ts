import type { Caller } from '../../domain/caller.ts';
import { conflict } from '../../domain/errors.ts';
import { endpointsMax } from '../../domain/webhook-endpoint.ts';
import type { Stores } from '../../ports/storage.ts';

/**
 * Throws CONFLICT `endpoint_limit_reached` when there would be too many with the `added` ones that are not kept yet: an
 * event goes to so many and no more. Counted by one at a time.
 */
export async function requireEndpointRoom(
  { organizations, webhookEndpoints }: Pick<Stores, 'organizations' | 'webhookEndpoints'>,
  caller: Caller,
  added: 0 | 1,
): Promise<void> {
  await organizations.lock(caller.organizationId);
  if ((await webhookEndpoints.count(caller)) + added <= endpointsMax) return;
  const message = `an environment has at most ${endpointsMax} webhook endpoints: remove one first`;
  throw conflict('endpoint_limit_reached', message);
}
