// Every answer that the provider may give instead of a record, and its meaning.
import type { ErrorCode, WriteOutcome } from '#core/ports';
import { json, type ScriptedAnswer, someId } from './scripted-provider.ts';

export interface AnswerRow {
  readonly what: string;
  readonly answer: ScriptedAnswer;
  readonly code: ErrorCode;
  readonly outcome: WriteOutcome;
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
  readonly messages?: readonly string[];
  /** The code for a write on a collection, which names no record, if it differs from a read's. */
  readonly writeCode?: ErrorCode;
}

const problem = (status: number, detail: string) =>
  json({ Type: null, Title: 'Unauthorized', Status: status, Detail: detail, Instance: someId, Extensions: {} }, status);
const limit = (headers: Record<string, string>): ScriptedAnswer => ({ status: 429, headers });
const echo = {
  ErrorNumber: 10,
  Type: 'ValidationException',
  Message: 'A validation exception occurred',
  Elements: [
    {
      InvoiceID: '00000000-0000-0000-0000-000000000000',
      Reference: 'document-that-must-not-leak',
      Contact: { Name: 'document-that-must-not-leak', ValidationErrors: [{ Message: 'Contact is archived.' }] },
      LineItems: [{ ValidationErrors: [{ Description: 'Line is wrong.' }] }, { ValidationErrors: [] }],
      ValidationErrors: [{ Message: 'DueDate must be specified.' }, { Message: 'Contact is archived.' }, {}, 'x'],
    },
  ],
};

const rejected = { code: 'PROVIDER_REJECTED', outcome: 'not_applied' } as const;
const lost = { code: 'PROVIDER_ERROR', outcome: 'unknown' } as const;
const limited = { code: 'RATE_LIMITED', outcome: 'not_applied', reason: 'provider' } as const;
const refusedAccess = { code: 'ACTION_REQUIRED', outcome: 'not_applied' } as const;
const unavailable = { code: 'PROVIDER_UNAVAILABLE', outcome: 'unknown' } as const;

