import type { IncomingHttpHeaders } from 'node:http';
import {
  type ErrorCode,
  isJsonObject,
  type Json,
  type JsonObject,
  type ResourceType,
  reportsRoleMissing,
  retryAfterSeconds,
  ServiceError,
  type WriteOutcome,
} from '#core/ports';
import type { ReadAnswer } from '../outgoing-http/transport.ts';
import { textAt, textOf } from './error-text.ts';
import { refusedFields } from './refused-fields.ts';
import type { Family } from './wire/family.ts';
import { zeroId } from './wire/field.ts';

export interface CallPurpose {
  readonly writes: boolean;
  /** The record's name in a 404; null where the address holds no id. */
  readonly record: string | null;
  /** Set for a write of a record. */
  readonly type?: ResourceType | undefined;
  readonly now: Date;
  /** The scope that the call needs. */
  readonly scope?: string;
  readonly isReport?: true | undefined;
}

interface Row {
  readonly code: ErrorCode;
  readonly outcome: WriteOutcome;
  readonly message: string;
}

const rejected = (message: string): Row => ({ code: 'PROVIDER_REJECTED', outcome: 'not_applied', message });

/**
 * A 4xx means that nothing was processed. After a redirect or a 5xx the outcome is unknown: a gateway may have passed
 * the request on, and the provider answers a repeated request with its stored 500.
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

/** Provider: it knows the key with other bytes, so an earlier request may have been processed. */
const keyClash: Row = {
  code: 'PROVIDER_ERROR',
  outcome: 'unknown',
  message: 'the provider knows the idempotency key with a different request',
};

function rowOf(status: number): Row {
  const row = rows[status];
  if (row) return row;
  if (status >= 400 && status < 500) return rejected('the provider refused the request');
  return { code: 'PROVIDER_ERROR', outcome: 'unknown', message: `the provider answered unexpectedly (HTTP ${status})` };
}

export function refusal(answer: ReadAnswer, purpose: CallPurpose): ServiceError {
  const { status } = answer;
  if (status === 401 || status === 403) return accessRefusal(answer, purpose);
  if (status === 404) return missing(purpose);
  if (status === 429) return rateRefusal(answer, purpose);
  if (status === 503) return outage(answer, purpose);
  return worded(isKeyClash(answer) ? keyClash : rowOf(status), answer, messagesOf(answer), purpose);
}

export function isKeyClash({ status, json }: Pick<ReadAnswer, 'status' | 'json'>): boolean {
  return status >= 400 && isJsonObject(json) && json['Type'] === 'IdempotencyKeyException';
}

/** Provider: a refusal may have a success status; then its element says so, with messages or without an id. */
export function isRefusal(element: JsonObject, { idKey }: Pick<Family, 'idKey'>): boolean {
  const { StatusAttributeString: said, ValidationErrors: errors, HasErrors, HasValidationErrors } = element;
  if (said === 'ERROR' || (Array.isArray(errors) && errors.length > 0)) return true;
  const isFlagged = HasErrors === true || HasValidationErrors === true;
  return isFlagged && (element[idKey] === zeroId || validationMessages(element).length > 0);
}

/** Translates a success status that holds a refused element. */
export function refusedElement(json: Json, status: number, purpose: CallPurpose): ServiceError {
  return worded(rowOf(400), { json, status }, validationMessages(json), purpose);
}

type Refused = Pick<ReadAnswer, 'json' | 'status'>;

function worded(row: Row, { json, status }: Refused, messages: readonly string[], purpose: CallPurpose): ServiceError {
  const { code, outcome, message } = row;
  const said = messages.length > 0 ? `${message}: ${messages.join(' ')}`.slice(0, 1000) : message;
  const errors = code === 'PROVIDER_REJECTED' && purpose.type ? refusedFields(json, purpose.type) : [];
  return new ServiceError(code, said, {
    ...(errors.length > 0 && { errors }),
    providerError: { status, messages },
    ...outcomeOf(outcome, purpose),
  });
}

export function unreadable(what: string, status: number, purpose: CallPurpose): ServiceError {
  const details = { providerError: { status, messages: [] }, ...outcomeOf('unknown', purpose) };
  return new ServiceError('PROVIDER_ERROR', `the provider's answer cannot be read: ${what}`, details);
}

function outcomeOf(outcome: WriteOutcome, { writes }: CallPurpose): { outcome?: WriteOutcome } {
  return writes ? { outcome } : {};
}

