import * as v from 'valibot';
import { familyOf, type ResourceType } from '#core';
import {
  bulkRequests,
  CheckedAnswer,
  cachedListOf,
  DeletedAnswer,
  listedOf,
  liveOf,
  NativeWriteRequest,
  OperationAnswer,
  presentOperation,
  successOf,
  writtenOf,
} from '#core/schemas';
import { cachedPage, looked } from '../present/answers.ts';
import {
  filter,
  includeParameter,
  listParameters,
  previewParameter,
  recordListParameters,
  validateOnlyParameter,
} from './query-parameters.ts';
import { looks } from './read-request.ts';
import { type ResourceWords, resourceWords } from './resource-words.ts';
import { type ApiCall, apiRoutes, json, type OperationDoc } from './route.ts';

// One route serves every record type, and the document has an operation and schemas for each. Writes that a type
// does not allow are not documented and answer `resource_read_only`.

function eachOf(words: readonly ResourceWords[], operation: (of: ResourceWords) => Omit<OperationDoc, 'tag'>) {
  return words.map((of) => ({ tag: of.tag, pinned: { resource_type: of.type }, ...operation(of) }));
}

const writable = resourceWords.filter(({ type }) => familyOf(type).writes);
const changeable = writable.filter(({ type }) => familyOf(type).writes === 'creates_and_updates');

const deletable = resourceWords.filter(({ type }) => familyOf(type).deletes);

/** The body of a write: normalized fields, where the family has them, or the provider's document. */
function written(type: ResourceType, intent: 'create' | 'update') {
  const { requests, examples, answer } = familyOf(type);
  const normalized = requests?.[intent];
  return {
    query: [includeParameter, validateOnlyParameter, previewParameter],
    idempotencyKey: 'required',
    waits: true,
    mayBeHeld: true,
    body: {
      description: normalized ? 'Normalized fields, or the provider’s own document.' : 'The provider’s own document.',
      schemas: [...(normalized ? [normalized] : []), NativeWriteRequest],
      examples: examples[intent],
    },
    ...(intent === 'create' && { creates: true as const }),
    ...(intent === 'create'
      ? {
          success: json(201, asWritten, liveOf(answer)),
          others: [json(200, 'With `validate_only`: the write would be sent.', successOf(CheckedAnswer))],
        }
      : {
          success: json(
            200,
            `${asWritten} With \`validate_only\`: the write would be sent.`,
            successOf(v.union([writtenOf(answer), CheckedAnswer])),
          ),
        }),
  } as const;
}

const asWritten = 'The record as the provider now holds it.';

const recordOf = (param: ApiCall<'connection_id' | 'resource_type' | 'resource_id'>['param']) => ({
  connectionId: param('connection_id'),
  type: param('resource_type') as ResourceType,
  resourceId: param('resource_id'),
});

