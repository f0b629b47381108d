import { Decimal } from 'decimal.js';
import { badRequest } from './errors.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** No array, and not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same value with object keys in code-unit order at every depth, so that equal documents have equal bytes. */
export function canonical(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => canonical(item as Json));
  if (!isJsonObject(value)) return value;
  const sorted: Record<string, Json> = {};
  for (const key of Object.keys(value).sort()) {
    const inner = value[key];
    if (inner !== undefined) sorted[key] = canonical(inner);
  }
  return sorted;
}

/** An object that may hold what is undefined, without that and with its keys in code-unit order at every depth. */
export function canonicalObject(value: object): JsonObject {
  return canonical(value as JsonObject) as JsonObject;
}

/** JSON of `canonical`: equal documents give equal texts. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(canonical(value));
}

/** Whether the decimal of a JSON number is the one that its double is printed as: 0.1 and 1.10 are, 2^53 + 1 is not. */
export function isExactNumber(source: string): boolean {
  const value = Number(source);
  return Number.isFinite(value) && new Decimal(source).equals(value);
}

/** Whether a text means the same everywhere: no half of a surrogate pair, which no UTF-8 can hold, and no NUL. */
export function isWholeText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** A number of fifteen digits without a power is exact; a key that begins so may name an object's prototype. */
const mayBeRefused = /[\s:,[]-?(?:\d[\d.]{15}|\d+(?:\.\d+)?[eE])|"(?:_|\\u005f){2}/i;

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
/** The third argument is newer than its declaration. */
const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** Reads JSON, no number changed: BAD_REQUEST names the first that a double would change, SyntaxError is for no JSON. */
export function exactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const path = mayBeRefused.test(text) ? firstInexact(text) : undefined;
  if (path === undefined) return value;
  throw badRequest(path, 'a number with so many digits, or so large or small, cannot be stored exactly');
}

/** From the number outwards: a reviver sees what is inside before what it is in. */
function firstInexact(text: string): string | undefined {
  let found: { readonly holder: unknown; readonly path: string } | undefined;
  const look: Reviver = function (key, value, { source }) {
    if (key === '__proto__') throw new SyntaxError('__proto__ is no key of a document');
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
    // Nested beyond what the stack holds: the schemas refuse what is far less deep.
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
  return found?.path.replace(/^\.+/, '');
}
