// Tracks running requests, for limits and for an orderly end.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ownerOf, strangers, turnstile } from '../shares.ts';
import type { Connections } from './connections.ts';
import type { ServerLimits } from './limits.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly answered: Promise<void>;
  /** True while the request waits for the answer to an earlier request of its connection (pipelining). */
  isBehind: boolean;
  /** When the measurement began, and the bytes sent by then. */
  measured: { readonly sinceMs: number; readonly bytes: number } | undefined;
}

export type Exchanges = ReturnType<typeof followExchanges>;

const watchEveryMs = 1_000;
/** Unanswered requests per connection; beyond them, the last answer closes it. */
const pipelinedMost = 5;

/** Also breaks off answers that clients read too slowly. */
export function followExchanges(server: Server, connections: Connections, limits: ServerLimits) {
  const open = new Set<Exchange>();
  let running = 0;
  let idle: (() => void) | undefined;

  const over = () => {
    running--;
    if (idle === undefined) return;
    server.closeIdleConnections();
    if (running === 0) idle();
  };
  const turn = turnstile();
  /** The newest request of each connection. A pipelined request begins after the answer before it. */
  const lastOn = new WeakMap<Duplex, Exchange>();
  const on = (socket: Duplex): readonly Exchange[] => [...open].filter(({ request }) => request.socket === socket);
  const watching = watch(open, limits);
  server.once('close', () => clearInterval(watching));
  return {
    /** Tracks a request until its answer, its body and its work have ended. */
    run: (request: IncomingMessage, response: ServerResponse, handle: Handler): void => {
      const before = lastOn.get(request.socket);
      const isPipelined = before?.response.closed === false;
      if (isPipelined && on(request.socket).length === pipelinedMost) before.response.setHeader('Connection', 'close');
      if (isPipelined && endsConnection(before)) return void request.socket.pause();
      running++;
      if (idle !== undefined) response.setHeader('Connection', 'close');
      const { socket } = request;
      const exchange = remember(open, request, response);
      lastOn.set(socket, exchange);
      connections.wake(socket);
      if (ownerOf(socket) !== strangers)
        response.setHeader('Keep-Alive', `timeout=${limits.keepAliveTimeoutMs / 1000}`);
      response.once('close', () => lastOn.get(socket) === exchange && connections.rest(socket));
      const work = async () => handle(request, response);
      const begin = () => turn(isPipelined ? 'pipelined' : ownerOf(socket))?.then(work) ?? work();
      exchange.isBehind = isPipelined;
      const worked = isPipelined ? behind(before, exchange, begin) : begin();
      const workEnded = Promise.allSettled([worked]).then(() => {
        // The client has left and may get no answer.
        if (socket.readableEnded && !response.headersSent) socket.destroy();
      });
      void Promise.all([exchange.answered, workEnded]).then(over);
    },
    running: () => running,
    /**
     * Destroys the connection of the oldest stranger's request that is unfinished, unread or pipelined; false without
     * one.
     */
    endSlowestUnauthenticated: (newcomer: IncomingMessage): boolean => {
      // Sets keep insertion order.
      const slowest = [...open].find((one) => one.request !== newcomer && keepsWaiting(one));
      slowest?.request.socket.destroy();
      return slowest !== undefined;
    },
    /** Returns a connection's unfinished requests, oldest first. */
    on,
    /** Makes each answer its connection's last; resolves when no request runs. */
    end: (): Promise<void> => {
      for (const { response } of open) if (!response.headersSent) response.setHeader('Connection', 'close');
      return new Promise((resolve) => {
        idle = resolve;
        if (running === 0) resolve();
      });
    },
  };
}

/** Nothing pipelined behind it begins, because it could not be answered. */
const endsConnection = ({ response }: Exchange): boolean => response.hasHeader('Connection');

async function behind(before: Exchange, exchange: Exchange, begin: () => Promise<unknown>): Promise<unknown> {
  await before.answered;
  exchange.isBehind = false;
  const { socket } = exchange.request;
  // A client that left looks the same as one that only ended its side.
  if (socket.readableEnded) socket.end();
  return socket.readableEnded || socket.destroyed || endsConnection(before) ? undefined : begin();
}

/** Stays open until the request's body has ended, too. */
function remember(open: Set<Exchange>, request: IncomingMessage, response: ServerResponse): Exchange {
  const { socket } = request;
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const exchange: Exchange = { request, response, answered, isBehind: false, measured: undefined };
  const ended = () => open.delete(exchange);
  if (socket.destroyed) resolve();
  else open.add(exchange);
  response.once('close', () => {
    resolve();
    return request.complete || socket.destroyed ? ended() : request.once('end', ended);
  });
  return exchange;
}

/** True for a stranger's exchange that waits for the client. */
function keepsWaiting({ request, response, isBehind }: Exchange): boolean {
  if (response.closed || request.socket.destroyed || ownerOf(request) !== strangers) return false;
  return !request.complete || response.writableEnded || (isBehind && ownerOf(request.socket) === strangers);
}

function watch(open: Set<Exchange>, limits: ServerLimits): NodeJS.Timeout {
  const leastBytes = (limits.answerBytesPerSecond * limits.answerTimeoutMs) / 1000;
  const check = () => {
    const nowMs = performance.now();
    for (const exchange of open) {
      const { request, response, measured } = exchange;
      const { socket } = request;
      if (socket.destroyed) open.delete(exchange);
      if (!response.headersSent || response.closed) continue;
      const now = { sinceMs: nowMs, bytes: socket.bytesWritten };
      const isOver = measured && nowMs - measured.sinceMs > limits.answerTimeoutMs;
      if (isOver && now.bytes - measured.bytes < leastBytes) socket.destroy();
      if (!measured || isOver || response.writableLength === 0) exchange.measured = now;
    }
  };
  return setInterval(check, Math.min(watchEveryMs, limits.answerTimeoutMs / 4)).unref();
}
