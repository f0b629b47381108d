// One POST and the beginning of its answer, within bounds of time and size; nothing is followed, nothing is unpacked.
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { deliveryReadMaxBytes } from '#core/ports';
import { notPublic } from './destination.ts';
import { failure, type GuardedAgents } from './guarded-agents.ts';

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

/** The connection was left open by an earlier delivery and turned out to be closed: nothing says that this one arrived. */
export class StaleConnection extends Error {
  constructor(cause: unknown) {
    super('a connection that was left open is closed', { cause });
    this.name = 'StaleConnection';
  }
}

export async function post(
  { url, headers, body }: Post,
  agents: GuardedAgents,
  bounds: PostBounds,
): Promise<PostAnswer> {
  const secure = url.slice(0, 6).toLowerCase() === 'https:';
  const options = {
    method: 'POST',
    agent: secure ? agents.https : agents.http,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  };
  const request = secure ? httpsRequest(url, { ...options, rejectUnauthorized: true }) : httpRequest(url, options);
  const total = setTimeout(() => request.destroy(failure('NO_ANSWER')), bounds.totalTimeoutMs);
  const connecting = setTimeout(() => request.destroy(failure('NO_CONNECTION')), bounds.connectTimeoutMs);
  request.once('socket', (socket) => {
    if (request.reusedSocket) clearTimeout(connecting);
    else socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
  });
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      request.once('upgrade', (answer) => {
        answer.destroy();
        request.destroy();
        resolve(answer);
      });
      request.on('error', (error) => reject(isStale(request, error) ? new StaleConnection(error) : error));
      request.end(body);
    });
    clearTimeout(connecting);
    const { statusCode = 0, headers: answered } = response;
    return { status: statusCode, retryAfter: answered['retry-after'], beginning: await beginningOf(response) };
  } finally {
    clearTimeout(total);
    clearTimeout(connecting);
  }
}

/** Ends with the body, with its break, or with its bound; a body within the bound is read to its end, so that the connection can be kept. */
async function beginningOf(response: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= deliveryReadMaxBytes) break;
    }
  } catch {
    // What came before it broke off is the answer.
  }
  return Buffer.concat(chunks).subarray(0, deliveryReadMaxBytes);
}

function isStale(request: ClientRequest, error: Error): boolean {
  if (!request.reusedSocket || !('code' in error)) return false;
  return error.code === 'ECONNRESET' || error.code === 'EPIPE';
}

/** Tells a customer why a delivery got no answer. Names no address and nothing of this service's network. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return 'the delivery failed';
  const { code } = error;
  return texts[code] ?? (isTls(code) ? `the TLS connection failed (${code})` : `the connection failed (${code})`);
}

const texts: Readonly<Record<string, string>> = {
  REFUSED_ADDRESS: notPublic,
  NO_CONNECTION: 'no connection in time',
  NO_ANSWER: 'no answer in time',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without an answer',
  ETIMEDOUT: 'no connection in time',
  EPIPE: 'the connection was closed without an answer',
  ENOTFOUND: 'the host name does not resolve',
  EAI_AGAIN: 'the host name does not resolve at present',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  HPE_HEADER_OVERFLOW: "the answer's headers are too large",
};

function isTls(code: string): boolean {
  return /^(ERR_(SSL|TLS)|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code);
}
