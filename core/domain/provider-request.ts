// A request of a caller's own to the provider, for what the service does not model. The provider's traits list the paths that
// may be asked, as data; the rules here are the same for every provider.
import { secondsAfter } from './backoff.ts';
import type { Plane } from './caller.ts';
import { badRequest, conflict, ServiceError } from './errors.ts';
import type { ConnectionId, ProviderRequestId, RequestId } from './ids.ts';
import { meant } from './near-word.ts';
import type { ResourceType } from './resource.ts';

export const requestMethods = ['GET', 'PUT', 'POST', 'DELETE'] as const;
export type RequestMethod = (typeof requestMethods)[number];

export const requestEffects = ['read', 'write'] as const;
export type RequestEffect = (typeof requestEffects)[number];

/**
 * `done`: the provider answered 2xx, or a member says that the books have it · `refused`: it answered otherwise, or a member
 * says that they do not · `unknown`: nobody knows yet whether the books have it.
 */
export const requestOutcomes = ['done', 'refused', 'unknown'] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

/** A row of a provider's list. Reads are GET alone, and everything else writes. */
export interface ListedPath {
  /** Below the provider's base, such as `/Groups/{uuid}/Members`: words, and in braces the forms of other segments. */
  readonly template: string;
  readonly methods: readonly RequestMethod[];
  readonly effect: RequestEffect;
  /** The query parameters that are taken. */
  readonly query: readonly string[];
  /** The provider's name of the scope that it needs. */
  readonly scope: string;
  /** The family with routes here whose record or list it reads, where the row is not listed by hand. */
  readonly family?: ResourceType;
  /** The family whose copies a write makes old; `at`: the place of the record's id among the segments, where the path names it. */
  readonly touches?: { readonly family: ResourceType; readonly at?: number };
}

/** The paths of a family that has routes of its own: what is not listed there as a read goes by those routes. */
export interface OwnedPaths {
  /** The first segment, such as `/Invoices`. */
  readonly collection: string;
  readonly family: ResourceType;
  /** The third segments that have routes of their own, with the last part of that route. */
  readonly parts: Readonly<Record<string, string>>;
}

export interface RequestTraits {
  readonly listed: readonly ListedPath[];
  readonly owned: readonly OwnedPaths[];
}

/** The forms of segments, by the names that templates give them. */
const forms: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  number: /^\d{1,15}$/,
  code: /^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,58}[A-Za-z0-9])?$/,
};
const formIn = /^\{(\w+)\}$/;

/** What is wrong with a template; undefined if nothing is. */
export function templateProblem(template: string): string | undefined {
  const words = template.split('/').slice(1);
  if (!template.startsWith('/') || words.length === 0) return 'must begin with /';
  const wrong = words.find((word) => !/^[A-Za-z]+$/.test(word) && forms[formIn.exec(word)?.[1] ?? ''] === undefined);
  return wrong === undefined
    ? undefined
    : `has the segment ${JSON.stringify(wrong)}, which is neither a word nor a known form`;
}

const pathCharactersMost = 500;

/**
 * The segments of a path as a caller gives it, decoded. Nothing of it is resolved: a path that another reader could take for
 * another one is refused. Throws BAD_REQUEST.
 */
