import type { ErrorCode } from '#core';
import { nativeExamples } from '../../adapters/ledger-http/native-examples.ts';
import { includeParameter, listParameters } from '../../hosts/koa/routes/query-parameters.ts';
import {
  type DocumentedAnswer,
  type FileBody,
  type OperationDoc,
  page,
  type Route,
  scopeOf,
  writes,
} from '../../hosts/koa/routes/route.ts';
import { exampled } from './described-fields.ts';
import { errorReferences, headerReferences, heldReference } from './responses.ts';
import { answerSchema, requestSchema } from './schemas.ts';
import { realAnswer, realRequest } from './words.ts';

/** Names of the shared query parameters. */
const sharedQuery = [...listParameters, includeParameter];

function when<const T>(is: boolean, ...items: readonly T[]): readonly T[] {
  return is ? items : [];
}

/** Returns the path in OpenAPI's form, with the operation's pinned parameters filled in. */
export function pathOf({ path }: Route, { pinned = {} }: OperationDoc): string {
  return path.replace(/:(\w+)/g, (_, name: string) => pinned[name] ?? `{${name}}`);
}

/** For browsers and the provider; generators omit operations with `x-internal`. */
const forOthers: ReadonlySet<Route['kind']> = new Set(['page', 'receiver']);

const native: Readonly<Record<string, object>> = nativeExamples;

export function describeOperation(route: Route, doc: OperationDoc): object {
  const { operationId, tag, summary, description, body } = doc;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(forOthers.has(route.kind) ? { 'x-internal': true } : {}),
    security: route.kind === 'api' ? [{ apiKey: [scopeOf(route)] }] : [],
    parameters: parameters(route, doc),
    requestBody: doc.file
      ? fileBody(doc.file)
      : body && {
          required: true,
          description: body.description,
          content: {
            'application/json': {
              schema: requestSchema(body.schemas),
              examples: body.examples ? { ...body.examples, ...native[operationId] } : realRequest(operationId),
            },
          },
        },
    responses: responses(route, doc),
  };
}

/** One content for all kinds: a generator would make an alternative of each. */
function fileBody({ description, bytesMost, contentTypes }: FileBody): object {
  const kinds = contentTypes.map((type) => `\`${type}\``).join(', ');
  return {
    required: true,
    description: `${description} At most ${bytesMost.toLocaleString('en')} bytes, with a Content-Length. Content-Type is one of ${kinds}.`,
    content: { '*/*': { schema: bytesSchema } },
  };
}

const bytesSchema = { type: 'string', contentMediaType: 'application/octet-stream', contentEncoding: 'binary' };

function parameters(route: Route, doc: OperationDoc): object[] {
  const shared = (name: string) => ({ $ref: `#/components/parameters/${name}` });
  const names = [...pathOf(route, doc).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return [
    ...names.map(shared),
    ...(doc.query ?? []).map((parameter) =>
      sharedQuery.includes(parameter)
        ? shared(parameter.name)
        : exampled({ ...parameter, in: 'query', required: parameter.required ?? false }),
    ),
    ...when(doc.idempotencyKey === 'required', shared('IdempotencyKey')),
    ...when(doc.idempotencyKey === 'optional', shared('OptionalIdempotencyKey')),
    ...when(isNamedByAgents(doc), shared('RequestRef'), shared('NotSameAs')),
    ...when(isNamedByAgents(doc) || writesRecord(route, doc), shared('CompanyName')),
    ...when(doc.waits === true, shared('PreferWait')),
    ...when(route.kind === 'api', shared('RequestId')),
  ];
}

/** Agents' keys name these writes by a reference. */
function isNamedByAgents({ operationId, idempotencyKey, creates }: OperationDoc): boolean {
  const isCreate = operationId.startsWith('create') && (creates === true || operationId.startsWith('createMany'));
  return idempotencyKey === 'required' && (isCreate || operationId === 'createAutomation');
}

/** A write at the provider. */
function writesRecord(route: Route, { idempotencyKey, waits }: OperationDoc): boolean {
  return route.kind === 'api' && writes(route) && waits === true && idempotencyKey === 'required';
}

/** Returns the operation's own errors and those that follow from its path and traits. */
function errorsOf(route: Route, doc: OperationDoc): readonly ErrorCode[] {
  if (route.kind === 'page') return [];
  const { errors = [], body = doc.file, idempotencyKey, waits } = doc;
  const isApi = route.kind === 'api';
  return [
    ...errors,
    // Any request can be malformed, hit a defect, or reach a busy host or one whose database is away.
    ...when(true, 'BAD_REQUEST', 'INTERNAL', 'DATABASE_UNAVAILABLE'),
    ...when(isApi, 'UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED'),
    ...when(isApi && pathOf(route, doc).includes('{'), 'NOT_FOUND'),
    ...when(writes(route), 'READ_ONLY', 'DATABASE_WENT_BACK'),
    ...when(body !== undefined, 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'),
    ...when(idempotencyKey !== undefined, 'IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'),
    ...when(waits === true, 'NOT_FOUND', 'CONFLICT', 'ACTION_REQUIRED', 'PROVIDER_ERROR', 'PROVIDER_TIMEOUT'),
  ];
}

function responses(route: Route, doc: OperationDoc): object {
  const { success, others = [], idempotencyKey, waits, creates } = doc;
  const replay = when(idempotencyKey !== undefined, 'Idempotent-Replayed');
  const came = when(creates === true, 'X-Write-Resolution');
  const applied = when(waits === true, 'Preference-Applied');
  const called = when(waits === true || doc.errors?.includes('PROVIDER_UNAVAILABLE') === true, 'X-Provider-Calls');
  return {
    [success.status]: response(doc, success, [...replay, ...came, ...applied, ...called]),
    ...(doc.mayBeHeld ? heldReference : {}),
    ...errorReferences(errorsOf(route, doc)),
    ...(route.kind === 'page' ? { default: response(doc, failurePage, []) } : {}),
    ...Object.fromEntries(others.map((other) => [other.status, response(doc, other, [])])),
  };
}

function response({ operationId }: OperationDoc, answer: DocumentedAnswer, headers: readonly string[]): object {
  const { status, description, contentType, schema } = answer;
  const shown = contentType !== 'none' && {
    schema: schema ? answerSchema(schema) : opaque[contentType],
    example: realAnswer(operationId, status),
  };
  return {
    description,
    ...(shown ? { content: { [contentType]: shown } } : {}),
    headers: headerReferences(['X-Request-ID', ...headers]),
  };
}

const failurePage = page(0, 'A page that says what went wrong.');

const opaque = {
  'application/json': { type: 'object' },
  'application/octet-stream': bytesSchema,
  'application/pdf': { type: 'string', contentMediaType: 'application/pdf', contentEncoding: 'binary' },
  'text/html': { type: 'string' },
};
