// Which parts of a request say something about its sender; a recording and a replay look at the same ones.
import type { Json } from '#core/ports';
import type { TapedRequest } from './tape.ts';

/** What the client's HTTP library adds for the way. */
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

export function requestShape({ method, path, headers, body }: PlainRequest): TapedRequest {
  const shown = Object.entries(headers).flatMap(([name, value]) => shownHeader(name.toLowerCase(), value));
  const shape = { method, path, headers: Object.fromEntries(inOrder(shown)) };
  return body === '' ? shape : { ...shape, body: jsonOr(body) };
}

function inOrder<T>(entries: [string, T][]): [string, T][] {
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
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
  const lines = inOrder(Object.entries(headers)).map(([name, value]) => `${name}: ${value}`);
  const sent = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return [`${method} ${path}`, ...lines, '', sent].join('\n');
}
