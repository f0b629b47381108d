import { environments } from '../../domain/caller.ts';
import type { RequestId } from '../../domain/ids.ts';
import { isNearLimit, type Organization } from '../../domain/organization.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { announceOperational } from '../events/announce-operational.ts';

interface Use {
  readonly organization: Organization;
  /** The connections that count, of both environments together. */
  readonly count: number;
}

/**
 * Tells both environments `connections.near_limit` if it is true after a change and was not before. The caller has locked
 * the organization, so that of two changes at once one crosses the line.
 */
export async function tellNearLimit(
  stores: Stores,
  ports: CorePorts,
  { before, after, requestId }: { readonly before: Use; readonly after: Use; readonly requestId: RequestId },
): Promise<void> {
  const { organization, count } = after;
  if (isNearLimit(before.organization, before.count) || !isNearLimit(organization, count)) return;
  const { id, name, connectionLimit: limit } = organization;
  const since = ports.clock.now();
  for (const environment of environments) {
    await announceOperational(stores, ports, {
      organizationId: id,
      environment,
      type: 'connections.near_limit',
      subject: { type: 'organization', id, name },
      connectionId: null,
      reason: null,
      since,
      details: { connections: count, limit },
      operationId: null,
      requestId,
      identityParts: [String(count), String(limit), since.toISOString()],
    });
  }
}
