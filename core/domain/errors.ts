import type { ConnectionId, OperationId, ProviderRequestId } from './ids.ts';
import type { ToldLookAlike } from './told-look-alike.ts';

/** The closed set of error codes; hosts map each to one HTTP status. */
export const errorCodes = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'CONNECTION_LIMIT_REACHED',
  'READ_ONLY',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'CONFLICT',
  'ACTION_REQUIRED',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
  'PROVIDER_REJECTED',
  'RATE_LIMITED',
  'INTERNAL',
  'PROVIDER_ERROR',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_TIMEOUT',
  'DATABASE_UNAVAILABLE',
  'DATABASE_WENT_BACK',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** How a failed write ended: certainly not in the provider's books, or not known yet. */
export const writeOutcomes = ['not_applied', 'unknown'] as const;
export type WriteOutcome = (typeof writeOutcomes)[number];

export interface FieldError {
  /** A place in the body, e.g. `line_items[2].description`. */
  readonly path: string;
  readonly message: string;
}

interface ProviderErrorDetail {
  readonly status: number;
  /** Message texts only: never headers, tokens or documents. */
  readonly messages: readonly string[];
}

interface ErrorDetails {
  readonly reason?: string;
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  readonly outcome?: WriteOutcome;
  readonly providerError?: ProviderErrorDetail;
  readonly connectionId?: ConnectionId;
  /** With `scope_missing` of a connection: the provider's names of what its customer has to grant. */
  readonly missingScopes?: readonly string[];
  /** The service's id of the record that stands in the way. */
  readonly resourceId?: string;
  readonly operationId?: OperationId;
  /** With `write_unresolved` and `answer_too_large` of a request of the caller's own: where its outcome stands. */
  readonly providerRequestId?: ProviderRequestId;
  /** With `looks_the_same`: what the write resembles. */
  readonly lookAlike?: ToldLookAlike;
  /** With `looks_the_same` of a bulk write: the item that resembles it. */
  readonly itemKey?: string;
  readonly allow?: readonly string[];
}

const retryableCodes: ReadonlySet<ErrorCode> = new Set([
  'IDEMPOTENCY_IN_PROGRESS',
  'RATE_LIMITED',
  'PROVIDER_ERROR',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_TIMEOUT',
  'DATABASE_UNAVAILABLE',
  'DATABASE_WENT_BACK',
]);

/** Conflicts that pass: nothing was written, and the same request may succeed later. */
const retryableReasons: ReadonlySet<string> = new Set(['record_busy', 'record_changed', 'list_being_prepared']);

/** A refusal that callers may read. Hosts turn everything else that is thrown into INTERNAL. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ServiceError';
    this.code = code;
    this.details = details;
  }

  get retryable(): boolean {
    const { reason } = this.details;
    if (reason !== undefined && retryableReasons.has(reason)) return true;
    return retryableCodes.has(this.code) && reason !== 'invalid_client';
  }
}

export function isRejected(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'PROVIDER_REJECTED';
}

export function hasReason(error: unknown, reason: string): error is ServiceError {
  return error instanceof ServiceError && error.details.reason === reason;
}

export class WriteDefect extends Error {
  readonly outcome: WriteOutcome;

  constructor(outcome: WriteOutcome, cause: unknown) {
    super(`a defect stopped a write: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.name = 'WriteDefect';
    this.outcome = outcome;
  }
}

/**
 * Thrown by storage while the database cannot be reached, takes no writes, or does not get a lock in time. Nothing of the
 * failed statement, or of its transaction, is relied on.
 */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'StorageUnavailable';
  }
}

const databaseWaitSeconds = 5;

/**
 * The refusal that callers read while the database is not to be had. Undefined if the error has another reason, such as a
 * defect. A write keeps the outcome that it had told.
 */
export function databaseRefusal(error: unknown): ServiceError | undefined {
  const isWrite = error instanceof WriteDefect;
  const reason = isWrite ? error.cause : error;
  if (!(reason instanceof StorageUnavailable)) return undefined;
  const message = 'the service’s database cannot be reached or takes no writes now; try again soon';
  const details = { retryAfterSeconds: databaseWaitSeconds, ...(isWrite && { outcome: error.outcome }) };
  return new ServiceError('DATABASE_UNAVAILABLE', message, details, reason);
}

export type ErrorSnapshot = Pick<ServiceError, 'code' | 'message' | 'details'>;

export function fromSnapshot({ code, message, details }: ErrorSnapshot): ServiceError {
  return new ServiceError(code, message, details);
}

/** `path` names the field as the caller wrote it, e.g. `line_items[0].quantity`; `message` continues from there. */
export function badRequest(path: string, message: string): ServiceError {
  return refusedFields([{ path, message }]);
}

/** The message repeats the first fault. */
export function refusedFields(errors: readonly FieldError[]): ServiceError {
  const [{ path, message } = { path: '', message: 'the request is not valid' }] = errors;
  return new ServiceError('BAD_REQUEST', path === '' ? message : `${path}: ${message}`, { errors });
}

/** Answers the same for what never existed, belongs to another organization or is in the other environment. */
export function notFound(what: string): ServiceError {
  return new ServiceError('NOT_FOUND', `no such ${what}`);
}

/** `hint` may name an existing path. */
export function nothingAt(hint: string): ServiceError {
  return new ServiceError('NOT_FOUND', `there is nothing at this path${hint}`, { reason: 'unknown_path' });
}

/** `reason` is a word of docs/reference/errors.md. */
export function conflict(reason: string, message: string): ServiceError {
  return new ServiceError('CONFLICT', message, { reason });
}

/** A list would not be whole yet. */
export function listBeingPrepared(): ServiceError {
  const message = 'after an upgrade, records stored before it are being prepared for this list; repeat the request';
  return new ServiceError('CONFLICT', message, { reason: 'list_being_prepared', retryAfterSeconds: 1 });
}

/** Another request has moved the connect session on. */
export function connectSessionUsed(message = 'this connect link was used by another request'): ServiceError {
  return conflict('connect_session_used', message);
}

/**
 * Refuses a second operation that would end the same document. `operationId` names the unfinished one, if it has not
 * ended since.
 */
export function alreadyRunning(operationId: OperationId | undefined): ServiceError {
  return new ServiceError('CONFLICT', 'another operation of this kind is unfinished for the same document', {
    reason: 'already_running',
    ...(operationId === undefined ? {} : { operationId }),
  });
}

const keyFaults = {
  missing: 'no API key: send the header "Authorization: Bearer acct_…"',
  no_bearer: 'the Authorization header is not "Bearer" and an API key',
  malformed: 'this is not a complete API key: keys begin with acct_test_ or acct_live_ and have 48 characters',
  unknown: 'this API key is unknown, was revoked or has expired',
} as const;

/** Does not distinguish unknown, revoked and expired keys. */
export function unauthorized(fault: keyof typeof keyFaults): ServiceError {
  return new ServiceError('UNAUTHORIZED', keyFaults[fault]);
}

/** Thrown by a store that refuses a record's content; a retry would fail, too. */
export class NotStorable extends Error {
  constructor(cause: unknown) {
    super('the database refuses the content of the record', { cause });
  }
}
