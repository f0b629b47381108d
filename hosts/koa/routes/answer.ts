import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RenderedDocument } from '#core';
import type { Context } from '../request-state.ts';
import type { ApiRoute, ConsoleRoute, Reply } from './route.ts';

/** Writes a handler's result: the success envelope, or a file. */
export async function answer(
  ctx: Context,
  route: ApiRoute | ConsoleRoute,
  result: Reply | RenderedDocument,
): Promise<void> {
  if ('chunks' in result) return download(ctx, result);
  const { status = route.operations[0]?.success.status ?? 200, message, data, meta, replayed } = result;
  ctx.status = status;
  if (replayed !== undefined) ctx.set('Idempotent-Replayed', String(replayed));
  ctx.body = { success: true, message, data, ...(meta === undefined ? {} : { meta }) };
}

/**
 * Streams at the client's pace. The first chunk is awaited before any header goes out, so that what fails until then is
 * an ordinary error; what fails later destroys the socket, and the client sees a broken transfer instead of a short file.
 */
async function download(ctx: Context, { chunks, filename }: RenderedDocument): Promise<void> {
  const stream = Readable.from(chunks);
  await once(stream, 'readable');
  ctx.status = 200;
  ctx.attachment(safeFilename(filename));
  ctx.type = 'application/pdf';
  ctx.respond = false;
  await pipeline(stream, ctx.res);
}

const filenameMaxLength = 120;

/** A document number may hold anything; a file name and a header may not. */
export function safeFilename(name: string): string {
  const safe = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}"*/:<>?\\|]/gu, '_')
    .replace(/^[.\s]+/, '')
    .slice(-filenameMaxLength);
  return safe === '' ? 'document' : safe;
}
