import type { IncomingHttpHeaders } from 'node:http';
import { type ErrorCode, isJsonObject, type Json, ServiceError } from '#core/ports';
import { textOf } from './provider-messages.ts';
import { rateWaitSeconds, retryAfterSeconds } from './retry-after.ts';

interface Row {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly message: string;
}

const misconfigured: Row = {
  code: 'PROVIDER_ERROR',
  reason: 'invalid_client',
  message: 'the provider does not accept the provider app; its credentials or rights must be corrected',
};

/** By the OAuth error word. What the app may not do is the app's fault; only `invalid_grant` concerns the person. */
const rows: Readonly<Record<string, Row>> = {
  invalid_grant: {
    code: 'ACTION_REQUIRED',
    reason: 'invalid_grant',
    message: 'the provider no longer accepts the authorization; the organization must be connected again',
  },
  invalid_client: misconfigured,
  unauthorized_client: misconfigured,
  invalid_scope: { ...misconfigured, reason: 'invalid_scope' },
};

/** The service error of a token endpoint's answer that is no success. */
export function tokenRefusal(
  { status, headers, json }: { status: number; headers: IncomingHttpHeaders; json: Json | undefined },
  now: Date,
): ServiceError {
  const providerError = { status, messages: [] };
  if (status === 429) {
    const wait = rateWaitSeconds(headers, now);
    const details = { reason: 'provider', retryAfterSeconds: wait, providerError };
    return new ServiceError('RATE_LIMITED', "the provider's own request limit is reached", details);
  }
  if (status >= 500) {
    const wait = retryAfterSeconds(headers['retry-after'], now);
    const details = { providerError, ...(wait === undefined ? {} : { retryAfterSeconds: wait }) };
    return new ServiceError('PROVIDER_UNAVAILABLE', "the provider's sign-in is not available at present", details);
  }
  const word = json !== undefined && isJsonObject(json) ? textOf(json, 'error') : undefined;
  // Provider: answers a wrong client with 400; the standard allows 401, also without a body.
  const row = rows[word ?? (status === 401 ? 'invalid_client' : '')];
  if (row) return new ServiceError(row.code, row.message, { reason: row.reason, providerError });
  return new ServiceError('PROVIDER_ERROR', `the provider's sign-in answered unexpectedly (HTTP ${status})`, {
    providerError,
  });
}
