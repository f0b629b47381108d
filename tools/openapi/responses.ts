import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodes, type RequestId, ServiceError, unauthorized } from '#core';
import { OperationAnswer, successOf } from '#core/schemas';
import { errorStatus, presentError, presentProblem } from '../../hosts/koa/present/error.ts';
import texts from './responses.json' with { type: 'json' };
import { answerSchema } from './schemas.ts';
import { realAnswer } from './words.ts';

export const { headers } = texts;

/** Why the service answers with each status. */
const conditions: Readonly<Record<string, string>> = texts.conditions;

/** A busy host answers 503 before the application does. */
const busyCode: ErrorCode = 'RATE_LIMITED';

/** Without 405, which answers methods that no operation has. */
const statuses = [...new Set(errorCodes.map((code) => errorStatus[code]))].filter((status) => status !== 405);

/** `components.responses`, one per error status. */
export function errorResponses(): Record<string, object> {
  return Object.fromEntries(statuses.map((status) => [nameOf(status), errorResponse(status)]));
}

/** References the shared responses of these codes, by status. */
export function errorReferences(codes: readonly ErrorCode[]): Record<string, object> {
  const wanted = [...new Set(codes.map((code) => errorStatus[code]))].sort();
  return Object.fromEntries(wanted.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]));
}

/** A write that waits for a person, by status. */
export const heldReference = { 202: { $ref: '#/components/responses/AwaitsApproval' } };

/** `components.responses` of successes that operations share. */
export function heldResponses(): Record<string, object> {
  return {
    AwaitsApproval: {
      description:
        'Only for keys of kind `agent`: the write waits for a person’s approval (`state` `awaiting_approval`, `approve_url`) and was not sent. The operation tells what becomes of it; the same request again gets the same operation.',
      headers: headerReferences(['X-Request-ID', 'Idempotent-Replayed']),
      content: {
        'application/json': {
          schema: answerSchema(successOf(OperationAnswer)),
          example: realAnswer('createAutomation', 202),
        },
      },
    },
  };
}

function nameOf(status: number): string {
  return (STATUS_CODES[status] ?? String(status)).replace(/[^A-Za-z]/g, '');
}

function errorResponse(status: number): object {
  const codes = errorCodes.filter((code) => errorStatus[code] === status || (status === 503 && code === busyCode));
  const schema = (shape: 'ApiError' | 'ApiProblem') => ({
    allOf: [
      { $ref: `#/components/schemas/${shape}` },
      { type: 'object', properties: { code: { type: 'string', enum: codes } } },
    ],
  });
  const retry = status === 409 || status === 429 || status > 500 ? ['Retry-After'] : [];
  const more = status === 401 ? ['WWW-Authenticate'] : ['X-Provider-Calls', ...retry];
  return {
    description: conditions[status] ?? STATUS_CODES[status],
    headers: headerReferences(['X-Request-ID', ...more]),
    content: {
      'application/json': {
        schema: schema('ApiError'),
        examples: examplesOf(codes, status, (error) => presentError(error, requestId)),
      },
      'application/problem+json': {
        schema: schema('ApiProblem'),
        examples: examplesOf(codes, status, (error) => ({
          ...presentProblem(error, requestId, {
            title: STATUS_CODES[status] ?? '',
            type: `https://ledgerport.example.com/docs/errors#${error.code}`,
          }),
          status,
        })),
      },
    },
  };
}

export function headerReferences(names: readonly string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const requestId = 'req_01jd9x8fbee5wv1tzd4nq6c2m7' as RequestId;
const busy = { reason: 'host_busy', retryAfterSeconds: 1 };

/** An example of each code, as the presenter shows it. */
const examples: readonly ServiceError[] = [
  new ServiceError('BAD_REQUEST', 'line_items[0].unit_amount: must not be negative', {
    errors: [{ path: 'line_items[0].unit_amount', message: 'must not be negative' }],
  }),
  unauthorized('unknown'),
  new ServiceError(
    'CONNECTION_LIMIT_REACHED',
    "the contract's limit of 3 connections is reached: disconnect one, or ask the operator for more",
  ),
  new ServiceError('READ_ONLY', 'this deployment is in read-only mode'),
  new ServiceError('NOT_FOUND', 'no such connection in test, the environment of this key'),
  new ServiceError('PAYLOAD_TOO_LARGE', 'the body is larger than 1048576 bytes'),
  new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'send the body as application/json'),
  new ServiceError('CONFLICT', 'another change of this record is under way; repeat the request', {
    ...{ reason: 'record_busy', outcome: 'not_applied' },
  }),
  new ServiceError('ACTION_REQUIRED', 'the customer has to connect again', { reason: 'authorization' }),
  new ServiceError('IDEMPOTENCY_IN_PROGRESS', 'a request with this Idempotency-Key is still running', {
    retryAfterSeconds: 1,
  }),
  new ServiceError('IDEMPOTENCY_KEY_REUSED', 'this Idempotency-Key was used with a different request'),
  new ServiceError('PROVIDER_REJECTED', 'the provider refused the document: Account code 9999 is not valid.', {
    ...{ outcome: 'not_applied', providerError: { status: 400, messages: ['Account code 9999 is not valid.'] } },
  }),
  new ServiceError('RATE_LIMITED', 'the connection’s request budget for this minute is exhausted', {
    ...{ reason: 'connection_minute', retryAfterSeconds: 12 },
  }),
  new ServiceError('INTERNAL', 'something went wrong', { outcome: 'unknown' }),
  new ServiceError('PROVIDER_ERROR', 'the provider answered with an error', { outcome: 'unknown' }),
  new ServiceError('PROVIDER_UNAVAILABLE', 'the provider cannot be reached', { outcome: 'not_applied' }),
  new ServiceError('PROVIDER_TIMEOUT', 'the provider did not answer in time', { outcome: 'unknown' }),
  new ServiceError('DATABASE_UNAVAILABLE', 'the service’s database cannot be reached or takes no writes now', {
    ...{ outcome: 'not_applied', retryAfterSeconds: 5 },
  }),
  new ServiceError('DATABASE_WENT_BACK', 'the service’s database has lost its latest changes', {
    ...{ outcome: 'not_applied', retryAfterSeconds: 30 },
  }),
];

/** Examples of the codes that this status can have, by code. */
function examplesOf(codes: readonly ErrorCode[], status: number, show: (error: ServiceError) => object) {
  const told = codes.flatMap((code) => {
    const known = examples.filter((error) => error.code === code);
    return status === 503 && code === busyCode
      ? [new ServiceError(code, 'the host has too many requests', busy)]
      : known;
  });
  return Object.fromEntries(told.map((error) => [error.code, { summary: error.message, value: show(error) }]));
}
