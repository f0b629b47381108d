import bodyParser from 'koa-bodyparser';
import { exactJson, isJsonObject, ServiceError } from '#core';
import type { Context } from '../routes/route.ts';
import { drain } from './drain.ts';

export const jsonBodyMaxBytes = 1024 * 1024;

/**
 * Reads a JSON object of at most 1 MiB (measured after any decompression). No body at all is left undefined, for the
 * schema to say what is missing. The bytes are decoded and parsed here: what is no UTF-8 would come as another text, and
 * a number that no double holds as another number.
 */
export function jsonBody() {
  // A character a byte. The option's declaration calls it something else.
  const inBytes = { encoding: 'latin1' };
  const read = bodyParser({
    enableTypes: ['text'],
    extendTypes: { text: ['application/json'] },
    textLimit: `${jsonBodyMaxBytes}b`,
    onerror: refuse,
    ...inBytes,
  });
  return async (ctx: Context, next: () => Promise<unknown>) => {
    if (!hasBody(ctx)) return next();
    if (!ctx.is('application/json')) {
      throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'send the body as application/json');
    }
    await read(ctx, async () => {});
    ctx.request.body = parsed(Buffer.from(String(ctx.request.body), 'latin1'));
    if (!isJsonObject(ctx.request.body)) throw new ServiceError('BAD_REQUEST', 'the body must be a JSON object');
    return next();
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parsed(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {};
  try {
    return exactJson(utf8.decode(bytes));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const isJson = error instanceof SyntaxError;
    throw new ServiceError(
      'BAD_REQUEST',
      isJson ? 'the body is not well-formed JSON' : 'the body is not UTF-8',
      {},
      error,
    );
  }
}

function hasBody(ctx: Context): boolean {
  return ctx.req.headers['transfer-encoding'] !== undefined || (ctx.request.length ?? 0) > 0;
}

/** Whatever ended the reading, what is left of the body must go, or the connection's next request waits behind it. */
function refuse(error: Error & { status?: number }, ctx: { req: Context['req'] }): never {
  drain(ctx.req);
  if (error.status === 413) {
    throw new ServiceError('PAYLOAD_TOO_LARGE', `the body is larger than ${jsonBodyMaxBytes} bytes`);
  }
  if (error.status === 415) {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      'the body’s Content-Encoding is not one of identity, gzip, deflate',
    );
  }
  throw new ServiceError('BAD_REQUEST', 'the body is not well-formed JSON', {}, error);
}
