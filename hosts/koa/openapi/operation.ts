import type { ErrorCode } from '#core';
import { type DocumentedAnswer, type OperationDoc, type Parameter, type Route, writes } from '../routes/route.ts';
import { errorReferences } from './responses.ts';
import { answerSchema, requestSchema } from './schemas.ts';

/** The path of an operation as OpenAPI writes it, with what the operation pins filled in. */
export function pathOf({ path }: Route, { pinned = {} }: OperationDoc): string {
  return path.replace(/:(\w+)/g, (_, name: string) => pinned[name] ?? `{${name}}`);
}

export function describeOperation(route: Route, doc: OperationDoc): object {
  return {
    operationId: doc.operationId,
    tags: [doc.tag],
    summary: doc.summary,
    ...(doc.description === undefined ? {} : { description: doc.description }),
    security: route.kind === 'api' ? [{ apiKey: [] }] : [],
    parameters: parameters(route, doc),
    ...(doc.body === undefined ? {} : { requestBody: requestBody(doc.body) }),
    responses: responses(route, doc),
  };
}

function parameters(route: Route, doc: OperationDoc): object[] {
  const names = [...pathOf(route, doc).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return [
    ...names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...(doc.query ?? []).map(queryParameter),
    ...(doc.idempotencyKey === undefined
      ? []
      : [{ $ref: `#/components/parameters/${doc.idempotencyKey === 'required' ? '' : 'Optional'}IdempotencyKey` }]),
    ...(doc.waits ? [{ $ref: '#/components/parameters/PreferWait' }] : []),
    ...(route.kind === 'api' ? [{ $ref: '#/components/parameters/RequestId' }] : []),
  ];
}

const sharedQuery = ['limit', 'page', 'cursor', 'include'];

function queryParameter({ name, description, schema }: Parameter): object {
  if (sharedQuery.includes(name)) return { $ref: `#/components/parameters/${name}` };
  return { name, in: 'query', required: false, description, schema };
}

function requestBody({ description, schemas, examples }: NonNullable<OperationDoc['body']>): object {
  return {
    required: true,
    description,
    content: {
      'application/json': { schema: requestSchema(schemas), ...(examples === undefined ? {} : { examples }) },
    },
  };
}

const requestIdHeader = { 'X-Request-ID': { $ref: '#/components/headers/X-Request-ID' } };

/** The operation's own errors, and those that follow from its path and from what it takes and does. */
function errorsOf(route: Route, doc: OperationDoc): readonly ErrorCode[] {
  if (route.kind === 'page') return ['PROVIDER_UNAVAILABLE'];
  const { errors = [], body, idempotencyKey, waits } = doc;
  const when = (is: boolean, ...codes: readonly ErrorCode[]) => (is ? codes : []);
  const isApi = route.kind === 'api';
  return [
    ...errors,
    // Any request can be unreadable, meet a defect, or come to a host that has too many.
    ...when(true, 'BAD_REQUEST', 'INTERNAL', 'PROVIDER_UNAVAILABLE'),
    ...when(isApi, 'UNAUTHORIZED', 'RATE_LIMITED'),
    ...when(isApi && pathOf(route, doc).includes('{'), 'NOT_FOUND'),
    ...when(writes(route), 'READ_ONLY'),
    ...when(body !== undefined, 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'),
    ...when(idempotencyKey !== undefined, 'IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'),
    ...when(waits === true, 'NOT_FOUND', 'CONFLICT', 'ACTION_REQUIRED', 'PROVIDER_ERROR', 'PROVIDER_TIMEOUT'),
  ];
}

function responses(route: Route, doc: OperationDoc): object {
  const { success, others = [], idempotencyKey, waits } = doc;
  const replay =
    idempotencyKey === undefined ? {} : { 'Idempotent-Replayed': { $ref: '#/components/headers/Idempotent-Replayed' } };
  const applied = waits ? { 'Preference-Applied': { $ref: '#/components/headers/Preference-Applied' } } : {};
  return {
    [success.status]: { ...response(success), headers: { ...requestIdHeader, ...replay, ...applied } },
    ...errorReferences(errorsOf(route, doc)),
    ...Object.fromEntries(others.map((other) => [other.status, { ...response(other), headers: requestIdHeader }])),
  };
}

function response({ description, contentType, schema }: DocumentedAnswer): object {
  if (contentType === 'none') return { description };
  return { description, content: { [contentType]: { schema: schema ? answerSchema(schema) : opaque[contentType] } } };
}

const opaque = {
  'application/json': { type: 'object' },
  'application/pdf': { type: 'string', contentMediaType: 'application/pdf', contentEncoding: 'binary' },
  'text/html': { type: 'string' },
};
