// What each answer and each failure of the provider means to the service, as one table.
import type { IncomingHttpHeaders } from 'node:http';
import {
  type ErrorCode,
  isJsonObject,
  type Json,
  retryAfterSeconds,
  ServiceError,
  type WriteOutcome,
} from '#core/ports';
import type { ReadAnswer, TransportFailure } from '../http/transport.ts';
import { textOf, validationMessages } from './provider-messages.ts';

/** What the refused call was about. */
export interface CallPurpose {
  /** A write's errors say what became of it. */
  readonly writes: boolean;
  /** What a 404 says was not found; null where an address without an id is called, which exists or is misconfigured. */
  readonly record: string | null;
  readonly now: Date;
}

interface Row {
  readonly code: ErrorCode;
  readonly outcome: WriteOutcome;
  readonly message: string;
}

const rejected = (message: string): Row => ({ code: 'PROVIDER_REJECTED', outcome: 'not_applied', message });

/**
 * By status. A 4xx is an answer given instead of processing. After a redirect or a 5xx the outcome is unknown: a gateway in
 * between may have passed the request on, and the provider stores and repeats its own 500s.
 */
const rows: Readonly<Record<number, Row>> = {
  400: rejected('the provider refused the document'),
  405: rejected('the provider does not offer this operation'),
  408: { code: 'PROVIDER_TIMEOUT', outcome: 'unknown', message: 'the provider did not receive the request in time' },
  413: rejected('the document is larger than the provider takes'),
  500: { code: 'PROVIDER_ERROR', outcome: 'unknown', message: 'the provider failed' },
  501: rejected('the provider does not offer this operation'),
  502: { code: 'PROVIDER_UNAVAILABLE', outcome: 'unknown', message: 'the provider cannot be reached at present' },
  503: { code: 'PROVIDER_UNAVAILABLE', outcome: 'unknown', message: 'the provider is not available at present' },
  504: { code: 'PROVIDER_TIMEOUT', outcome: 'unknown', message: 'the provider did not answer in time' },
};

function rowOf(status: number): Row {
  const row = rows[status];
  if (row) return row;
  if (status >= 400 && status < 500) return rejected('the provider refused the request');
  return { code: 'PROVIDER_ERROR', outcome: 'unknown', message: `the provider answered unexpectedly (HTTP ${status})` };
}

/** The service error of an answer that is no success. */
export function refusal(answer: ReadAnswer, purpose: CallPurpose): ServiceError {
  const { status } = answer;
  if (status === 401 || status === 403) return accessRefusal(answer, purpose);
  if (status === 404) return missing(purpose);
  if (status === 429) return rateRefusal(answer, purpose);
  if (status === 503) return outage(answer, purpose);
  return worded(rowOf(status), status, messagesOf(answer), purpose);
}

/** The service error of a success that holds a refusal (provider: the elements' form of an error). */
export function refusedElement(json: Json, status: number, purpose: CallPurpose): ServiceError {
  return worded(rowOf(400), status, validationMessages(json), purpose);
}

function worded({ code, outcome, message }: Row, status: number, messages: readonly string[], purpose: CallPurpose) {
  const said = messages.length > 0 ? `${message}: ${messages.join(' ')}`.slice(0, 1000) : message;
  return new ServiceError(code, said, { providerError: { status, messages }, ...outcomeOf(outcome, purpose) });
}

/** The service error of a success that cannot be read: not JSON, cut off, or without the record it should hold. */
export function unreadable(what: string, status: number, purpose: CallPurpose): ServiceError {
  const details = { providerError: { status, messages: [] }, ...outcomeOf('unknown', purpose) };
  return new ServiceError('PROVIDER_ERROR', `the provider's answer cannot be read: ${what}`, details);
}

const transportCodes = {
  timeout: 'PROVIDER_TIMEOUT',
  too_large: 'PROVIDER_ERROR',
  unreachable: 'PROVIDER_UNAVAILABLE',
  broken: 'PROVIDER_UNAVAILABLE',
} as const;

/** The service error of a call that brought no whole answer. */
export function transportRefusal(failure: TransportFailure, purpose: CallPurpose): ServiceError {
  const outcome = outcomeOf(failure.mayHaveArrived ? 'unknown' : 'not_applied', purpose);
  const code = transportCodes[failure.kind];
  return new ServiceError(code, `the provider: ${failure.message}`, outcome);
}

