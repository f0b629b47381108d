import { Readable } from 'node:stream';
import { type Encoding, encode } from '../../console/encoding.ts';
import type { Context } from '../request-state.ts';
import type { HeldBytes } from '../shares.ts';

interface Body {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
}

/**
 * The bytes of a text, compressed where that is worth it. It belongs to the work that is done in turns: the threads that
 * compress are few, and serve in the order of asking.
 */
export async function bodyOf(text: string, encoding: Encoding, held: HeldBytes): Promise<Body> {
  const bytes = Buffer.from(text);
  const isCompressed = encoding !== 'identity' && bytes.length > compressedFromBytes;
  if (isCompressed || bytes.length > sliceBytes) held.grow(bytes.length);
  return isCompressed ? { bytes: await encode(bytes, encoding), encoding } : { bytes, encoding: 'identity' };
}

/** Slices show how fast a long answer is read. */
export function sendBody(ctx: Context, { bytes, encoding }: Body, held: HeldBytes): void {
  ctx.res.once('close', held.end);
  ctx.respond = false;
  if (!ctx.writable) {
    held.end();
    return;
  }
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  ctx.res.setHeader('Content-Length', bytes.length);
  if (encoding !== 'identity') ctx.set({ 'Content-Encoding': encoding, Vary: 'Accept-Encoding' });
  if (bytes.length <= sliceBytes) ctx.res.end(bytes);
  else Readable.from(slices(bytes)).pipe(ctx.res);
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
