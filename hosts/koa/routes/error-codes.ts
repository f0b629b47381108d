import type { ErrorCode } from '#core';

// Which errors an operation may answer with, beside UNAUTHORIZED and INTERNAL, which every operation can.

export const bodyErrors: readonly ErrorCode[] = ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

export const providerErrors: readonly ErrorCode[] = [
  'ACTION_REQUIRED',
  'RATE_LIMITED',
  'PROVIDER_ERROR',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_TIMEOUT',
];

export const idempotencyErrors: readonly ErrorCode[] = ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'];

/** A write to the provider's books. */
export const writeErrors: readonly ErrorCode[] = [
  ...bodyErrors,
  'READ_ONLY',
  'NOT_FOUND',
  'CONFLICT',
  ...idempotencyErrors,
  'PROVIDER_REJECTED',
  ...providerErrors,
];
