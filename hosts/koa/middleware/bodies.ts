// Reads request bodies as exact bytes, JSON or forms.
import bodyParser from 'koa-bodyparser';
import { exactJson, isJsonObject, ServiceError } from '#core';
import type { Context } from '../request-state.ts';

export const rawBodyMaxBytes = 5 * 1024 * 1024;
export const jsonBodyMaxBytes = 1024 * 1024;
const formBodyMaxBytes = 16 * 1024;

/** Reads at most 5 MiB and never decodes them, because the signature covers these bytes. */
export function readRawBody(ctx: Context): Promise<Uint8Array> {
  Object.assign(ctx.req.headers, { 'content-type': 'application/octet-stream', 'content-encoding': 'identity' });
  return readRaw(ctx);
}

/**
 * Reads at most 1 MiB after decompression, or 5 MiB if `takesMuch`; undefined without a body. Refuses invalid UTF-8 and
 * numbers beyond a double.
 */
export async function readJson(ctx: Context, takesMuch = false): Promise<unknown> {
  if (!hasBody(ctx)) return undefined;
  if (!ctx.is('application/json')) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'send the body as application/json');
  }
  const body = parsed(await (takesMuch ? readRaw : readJsonBytes)(ctx));
  if (!isJsonObject(body)) throw new ServiceError('BAD_REQUEST', 'the body must be a JSON object');
  return body;
}

/** Reads a form's fields; a repeated field is empty. */
export async function readForm(ctx: Context): Promise<(name: string) => string> {
  if (!hasBody(ctx) || !ctx.is('application/x-www-form-urlencoded')) return () => '';
  requireUnread(ctx);
  try {
    const fields = new URLSearchParams((await readFormBytes(ctx)).toString('utf8'));
    return (name) => (fields.getAll(name).length === 1 ? (fields.get(name) ?? '') : '');
  } catch (error) {
    throw new ServiceError('BAD_REQUEST', 'the form could not be read', {}, error);
  }
}

/**
 * Reads so many bytes, as they are, into one buffer. The platform ends a body at its Content-Length, so that it is never
 * longer; one that ends early is refused.
 */
export async function readExactly(ctx: Context, bytes: number): Promise<Uint8Array> {
  requireUnread(ctx);
  const whole = Buffer.allocUnsafeSlow(bytes);
  let length = 0;
  try {
    for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
      if (length + chunk.length > bytes) break;
      chunk.copy(whole, length);
      length += chunk.length;
    }
  } catch (error) {
    throw new ServiceError('BAD_REQUEST', 'the body could not be read', {}, error);
  }
  if (length !== bytes) throw new ServiceError('BAD_REQUEST', 'the body ended before its Content-Length');
  return whole;
}

/** Null without a Content-Length, which a body in chunks does not have. Refuses a compressed body. */
export function declaredLength({ req }: Context): number | null {
  const { 'content-length': length, 'transfer-encoding': chunked, 'content-encoding': encoding } = req.headers;
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'send the file as it is, without a Content-Encoding');
  }
  return chunked === undefined && length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null;
}

function hasBody({ request, req }: Context): boolean {
  return req.headers['transfer-encoding'] !== undefined || (request.length ?? 0) > 0;
}

const readRaw = bytesReader(rawBodyMaxBytes);
const readJsonBytes = bytesReader(jsonBodyMaxBytes);
const readFormBytes = bytesReader(formBodyMaxBytes);

/** Collects and decompresses a body; discards the rest of a refused body. */
function bytesReader(mostBytes: number): (ctx: Context) => Promise<Buffer> {
  // `encoding: null` gives bytes.
  const options = { enableTypes: ['text'], extendTypes: { text: ['*/*'] }, textLimit: `${mostBytes}b`, encoding: null };
  const parse = bodyParser(options);
  return async (ctx) => {
    requireUnread(ctx);
    const { promise: endedEarly, reject } = Promise.withResolvers<never>();
    // While it decompresses, the library does not notice that the client left.
    ctx.req.once('close', () => ctx.req.complete || reject(new Error('the body ended early')));
    try {
      await Promise.race([parse(ctx, async () => {}), endedEarly]);
    } catch (error) {
      // Closing the connection would reset it, and the client could not read the refusal.
      ctx.req.resume();
      throw refusal(error, mostBytes);
    }
    return Buffer.isBuffer(ctx.request.rawBody) ? ctx.request.rawBody : Buffer.alloc(0);
  };
}

/** The embedding program must not have read the body. */
function requireUnread({ req }: Context): void {
  if (!req.readableDidRead) return;
  const message = 'the body was already read: mount Ledgerport before body parsers';
  throw new ServiceError('INTERNAL', message, { reason: 'body_already_read', outcome: 'not_applied' });
}

function refusal(error: unknown, mostBytes: number): ServiceError {
  const status = error instanceof Error && 'status' in error ? error.status : 400;
  if (status === 413) return new ServiceError('PAYLOAD_TOO_LARGE', `the body is larger than ${mostBytes} bytes`);
  if (status !== 415) return new ServiceError('BAD_REQUEST', 'the body could not be read', {}, error);
  const message = 'the body’s Content-Encoding is not one of identity, gzip, deflate, br';
  return new ServiceError('UNSUPPORTED_MEDIA_TYPE', message);
}

function faultOf({ message }: SyntaxError): string {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  const where = line === undefined ? 'it ends too early' : `look at line ${line}, column ${column}`;
  return `the body is not well-formed JSON: ${where}`;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parsed(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {};
  try {
    return exactJson(utf8.decode(bytes));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError(
      'BAD_REQUEST',
      error instanceof SyntaxError ? faultOf(error) : 'the body is not UTF-8',
      {},
      error,
    );
  }
}
