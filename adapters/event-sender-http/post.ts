// One POST and the beginning of its answer, within bounds of time and size; nothing is followed, nothing is unpacked.
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { deliveryReadMaxBytes } from '#core/ports';
import type { GuardedAgents } from './guarded-agents.ts';

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostBounds {
  /** From the beginning to the end of what is read. */
  readonly totalTimeoutMs: number;
  /** For the look-up, the connection and its TLS handshake together. */
  readonly connectTimeoutMs: number;
}

export interface PostAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** What came of the body in time, at most 64 KiB. The status was given by then: a body that breaks off changes nothing. */
  readonly beginning: Uint8Array;
}

/** No answer in time; `phase` says what was waited for. */
export class PostTimeout extends Error {
  readonly phase: 'connection' | 'answer';

  constructor(phase: PostTimeout['phase']) {
    super(`no ${phase} in time`);
    this.name = 'PostTimeout';
    this.phase = phase;
  }
}

/** The connection was left open by an earlier delivery and turned out to be closed: nothing says that this one arrived. */
export class StaleConnection extends Error {
  constructor(cause: unknown) {
    super('a connection that was left open is closed', { cause });
    this.name = 'StaleConnection';
  }
}

export function post({ url, headers, body }: Post, agents: GuardedAgents, bounds: PostBounds): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const secure = url.slice(0, 6).toLowerCase() === 'https:';
    const options = {
      method: 'POST',
      agent: secure ? agents.https : agents.http,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    };
    const request = secure ? httpsRequest(url, { ...options, rejectUnauthorized: true }) : httpRequest(url, options);
    let answered: Reading | undefined;
    const give = (): void => {
      if (answered) resolve(answered.soFar());
      stopTimers();
    };
    const total = setTimeout(() => {
      give();
      request.destroy(new PostTimeout('answer'));
    }, bounds.totalTimeoutMs);
    const connecting = setTimeout(() => request.destroy(new PostTimeout('connection')), bounds.connectTimeoutMs);
    const stopTimers = (): void => {
      clearTimeout(total);
      clearTimeout(connecting);
    };
    request.once('socket', (socket) => whenConnected(socket, secure, () => clearTimeout(connecting)));
    request.once('response', (response) => {
      clearTimeout(connecting);
      answered = read(response, give, () => request.destroy());
    });
    request.once('upgrade', (response) => {
      answered = read(response, give, () => request.destroy());
      give();
      request.destroy();
    });
    request.on('error', (error) => {
      stopTimers();
      reject(isStale(request, error) ? new StaleConnection(error) : error);
    });
    request.end(body);
  });
}

function whenConnected(socket: Socket, secure: boolean, then: () => void): void {
  if (socket.connecting || (secure && 'secureConnecting' in socket && socket.secureConnecting === true)) {
    socket.once(secure ? 'secureConnect' : 'connect', then);
  } else then();
}

interface Reading {
  soFar(): PostAnswer;
}

/** Ends with the body, with its break, or with its bound; a body within the bound is read to its end, so that the connection can be kept. */
function read(response: IncomingMessage, done: () => void, enough: () => void): Reading {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  response.on('data', (chunk: Uint8Array) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < deliveryReadMaxBytes) return;
    done();
    enough();
  });
  response.once('end', done);
  response.once('close', done);
  response.on('error', done);
  return {
    soFar: () => ({
      status: response.statusCode ?? 0,
      retryAfter: response.headers['retry-after'],
      beginning: Buffer.concat(chunks).subarray(0, deliveryReadMaxBytes),
    }),
  };
}

function isStale(request: ClientRequest, error: Error): boolean {
  if (!request.reusedSocket || !('code' in error)) return false;
  return error.code === 'ECONNRESET' || error.code === 'EPIPE';
}
