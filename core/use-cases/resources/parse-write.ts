import type { Capability } from '../../domain/capability.ts';
import { badRequest, ServiceError } from '../../domain/errors.ts';
import { canonicalObject, isJsonObject, type JsonObject } from '../../domain/json.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import type { Provider } from '../../ports/provider.ts';
import { parse } from '../../schemas/parse.ts';
import { NativeWriteRequest } from '../../schemas/requests/records.ts';
import { assertCan } from '../providers/coverage.ts';
import { droppedFields } from './dropped-fields.ts';
import { wrongIds } from './resource-target.ts';

export type WriteRequest =
  | { readonly kind: 'normalized'; readonly fields: JsonObject }
  | {
      readonly kind: 'native';
      readonly document: JsonObject;
      /** The record that the document itself names. */
      readonly providerId: string | undefined;
      readonly preserveExisting: boolean;
    };

/** Changes of status that are acts of their own. */
const actOfStatus: { readonly [T in ResourceType]?: Readonly<Record<string, Capability>> } = {
  contacts: { ACTIVE: 'restore' },
  invoices: { DELETED: 'cancel', VOIDED: 'cancel' },
  credit_notes: { DELETED: 'cancel', VOIDED: 'cancel' },
  manual_journals: { DELETED: 'cancel', VOIDED: 'cancel' },
  bank_transactions: { DELETED: 'cancel' },
};

/** Sorts keys, so that equal requests become equal bytes. */
export function parseWrite(
  provider: Provider,
  type: ResourceType,
  mode: 'create' | 'update',
  body: unknown,
): WriteRequest {
  const { gateway, traits } = provider;
  const { writes, requests } = familyOf(type);
  if (!writes) throw readOnlyResource(type);
  assertCan(provider, { type, can: [mode] });
  if (isJsonObject(body) && 'provider_data' in body) {
    assertCan(provider, { type, can: ['native'] });
    const { provider_data, preserve_existing } = parse(NativeWriteRequest, body);
    const document = canonicalObject(provider_data);
    const providerId = gateway.identify(type, document);
    return { kind: 'native', document, providerId, preserveExisting: preserve_existing ?? false };
  }
  const schema = requests?.[mode];
  if (!schema) throw readOnlyResource(type);
  const faultsIn = (given: unknown) => [
    ...wrongIds(given, traits),
    ...(isJsonObject(given) ? droppedFields(traits, type, given) : []),
  ];
  const fields = canonicalObject(parse(schema, body, faultsIn) as object);
  if (Object.keys(fields).length === 0) throw badRequest('', 'the body must name at least one field');
  const act = mode === 'update' ? actOfStatus[type]?.[String(fields['status']).toUpperCase()] : undefined;
  assertCan(provider, { type, can: act ? [act] : [], fields });
  return { kind: 'normalized', fields };
}

export function readOnlyResource(type: ResourceType): ServiceError {
  return new ServiceError('BAD_REQUEST', `${type} is read-only in v1`, { reason: 'resource_read_only' });
}
