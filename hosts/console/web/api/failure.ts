export interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface FailureFields {
  readonly status: number;
  readonly code: string;
  readonly reason?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly errors?: readonly FieldError[] | undefined;
}

/** A failed request: the service's refusal, or that no answer came. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly reason: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly errors: readonly FieldError[];

  constructor(message: string, fields: FailureFields) {
    super(message);
    this.status = fields.status;
    this.code = fields.code;
    this.reason = fields.reason;
    this.requestId = fields.requestId;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.errors = fields.errors ?? [];
  }

  /** This failure, unless its errors stand beside the fields that they are about. */
  get ofNoField(): Failure | undefined {
    return this.errors.length === 0 ? this : undefined;
  }

  /** Returns what is wrong with a field of the body, or with a part of the field. */
  field(path: string): string | undefined {
    return this.errors.find((error) => error.path === path || error.path.startsWith(`${path}[`))?.message;
  }
}

/** Reads the body of a refusal as far as it has the documented form. */
export function failureOf(status: number, body: unknown, requestId: string | null): Failure {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  const text = (name: string): string | undefined => (typeof fields[name] === 'string' ? fields[name] : undefined);
  const seconds = fields['retry_after_seconds'];
  return new Failure(text('message') ?? `The service answered ${status}.`, {
    status,
    code: text('code') ?? 'UNREADABLE',
    reason: text('reason'),
    requestId: text('request_id') ?? requestId ?? undefined,
    retryAfterSeconds: typeof seconds === 'number' ? seconds : undefined,
    errors: Array.isArray(fields['errors']) ? (fields['errors'] as readonly FieldError[]) : [],
  });
}

/** Says that no answer came: the network failed, or the service is not running. */
export function unreachable(): Failure {
  return new Failure('The service could not be reached. Check the connection and try again.', {
    status: 0,
    code: 'UNREACHABLE',
  });
}

/** Says that no answer came in time. */
export function tooSlow(seconds: number): Failure {
  const message = `The service did not answer within ${seconds} s. If this was a change, it may still be made.`;
  return new Failure(message, { status: 0, code: 'NO_ANSWER' });
}
