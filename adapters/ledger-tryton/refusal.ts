// Translates Tryton's errors. Tryton rolls the whole call back on an error, so the write was not applied.
import type { IncomingHttpHeaders } from 'node:http';
import { type ErrorCode, type Json, retryAfterSeconds, ServiceError, type WriteOutcome } from '../../core/ports.ts';

/** A question that a person would have to confirm. `warning` is its name in the model `res.user.warning`. */
export class TrytonWarning extends ServiceError {
  readonly warning: string;

  constructor(warning: string, message: string, facts: Facts) {
    super('PROVIDER_REJECTED', `the provider asks for a confirmation: ${message}`, detailsOf(409, message, facts));
    this.warning = warning;
  }
}

interface Facts {
  readonly writes: boolean;
}

const longestMessage = 500;

/** `status` is the HTTP status that fits the error; Tryton itself sends 200. */
export interface Refused {
  readonly status: number;
  readonly error: ServiceError;
}

/** The exceptions that Tryton raises on purpose. Any other is a failure of its code or of its database. */
const kinds: Readonly<Record<string, { status: number; code: ErrorCode; message: string; reason?: string }>> = {
  UserError: { status: 400, code: 'PROVIDER_REJECTED', message: 'the provider refused the document' },
  ConcurrencyException: {
    status: 409,
    code: 'CONFLICT',
    reason: 'record_changed',
    message: 'the record was changed meanwhile at the provider',
  },
  LoginException: {
    status: 401,
    code: 'ACTION_REQUIRED',
    reason: 'second_factor',
    message: 'the provider asks for more than the password',
  },
};
const failed = { status: 500, code: 'PROVIDER_ERROR', message: 'the provider failed', reason: undefined } as const;

/**
 * Reads the `error` of an answer. It holds an exception's class and arguments for the exceptions above, and two texts for all
 * others (programming errors, database locks, unknown models).
 */
export function refusalOf(error: Json, facts: Facts): Refused {
  const [kind, given] = Array.isArray(error) ? (error as readonly Json[]) : [error];
  const words = Array.isArray(given) ? given.filter((word) => typeof word === 'string' && word !== '') : [];
  if (kind === 'UserWarning') {
    const [name = '', ...rest] = words as string[];
    return { status: 409, error: new TrytonWarning(name, textOf(rest), facts) };
  }
  const { status, code, message, reason } = kinds[String(kind)] ?? failed;
  // The message and the description come first; behind them Tryton can send the model's whole definition.
  const said = textOf(code === 'PROVIDER_ERROR' ? [String(kind)] : (words as string[]).slice(0, 2));
  const details = { ...detailsOf(status, said, facts), ...(reason !== undefined && { reason }) };
  const isSaid = reason === undefined && said !== '';
  return { status, error: new ServiceError(code, isSaid ? `${message}: ${said}` : message, details) };
}

/** How databases word that a row is locked; there is no code. By then Tryton itself has repeated the call. */
const lockForm = /could not obtain lock|deadlock detected|could not serialize|database is locked|lock timeout/i;

export function isLocked(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'PROVIDER_ERROR' && lockForm.test(error.message);
}

/** The error for an answer that is not JSON-RPC, such as an HTML page of the server or of a proxy before it. */
export function httpRefusal(status: number, headers: IncomingHttpHeaders, facts: Facts): ServiceError {
  const row = rows[status] ?? (status >= 500 ? broken : unexpected);
  const { code, message, reason, outcome = 'not_applied' } = row;
  const wait = retryAfterSeconds(headers['retry-after'], new Date()) ?? row.waitSeconds;
  return new ServiceError(code, message, {
    ...detailsOf(status, undefined, facts, outcome),
    ...(reason && { reason }),
    ...(wait !== undefined && { retryAfterSeconds: wait }),
  });
}

interface Row {
  readonly code: ErrorCode;
  readonly message: string;
  readonly reason?: string;
  readonly outcome?: WriteOutcome;
  readonly waitSeconds?: number;
}

const unexpected: Row = { code: 'PROVIDER_ERROR', message: 'the provider answered unexpectedly', outcome: 'unknown' };
const broken: Row = { code: 'PROVIDER_UNAVAILABLE', message: 'the provider is not available', outcome: 'unknown' };

const rows: Readonly<Record<number, Row>> = {
  401: {
    code: 'ACTION_REQUIRED',
    reason: 'token_rejected',
    message: 'the provider no longer accepts the log-in; the organization must be connected again',
  },
  403: { code: 'PROVIDER_ERROR', message: 'the provider does not offer this call' },
  404: { code: 'PROVIDER_ERROR', message: 'the provider does not have this database' },
  405: { code: 'PROVIDER_ERROR', message: 'the provider does not offer this address' },
  413: { code: 'PROVIDER_REJECTED', message: 'the document is larger than the provider takes' },
  // Tryton locks a login for five minutes after five failed log-ins, even for the right password.
  429: {
    code: 'PROVIDER_UNAVAILABLE',
    reason: 'login_locked',
    message: 'the provider has locked the login for some minutes, because log-ins failed',
    waitSeconds: 300,
  },
  500: { code: 'PROVIDER_ERROR', message: 'the provider failed', outcome: 'unknown' },
  504: { code: 'PROVIDER_TIMEOUT', message: 'the provider did not answer in time', outcome: 'unknown' },
};

/** The error for an answer with status 2xx that cannot be read. The server may have done the call. */
export function unreadable(what: string, status: number, facts: Facts): ServiceError {
  const message = `the provider's answer cannot be read: ${what}`;
  return new ServiceError('PROVIDER_ERROR', message, detailsOf(status, undefined, facts, 'unknown'));
}

function textOf(words: readonly string[]): string {
  return words.join(' ').trim().slice(0, longestMessage);
}

function detailsOf(
  status: number,
  message: string | undefined,
  { writes }: Facts,
  outcome: WriteOutcome = 'not_applied',
) {
  const providerError = { status, messages: message === undefined ? [] : [message] };
  return { providerError, ...(writes && { outcome }) };
}
