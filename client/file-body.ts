// A file as the body of a call: its bytes, read once.
import type { FileContent } from './call-types.ts';

export interface FileBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

const bytesMost = 10_000_000;

/** Rejects with TypeError for what is no file, and for more bytes than the service takes, before all of a stream is read. */
export async function fileBodyOf(content: FileContent, contentType: string | undefined): Promise<FileBody> {
  const own = content instanceof Blob ? content.type : '';
  const bytes = await bytesOf(content);
  if (bytes.length > bytesMost) throw tooMuch();
  return { bytes, contentType: contentType ?? (own === '' ? 'application/octet-stream' : own) };
}

/** The name that a `File` brings. */
export function nameOfFile(content: unknown): string | undefined {
  return content instanceof Blob && 'name' in content && typeof content.name === 'string' ? content.name : undefined;
}

async function bytesOf(content: FileContent): Promise<Uint8Array<ArrayBuffer>> {
  if (content instanceof Blob) {
    if (content.size > bytesMost) throw tooMuch();
    return new Uint8Array(await content.arrayBuffer());
  }
  if (content instanceof ArrayBuffer) return new Uint8Array(content);
  // A copy: the caller may change its bytes between two tries.
  if (content instanceof Uint8Array) return Uint8Array.from(content);
  if (typeof content !== 'object' || content === null || !(Symbol.asyncIterator in content)) {
    throw new TypeError('a file is a Blob, an ArrayBuffer, a Uint8Array or a stream of Uint8Array');
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > bytesMost) throw tooMuch();
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function tooMuch(): TypeError {
  return new TypeError(`a file has at most ${bytesMost.toLocaleString('en')} bytes`);
}
