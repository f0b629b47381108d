import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from '#core/ports';
import { TransportFailure } from './transport.ts';

/** What came of a body, also where it broke off. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<{ bytes: Buffer; failure?: TransportFailure }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) break;
    }
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    return { bytes: Buffer.concat(chunks), failure: error };
  }
  return { bytes: Buffer.concat(chunks) };
}

/** The JSON of an answer that says it is JSON; undefined when it says otherwise or cannot be parsed. */
export function jsonOf(headers: IncomingHttpHeaders, bytes: Uint8Array): Json | undefined {
  if (!isType(headers, 'json')) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as Json;
  } catch {
    return undefined;
  }
}

export function isType(headers: IncomingHttpHeaders, type: 'json' | 'pdf'): boolean {
  return new RegExp(`^application/([\\w.+-]+\\+)?${type}\\b`, 'i').test(headers['content-type'] ?? '');
}
