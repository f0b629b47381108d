import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from '#core/ports';
import { type OpenAnswer, TransportFailure } from './transport.ts';

/** An answer, read to its end or to where it broke off. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The parsed body; undefined when the answer does not say that it is JSON, or is not. */
  readonly json: Json | undefined;
  /** Why the body broke off. */
  readonly failure?: TransportFailure;
}

/** Reads no further than the first `maxBytes`. */
export async function readAnswer(
  { status, headers, body }: OpenAnswer,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<ReadAnswer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let failed = {};
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) break;
    }
  } catch (failure) {
    if (!(failure instanceof TransportFailure)) throw failure;
    failed = { failure };
  }
  const bytes = Buffer.concat(chunks);
  return { status, headers, bytes, json: isType(headers, 'json') ? parsed(bytes) : undefined, ...failed };
}

function parsed(bytes: Buffer): Json | undefined {
  try {
    return JSON.parse(bytes.toString('utf8')) as Json;
  } catch {
    return undefined;
  }
}

export function isType(headers: IncomingHttpHeaders, type: 'json' | 'pdf'): boolean {
  return new RegExp(`^application/([\\w.+-]+\\+)?${type}\\b`, 'i').test(headers['content-type'] ?? '');
}
