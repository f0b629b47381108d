// Speaks HTTP to a provider; the adapters of ledgers speak it through here only.
import { Agent as HttpAgent, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import got, { type Request, type Response, TimeoutError } from 'got';
import { type ErrorCode, type Json, ServiceError } from '#core/ports';

export interface CallBounds {
  /** The longest time for each of look-up, TCP and TLS. */
  readonly connectTimeoutMs: number;
  /** The longest time until the first byte of the answer. */
  readonly responseTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly maxBytes: number;
}

export interface OutgoingCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly writes: boolean;
}

export interface OpenAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decoded bytes; iterating fails with TransportFailure. */
  readonly body: AsyncIterable<Uint8Array>;
}

interface FailureFacts {
  readonly writes: boolean;
  /** False only if the provider cannot have received the request. */
  readonly mayHaveArrived: boolean;
}

/** Says why a call brought no complete answer, without any part of request or answer. */
export class TransportFailure extends ServiceError {
  constructor(code: ErrorCode, what: string, { writes, mayHaveArrived }: FailureFacts) {
    super(code, `the provider: ${what}`, writes ? { outcome: mayHaveArrived ? 'unknown' : 'not_applied' } : {});
  }
}

/** Rejects with TransportFailure only. */
export type Transport = (call: OutgoingCall, bounds: CallBounds) => Promise<OpenAnswer>;

/** Encodes parameters as `?a=1&b=2`; empty without parameters. */
export function queryText(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/**
 * Reads keep their connections open; a read is repeated on a new connection if the provider has just closed its own.
 * Other calls open a new connection each, so that a broken one is not repeated: its outcome is unknown.
 *
 * `lookup` resolves names in place of the system's resolver, and may refuse them.
 */
export function createTransport(lookup?: LookupFunction): Transport {
  const own = lookup && { lookup };
  const options = { keepAlive: true, maxSockets: 256, ...own };
  const kept = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  const fresh = { http: new HttpAgent(own), https: new HttpsAgent(own) };
  return (call, bounds) => openOnce({ first: call.method === 'GET' ? kept : fresh, fresh }, call, bounds);
}

const client = got.extend({ throwHttpErrors: false, followRedirect: false, retry: { limit: 0 } });

type Agent = { http: HttpAgent; https: HttpsAgent };
type Agents = { first: Agent; fresh: Agent };

function openOnce({ first: agent, fresh }: Agents, call: OutgoingCall, bounds: CallBounds): Promise<OpenAnswer> {
  const { connectTimeoutMs, responseTimeoutMs, totalTimeoutMs } = bounds;
  const stream = client.stream(call.url, {
    timeout: {
      lookup: connectTimeoutMs,
      connect: connectTimeoutMs,
      secureConnect: connectTimeoutMs,
      response: responseTimeoutMs,
      request: totalTimeoutMs,
    },
    agent,
    method: call.method,
    headers: call.headers,
    ...(call.body === undefined ? {} : { body: call.body }),
  });
  // Without this got would wait for a body to be piped in.
  if (call.body === undefined && call.method !== 'GET') stream.end();
  return new Promise((resolve, reject) => {
    stream.on('error', (error) => {
      if (isStale(error, stream)) resolve(openOnce({ first: fresh, fresh }, call, bounds));
      else reject(failureOf(error, stream, call));
    });
    stream.once('response', ({ statusCode, headers }: Response) => {
      resolve({ status: statusCode, headers, body: boundedBody(stream, bounds, call) });
    });
  });
}

async function* boundedBody(
  stream: Request,
  { maxBytes }: CallBounds,
  { writes }: OutgoingCall,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        const facts = { writes, mayHaveArrived: true };
        throw new TransportFailure('PROVIDER_ERROR', `the answer is larger than ${maxBytes} bytes`, facts);
      }
      yield chunk;
    }
  } catch (error) {
    throw failureOf(error, stream, { writes });
  } finally {
    stream.destroy();
  }
}

/** A request cannot have arrived before its connection, including TLS, was established. */
function failureOf(
  error: unknown,
  { timings, reusedSocket, requestUrl }: Request,
  { writes }: Pick<OutgoingCall, 'writes'>,
): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const isEncrypted = requestUrl?.protocol === 'https:';
  const mayHaveArrived = reusedSocket || (isEncrypted ? timings?.secureConnect : timings?.connect) !== undefined;
  const facts = { writes, mayHaveArrived };
  if (error instanceof TimeoutError) {
    return new TransportFailure('PROVIDER_TIMEOUT', `no complete answer arrived in time (${error.event})`, facts);
  }
  const what = mayHaveArrived ? 'the connection broke' : 'no connection';
  return new TransportFailure('PROVIDER_UNAVAILABLE', `${what} (${codeOf(error)})`, facts);
}

/** True if the provider closed a kept connection before answering on it. */
function isStale(error: unknown, { timings, reusedSocket }: Request): boolean {
  return reusedSocket === true && timings?.response === undefined && /^(ECONNRESET|EPIPE)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no code';
}

export interface ReadAnswer extends Pick<OpenAnswer, 'status' | 'headers'> {
  readonly bytes: Buffer;
  /** Undefined unless the answer's type is JSON and it parses. */
  readonly json: Json | undefined;
  readonly failure?: TransportFailure;
}

export async function readAnswer(
  { status, headers, body }: OpenAnswer,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<ReadAnswer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let failed = {};
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) break;
    }
  } catch (failure) {
    if (!(failure instanceof TransportFailure)) throw failure;
    failed = { failure };
  }
  const bytes = Buffer.concat(chunks);
  return { status, headers, bytes, json: isType(headers, 'json') ? parsedJson(bytes) : undefined, ...failed };
}

export function parsedJson(bytes: Buffer): Json | undefined {
  try {
    return JSON.parse(bytes.toString('utf8')) as Json;
  } catch {
    return undefined;
  }
}

export function isType(headers: IncomingHttpHeaders, type: 'json' | 'pdf'): boolean {
  return new RegExp(`^application/([\\w.+-]+\\+)?${type}\\b`, 'i').test(headers['content-type'] ?? '');
}
