// Opens files and reads their text, in whatever encoding their first bytes tell.
import { closeSync, createReadStream, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { Failure } from '../command.ts';

const headBytes = 2 ** 16;

/** Throws a `Failure` in a sentence. */
export function opened(file: string, flags: 'r' | 'a'): number {
  try {
    const descriptor = openSync(file, flags);
    if (!fstatSync(descriptor).isDirectory()) return descriptor;
    closeSync(descriptor);
  } catch (error) {
    throw new Failure(sentenceOf(file, flags, error as NodeJS.ErrnoException));
  }
  throw new Failure(`${file} is a folder, not a file`);
}

function sentenceOf(file: string, flags: 'r' | 'a', { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' && flags === 'r') return `there is no file ${file}`;
  if (code === 'ENOENT') return `${file} cannot be written: there is no such folder`;
  if (code === 'EISDIR') return `${file} is a folder, not a file`;
  if (code === 'EACCES' || code === 'EPERM') return `${file} may not be ${flags === 'r' ? 'read' : 'written'} by you`;
  return `${file}: ${message}`;
}

/**
 * Opens the file for results and empties it, unless it is the file `source`, by whatever name or link: that one is never
 * touched.
 */
export function openedBeside(out: string, source: string): number {
  const [read, written] = [opened(source, 'r'), opened(out, 'a')];
  const [from, to] = [fstatSync(read), fstatSync(written)];
  closeSync(read);
  if (to.isFile() && from.dev === to.dev && from.ino === to.ino) {
    closeSync(written);
    throw new Failure('--out is the file itself: name another one');
  }
  if (to.isFile()) ftruncateSync(written);
  return written;
}

const encodings = ['utf-8', 'utf-16le', 'utf-16be'] as const;
type Encoding = (typeof encodings)[number];

/** A byte order mark tells it, and without one the zeros of UTF-16's first letters. */
function encodingOf([first = 1, second = 1, third = 1, fourth = 1]: Uint8Array): Encoding {
  if ((first === 0xff && second === 0xfe) || (second === 0 && fourth === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && third === 0)) return 'utf-16be';
  return 'utf-8';
}

function headOf(file: string): Uint8Array {
  const head = Buffer.alloc(headBytes);
  const descriptor = opened(file, 'r');
  const bytes = readSync(descriptor, head);
  closeSync(descriptor);
  return head.subarray(0, bytes);
}

/** The first characters of the file; a damaged one is told by `textOf`. */
export function beginningOf(file: string): string {
  const head = headOf(file);
  return new TextDecoder(encodingOf(head)).decode(head);
}

/** Spreadsheets also write encodings that do not say which they are; their letters would be damaged in the books. */
export async function* textOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encodingOf(headOf(file)), { fatal: true });
  try {
    for await (const bytes of createReadStream(file)) yield decoder.decode(bytes as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Failure(`${file} is not UTF-8: save it as "CSV UTF-8" (Excel) or with the character set UTF-8`);
  }
}
