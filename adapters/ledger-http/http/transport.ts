// The one place that speaks HTTP to the provider: bounded, without redirects or retries of its own.
import { type ClientRequest, Agent as HttpAgent, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import got, { type Request, type Response, TimeoutError } from 'got';
import type { CallBounds } from './bounds.ts';

export interface OutgoingCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer whose status and headers are in and whose body is still to be read. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decoded bytes; fails with TransportFailure, also when they grow beyond the call's bound. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives up the rest of the body. */
  readonly abandon: () => void;
}

/** Why a call to the provider brought no whole answer. Holds nothing of the request or of the answer. */
export class TransportFailure extends Error {
  readonly kind: 'unreachable' | 'broken' | 'timeout' | 'too_large';
  /** Whether the provider may have received the request. */
  readonly mayHaveArrived: boolean;
  /** The connection was open already and the provider closed it at the same moment; the next attempt opens a new one. */
  readonly wasStale: boolean;

  constructor(kind: TransportFailure['kind'], what: string, facts: { mayHaveArrived: boolean; wasStale?: boolean }) {
    super(what);
    this.name = 'TransportFailure';
    this.kind = kind;
    this.mayHaveArrived = facts.mayHaveArrived;
    this.wasStale = facts.wasStale ?? false;
  }
}

export interface Transport {
  /** Rejects with TransportFailure only. */
  open(call: OutgoingCall, bounds: CallBounds): Promise<OpenAnswer>;
}

/** `?a=1&b=2` with every name and value encoded; empty where there is nothing to ask. */
export function queryText(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

const maxSockets = 256;

/**
 * `keepAlive` saves reads a connection each, at the price that an open one may turn out to be closed. A write always
 * opens its own, so that one that breaks has a cause at the provider and its outcome is honestly unknown.
 */
export function createTransport({ keepAlive }: { keepAlive: boolean }): Transport {
  const fresh = { http: new HttpAgent(), https: new HttpsAgent() };
  const options = { keepAlive: true, maxSockets };
  const reusable = keepAlive ? { http: new HttpAgent(options), https: new HttpsAgent(options) } : fresh;
  return { open: (call, bounds) => openOnce(call.method === 'GET' ? reusable : fresh, call, bounds) };
}

type Agents = { http: HttpAgent; https: HttpsAgent };

function openOnce(agent: Agents, call: OutgoingCall, bounds: CallBounds): Promise<OpenAnswer> {
  const stream = got.stream(call.url, {
    ...gotOptions(bounds),
    agent,
    method: call.method,
    headers: call.headers,
    ...bodyOf(call),
  });
  // A stream of another method than GET would wait for its body to be piped in.
  if (call.body === undefined && call.method !== 'GET') stream.end();
  const reach = watchReach(stream);
  return new Promise((resolve, reject) => {
    stream.on('error', (error) => reject(failureOf(error, reach)));
    stream.once('response', ({ statusCode, headers }: Response) => {
      const body = boundedBody(stream, bounds.maxBytes, reach);
      resolve({ status: statusCode, headers, body, abandon: () => void stream.destroy() });
    });
  });
}

function gotOptions({ connectTimeoutMs, responseTimeoutMs, totalTimeoutMs }: CallBounds) {
  return {
    throwHttpErrors: false,
    followRedirect: false,
    retry: { limit: 0 },
    timeout: {
      lookup: connectTimeoutMs,
      connect: connectTimeoutMs,
      secureConnect: connectTimeoutMs,
      response: responseTimeoutMs,
      request: totalTimeoutMs,
    },
  } as const;
}

function bodyOf({ body }: OutgoingCall): { body?: string } {
  return body === undefined ? {} : { body };
}

/** How far a request came: nothing leaves before the connection and its TLS are established. */
interface Reach {
  connected: boolean;
  reused: boolean;
  answered: boolean;
}

function watchReach(stream: Request): Reach {
  const reach: Reach = { connected: false, reused: false, answered: false };
  stream.once('response', () => {
    reach.answered = true;
  });
  stream.on('request', (request: ClientRequest) => {
    request.once('socket', (socket: Socket) => {
      reach.reused = request.reusedSocket;
      if (!socket.connecting) reach.connected = true;
      else
        socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
          reach.connected = true;
        });
    });
  });
  return reach;
}

async function* boundedBody(stream: Request, maxBytes: number, reach: Reach): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw failureOf(error, reach);
  } finally {
    stream.destroy();
  }
}

function tooLarge(maxBytes: number): TransportFailure {
  return new TransportFailure('too_large', `the answer is larger than ${maxBytes} bytes`, { mayHaveArrived: true });
}

function failureOf(error: unknown, { connected, reused, answered }: Reach): TransportFailure {
  if (error instanceof TransportFailure) return error;
  if (error instanceof TimeoutError) {
    return new TransportFailure('timeout', `no whole answer in time (${error.event})`, { mayHaveArrived: connected });
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
  if (!connected) return new TransportFailure('unreachable', `no connection (${code})`, { mayHaveArrived: false });
  const wasStale = reused && !answered && (code === 'ECONNRESET' || code === 'EPIPE');
  return new TransportFailure('broken', `the connection broke (${code})`, { mayHaveArrived: true, wasStale });
}
