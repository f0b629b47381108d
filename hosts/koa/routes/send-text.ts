import { Readable } from 'node:stream';
import { type Encoding, encode } from '../../console/encoding.ts';
import type { Context } from '../request-state.ts';
import type { HeldBytes } from '../shares.ts';

interface Sending {
  readonly held: HeldBytes;
  readonly encoding: Encoding;
}

/** Slices show how fast a long text is read. */
export async function sendText(ctx: Context, text: string, { held, encoding }: Sending): Promise<void> {
  const bytes = Buffer.from(text);
  const isCompressed = encoding !== 'identity' && bytes.length > compressedFromBytes;
  ctx.res.once('close', held.end);
  if (isCompressed || bytes.length > sliceBytes) held.grow(bytes.length);
  const body = isCompressed ? await encode(bytes, encoding) : bytes;
  ctx.respond = false;
  if (!ctx.writable) {
    held.end();
    return;
  }
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  ctx.res.setHeader('Content-Length', body.length);
  if (isCompressed) ctx.set({ 'Content-Encoding': encoding, Vary: 'Accept-Encoding' });
  if (body.length <= sliceBytes) ctx.res.end(body);
  else Readable.from(slices(body)).pipe(ctx.res);
}

const compressedFromBytes = 1024;
const sliceBytes = 32 * 1024;

/** Gets each chunk in a turn, and holds it until all its slices were taken. */
export async function* heldSlices(
  chunks: AsyncIterable<Uint8Array>,
  { held, inTurn }: { readonly held: HeldBytes; readonly inTurn: <T>(work: () => Promise<T>) => Promise<T> },
): AsyncIterable<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  const next = () => inTurn(() => source.next());
  let bytes = 0;
  try {
    for (let chunk = await next(); !chunk.done; chunk = await next()) {
      held.grow(chunk.value.length - bytes);
      bytes = chunk.value.length;
      yield* slices(chunk.value);
    }
  } finally {
    held.end();
    await source.return?.();
  }
}

function* slices(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes);
}
