// Reads request bodies: exact bytes, JSON, forms.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createUnzip } from 'node:zlib';
import { exactJson, isJsonObject, ServiceError } from '#core';
import type { Context } from '../routes/route.ts';

export const rawBodyMaxBytes = 5 * 1024 * 1024;
export const jsonBodyMaxBytes = 1024 * 1024;
const formBodyMaxBytes = 16 * 1024;
const drainMaxBytes = 16 * 1024 * 1024;

/**
 * Discards the rest of a refused body, so that the client can read the refusal; closing on it would reset the
 * connection. A body that goes on beyond 16 MiB loses its connection.
 */
export function drain(request: IncomingMessage): void {
  let seen = 0;
  request.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (seen > drainMaxBytes) request.socket.destroy();
  });
  request.resume();
}

/** The exact bytes of a body of at most 5 MiB: a signature is over these, not over what a parser makes of them. */
export function readRawBody(request: IncomingMessage): Promise<Uint8Array> {
  return readBytes(request, request, rawBodyMaxBytes);
}

/**
 * A JSON object of at most 1 MiB after decompression; undefined where there is no body. A text that is not UTF-8 and a
 * number that no double holds are refused: a lenient parser would change them.
 */
export async function readJson(ctx: Context): Promise<unknown> {
  if (!hasBody(ctx)) return undefined;
  if (!ctx.is('application/json')) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'send the body as application/json');
  }
  const body = parsed(await readBytes(ctx.req, decompressed(ctx.req), jsonBodyMaxBytes));
  if (!isJsonObject(body)) throw new ServiceError('BAD_REQUEST', 'the body must be a JSON object');
  return body;
}

/** The fields that a page's form posts; of a field that comes twice, nothing. */
export async function readForm(ctx: Context): Promise<(name: string) => string> {
  if (!hasBody(ctx) || !ctx.is('application/x-www-form-urlencoded')) return () => '';
  try {
    const bytes = await readBytes(ctx.req, decompressed(ctx.req), formBodyMaxBytes);
    const fields = new URLSearchParams(bytes.toString('utf8'));
    return (name) => (fields.getAll(name).length === 1 ? (fields.get(name) ?? '') : '');
  } catch (error) {
    throw new ServiceError('BAD_REQUEST', 'the form could not be read', {}, error);
  }
}

function hasBody({ request, req }: Context): boolean {
  return req.headers['transfer-encoding'] !== undefined || (request.length ?? 0) > 0;
}

function decompressed(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return request;
  if (encoding === 'gzip' || encoding === 'deflate') return request.pipe(createUnzip());
  drain(request);
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'the body’s Content-Encoding is not one of identity, gzip, deflate');
}

/** Collects what `source`, the request or what decompresses it, yields. The rest of a refused body is discarded. */
function readBytes(request: IncomingMessage, source: Readable, mostBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
    else refuse(tooLarge);
  };
  const refuse = (error: ServiceError) => {
    source.off('data', take);
    if (source !== request) source.destroy();
    drain(request);
    reject(error);
  };
  const tooLarge = new ServiceError('PAYLOAD_TOO_LARGE', `the body is larger than ${mostBytes} bytes`);
  const unreadable = (error: Error) => refuse(new ServiceError('BAD_REQUEST', 'the body could not be read', {}, error));
  source.on('data', take).once('error', unreadable);
  source.once('end', () => resolve(Buffer.concat(chunks)));
  request.once('close', () => request.complete || unreadable(new Error('the body ended early')));
  if (source === request && Number(request.headers['content-length'] ?? 0) > mostBytes) refuse(tooLarge);
  return promise;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parsed(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {};
  try {
    return exactJson(utf8.decode(bytes));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const why = error instanceof SyntaxError ? 'the body is not well-formed JSON' : 'the body is not UTF-8';
    throw new ServiceError('BAD_REQUEST', why, {}, error);
  }
}
