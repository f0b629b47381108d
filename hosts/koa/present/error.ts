import type { ErrorCode, RequestId, ServiceError } from '#core';
import { ErrorAnswer, presenter } from '#core/schemas';

export const errorStatus: Readonly<Record<ErrorCode, number>> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  CONNECTION_LIMIT_REACHED: 402,
  READ_ONLY: 403,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  CONFLICT: 409,
  ACTION_REQUIRED: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  PROVIDER_REJECTED: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  PROVIDER_ERROR: 502,
  PROVIDER_UNAVAILABLE: 503,
  PROVIDER_TIMEOUT: 504,
  DATABASE_UNAVAILABLE: 503,
  DATABASE_WENT_BACK: 503,
};

/** Answered with 408. */
export const slowBodyReason = 'body_too_slow';
/** A file came without a Content-Length, so that its size is not known before it is read. */
const noLengthReason: string = 'length_required';

export function statusOf({ code, details: { reason } }: ServiceError): number {
  if (reason === noLengthReason) return 411;
  return reason === slowBodyReason ? 408 : errorStatus[code];
}

const errorAnswer = presenter(ErrorAnswer);

export function presentError({ code, message, retryable, details }: ServiceError, requestId: RequestId) {
  const action = code === 'ACTION_REQUIRED' ? ({ action: 'reconnect' } as const) : {};
  const { lookAlike: told, ...others } = details;
  const lookAlike = told && { ...told, by: told.by ?? undefined };
  const alike = lookAlike && { lookAlike };
  return errorAnswer({ success: false, code, message, retryable, requestId, ...others, ...alike, ...action });
}

/** Repeats parts of the body for clients and proxies that read only headers. */
export function errorHeaders({ code, details }: ServiceError): Readonly<Record<string, string>> {
  const { retryAfterSeconds, allow } = details;
  const wait = retryAfterSeconds ?? (code === 'IDEMPOTENCY_IN_PROGRESS' ? 1 : undefined);
  return {
    ...(wait === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(wait))) }),
    ...(allow === undefined ? {} : { Allow: allow.join(', ') }),
    ...(code === 'UNAUTHORIZED' ? { 'WWW-Authenticate': 'Bearer realm="v1"' } : {}),
  };
}

/** Adds the members of RFC 9457 for `application/problem+json`. */
export function presentProblem(
  error: ServiceError,
  requestId: RequestId,
  about: { readonly type: string; readonly title: string },
) {
  return {
    ...about,
    status: statusOf(error),
    detail: error.message,
    instance: `urn:request:${requestId}`,
    ...presentError(error, requestId),
  };
}
