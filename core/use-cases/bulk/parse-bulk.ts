import { badRequest, type FieldError, refusedFields, ServiceError } from '../../domain/errors.ts';
import { canonicalObject, isJsonObject, type JsonObject } from '../../domain/json.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { WriteIntent } from '../../ports/ledger-gateway.ts';
import type { Provider } from '../../ports/provider.ts';
import { parse, reportedIssues } from '../../schemas/parse.ts';
import { BulkItemHead, BulkRequest } from '../../schemas/requests/bulk.ts';
import { assertCan } from '../providers/coverage.ts';
import { familyTraitsOf } from '../providers/provider-of.ts';
import { identityOf } from '../resources/find-record.ts';
import { parseWrite, readOnlyResource, type WriteRequest } from '../resources/parse-write.ts';
import { uniqueIn } from '../resources/unique-field.ts';
import { createIntent } from '../resources/write-resources.ts';
import type { ItemBody } from './item-body.ts';

export interface BulkWrite {
  readonly itemKey: string;
  /** What an agent says that it is not. */
  readonly notSameAs: string | undefined;
  /** The provider's id of the record to change; null creates one. */
  readonly targetId: string | null;
  readonly body: ItemBody;
  readonly request: WriteRequest;
  /** The normalized fields that a change sets; a native document's are those that it has. */
  readonly fields: JsonObject;
}

/**
 * Prepares every item like a single write. Throws BAD_REQUEST naming up to 20 fields as `items[17].due_date`, and
 * `not_supported_by_provider` for a family without bulk writes.
 */
export function parseBulk(provider: Provider, type: ResourceType, body: unknown) {
  if (!familyOf(type).writes) throw readOnlyResource(type);
  assertCan(provider, { type, can: ['bulk'] });
  const { items, metadata = {} } = parse(BulkRequest, body);
  const faults: FieldError[] = [];
  const keys = new Set<string>();
  const unique = new Set<string>();
  const writes = items.flatMap((item, position): BulkWrite | [] => {
    try {
      const write = parseItem(provider, type, item);
      if (keys.has(write.itemKey)) throw badRequest('item_key', 'is the key of an earlier item');
      keys.add(write.itemKey);
      const own = write.targetId === null ? uniqueIn(provider.gateway, type, write.request) : undefined;
      const value = own?.value.toLowerCase();
      if (own && unique.has(value ?? '')) throw badRequest(own.field, `is the ${own.field} of an earlier item`);
      if (value !== undefined) unique.add(value);
      return write;
    } catch (error) {
      if (!(error instanceof ServiceError) || !error.details.errors) throw error;
      const at = `items[${position}]`;
      faults.push(...error.details.errors.map(({ path, message }) => ({ path: path ? `${at}.${path}` : at, message })));
      return [];
    }
  });
  if (faults.length > 0) throw refusedFields(faults.slice(0, reportedIssues));
  return { writes, metadata: canonicalObject(metadata) };
}

function parseItem(provider: Provider, type: ResourceType, item: JsonObject): BulkWrite {
  const { gateway } = provider;
  const { item_key: itemKey, id, not_same_as: notSameAs } = parse(BulkItemHead, item);
  const isCreatedOnly = !mayChange(provider, type);
  if (id !== undefined && isCreatedOnly) throw createdOnly('id', type);
  const { item_key: _key, id: _id, not_same_as: _same, ...body } = item;
  const request = parseWrite(provider, type, id === undefined ? 'create' : 'update', body);
  const named = request.kind === 'native' ? request.providerId : undefined;
  const targetId = id === undefined ? named : providerIdOf(type, id, provider.traits);
  if (id !== undefined) {
    if (targetId === undefined) throw badRequest('id', `is no id of ${type}`);
    if ((named ?? targetId) !== targetId) throw badRequest('provider_data', 'names another record than id');
  }
  if (request.kind === 'native' && request.preserveExisting) {
    throw badRequest('preserve_existing', 'is for single writes: nothing is read before a bulk write');
  }
  if (targetId !== undefined && isCreatedOnly) throw createdOnly('provider_data', type);
  if (targetId !== undefined && request.kind === 'normalized') requireWholeParts(provider, type, request.fields);
  const write = gateway.prepare(intentOf(type, request, targetId));
  const identity = targetId === undefined ? identityOf(gateway, type, request) : undefined;
  const fields = request.kind === 'native' ? gateway.describe(type, request.document) : request.fields;
  const stored = identity ? { write, known: { identity, request } } : { write };
  return { itemKey, notSameAs, targetId: targetId ?? null, body: stored, request, fields };
}

/** Throws BAD_REQUEST for a part of an object that the provider may replace whole, because nothing is read before a bulk write. */
function requireWholeParts(provider: Provider, type: ResourceType, fields: JsonObject): void {
  for (const part of familyTraitsOf(provider, type).replacedParts ?? []) {
    const given = fields[part];
    if (!isJsonObject(given)) continue;
    const missing = partsOf(type, part).filter((name) => given[name] === undefined);
    if (missing.length > 0) throw badRequest(part, `must have all its fields in bulk; it lacks ${missing.join(', ')}`);
  }
}

/** The fields of an object in the family's answers. */
function partsOf(type: ResourceType, part: string): readonly string[] {
  const schema = familyOf(type).answer.entries[part] as
    | { readonly wrapped?: { readonly entries?: object } }
    | undefined;
  return Object.keys(schema?.wrapped?.entries ?? {});
}

function mayChange(provider: Provider, type: ResourceType): boolean {
  return familyOf(type).bulk === 'creates_and_updates' && familyTraitsOf(provider, type).together.updates > 0;
}

function createdOnly(path: string, type: ResourceType): ServiceError {
  return badRequest(path, `${type} are only created in bulk`);
}

export function intentOf(type: ResourceType, request: WriteRequest, providerId?: string): WriteIntent {
  if (providerId === undefined) return createIntent({ type, request });
  const target = { type, providerId, existing: null };
  return request.kind === 'native'
    ? { kind: 'update_native', document: request.document, ...target }
    : { kind: 'update', fields: request.fields, ...target };
}