function messagesOf({ json }: ReadAnswer): readonly string[] {
  const found = validationMessages(json);
  if (found.length > 0 || !isJsonObject(json)) return found;
  const text = textAt(json, 'message') ?? textAt(json, 'detail') ?? textAt(json, 'title');
  return text === undefined ? [] : [text];
}

/** Provider: a missing scope is named in Detail or WWW-Authenticate, with 401 or, in older APIs, 403. */
function accessRefusal({ status, headers, json }: ReadAnswer, purpose: CallPurpose): ServiceError {
  const detail = isJsonObject(json) ? (textAt(json, 'detail') ?? '') : '';
  const word = /^[A-Za-z]{1,60}/.exec(detail)?.[0];
  const challenge = String(headers['www-authenticate'] ?? '');
  const scopeMissing = word === 'AuthorizationUnsuccessful' || challenge.includes('insufficient_scope');
  const withoutScope = status === 401 ? 'token_rejected' : 'tenant_forbidden';
  const roleMissing = purpose.isReport && isAboutRole(json);
  const reason = scopeMissing ? 'scope_missing' : roleMissing ? reportsRoleMissing : withoutScope;
  return new ServiceError('ACTION_REQUIRED', accessMessages[reason], {
    reason,
    ...(scopeMissing && purpose.scope !== undefined && { missingScopes: [purpose.scope] }),
    providerError: { status, messages: word === undefined ? [] : [word] },
    ...outcomeOf('not_applied', purpose),
  });
}

/** Provider: old pages have 401 for it, today's 403. Where no words say so, only the list of tenants tells it from a removed one. */
function isAboutRole(json: Json | undefined): boolean {
  const said = isJsonObject(json) ? ['detail', 'title', 'message'].map((name) => textAt(json, name) ?? '') : [];
  return said.some((text) => /not permitted|reporting role/i.test(text));
}

const accessMessages = {
  [reportsRoleMissing]: 'the person who connected the organization lacks the role for reports at the provider',
  scope_missing: 'the authorization does not cover this operation; the organization must be connected again',
  token_rejected: 'the provider no longer accepts the authorization; the organization must be connected again',
  tenant_forbidden: 'the organization is no longer connected at the provider; it must be connected again',
} as const;

function missing(purpose: CallPurpose): ServiceError {
  const details = { providerError: { status: 404, messages: [] }, ...outcomeOf('not_applied', purpose) };
  if (purpose.record !== null) return new ServiceError('NOT_FOUND', `no such ${purpose.record}`, details);
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

export function rateWaitSeconds(headers: IncomingHttpHeaders, now: Date): number {
  const said = retryAfterSeconds(headers['retry-after'], now);
  return said ?? defaultWaitSeconds(limitWord(headers['x-rate-limit-problem']), now);
}

export function concernsApp(headers: IncomingHttpHeaders): boolean {
  return limitWord(headers['x-rate-limit-problem']) === 'appminute';
}

/** Provider: a limit has several spellings (`appminute`, `app-minute`), and `concurrent` may come without a wait. */
function limitWord(header: string | readonly string[] | undefined): string {
  const word = String(header ?? '')
    .toLowerCase()
    .replaceAll('-', '');
  return ['minute', 'concurrent', 'day', 'appminute'].includes(word) ? word : 'unnamed';
}

function defaultWaitSeconds(word: string, now: Date): number {
  if (word === 'concurrent') return 1;
  if (word === 'day') return daySeconds - (Math.floor(now.getTime() / 1000) % daySeconds);
  return 60;
}

/** Provider: with `The Organisation is offline` this tenant's books are closed for some minutes. */
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

const maxMessages = 20;
const maxDepth = 8;
/** Bounds the search in the document that a refused write repeats. */
const maxVisited = 20_000;

/**
 * Provider: any part of the repeated document may have `ValidationErrors`, whose text is in `Message` or, in older
 * forms, `Description`. Nothing else is taken, because the rest is the customer's document.
 */
function validationMessages(body: Json | undefined): readonly string[] {
  const found = new Set<string>();
  let visited = 0;
  const visit = (value: Json | undefined, depth: number): void => {
    if (depth > maxDepth || ++visited > maxVisited || found.size >= maxMessages) return;
    if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
    if (!isJsonObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name.toLowerCase() === 'validationerrors') collect(inner, found);
      else visit(inner, depth + 1);
    }
  };
  visit(body, 0);
  return [...found].slice(0, maxMessages);
}

function collect(errors: Json | undefined, found: Set<string>): void {
  for (const error of Array.isArray(errors) ? errors.slice(0, maxMessages) : []) {
    const text = textOf(error);
    if (text !== undefined) found.add(text);
  }
}
