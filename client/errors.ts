import type { ApiError as ErrorBody } from './generated/types.ts';

/** What the service says, and what only this side can know. */
export type LedgerportErrorCode =
  | ErrorBody['code']
  /** No answer came: refused, cut off or not found. */
  | 'CONNECTION_FAILED'
  /** No answer came in time. */
  | 'TIMEOUT'
  /** The call's signal ended it. */
  | 'ABORTED'
  /** Something answered that is not the service, such as a proxy. */
  | 'UNEXPECTED_ANSWER'
  /** `operations.wait`: the operation ended, but not in success. */
  | 'OPERATION_FAILED';

/** Every failure of a call; `code` tells them apart. */
export class LedgerportError extends Error {
  declare readonly code: LedgerportErrorCode;
  /** Says more within a code; an open set. */
  declare readonly reason: string | undefined;
  /** Of a write that did not succeed: certainly not in the books, or not known. Repeating it with `idempotencyKey` is safe. */
  declare readonly outcome: ErrorBody['outcome'];
  /** Whether the same call may succeed later. */
  declare readonly retryable: boolean;
  declare readonly retryAfterSeconds: number | undefined;
  /** The HTTP status; undefined when no answer came. */
  declare readonly status: number | undefined;
  /** Finds the call in the service's log. */
  declare readonly requestId: string | undefined;
  /** What is wrong with which field. */
  declare readonly errors: ErrorBody['errors'];
  /** What the provider answered. */
  declare readonly providerError: ErrorBody['provider_error'];
  /** The connection whose authorization has to be renewed. */
  declare readonly connectionId: string | undefined;
  /** The operation that is in the way. */
  declare readonly operationId: string | undefined;
  /** The key that every try of this write carried. */
  declare readonly idempotencyKey: string | undefined;
  /** How often it was tried. */
  declare readonly attempts: number | undefined;
  declare readonly method: string | undefined;
  /** The address of the call, with its query. */
  declare readonly url: string | undefined;

  constructor(message: string, fields: Fields, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'LedgerportError';
    Object.assign(this, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
  }

  /** All that is known of it but the stack, for logs in JSON. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { message, cause } = this;
    const told = cause instanceof Error ? { cause: cause.message } : {};
    return { ...Object.fromEntries(Object.entries(this)), message, ...told };
  }
}

type Fields = Pick<LedgerportError, 'code' | 'retryable'> & Partial<Omit<LedgerportError, keyof Error | 'toJSON'>>;

/** The same error with more known of the call that it ended. */
export function withCall(error: LedgerportError, known: Partial<Fields>): LedgerportError {
  return Object.assign(error, known);
}

/** Of an answer that is no success; `text` may be anything, when a proxy answered. */
export function errorOfAnswer(response: Response, text: string, requestId: string): LedgerportError {
  const { status, headers } = response;
  const retryAfterSeconds = retryAfterIn(headers);
  const body = errorBody(text);
  const known = { status, requestId: body?.request_id ?? headers.get('x-request-id') ?? requestId };
  if (body === undefined) {
    const retryable = passing.has(status);
    const fields = { code: 'UNEXPECTED_ANSWER', retryable, retryAfterSeconds, ...known } as const;
    return new LedgerportError(`an answer with status ${status} that is not the service's`, fields);
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
    operationId: body.operation_id,
    ...known,
  });
}

/** Seconds, or a date by the clock of whoever answered (RFC 9110). */
function retryAfterIn(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const nowMs = Date.parse(headers.get('date') ?? '') || Date.now();
  const seconds = Math.ceil((Date.parse(value) - nowMs) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

/** Statuses by which proxies say that the service is away for a moment. */
const passing: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

function errorBody(text: string): ErrorBody | undefined {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null;
    return body?.success === false && typeof body.code === 'string' ? (body as ErrorBody) : undefined;
  } catch {
    return undefined;
  }
}
