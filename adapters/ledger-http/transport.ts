// The one place that speaks HTTP to the provider: bounded, without redirects or retries of its own.
// Whole modules: recorders of tapes put their own `request` into them.
import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { type Duplex, pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Json, ServiceError } from '#core/ports';

/** How long a call may take and how much it may bring. */
export interface CallBounds {
  /** Name look-up, TCP and TLS together. */
  readonly connectTimeoutMs: number;
  /** From the connection to the head of the answer, and from each byte to the next. */
  readonly responseTimeoutMs: number;
  /** The whole call, its body included. */
  readonly totalTimeoutMs: number;
  readonly maxBytes: number;
}

export interface OutgoingCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A write's failures say what may have become of it. */
  readonly writes: boolean;
}

/** An answer whose status and headers are in and whose body is still to be read. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decoded bytes; fails with TransportFailure, also when they grow beyond the call's bound. */
  readonly body: AsyncIterable<Uint8Array>;
}

const codes = {
  timeout: 'PROVIDER_TIMEOUT',
  too_large: 'PROVIDER_ERROR',
  unreachable: 'PROVIDER_UNAVAILABLE',
  broken: 'PROVIDER_UNAVAILABLE',
} as const;

interface FailureFacts {
  readonly writes: boolean;
  /** Whether the provider may have received the request. */
  readonly mayHaveArrived: boolean;
  readonly wasStale?: boolean;
}

/** Why a call to the provider brought no whole answer. Holds nothing of the request or of the answer. */
export class TransportFailure extends ServiceError {
  /** The connection was open already and the provider closed it at the same moment; the next attempt opens a new one. */
  readonly wasStale: boolean;

  constructor(kind: keyof typeof codes, what: string, { writes, mayHaveArrived, wasStale = false }: FailureFacts) {
    super(codes[kind], `the provider: ${what}`, writes ? { outcome: mayHaveArrived ? 'unknown' : 'not_applied' } : {});
    this.wasStale = wasStale;
  }
}

/** Makes one call. Rejects with TransportFailure only. */
export type Transport = (call: OutgoingCall, bounds: CallBounds) => Promise<OpenAnswer>;

