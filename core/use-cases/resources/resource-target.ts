import type { Caller } from '../../domain/caller.ts';
import { notFound, nothingAt } from '../../domain/errors.ts';
import { meant } from '../../domain/near-word.ts';
import { isResourceType, type ResourceType, resourceTypes } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import { isProviderUuid, providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { requireConnection } from '../connections/read-connections.ts';

export interface FamilyPath {
  readonly connectionId: string;
  readonly type: string;
}
export interface RecordPath extends FamilyPath {
  readonly resourceId: string;
}

export async function requireFamily(ports: CorePorts, caller: Caller, { connectionId, type }: FamilyPath) {
  const connection = await requireConnection(ports, caller, connectionId);
  if (!isResourceType(type)) throw nothingAt(meant(type, resourceTypes));
  return { connection, type };
}

/** Throws the same NOT_FOUND for a malformed id and for an id of another family. */
export function requireProviderId(type: ResourceType, resourceId: string): string {
  const providerId = providerIdOf(type, resourceId);
  if (providerId === undefined) throw notFound(familyOf(type).singular);
  return providerId;
}

/** Takes only the provider's immutable id. */
export function requireInvoiceUuid(providerId: string): string {
  if (!isProviderUuid(providerId)) throw notFound('invoice');
  return providerId.toLowerCase();
}
