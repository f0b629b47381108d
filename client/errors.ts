import type { ApiError as ErrorBody } from './generated/types.ts';

/** The service's codes, and codes of the client. */
export type LedgerportErrorCode =
  | ErrorBody['code']
  /** No complete answer came: the connection was refused or broke, or the host was not found. */
  | 'CONNECTION_FAILED'
  /** No answer came in time. */
  | 'TIMEOUT'
  /** The call's signal ended it. */
  | 'ABORTED'
  /** Something other than the service answered, such as a proxy. */
  | 'UNEXPECTED_ANSWER'
  /** A write of an agent's key waits for a person's approval: a `WriteWaits`, which has the operation. */
  | 'AWAITS_APPROVAL'
  /** From `operations.wait`: the operation ended without success. */
  | 'OPERATION_FAILED';

/** The error of every failed call; branch on `code`. */
export class LedgerportError extends Error {
  declare readonly code: LedgerportErrorCode;
  /** Details of the code; an open set. */
  declare readonly reason: string | undefined;
  /** For a failed write: certainly not in the books, or unknown. Repeating it with `idempotencyKey` is safe. */
  declare readonly outcome: ErrorBody['outcome'];
  /** True if the same call may succeed later. */
  declare readonly retryable: boolean;
  declare readonly retryAfterSeconds: number | undefined;
  /** The HTTP status; undefined without an answer. */
  declare readonly status: number | undefined;
  /** Finds the call in the service's log. */
  declare readonly requestId: string | undefined;
  /** The wrong fields, each with what is wrong. */
  declare readonly errors: ErrorBody['errors'];
  /** What the provider answered. */
  declare readonly providerError: ErrorBody['provider_error'];
  /** The connection that must be authorized again. */
  declare readonly connectionId: string | undefined;
  /** With `scope_missing`: what the customer has to grant, in the provider’s words. */
  declare readonly missingScopes: ErrorBody['missing_scopes'];
  /** The id of the record that has the code already. */
  declare readonly resourceId: string | undefined;
  /** With `looks_the_same`: the newest record, waiting operation or write under way that this create may repeat. */
  declare readonly lookAlike: ErrorBody['look_alike'];
  /** The operation that prevents this call. */
  declare readonly operationId: string | undefined;
  /** The key that all tries of this write had. */
  declare readonly idempotencyKey: string | undefined;
  /** The number of tries. */
  declare readonly attempts: number | undefined;
  declare readonly method: string | undefined;
  /** The call's URL, with its query. */
  declare readonly url: string | undefined;

  constructor(message: string, fields: Fields, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'LedgerportError';
    Object.assign(this, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
  }

  /** All of the error but its stack, for logs in JSON. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { message, cause } = this;
    const told = cause instanceof Error ? { cause: cause.message } : {};
    return { ...Object.fromEntries(Object.entries(this)), message, ...told };
  }
}

type Fields = Pick<LedgerportError, 'code' | 'retryable'> & Partial<Omit<LedgerportError, keyof Error | 'toJSON'>>;

/** Adds what is known of the failed call. */
export function withCall(error: LedgerportError, known: Partial<Fields>): LedgerportError {
  return Object.assign(error, known);
}

/** Makes the error of an answer without success; a proxy may have written `text`. */
export function errorOfAnswer(response: Response, text: string, requestId: string): LedgerportError {
  const { status, headers } = response;
  const retryAfterSeconds = retryAfterIn(headers);
  const body = errorBody(text);
  const known = { status, requestId: body?.request_id ?? headers.get('x-request-id') ?? requestId };
  if (body === undefined) {
    const retryable = passing.has(status);
    const fields = { code: 'UNEXPECTED_ANSWER', retryable, retryAfterSeconds, ...known } as const;
    return new LedgerportError(`the answer with status ${status} did not come from the service`, fields);
  }
  return new LedgerportError(body.message, {
    code: body.code,
    reason: body.reason,
    outcome: body.outcome,
    retryable: body.retryable,
    retryAfterSeconds: body.retry_after_seconds ?? retryAfterSeconds,
    errors: body.errors,
    providerError: body.provider_error,
    connectionId: body.connection_id,
    missingScopes: body.missing_scopes,
    resourceId: body.resource_id,
    lookAlike: body.look_alike,
    operationId: body.operation_id,
    ...known,
  });
}

/** Reads seconds, or a date by the answering host's clock (RFC 9110). */
function retryAfterIn(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const nowMs = Date.parse(headers.get('date') ?? '') || Date.now();
  const seconds = Math.ceil((Date.parse(value) - nowMs) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

/** Statuses by which proxies say that the service is unavailable for a moment. */
const passing: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

function errorBody(text: string): ErrorBody | undefined {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null;
    return body?.success === false && typeof body.code === 'string' ? (body as ErrorBody) : undefined;
  } catch {
    return undefined;
  }
}