/** `?a=1&b=2` with every name and value encoded; empty where there is nothing to ask. */
export function queryText(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

const maxSockets = 256;

/**
 * Reads keep their connections open, at the price that an open one may turn out to be closed, unless `keepsOpen` is false.
 * Any other call opens its own, so that one that breaks has a cause at the provider and its outcome is honestly unknown.
 */
export function createTransport({ keepsOpen = true } = {}): Transport {
  const fresh = { http: new http.Agent(), https: new https.Agent() };
  const options = { keepAlive: true, maxSockets };
  const reusable = { http: new http.Agent(options), https: new https.Agent(options) };
  return (call, bounds) => openOnce(keepsOpen && call.method === 'GET' ? reusable : fresh, call, bounds);
}

type Agents = { http: http.Agent; https: https.Agent };

/** What is known of a call whose answer is awaited. */
interface Sent extends Pick<OutgoingCall, 'writes'> {
  readonly request: ClientRequest;
  /** Nothing of a request leaves before its connection, and where it has TLS that too, is established. */
  isConnected: boolean;
  response: IncomingMessage | undefined;
}

class NotInTime extends Error {}

function openOnce(agents: Agents, call: OutgoingCall, bounds: CallBounds): Promise<OpenAnswer> {
  const { method, url, writes } = call;
  const isEncrypted = url.startsWith('https:');
  const options = { method, headers: { ...call.headers, 'accept-encoding': Object.keys(unpackers).join(', ') } };
  const request = isEncrypted
    ? https.request(url, { ...options, agent: agents.https })
    : http.request(url, { ...options, agent: agents.http });
  const sent: Sent = { request, writes, isConnected: false, response: undefined };
  const giveUp = (awaited: string) =>
    (sent.response ?? request).destroy(new NotInTime(`no whole answer in time (${awaited})`));
  const whole = setTimeout(giveUp, bounds.totalTimeoutMs, 'request');
  let next = setTimeout(giveUp, bounds.connectTimeoutMs, 'connect');
  request.once('socket', (socket) =>
    whenConnected(socket, isEncrypted, () => {
      sent.isConnected = true;
      clearTimeout(next);
      next = setTimeout(giveUp, bounds.responseTimeoutMs, 'response');
    }),
  );
  return new Promise((resolve, reject) => {
    request.on('error', (error) => reject(failureOf(error, sent)));
    request.once('close', () => {
      clearTimeout(whole);
      clearTimeout(next);
      if (!sent.response) reject(failureOf(undefined, sent));
    });
    request.once('response', (response) => {
      clearTimeout(next);
      sent.response = response;
      const { statusCode = 0, headers } = response;
      resolve({ status: statusCode, headers, body: boundedBody(unpacked(response), bounds, sent) });
    });
    request.end(call.body);
  });
}

function whenConnected(socket: Socket, isEncrypted: boolean, then: () => void): void {
  const isHandshaking = isEncrypted && 'secureConnecting' in socket && socket.secureConnecting === true;
  if (socket.connecting || isHandshaking) socket.once(isEncrypted ? 'secureConnect' : 'connect', then);
  else then();
}

const unpackers: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function unpacked(response: IncomingMessage): Readable {
  const unpack = unpackers[response.headers['content-encoding']?.toLowerCase() ?? ''];
  // Who reads it meets its errors.
  return unpack ? pipeline(response, unpack(), () => {}) : response.on('error', () => {});
}

async function* boundedBody(
  stream: Readable,
  { maxBytes, responseTimeoutMs }: CallBounds,
  sent: Sent,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  const chunks = (stream as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  const giveUp = () => stream.destroy(new NotInTime('the answer stalled'));
  try {
    for (;;) {
      // Only the provider's silence is timed: whoever reads may take as long as the whole call.
      const silence = setTimeout(giveUp, responseTimeoutMs);
      const { done, value: chunk } = await chunks.next().finally(() => clearTimeout(silence));
      if (done === true) return;
      bytes += chunk.length;
      if (bytes > maxBytes) {
        const what = `the answer is larger than ${maxBytes} bytes`;
        throw new TransportFailure('too_large', what, { writes: sent.writes, mayHaveArrived: true });
      }
      yield chunk;
    }
  } catch (error) {
    throw failureOf(error, sent);
  } finally {
    stream.destroy();
  }
}

function failureOf(error: unknown, { request, response, isConnected, writes }: Sent): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const facts = { writes, mayHaveArrived: isConnected };
  if (error instanceof NotInTime) return new TransportFailure('timeout', error.message, facts);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
  if (!isConnected) return new TransportFailure('unreachable', `no connection (${code})`, facts);
  const wasStale = request.reusedSocket && !response && (code === 'ECONNRESET' || code === 'EPIPE');
  return new TransportFailure('broken', `the connection broke (${code})`, { ...facts, wasStale });
}

/** An answer, read to its end or to where it broke off. */
export interface ReadAnswer extends Pick<OpenAnswer, 'status' | 'headers'> {
  readonly bytes: Buffer;
  /** The parsed body; undefined when the answer does not say that it is JSON, or is not. */
  readonly json: Json | undefined;
  /** Why the body broke off. */
  readonly failure?: TransportFailure;
}

/** Reads no further than the first `maxBytes`. */
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
  return { status, headers, bytes, json: isType(headers, 'json') ? parsed(bytes) : undefined, ...failed };
}

function parsed(bytes: Buffer): Json | undefined {
  try {
    return JSON.parse(bytes.toString('utf8')) as Json;
  } catch {
    return undefined;
  }
}

export function isType(headers: IncomingHttpHeaders, type: 'json' | 'pdf'): boolean {
  return new RegExp(`^application/([\\w.+-]+\\+)?${type}\\b`, 'i').test(headers['content-type'] ?? '');
}
