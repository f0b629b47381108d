// Follows which requests run on which connection: for limits on both, and for an orderly end.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ServerLimits } from './limits.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const authenticated = new WeakSet<IncomingMessage>();

/** From here on the request counts as its key's or session's own: it is not ended in favour of a newcomer. */
export function markAuthenticated(request: IncomingMessage): void {
  authenticated.add(request);
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** When its first byte went out. */
  answeringSinceMs: number | undefined;
}

export type Exchanges = ReturnType<typeof followExchanges>;

const watchEveryMs = 1_000;
/** Requests that may wait for their turn. */
const turnsMost = 64;

/** Breaks off answers that are read too slowly. */
export function followExchanges(server: Server, limits: ServerLimits) {
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
  const watching = watch(open, limits);
  server.once('close', () => clearInterval(watching));
  return {
    /** Handles a request, and follows it from its head to the end of its answer, its body and its work. */
    run: (request: IncomingMessage, response: ServerResponse, handle: Handler): void => {
      running++;
      if (idle !== undefined) response.setHeader('Connection', 'close');
      const answered = remember(open, request, response);
      const worked = turn().then(() => handle(request, response));
      void Promise.allSettled([answered, worked]).then(over);
    },
    /** Requests that are worked on, or whose answer is not sent. */
    running: () => running,
    /**
     * Ends the connection of the oldest unauthenticated request whose body is still arriving or whose answer is not
     * read. False where there is none but `newcomer`.
     */
    endSlowestUnauthenticated: (newcomer: IncomingMessage): boolean => {
      // The set has them in the order in which they began.
      const slowest = [...open].find((one) => one.request !== newcomer && keepsWaiting(one));
      slowest?.request.socket.destroy();
      return slowest !== undefined;
    },
    /** The exchanges of one connection whose answer or body is not complete, oldest first. */
    on: (socket: Duplex): readonly Exchange[] => [...open].filter(({ request }) => request.socket === socket),
    /** From now on each answer is its connection's last; resolves once nothing runs. */
    end: (): Promise<void> => {
      for (const { response } of open) if (!response.headersSent) response.setHeader('Connection', 'close');
      return new Promise((resolve) => {
        idle = resolve;
        if (running === 0) resolve();
      });
    },
  };
}

/**
 * Lets one request begin in each turn of the event loop, in order. The platform takes one new connection a turn, and a
 * list from SQLite is worked on without a pause: if all that stood ready began in one turn, the last of many new
 * connections would wait for as many such turns. In a flood the oldest begin without a turn of their own, so that what
 * waits stays small and what is read is not read faster than it is worked on.
 */
function turnstile(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const nextTurn = () => {
    const begin = waiting.shift();
    isTaken = begin !== undefined;
    if (begin === undefined) return;
    begin();
    setImmediate(nextTurn);
  };
  return async () => {
    if (isTaken) {
      if (waiting.length === turnsMost) waiting.shift()?.();
      return new Promise((resolve) => waiting.push(resolve));
    }
    isTaken = true;
    setImmediate(nextTurn);
  };
}

/** Resolves when the answer is sent or its connection gone. An exchange stays open until its body ends too. */
function remember(open: Set<Exchange>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { socket } = request;
  if (socket.destroyed) return Promise.resolve();
  const exchange: Exchange = { request, response, answeringSinceMs: undefined };
  const ended = () => open.delete(exchange);
  open.add(exchange);
  return new Promise((resolve) => {
    response.once('close', () => {
      resolve();
      if (request.complete || socket.destroyed) return ended();
      return request.once('end', ended);
    });
  });
}

/** The sender has to act, not the service. */
function keepsWaiting({ request, response }: Exchange): boolean {
  if (response.closed || request.socket.destroyed || authenticated.has(request)) return false;
  return !request.complete || response.writableEnded;
}

function watch(open: Set<Exchange>, limits: ServerLimits): NodeJS.Timeout {
  const check = () => {
    const nowMs = performance.now();
    for (const exchange of open) {
      if (exchange.request.socket.destroyed) open.delete(exchange);
      else breakOff(exchange, nowMs, limits);
    }
  };
  return setInterval(check, Math.min(watchEveryMs, limits.answerTimeoutMs / 4)).unref();
}

function breakOff(exchange: Exchange, nowMs: number, limits: ServerLimits): void {
  const { request, response } = exchange;
  if (!response.headersSent || response.closed) return;
  exchange.answeringSinceMs ??= nowMs;
  if (nowMs - exchange.answeringSinceMs > limits.answerTimeoutMs) request.socket.destroy();
}
