// What a tape is: the provider's side of one clause of a contract, as JSON without secrets.
import type { Json, JsonObject } from '#core/ports';

/** A request as the tape knows it. Ids of the caller's own making are placeholders (`{{caller 1}}`). */
export interface TapedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Names in lower case; what only carries bytes is left out, what proves a right is masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON document, or text. */
  readonly body?: Json;
}

/** An answer with one form of body, or none. */
export interface TapedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: Json;
  readonly text?: string;
  readonly base64?: string;
}

export interface Exchange {
  readonly request: TapedRequest;
  readonly answer: TapedAnswer;
}

/** The person's part of an authorization: where they were sent, what they granted, where that led. */
export interface TapedConsent {
  /** Path and query of the consent address. */
  readonly path: string;
  readonly tenantIds: readonly string[];
  readonly callbackUrl: string;
}

export interface Tape {
  readonly port: string;
  readonly clause: string;
  /** Plain facts about the books or the app that the clause ran on. */
  readonly subject: JsonObject;
  readonly consents: readonly TapedConsent[];
  readonly exchanges: readonly Exchange[];
}

const carrying = new Set([
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'transfer-encoding',
  'user-agent',
]);

/** Profiles name the tenant header differently; a tape fits each. */
const tenantHeader = /^[a-z]+-tenant-id$/;

export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What of a request a tape compares: method, path, the headers that matter, and the body as JSON where it is some. */
export function requestShape({ method, path, headers, body }: PlainRequest): TapedRequest {
  const shown = Object.entries(headers).flatMap(([name, value]) => shownHeader(name.toLowerCase(), value));
  const shape = { method, path, headers: Object.fromEntries(shown.sort()) };
  return body === '' ? shape : { ...shape, body: jsonOr(body) };
}

function shownHeader(name: string, value: string): [string, string][] {
  if (carrying.has(name)) return [];
  if (name === 'authorization') return [[name, `${value.split(' ', 1)[0]} masked`]];
  return [[tenantHeader.test(name) ? 'tenant-id' : name, value]];
}

function jsonOr(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** One text for all of it, to compare by. */
export function requestText({ method, path, headers, body }: TapedRequest): string {
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .sort();
  const sent = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return [`${method} ${path}`, ...lines, '', sent].join('\n');
}