export function segmentsOf(path: string): readonly string[] {
  const wrong = (what: string) => badRequest('path', what);
  if (path.length > pathCharactersMost) throw wrong(`must have at most ${pathCharactersMost} characters`);
  if (!path.startsWith('/') || path.length === 1) throw wrong('must begin with one / and name something');
  if (/[\\?#]/.test(path)) throw wrong('must not contain \\, ? or #; parameters stand in query');
  if (path.includes('//') || path.endsWith('/')) throw wrong('must not contain an empty segment');
  return path
    .slice(1)
    .split('/')
    .map((segment) => {
      const text = decoded(segment);
      if (text === undefined) throw wrong('has a % that encodes nothing');
      // Whoever decodes it once more, or reads a backslash as a slash, would see another path.
      if (/[/\\?#%]|\p{Cc}/u.test(text)) throw wrong('must not encode /, \\, ?, #, % or control characters');
      if (/^\.+$/.test(text)) throw wrong('must not contain a segment of dots');
      return text;
    });
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function fits(template: string, segments: readonly string[]): boolean {
  const words = template.split('/').slice(1);
  if (words.length !== segments.length) return false;
  return words.every((word, at) => {
    const segment = segments[at] ?? '';
    const form = formIn.exec(word)?.[1];
    return form === undefined ? word === segment : (forms[form]?.test(segment) ?? false);
  });
}

interface AskedPath {
  readonly method: RequestMethod;
  readonly segments: readonly string[];
}

/** The row of the list that allows the request. Throws FORBIDDEN `provider_path_not_allowed` and CONFLICT `use_family_route`. */
export function listedFor(traits: RequestTraits, asked: AskedPath): ListedPath {
  const there = traits.listed.filter(({ template }) => fits(template, asked.segments));
  const found = there.find(({ methods }) => methods.includes(asked.method));
  if (found) return found;
  const owner = traits.owned.find(({ collection }) => collection === `/${asked.segments[0]}`);
  const part = owner?.parts[asked.segments[2] ?? ''];
  if (owner && (part !== undefined || asked.method !== 'GET')) throw useRoute(owner, part);
  const methods = there.flatMap((row) => row.methods);
  const instead = methods.length === 0 ? '' : `; at this path: ${methods.join(', ')}`;
  const message = `${asked.method} of this path is not on the list of provider requests${instead}`;
  throw new ServiceError('FORBIDDEN', message, { reason: 'provider_path_not_allowed' });
}

/** Two ways to write one record would break what the service promises of it. */
function useRoute({ family }: OwnedPaths, part: string | undefined): ServiceError {
  const route = `/v1/connections/{connection_id}/${family}${part === undefined ? '' : `/{resource_id}/${part}`}`;
  return conflict('use_family_route', `${family.replaceAll('_', ' ')} have a route of their own: use ${route}`);
}

const parametersMost = 20;
const valueCharactersMost = 2_000;

/** Encodes the parameters anew. Throws BAD_REQUEST naming one that the row does not take. */
export function queryOf(
  { query: names }: Pick<ListedPath, 'query'>,
  query: Readonly<Record<string, string | number | boolean>>,
): string {
  const given = Object.entries(query);
  if (given.length > parametersMost) throw badRequest('query', `must have at most ${parametersMost} parameters`);
  const pairs = given.map(([name, value]) => {
    const at = `query.${name}`;
    const known = names.length === 0 ? 'this path takes none' : `these are: ${names.join(', ')}`;
    if (!names.includes(name)) throw badRequest(at, `is not a parameter of this path${meant(name, names)}; ${known}`);
    const text = String(value);
    if (text.length > valueCharactersMost) throw badRequest(at, `must have at most ${valueCharactersMost} characters`);
    if (!text.isWellFormed() || /\p{Cc}/u.test(text)) throw badRequest(at, 'must not contain control characters');
    return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** A request as it is sent, whoever sends it: stored sealed before a write is sent, so that a repeat has the same bytes. */
export interface PreparedRequest {
  readonly method: RequestMethod;
  /** Below the provider's base, encoded, with its query. */
  readonly path: string;
  readonly template: string;
  readonly accept: 'json' | 'pdf';
  readonly ifModifiedSince: Date | null;
  readonly body: Uint8Array | null;
}

/** The largest body of a request, of a JSON answer, and of any other answer. */
export const requestBytesMost = 1024 * 1024;
export const answerBytesMost = { json: 4 * 1024 * 1024, other: 10 * 1024 * 1024 } as const;
/** A larger body is not stored for repeats of the request. */
export const storedBodyBytesMost = 64 * 1024;

/** What is passed on of an answer's headers. */
export interface AnswerHeaders {
  readonly contentType: string | null;
  readonly correlationId: string | null;
  readonly minuteRemaining: number | null;
  readonly dayRemaining: number | null;
  readonly appMinuteRemaining: number | null;
  readonly retryAfterSeconds: number | null;
}

/** The provider's answer, whatever its status says: 2xx, 3xx and 4xx. */
export interface PassedAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Null if there are more than are passed on. */
  readonly bytes: Uint8Array | null;
}

export const noHeaders: AnswerHeaders = {
  contentType: null,
  correlationId: null,
  minuteRemaining: null,
  dayRemaining: null,
  appMinuteRemaining: null,
  retryAfterSeconds: null,
};

/** How a request ended, as its caller is told. */
export interface RequestAnswer {
  readonly id: ProviderRequestId;
  readonly effect: RequestEffect;
  readonly outcome: RequestOutcome;
  /** Null if a person settled it. */
  readonly status: number | null;
  readonly headers: AnswerHeaders;
  /** SHA-256 of the body; null if there was more of it than is passed on, or no answer. */
  readonly digest: string | null;
  readonly bytes: number | null;
  /** Null where it is not kept. */
  readonly body: Uint8Array | null;
}

export function outcomeOf({ status }: Pick<PassedAnswer, 'status'>): RequestOutcome {
  return status >= 200 && status < 300 ? 'done' : 'refused';
}

/** A write may be sent again so long after it was first sent, under the key that the provider remembers; later never. */
const repeatSeconds = 300;
/** By then the last sending has ended, so that nothing changes any more what a person finds in the books. */
const settleSeconds = 360;

export const repeatedUntil = (firstSentAt: Date): Date => secondsAfter(firstSentAt, repeatSeconds);
export const settledFrom = (firstSentAt: Date): Date => secondsAfter(firstSentAt, settleSeconds);

/** A person has looked at the books and says how a request ended. */
export interface Settlement {
  readonly by: string;
  readonly byName: string | null;
  readonly reason: string;
}

/** A request that was sent, as it is remembered: nothing of its content but what is sealed. */
export interface ProviderRequest extends Plane {
  readonly id: ProviderRequestId;
  readonly connectionId: ConnectionId;
  readonly requestId: RequestId;
  readonly actor: string;
  readonly actorName: string | null;
  readonly method: RequestMethod;
  readonly template: string;
  readonly effect: RequestEffect;
  readonly outcome: RequestOutcome;
  /** Null if no answer came. */
  readonly status: number | null;
  readonly bytes: number | null;
  readonly correlationId: string | null;
  /** Path, query and body. Null for a read, and where nothing of it may be kept any more. */
  readonly sealedRequest: string | null;
  readonly createdAt: Date;
  /** Null while its outcome is unknown. */
  readonly endedAt: Date | null;
  /** Null if the provider told the outcome. */
  readonly settlement: Settlement | null;
}

/** Thrown while it is not known whether a write happened. */
export function unresolvedRequest(id: ProviderRequestId, firstSentAt: Date, cause?: unknown): ServiceError {
  const until = repeatedUntil(firstSentAt).toISOString();
  return new ServiceError(
    'PROVIDER_ERROR',
    `it is not known whether the provider made this request; until ${until} a repeat with the same Idempotency-Key and body is safe, later look at the provider’s books and settle it`,
    { reason: 'write_unresolved', outcome: 'unknown', providerRequestId: id },
    cause,
  );
}

/** The outcome of a write is stored all the same. */
export function answerTooLarge(id: ProviderRequestId): ServiceError {
  const message = 'the provider’s answer is larger than is passed on; the request’s own record says how it ended';
  return new ServiceError('PROVIDER_ERROR', message, { reason: 'answer_too_large', providerRequestId: id });
}
