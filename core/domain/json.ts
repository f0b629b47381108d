import { Decimal } from 'decimal.js';
import { badRequest } from './errors.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Bounds recursion over a body. */
export const levelsMax = 64;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sorts object keys by code unit at every depth, so that equal documents have equal bytes. */
export function canonical(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => canonical(item as Json));
  if (!isJsonObject(value)) return value;
  const sorted = Object.keys(value)
    .sort()
    .flatMap((key): [string, Json][] => {
      const inner = value[key];
      return inner === undefined ? [] : [[key, canonical(inner)]];
    });
  // An assignment to `__proto__` would leave that member out.
  return Object.fromEntries(sorted);
}

export function canonicalObject(value: object): JsonObject {
  return canonical(value as JsonObject) as JsonObject;
}

export function canonicalJson(value: Json): string {
  return JSON.stringify(canonical(value));
}

/** True if a double holds this JSON number exactly: 0.1 and 1.10 yes, 2^53 + 1 no. */
export function isExactNumber(source: string): boolean {
  const value = Number(source);
  return Number.isFinite(value) && new Decimal(source).equals(value);
}

/** Rejects half surrogate pairs, which UTF-8 cannot hold, and NUL. */
export function isWholeText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Finds what needs a closer look: numbers with over fifteen digits or an exponent, and keys such as `__proto__`. */
const mayBeRefused = /[\s:,[]-?(?:\d[\d.]{15}|\d+(?:\.\d+)?[eE])|"(?:_|\\u005f){2}/i;

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
/** TypeScript does not declare the third argument yet. */
const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** Throws BAD_REQUEST naming the first number that a double would change, and SyntaxError for text that is not JSON. */
export function exactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const path = mayBeRefused.test(text) ? firstInexact(text) : undefined;
  if (path === undefined) return value;
  throw badRequest(path, 'the number cannot be stored exactly: it has too many digits, or is too large or too small');
}

/** A reviver visits inner values first, so the path grows from the number outwards. */
function firstInexact(text: string): string | undefined {
  let found: { readonly holder: unknown; readonly path: string } | undefined;
  const look: Reviver = function (key, value, { source }) {
    if (key === '__proto__') throw new SyntaxError('__proto__ is not allowed as a key');
    const segment = Array.isArray(this) ? `[${key}]` : `.${key}`;
    if (found) {
      if (value === found.holder) found = { holder: this, path: segment + found.path };
    } else if (typeof value === 'number' && source !== undefined && !isExactNumber(source)) {
      found = { holder: this, path: segment };
    }
    return value;
  };
  try {
    parseWith(text, look);
  } catch (error) {
    // The text is nested too deep for the stack; the schemas refuse far shallower documents.
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
  return found?.path.replace(/^\.+/, '');
}