export const answerRows: readonly AnswerRow[] = [
  {
    what: '400 with validation errors anywhere in the echo',
    answer: json(echo, 400),
    ...rejected,
    messages: ['Contact is archived.', 'Line is wrong.', 'DueDate must be specified.'],
  },
  {
    what: '400 with keys in lower case',
    answer: json({ elements: [{ validationErrors: [{ message: 'No.' }] }] }, 400),
    ...rejected,
    messages: ['No.'],
  },
  {
    what: '400 without elements',
    answer: json({ ErrorNumber: 16, Type: 'QueryParseException', Message: 'No property or field' }, 400),
    ...rejected,
    messages: ['No property or field'],
  },
  { what: '400, key of another request', answer: json({ Type: 'IdempotencyKeyException' }, 400), ...lost },
  { what: '400 that is HTML', answer: { status: 400, headers: html(), body: '<p>no</p>' }, ...rejected, messages: [] },
  { what: '400 with broken JSON', answer: { ...json({}, 400), body: '{"Elements":[' }, ...rejected, messages: [] },
  {
    what: '401 expired',
    answer: problem(401, 'TokenExpired: token expired at 09/14/2026 09:30:00'),
    ...refusedAccess,
    reason: 'token_rejected',
    messages: ['TokenExpired'],
  },
  {
    what: '401 revoked',
    answer: problem(401, 'AuthenticationUnsuccessful'),
    ...refusedAccess,
    reason: 'token_rejected',
  },
  { what: '401 scope', answer: problem(401, 'AuthorizationUnsuccessful'), ...refusedAccess, reason: 'scope_missing' },
  {
    what: '401 scope, lower-case keys',
    answer: json({ title: 'Unauthorized', detail: 'AuthorizationUnsuccessful' }, 401),
    ...refusedAccess,
    reason: 'scope_missing',
  },
  {
    what: '401 scope, told by the challenge only',
    answer: { status: 401, headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' } },
    ...refusedAccess,
    reason: 'scope_missing',
  },
  { what: '401 empty', answer: { status: 401 }, ...refusedAccess, reason: 'token_rejected' },
  {
    what: '403 tenant',
    answer: problem(403, 'AuthenticationUnsuccessful'),
    ...refusedAccess,
    reason: 'tenant_forbidden',
  },
  { what: '403 scope', answer: problem(403, 'AuthorizationUnsuccessful'), ...refusedAccess, reason: 'scope_missing' },
  {
    what: '403 HTML',
    answer: { status: 403, headers: html(), body: 'no' },
    ...refusedAccess,
    reason: 'tenant_forbidden',
  },
  {
    what: '404 that is HTML',
    answer: { status: 404, headers: html(), body: '<html>The resource you are looking for cannot be found</html>' },
    code: 'NOT_FOUND',
    writeCode: 'PROVIDER_ERROR',
    outcome: 'not_applied',
  },
  { what: '405', answer: { status: 405 }, ...rejected },
  { what: '408', answer: { status: 408 }, code: 'PROVIDER_TIMEOUT', outcome: 'unknown' },
  { what: '412', answer: { status: 412, headers: html(), body: 'no' }, ...rejected },
  { what: '413', answer: { status: 413 }, ...rejected },
  { what: '415', answer: { status: 415 }, ...rejected },
  {
    what: '429 minute',
    answer: limit({ 'retry-after': '26', 'x-rate-limit-problem': 'minute' }),
    ...limited,
    retryAfterSeconds: 26,
  },
  {
    what: '429 day',
    answer: limit({ 'retry-after': '40000', 'x-rate-limit-problem': 'day' }),
    ...limited,
    retryAfterSeconds: 40_000,
  },
  {
    what: '429 day without a wait',
    answer: limit({ 'x-rate-limit-problem': 'day' }),
    ...limited,
    retryAfterSeconds: 54_000,
  },
  { what: '429 concurrent', answer: limit({ 'x-rate-limit-problem': 'concurrent' }), ...limited, retryAfterSeconds: 1 },
  {
    what: '429 app-minute',
    answer: limit({ 'x-rate-limit-problem': 'App-Minute' }),
    ...limited,
    retryAfterSeconds: 60,
  },
  { what: '429 bare', answer: limit({}), ...limited, retryAfterSeconds: 60 },
  {
    what: '429 with an endless wait',
    answer: limit({ 'retry-after': '999999999' }),
    ...limited,
    retryAfterSeconds: 86_400,
  },
  { what: '429 with a nonsense wait', answer: limit({ 'retry-after': '-3' }), ...limited, retryAfterSeconds: 60 },
  { what: '500 JSON', answer: json({ Message: 'An error occurred' }, 500), ...lost },
  { what: '500 empty', answer: { status: 500 }, ...lost },
  {
    what: '501',
    answer: json(
      {
        ErrorNumber: 20,
        Type: 'ApiMethodNotImplementedException',
        Message: 'The Api Method called is not implemented',
      },
      501,
    ),
    ...rejected,
  },
  { what: '502', answer: { status: 502, headers: html(), body: '<html>' }, ...unavailable },
  { what: '503', answer: { status: 503, headers: { 'retry-after': '9' } }, ...unavailable, retryAfterSeconds: 9 },
  {
    what: '503 organisation offline',
    answer: { status: 503, headers: { 'content-type': 'text/plain' }, body: 'The Organisation is offline' },
    code: 'PROVIDER_UNAVAILABLE',
    outcome: 'not_applied',
    retryAfterSeconds: 300,
  },
  { what: '504', answer: { status: 504 }, code: 'PROVIDER_TIMEOUT', outcome: 'unknown' },
  { what: '520', answer: { status: 520 }, ...lost },
  { what: '301', answer: { status: 301, headers: { location: 'http://127.0.0.1:1/' } }, ...lost },
  { what: '302', answer: { status: 302, headers: { location: '/elsewhere' } }, ...lost },
  {
    what: '307 that holds a record',
    answer: json({ Invoices: [{ InvoiceID: someId }] }, 307),
    ...lost,
  },
  { what: '304', answer: { status: 304 }, ...lost },
  { what: '200 HTML', answer: { status: 200, headers: html(), body: '<html>' }, ...lost },
  { what: '200 without a type', answer: { status: 200, body: '{"Invoices":[]}' }, ...lost },
  { what: '200 cut off', answer: { ...json({}), body: '{"Invoices":[{"InvoiceID":"0b5e' }, ...lost },
  { what: '200 empty', answer: { ...json({}), body: '' }, ...lost },
  { what: '200 that is a list', answer: json([]), ...lost },
  { what: '200 without the collection', answer: json({ Contacts: [] }), ...lost },
  { what: '200 with a record without id', answer: json({ Invoices: [{ Type: 'ACCREC' }] }), ...lost },
  { what: '204', answer: { status: 204 }, ...lost },
];

function html(): Record<string, string> {
  return { 'content-type': 'text/html; charset=utf-8' };
}
