import type { Caller, Plane } from './caller.ts';
import { badRequest, type ErrorCode, type ServiceError, type WriteOutcome } from './errors.ts';
import type { ConnectionId, OperationId, RequestId } from './ids.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { isSecretName, secretMask, withoutForeignSecrets } from './secret-text.ts';

/** An answered request of an API key, or a change or refusal in the console. */
export interface LoggedRequest extends Plane {
  /** Unique, unlike `requestId`. The two are equal unless the caller chose its own. */
  readonly id: RequestId;
  readonly requestId: RequestId;
  readonly actor: Caller['actor'];
  /** The name at the time of the request. */
  readonly actorName: string | null;
  readonly method: string;
  /** The route's pattern. */
  readonly route: string;
  /** The path and query as they were asked for, as `loggedPath` makes them; null where the log keeps no content. */
  readonly path: string | null;
  /** Null if the client left before the answer. */
  readonly status: number | null;
  readonly code: ErrorCode | null;
  readonly reason: string | null;
  readonly error: LoggedError | null;
  readonly connectionId: ConnectionId | null;
  readonly operationId: OperationId | null;
  /** The record that the request read or wrote. */
  readonly resourceId: string | null;
  readonly idempotencyKey: string | null;
  /** True if an earlier request gave the answer. */
  readonly isReplayed: boolean;
  /** Of an agent's call: the program as it calls itself, which nobody has verified. */
  readonly client: ClaimedClient | null;
  /** Of an agent's write: what it is for, in the agent's words. */
  readonly requestRef: string | null;
  readonly body: JsonObject | null;
  readonly durationMs: number;
  /** How many further requests, refused alike within ten seconds, it stands for; the log does not have them. */
  readonly repeats: number;
  /** When the request arrived. */
  readonly createdAt: Date;
}

/** A program's own name and version, cleaned and cut. */
export interface ClaimedClient {
  readonly name: string;
  readonly version: string | null;
}

/** The words of a refusal, without headers and ids. */
interface LoggedError {
  readonly message: string;
  readonly retryable: boolean;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly outcome?: WriteOutcome;
  readonly providerError?: { readonly status: number; readonly messages: readonly string[] };
}

/** Statuses of answers, both included. */
export interface RequestStatuses {
  readonly from: number;
  readonly to: number;
}

/** Reads `404`, `4xx` or `failed`. */
export function requestStatusesOf(name: string, value: string): RequestStatuses {
  if (value === 'failed') return { from: 400, to: 599 };
  const [, kind = '', rest = ''] = /^([1-5])(xx|\d\d)$/.exec(value) ?? [];
  if (kind === '') throw badRequest(name, 'must be a status such as 404, a class such as 4xx, or failed');
  return rest === 'xx'
    ? { from: Number(`${kind}00`), to: Number(`${kind}99`) }
    : { from: Number(value), to: Number(value) };
}

/** Failed requests with one code, reason and route. */
export interface RequestFailures extends Pick<LoggedRequest, 'method' | 'route' | 'code' | 'reason'> {
  readonly count: number;
  readonly latestAt: Date;
}

/** Failures are grouped among this many of the newest. */
export const groupedFailuresMost = 10_000;

const errorCharactersMost = 4_096;
const messageCharactersMost = 500;

export function loggedError({ message, retryable, details }: ServiceError): LoggedError {
  const { errors, outcome, providerError } = details;
  const words = { message: withoutForeignSecrets(message), retryable, ...(outcome && { outcome }) };
  const told = errors?.map(({ path, message: problem }) => {
    return { path: withoutForeignSecrets(path), message: withoutForeignSecrets(problem) };
  });
  const messages = providerError?.messages.map(withoutForeignSecrets) ?? [];
  const refusal = providerError && { ...providerError, messages };
  const whole = { ...words, ...(told && { errors: told }), ...(refusal && { providerError: refusal }) };
  const isLong = JSON.stringify(whole).length > errorCharactersMost;
  return isLong ? { ...words, message: words.message.slice(0, messageCharactersMost) } : whole;
}

const pathCharactersMost = 1_000;

/** Copies a path with its query, as it was sent, for the log: without secrets, and with `…` for what is beyond 1,000 characters. */
export function loggedPath(asked: string): string {
  const isLong = asked.length > pathCharactersMost;
  // What the cut divides may be a part of a secret, so it goes whole.
  const begun = isLong ? asked.slice(0, pathCharactersMost).replace(/[^/?&]*$/, '') : asked;
  const [path = '', ...query] = begun.split('?');
  const segments = path.split('/').map(maskedPart).join('/');
  const parameters = query.join('?').split('&').map(maskedParameter).join('&');
  return `${segments}${query.length === 0 ? '' : `?${parameters}`}${isLong ? '…' : ''}`;
}

function maskedParameter(parameter: string): string {
  const [name = '', ...value] = parameter.split('=');
  if (value.length === 0) return maskedPart(parameter);
  return `${maskedPart(name)}=${isSecretName(decoded(name)) ? encodeURIComponent(secretMask) : maskedPart(value.join('='))}`;
}

/** Keeps the encoding of a part that has no secret. */
function maskedPart(part: string): string {
  const text = decoded(part);
  const masked = withoutForeignSecrets(text);
  return masked === text ? part : encodeURIComponent(masked);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}

const bodyCharactersMost = 4_096;
const textCharactersMost = 200;
/** So much of a long text is searched for secrets. */
const maskedCharacters = 2_000;

/** Masks the last word if it may be an address, in a time that grows with the text alone. */
function withoutCutAddress(text: string): string {
  const before = text.slice(0, text.length - (text.split(/\s/).at(-1) ?? '').length);
  return /[:/\\]/.test(text.slice(before.length)) ? before + secretMask : text;
}

/** Copies a body for the log, with `…` for what is beyond about 4,000 characters, and without secrets. */
export function loggedBody(body: JsonObject): JsonObject {
  let left = bodyCharactersMost;
  const shortened = (text: string): string => {
    left -= Math.min(text.length, textCharactersMost);
    const isLong = text.length > textCharactersMost;
    if (!isLong) return withoutForeignSecrets(text);
    // A secret that the cut would divide is masked before the cut: of an address without an end, all is.
    const begun = text.slice(0, maskedCharacters);
    const whole = text.length > maskedCharacters ? withoutCutAddress(begun) : begun;
    return `${withoutForeignSecrets(whole).slice(0, textCharactersMost)}…`;
  };
  const copyOf = (value: Json): Json => {
    if (typeof value === 'string') return shortened(value);
    left -= 8;
    if (isJsonObject(value)) return Object.fromEntries(entriesOf(value));
    if (!Array.isArray(value)) return value;
    const kept: Json[] = [];
    for (const item of value as readonly Json[]) {
      if (left <= 0) return [...kept, '…'];
      kept.push(copyOf(item));
    }
    return kept;
  };
  function* entriesOf(object: JsonObject): Generator<[string, Json]> {
    for (const [name, value] of Object.entries(object)) {
      if (left <= 0) return yield ['…', '…'];
      yield [shortened(name), isSecretName(name) ? secretMask : copyOf(value)];
    }
  }
  return Object.fromEntries(entriesOf(body));
}
