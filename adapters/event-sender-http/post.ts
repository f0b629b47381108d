import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { deliveryReadMaxBytes } from '#core/ports';
import { failure } from '../outgoing-http/address-rule.ts';
import { notPublic } from '../outgoing-http/destination.ts';
import type { KeptConnections } from './kept-connections.ts';

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostBounds {
  readonly totalTimeoutMs: number;
  /** Bounds look-up, connection and TLS handshake together. */
  readonly connectTimeoutMs: number;
}

interface PostAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** At most 64 KiB of the body: what arrived before the time was over or the body broke off. */
  readonly beginning: Uint8Array;
}

/**
 * Posts over a connection that an earlier post has left, or over a new one. If the receiver closes a kept connection
 * instead of answering, as one does whose wait for the next request is over, the post is made once more over a new one: a
 * receiver that had already read it gets the same event twice, as from any repeated delivery.
 */
export async function post(message: Post, connections: KeptConnections, bounds: PostBounds): Promise<PostAnswer> {
  const secure = message.url.slice(0, 6).toLowerCase() === 'https:';
  const deadline = performance.now() + bounds.totalTimeoutMs;
  const begin = (agents: KeptConnections[keyof KeptConnections]) => {
    const { headers, body } = message;
    const options = {
      method: 'POST',
      rejectUnauthorized: true,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    };
    return secure
      ? httpsRequest(message.url, { ...options, agent: agents.https })
      : httpRequest(message.url, { ...options, agent: agents.http });
  };
  const first = begin(connections.kept);
  try {
    return await exchange(first, message.body, { ...bounds, secure });
  } catch (error) {
    if (!isStale(error, first)) throw error;
    const totalTimeoutMs = Math.max(1, deadline - performance.now());
    return exchange(begin(connections.fresh), message.body, { ...bounds, totalTimeoutMs, secure });
  }
}

async function exchange(
  request: ClientRequest,
  body: string,
  { totalTimeoutMs, connectTimeoutMs, secure }: PostBounds & { readonly secure: boolean },
): Promise<PostAnswer> {
  const total = setTimeout(() => request.destroy(failure('NO_ANSWER')), totalTimeoutMs);
  const connecting = setTimeout(() => request.destroy(failure('NO_CONNECTION')), connectTimeoutMs);
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
      request.on('error', reject);
      request.end(body);
    });
    const { statusCode = 0, headers: answered } = response;
    return { status: statusCode, retryAfter: answered['retry-after'], beginning: await beginningOf(response) };
  } finally {
    clearTimeout(total);
    clearTimeout(connecting);
  }
}

function isStale(error: unknown, { reusedSocket }: ClientRequest): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
}

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
    // The receiver has already answered by its status, so a broken body is no failure.
  }
  return Buffer.concat(chunks).subarray(0, deliveryReadMaxBytes);
}

/** Tells a customer why a delivery got no answer, without naming addresses of this network. */
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
