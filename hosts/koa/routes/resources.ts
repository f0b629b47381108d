import { familyOf, type ResourceType } from '#core';
import { cachedListOf, listedOf, liveOf, NativeWriteRequest } from '#core/schemas';
import { presentLive, presentRecord } from '../present/answers.ts';
import { presentListed, presentListingMeta } from '../present/lists.ts';
import { filter, includeParameter, listParameters } from './query-parameters.ts';
import { resourceWords } from './resource-words.ts';
import { type ApiCall, apiRoute, json, type OperationDoc, type RequestBody, type Route } from './route.ts';

// One route serves every resource type; the document shows each type as operations of its own, with its own schemas.
// Types that cannot be written have no write operation there; writing them anyway is answered with `resource_read_only`.

const writableWords = resourceWords.filter(({ type }) => familyOf(type).isWritable);

const listOperations: readonly OperationDoc[] = resourceWords.map(({ type, plural, spoken, tag }) => ({
  operationId: `list${plural}`,
  tag,
  summary: `List ${tag.toLowerCase()}`,
  description: `The cached ${spoken} records of a connection. Filters match exactly. A connection with zero retention has no lists.`,
  pinned: { resource_type: type },
  query: [
    ...listParameters,
    filter('id', 'Only the record with this id: its cached copy, without a read at the provider.'),
    filter('status', 'Only records with this status of the provider, such as `AUTHORISED`.'),
    filter('number', 'Only records with exactly this number.'),
    filter('external_reference', 'Only records with exactly this reference.'),
    includeParameter,
  ],
  success: json(200, 'One page of cached records.', cachedListOf(listedOf(familyOf(type).answer))),
  errors: ['NOT_FOUND', 'CONFLICT'],
}));

const list = apiRoute({
  method: 'GET',
  path: '/v1/connections/:connection_id/:resource_type',
  operations: listOperations,
  handle: async ({ core, caller, param, query, includeNative }) => {
    const path = { connectionId: param('connection_id'), type: param('resource_type'), query, includeNative };
    const listing = await core.resources.list(caller, path);
    return {
      message: 'Cached records',
      data: {
        items: presentListed(listing.items, (record) => presentRecord(record, includeNative)),
        source: 'cache',
        last_synced_at: listing.lastSyncedAt?.toISOString() ?? null,
      },
      meta: presentListingMeta(listing),
    };
  },
});

const recordOf = (param: ApiCall<'connection_id' | 'resource_type' | 'resource_id'>['param']) => ({
  connectionId: param('connection_id'),
  type: param('resource_type'),
  resourceId: param('resource_id'),
});

const readOperations: readonly OperationDoc[] = resourceWords.map(({ type, singular, withArticle, tag }) => ({
  operationId: `get${singular}`,
  tag,
  summary: `Get ${withArticle}`,
  description: 'Read live at the provider.',
  waits: true,
  pinned: { resource_type: type },
  query: [includeParameter],
  success: json(200, 'The record as the provider holds it now.', liveOf(familyOf(type).answer)),
  errors: ['NOT_FOUND', 'CONFLICT'],
}));

const read = apiRoute({
  method: 'GET',
  path: '/v1/connections/:connection_id/:resource_type/:resource_id',
  operations: readOperations,
  handle: async ({ core, caller, param, includeNative, waitSeconds }) => {
    const record = await core.resources.read(caller, { ...recordOf(param), waitSeconds });
    return { message: 'Record read at the provider', data: presentLive(record, includeNative) };
  },
});

/** What creates or updates a record of this type: its normalized body where it has one, or the provider's document. */
function writeBody(type: ResourceType, intent: 'create' | 'update'): RequestBody {
  const { requests, examples } = familyOf(type);
  return {
    description: requests ? 'Normalized fields, or the provider’s own document.' : 'The provider’s own document.',
    schemas: [...(requests ? [requests[intent]] : []), NativeWriteRequest],
    ...(examples[intent] === undefined ? {} : { examples: examples[intent] }),
  };
}

const createOperations: readonly OperationDoc[] = writableWords.map(({ type, singular, withArticle, tag }) => ({
  operationId: `create${singular}`,
  tag,
  summary: `Create ${withArticle}`,
  description: createNote(type),
  pinned: { resource_type: type },
  query: [includeParameter],
  idempotencyKey: 'required',
  waits: true,
  body: writeBody(type, 'create'),
  success: json(201, 'The record as the provider now holds it.', liveOf(familyOf(type).answer)),
  errors: ['NOT_FOUND', 'CONFLICT', 'PROVIDER_REJECTED'],
}));

function createNote(type: ResourceType): string {
  return familyOf(type).identifier !== null
    ? 'Reconciled by its master-data identifier: one that exists already is updated.'
    : 'A retry is recognized by its Idempotency-Key only, never by its reference.';
}

const create = apiRoute({
  method: 'POST',
  path: '/v1/connections/:connection_id/:resource_type',
  operations: createOperations,
  handle: async ({ core, caller, param, write, includeNative, waitSeconds }) => {
    const into = { connectionId: param('connection_id'), type: param('resource_type') };
    const { value, replayed } = await core.resources.create(caller, { ...into, write, waitSeconds });
    return { message: 'Written at the provider', data: presentLive(value, includeNative), replayed };
  },
});

const updateOperations: readonly OperationDoc[] = writableWords.map(({ type, singular, withArticle, tag }) => ({
  operationId: `update${singular}`,
  tag,
  summary: `Update ${withArticle}`,
  description:
    'A field that is present is set, null or "" clears it, and an absent field stays as it is. A field that cannot be cleared is refused by name. The service makes changes of one record one after the other, over all hosts and workers; no change undoes a field that another has set. CONFLICT with `reason` `record_busy` after ten seconds of waiting for another change, `record_changed` when the record changed at the provider before each try to write it. Neither has written anything.',
  pinned: { resource_type: type },
  query: [includeParameter],
  idempotencyKey: 'required',
  waits: true,
  body: writeBody(type, 'update'),
  success: json(200, 'The record as the provider now holds it.', liveOf(familyOf(type).answer)),
  errors: ['NOT_FOUND', 'CONFLICT', 'PROVIDER_REJECTED'],
}));

const update = apiRoute({
  method: 'PATCH',
  path: '/v1/connections/:connection_id/:resource_type/:resource_id',
  operations: updateOperations,
  handle: async ({ core, caller, param, write, includeNative, waitSeconds }) => {
    const { value, replayed } = await core.resources.update(caller, { ...recordOf(param), write, waitSeconds });
    return { message: 'Updated at the provider', data: presentLive(value, includeNative), replayed };
  },
});

export const resourceRoutes: readonly Route[] = [list, create, read, update];
