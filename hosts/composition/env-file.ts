// Reads a file `.env` as editors save it. Node's own --env-file takes a byte order mark for a part of the first name and
// reads nothing of UTF-16, both without a word.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** The variables of the file, none if it is not there. Throws one sentence if its letters cannot be read. */
export function readEnvFile(file = '.env'): Readonly<Record<string, string>> {
  const bytes = bytesOf(file);
  if (bytes === undefined) return {};
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (text.includes('\0')) throw new Error(`${file} is no text: save it as UTF-8`);
  const variables = parseEnv(text) as Readonly<Record<string, string>>;
  const damaged = Object.entries(variables).find((pair) => pair.some((part) => part.includes('\ufffd')));
  if (!damaged) return variables;
  throw new Error(
    `${file}: ${damaged[0].replaceAll('\ufffd', '?')} has letters that are not UTF-8: save the file as UTF-8`,
  );
}

function bytesOf(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'EISDIR') throw new Error(`${file} is a folder, not a file of variables`);
    throw new Error(`${file} cannot be read: ${message}`);
  }
}

/** A byte order mark tells it, and without one the zero beside each letter of UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8';
}

/** Adds the file's variables to those of the process, which override them. */
export function loadEnvFile(): void {
  Object.assign(process.env, { ...readEnvFile(), ...process.env });
}
