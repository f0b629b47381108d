import type { Json, JsonObject } from '#core/ports';

/** Placeholders (`{{caller 1}}`) stand for ids that the caller makes. */
export interface TapedRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case, without headers of the transport; credentials are masked. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
}

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

export interface Tape {
  readonly port: string;
  readonly clause: string;
  /** Facts about the books or the app that the tape was recorded with. */
  readonly subject: JsonObject;
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

const tenantHeader = /^[a-z]+-tenant-id$/;

export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

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

export function requestText({ method, path, headers, body }: TapedRequest): string {
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .sort();
  const sent = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return [`${method} ${path}`, ...lines, '', sent].join('\n');
}
