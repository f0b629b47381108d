import type { Caller } from '../../domain/caller.ts';
import type { Capability } from '../../domain/capability.ts';
import { type FieldError, notFound, nothingAt } from '../../domain/errors.ts';
import { meant } from '../../domain/near-word.ts';
import { isResourceType, type ResourceType, resourceTypes } from '../../domain/resource.ts';
import { familyOf, familyReferredTo } from '../../families/all-families.ts';
import { notALineId, notTheIdOf } from '../../families/request-fields.ts';
import { type IdForms, ownIdOf, providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { assertCan } from '../providers/coverage.ts';
import { providerOf } from '../providers/provider-of.ts';

export interface FamilyPath {
  readonly connectionId: string;
  readonly type: string;
}
export interface RecordPath extends FamilyPath {
  readonly resourceId: string;
}

/** Throws NOT_FOUND, CONFLICT `not_supported_by_provider` without `capability`, and as `providerOf`. */
export async function requireFamily(
  ports: CorePorts,
  caller: Caller,
  { connectionId, type }: FamilyPath,
  capability?: Capability,
) {
  const connection = await requireConnection(ports, caller, connectionId);
  if (!isResourceType(type)) throw nothingAt(meant(type, resourceTypes));
  const provider = providerOf(ports, connection);
  if (capability) assertCan(provider, { type, can: [capability] });
  return { connection, type, provider };
}

/** Throws the same NOT_FOUND for a malformed id and for an id of another family. */
export function requireProviderId(type: ResourceType, resourceId: string, forms: IdForms): string {
  const providerId = providerIdOf(type, resourceId, forms);
  if (providerId === undefined) throw notFound(familyOf(type).singular);
  return providerId;
}

/** Takes only the provider's immutable id of an invoice. */
export function requireOwnId(providerId: string, forms: IdForms): string {
  const id = ownIdOf('invoices', providerId, forms);
  if (id === undefined) throw notFound('invoice');
  return id;
}

/** Finds, in a normalized body, the ids that the connection's provider cannot have. `path`: where in the request it is. */
export function wrongIds(body: unknown, forms: IdForms, path = ''): readonly FieldError[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]: [string, unknown]): readonly FieldError[] => {
    const at = Array.isArray(body) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    if (typeof value !== 'string' || value === '') return wrongIds(value, forms, at);
    if (name === 'line_item_id') return ownIdOf('invoices', value, forms) ? [] : [{ path: at, message: notALineId }];
    const type = familyReferredTo(name);
    const isWrong = type !== undefined && providerIdOf(type, value, forms) === undefined;
    return isWrong ? [{ path: at, message: notTheIdOf(familyOf(type)) }] : [];
  });
}