function outcomeOf(outcome: WriteOutcome, { writes }: CallPurpose): { outcome?: WriteOutcome } {
  return writes ? { outcome } : {};
}

function messagesOf({ json }: ReadAnswer): readonly string[] {
  if (json === undefined) return [];
  const found = validationMessages(json);
  if (found.length > 0 || !isJsonObject(json)) return found;
  const text = textOf(json, 'message') ?? textOf(json, 'detail') ?? textOf(json, 'title');
  return text === undefined ? [] : [text];
}

/** Provider: Detail or WWW-Authenticate names a missing scope, with 401 or (older) 403. */
function accessRefusal({ status, headers, json }: ReadAnswer, purpose: CallPurpose): ServiceError {
  const detail = json !== undefined && isJsonObject(json) ? (textOf(json, 'detail') ?? '') : '';
  const word = /^[A-Za-z]{1,60}/.exec(detail)?.[0];
  const challenge = String(headers['www-authenticate'] ?? '');
  const scopeMissing = word === 'AuthorizationUnsuccessful' || challenge.includes('insufficient_scope');
  const reason = scopeMissing ? 'scope_missing' : status === 401 ? 'token_rejected' : 'tenant_forbidden';
  return new ServiceError('ACTION_REQUIRED', accessMessages[reason], {
    reason,
    providerError: { status, messages: word === undefined ? [] : [word] },
    ...outcomeOf('not_applied', purpose),
  });
}

const accessMessages = {
  scope_missing: 'the authorization does not cover this operation; the organization must be connected again',
  token_rejected: 'the provider no longer accepts the authorization; the organization must be connected again',
  tenant_forbidden: 'the organization is no longer connected at the provider; it must be connected again',
} as const;

function missing(purpose: CallPurpose): ServiceError {
  const details = { providerError: { status: 404, messages: [] }, ...outcomeOf('not_applied', purpose) };
  if (purpose.record !== null) return new ServiceError('NOT_FOUND', `${purpose.record} not found`, details);
  return new ServiceError('PROVIDER_ERROR', 'the provider does not know this address', details);
}

function rateRefusal({ headers }: ReadAnswer, purpose: CallPurpose): ServiceError {
  const word = limitWord(headers['x-rate-limit-problem']);
  return new ServiceError('RATE_LIMITED', `the provider's own request limit is reached (${word})`, {
    reason: 'provider',
    retryAfterSeconds: rateWaitSeconds(headers, purpose.now),
    providerError: { status: 429, messages: [] },
    ...outcomeOf('not_applied', purpose),
  });
}

const daySeconds = 86_400;

/** How long a call refused for its rate must wait, said by the provider or not. */
export function rateWaitSeconds(headers: IncomingHttpHeaders, now: Date): number {
  const said = retryAfterSeconds(headers['retry-after'], now);
  return said ?? defaultWaitSeconds(limitWord(headers['x-rate-limit-problem']), now);
}

/** Provider: which limit was hit is named loosely (`appminute`, `app-minute`), and `concurrent` may come without a wait. */
function limitWord(header: string | readonly string[] | undefined): string {
  const word = String(header ?? '')
    .toLowerCase()
    .replaceAll('-', '');
  return ['minute', 'concurrent', 'day', 'appminute'].includes(word) ? word : 'unnamed';
}

/** How long a refused call waits where the provider does not say. */
function defaultWaitSeconds(word: string, now: Date): number {
  if (word === 'concurrent') return 1;
  if (word === 'day') return daySeconds - (Math.floor(now.getTime() / 1000) % daySeconds);
  return 60;
}

/** Provider: `The Organisation is offline` means that this tenant's books are closed to everyone, for some minutes. */
const offlineText = /organisation is offline/i;
const offlineWaitSeconds = 300;

function outage({ headers, bytes }: ReadAnswer, purpose: CallPurpose): ServiceError {
  const offline = offlineText.test(bytes.toString('utf8', 0, 1000));
  const wait = retryAfterSeconds(headers['retry-after'], purpose.now) ?? (offline ? offlineWaitSeconds : undefined);
  const { code, outcome, message } = rowOf(503);
  return new ServiceError(code, offline ? 'the organization is offline at the provider' : message, {
    providerError: { status: 503, messages: [] },
    ...(wait === undefined ? {} : { retryAfterSeconds: wait }),
    ...outcomeOf(offline ? 'not_applied' : outcome, purpose),
  });
}
