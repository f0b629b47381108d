import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { isResourceType, type ResourceType } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import { parseResourceId } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { requireConnection } from '../connections/require-connection.ts';

/** What the path of a resource request names. */
export interface FamilyPath {
  readonly connectionId: string;
  readonly type: string;
}
export interface RecordPath extends FamilyPath {
  readonly resourceId: string;
}

export interface Family {
  readonly connection: Connection;
  readonly type: ResourceType;
}

export async function requireFamily(
  ports: Pick<CorePorts, 'storage'>,
  caller: Caller,
  { connectionId, type }: FamilyPath,
): Promise<Family> {
  const connection = await requireConnection(ports, caller, connectionId);
  if (!isResourceType(type)) throw notFound('resource type');
  return { connection, type };
}

/** In a path, an id of another type is as unknown as a malformed one. */
export function requireProviderId(type: ResourceType, resourceId: string): string {
  const reference = parseResourceId(type, resourceId);
  if (reference.kind !== 'this_type') throw notFound(familyOf(type).singular);
  return reference.providerId;
}

export function readOnlyResource(type: ResourceType): ServiceError {
  return new ServiceError('BAD_REQUEST', `${type} is read-only in v1`, { reason: 'resource_read_only' });
}
