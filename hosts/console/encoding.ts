// Answers that are made and compressed once, in every encoding that a client may accept.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';

export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

export interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly encoded: Readonly<Record<Encoding, Buffer>>;
}

/** Returns the encoding that the client prefers. */
export function encodingFor(ctx: Pick<Context, 'acceptsEncodings'>): Encoding {
  return encodings.find((one) => one === ctx.acceptsEncodings(...encodings)) ?? 'identity';
}

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/**
 * Runs outside the event loop. At level 4 brotli takes as long as gzip; at its default level, a hundred times as long.
 */
export async function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return bytes;
  if (encoding === 'gzip') return zip(bytes);
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: size } = constants;
  return brotli(bytes, { params: { [quality]: 4, [size]: bytes.length } });
}

export async function assetOf(type: string, identity: Buffer): Promise<Asset> {
  const [br, gz] = await Promise.all([encode(identity, 'br'), encode(identity, 'gzip')]);
  return { type, etag: etagOf(identity), encoded: { identity, gzip: gz, br } };
}

export const etagOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 16);

/** Answers 304 where the client already has the asset. */
export function sendAsset(ctx: Context, { type, etag, encoded }: Asset): void {
  ctx.status = 200;
  ctx.vary('Accept-Encoding');
  ctx.type = type;
  const encoding = encodingFor(ctx);
  ctx.etag = `${etag}-${encoding}`;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = encoded[encoding];
}
