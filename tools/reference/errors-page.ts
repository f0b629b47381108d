// Makes docs/reference/errors.md: codes from the service's declarations, reasons from errors.md in this folder.
import { readFileSync } from 'node:fs';
import { type ErrorCode, errorCodes, type RequestId, ServiceError } from '#core';
import { errorStatus, presentError } from '../../hosts/koa/present/error.ts';
import { meanings } from '../openapi/words.ts';

const todo: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST: 'correct what `errors` names',
  UNAUTHORIZED: 'send `Authorization: Bearer <key>` with a key that is in use',
  CONNECTION_LIMIT_REACHED: 'disconnect one, or ask the operator for more',
  READ_ONLY: 'wait until the operator ends it',
  FORBIDDEN: 'see the reason',
  NOT_FOUND: 'check id, path and environment: a key of `test` does not see `live`',
  METHOD_NOT_ALLOWED: 'use one of the header `Allow`',
  PAYLOAD_TOO_LARGE: 'send less: [limits](limits.md)',
  UNSUPPORTED_MEDIA_TYPE: 'send `Content-Type: application/json`',
  CONFLICT: 'see the reason',
  ACTION_REQUIRED: 'send the customer a new connect link',
  IDEMPOTENCY_IN_PROGRESS: 'wait a second, then repeat with the same key',
  IDEMPOTENCY_KEY_REUSED: 'use a new key for a new request',
  PROVIDER_REJECTED: 'correct what `provider_error.messages` says; the key is used up, take a new one',
  RATE_LIMITED: 'wait as long as `retry_after_seconds` says',
  INTERNAL: 'repeat a write with the same key; if it lasts, report the `request_id`',
  PROVIDER_ERROR: 'repeat with the same key',
  PROVIDER_UNAVAILABLE: 'repeat with the same key, later',
  PROVIDER_TIMEOUT: 'repeat with the same key',
  DATABASE_UNAVAILABLE: 'repeat with the same key after `retry_after_seconds`',
  DATABASE_WENT_BACK: 'repeat with the same key, later; reads go on',
};

export function errorsPage(): Readonly<Record<string, string | number>> {
  return { sample: sample(), codes: codeTable() };
}

export function explainedReasons(): readonly string[] {
  const [, , text = ''] = readFileSync(new URL('errors.md', import.meta.url), 'utf8').split(/^## /m);
  return [...text.matchAll(/^\| `([a-z_]+)`<br>/gm)].map(([, reason = '']) => reason);
}

function codeTable(): string {
  const rows = errorCodes.map((code) => {
    const retryable = new ServiceError(code, '').retryable ? 'yes' : '';
    return `| \`${code}\` | ${errorStatus[code]} | ${retryable} | ${meanings.ErrorCode?.[code]} | ${todo[code]} |`;
  });
  return ['| code | status | retryable | means | do |', '|---|---|---|---|---|', ...rows].join('\n');
}

function sample(): string {
  const error = new ServiceError('RATE_LIMITED', 'the connection’s request budget for this minute is exhausted', {
    reason: 'connection_minute',
    retryAfterSeconds: 12,
    outcome: 'not_applied',
  });
  return JSON.stringify(presentError(error, 'req_01jd9x8fbee5wv1tzd4nq6c2m7' as RequestId), null, 2);
}