export const resourceRoutes = apiRoutes('Records', {
  'GET /v1/connections/:connection_id/:resource_type': {
    operations: eachOf(resourceWords, ({ type, plural, spoken, tag }) => ({
      operationId: `list${plural}`,
      summary: `List ${tag.toLowerCase()}`,
      description: `The cached ${spoken} records of a connection. Filters match exactly. A connection with zero retention has no lists.`,
      query: [
        ...listParameters,
        filter('id', 'Only the record with this id: its cached copy, without a read at the provider.'),
        filter('number', 'Only records with exactly this number.'),
        filter('external_reference', 'Only records with exactly this reference.'),
        ...recordListParameters(type, tag.toLowerCase()),
        includeParameter,
      ],
      success: json(200, 'One page of cached records.', cachedListOf(listedOf(familyOf(type).answer))),
      errors: ['CONFLICT'],
    })),
    handle: async ({ core, caller, param, query, includeNative }) => {
      const path = { connectionId: param('connection_id'), type: param('resource_type'), query, includeNative };
      return cachedPage(await core.resources.list(caller, path));
    },
  },
  'POST /v1/connections/:connection_id/:resource_type': {
    mayLook: true,
    operations: eachOf(writable, ({ type, singular, withArticle }) => ({
      operationId: `create${singular}`,
      summary: `Create ${withArticle}`,
      description:
        familyOf(type).identifier !== null
          ? 'If a record with the same master-data identifier exists, it is updated.'
          : 'A retry is recognized by its Idempotency-Key only, never by its reference.',
      ...written(type, 'create'),
    })),
    handle: async ({ core, caller, param, query, write, includeNative, waitSeconds }) => {
      const into = { connectionId: param('connection_id'), type: param('resource_type') as ResourceType };
      if (looks(query)) {
        return looked(await core.records.checkCreate(caller, { ...into, body: write.body, waitSeconds }));
      }
      const asked = { ...into, write, includeNative, waitSeconds };
      const { value, replayed, resolution } = await core.records.create(caller, asked);
      const data = { source: 'provider', item: value };
      return { message: 'Written at the provider', data, replayed, resolution };
    },
  },
  'POST /v1/connections/:connection_id/:resource_type/bulk': {
    takesMuch: true,
    operations: eachOf(
      resourceWords.filter(({ type }) => bulkRequests[type]),
      ({ type, plural, tag }) => ({
        operationId: `createMany${plural}`,
        summary: `Write many ${tag.toLowerCase()}`,
        description: `Queues up to 1,000 writes, up to 5 MiB, as a \`records.bulk\` operation: each item creates a record${familyOf(type).bulk === 'creates' ? '' : ', or changes the one that its `id` names'}. The whole request is checked first: BAD_REQUEST names up to 20 fields as \`items[17].due_date\`, and nothing is written. Then each item is written at most once and has its own result among the operation’s items; a refused item does not affect the others. An operation with refused items ends as \`failed\`, and its replay sends those items again.`,
        idempotencyKey: 'required',
        body: { description: 'The items.', schemas: [bulkRequests[type]?.[''] as v.GenericSchema] },
        success: json(202, 'The queued operation.', successOf(OperationAnswer)),
        errors: ['CONFLICT', 'ACTION_REQUIRED'],
      }),
    ),
    handle: async ({ core, caller, param, write }) => {
      const path = { connectionId: param('connection_id'), type: param('resource_type'), write };
      const { value, replayed } = await core.bulk.create(caller, path);
      return { message: 'Bulk write queued', data: presentOperation(value), replayed };
    },
  },
  'GET /v1/connections/:connection_id/:resource_type/:resource_id': {
    operations: eachOf(resourceWords, ({ type, singular, withArticle }) => ({
      operationId: `get${singular}`,
      summary: `Get ${withArticle}`,
      description: 'Read live at the provider.',
      waits: true,
      query: [includeParameter],
      success: json(200, 'The record as the provider holds it now.', liveOf(familyOf(type).answer)),
    })),
    handle: async ({ core, caller, param, includeNative, waitSeconds }) => {
      const record = await core.records.read(caller, { ...recordOf(param), includeNative, waitSeconds });
      return { message: 'Record read at the provider', data: { source: 'provider', item: record } };
    },
  },
  'PATCH /v1/connections/:connection_id/:resource_type/:resource_id': {
    mayLook: true,
    operations: eachOf(changeable, ({ type, singular, withArticle }) => ({
      operationId: `update${singular}`,
      summary: `Update ${withArticle}`,
      description:
        'A field that is present is set, null or "" clears it, and an absent field stays as it is. A field that cannot be cleared is refused by name. The service makes changes of one record one after the other, over all hosts and workers; no change undoes a field that another has set. CONFLICT with `reason` `record_busy` after ten seconds of waiting for another change, `record_changed` when the record changed at the provider before each attempt to write it. In both cases nothing was written. At a provider that compares versions, `target_changed` with an unknown outcome when the answer to the change was lost and the record has been changed since.',
      ...written(type, 'update'),
    })),
    handle: async ({ core, caller, param, query, write, includeNative, waitSeconds }) => {
      if (looks(query)) {
        return looked(await core.records.checkUpdate(caller, { ...recordOf(param), body: write.body, waitSeconds }));
      }
      const asked = { ...recordOf(param), write, includeNative, waitSeconds };
      const { value, replayed } = await core.records.update(caller, asked);
      return { message: 'Updated at the provider', data: { source: 'provider', item: value }, replayed };
    },
  },
  'DELETE /v1/connections/:connection_id/:resource_type/:resource_id': {
    operations: eachOf(deletable, ({ singular, withArticle, spoken }) => ({
      operationId: `delete${singular}`,
      summary: `Delete ${withArticle}`,
      description: `Removes the ${spoken} at the provider for good, and its cached copy. A repeat with the same Idempotency-Key gets the same answer. PROVIDER_REJECTED for a record that the provider keeps, such as a tracked item that documents name.`,
      idempotencyKey: 'required',
      waits: true,
      mayBeHeld: true,
      success: json(200, 'The record is deleted.', successOf(DeletedAnswer)),
      errors: ['CONFLICT', 'PROVIDER_REJECTED'],
    })),
    handle: async ({ core, caller, param, write, waitSeconds }) => {
      const { value, replayed } = await core.records.delete(caller, { ...recordOf(param), write, waitSeconds });
      return { message: 'Deleted at the provider', data: value, replayed };
    },
  },
});
