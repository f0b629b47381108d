// How one field of a normalized record and its keys in the provider's document become each other.
import {
  badRequest,
  isJsonObject,
  type Json,
  type JsonObject,
  parseResourceId,
  type ResourceType,
  resourceIdOf,
} from '#core/ports';
import { wireDate } from './wire-date.ts';

export interface WriteAt {
  /** The place of the value in the body, e.g. `line_items[2].account_id`. */
  readonly path: string;
  /** A new document has nothing to clear. */
  readonly creating: boolean;
}

export interface Field {
  /** The name on our wire. */
  readonly name: string;
  /** Null where the document has no value; an empty text counts as none. */
  readonly read: (native: JsonObject) => Json;
  /** The native keys that set the field; absent where the provider does not let it be written. */
  readonly write?: (value: Json, at: WriteAt) => JsonObject;
}

/** Free text; null and "" clear it (provider: "" clears, null counts as absent). */
export function text(name: string, key: string): Field {
  return {
    name,
    read: (native) => textAt(native, key),
    write: (value, at) => (isCleared(value) ? clearing(key, at) : { [key]: expectText(value, at) }),
  };
}

/** A word of a fixed vocabulary, upper case at the provider, taken in any case. Cannot be cleared. */
export function word(name: string, key: string): Field {
  return {
    name,
    read: (native) => textAt(native, key),
    write: (value, at) => ({ [key]: expectText(value, at).toUpperCase() }),
  };
}

/** Our word for the provider's, in whatever case it was written; a word that the table does not know passes through. */
export function translated(name: string, key: string, table: Readonly<Record<string, string>>): Field {
  const back = Object.fromEntries(Object.entries(table).map(([ours, theirs]) => [theirs.toUpperCase(), ours]));
  return {
    name,
    read: (native) => {
      const value = textAt(native, key);
      return value === null ? null : (back[value.toUpperCase()] ?? value);
    },
    write: (value, at) => ({ [key]: table[expectText(value, at)] ?? expectText(value, at) }),
  };
}

export function amount(name: string, key: string): Field {
  return {
    name,
    read: (native) => (typeof native[key] === 'number' ? native[key] : null),
    write: (value, at) => (value === null ? {} : { [key]: expectNumber(value, at) }),
  };
}

export function flag(name: string, key: string): Field {
  return {
    name,
    read: (native) => (typeof native[key] === 'boolean' ? native[key] : null),
    write: (value, at) => ({ [key]: expectBoolean(value, at) }),
  };
}

/** A business date, `YYYY-MM-DD` on both sides of a write. */
export function date(name: string, key: string): Field {
  return {
    name,
    read: (native) => wireDate(native[key]),
    write: (value, at) => (isCleared(value) ? clearing(key, at) : { [key]: expectText(value, at) }),
  };
}

/** The id of a related record: read as the service's, written as either. `keys` leads to it in the document. */
export function reference(name: string, type: ResourceType, ...keys: readonly [string, ...string[]]): Field {
  return {
    name,
    read: (native) => serviceId(type, valueAt(native, keys)),
    write: (value, at) => nested(keys, referencedId(type, value, at)),
  };
}

/** A reference that null or "" takes away. */
export function clearableReference(name: string, type: ResourceType, key: string): Field {
  const { read } = reference(name, type, key);
  return {
    name,
    read,
    write: (value, at) => (isCleared(value) ? clearing(key, at) : { [key]: referencedId(type, value, at) }),
  };
}

/** A reference that can be set and not taken away; a new document without it gets the provider's choice. */
export function requiredReference(name: string, type: ResourceType, key: string): Field {
  const { read } = reference(name, type, key);
  return {
    name,
    read,
    write: (value, at) => {
      if (!isCleared(value)) return { [key]: referencedId(type, value, at) };
      if (at.creating) return {};
      throw badRequest(at.path, `${at.path} cannot be cleared; name another`);
    },
  };
}

/** The field as the provider computes it. */
export function readOnly({ name, read }: Field): Field {
  return { name, read };
}

/** The service's id of a provider id; null for none, for the zero id and for what is no id. */
export function serviceId(type: ResourceType, providerId: Json | undefined): string | null {
  if (typeof providerId !== 'string' || providerId === zeroId) return null;
  const { kind } = parseResourceId(type, providerId);
  return kind === 'this_type' ? resourceIdOf(type, providerId) : null;
}

/** Provider: means "no record". */
export const zeroId = '00000000-0000-0000-0000-000000000000';

function referencedId(type: ResourceType, value: Json, { path }: WriteAt): string {
  if (typeof value !== 'string' || value === '') throw badRequest(path, `${path} cannot be empty`);
  const parsed = parseResourceId(type, value);
  if (parsed.kind === 'other_type') throw badRequest(path, `${path} is the id of another kind of record`);
  if (parsed.kind === 'malformed') throw badRequest(path, `${path} is not a valid id`);
  return parsed.providerId;
}

function isCleared(value: Json): boolean {
  return value === null || value === '';
}

export function textAt(native: JsonObject, key: string): string | null {
  const value = native[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

function clearing(key: string, { creating }: WriteAt): JsonObject {
  return creating ? {} : { [key]: '' };
}

function valueAt(native: JsonObject, keys: readonly string[]): Json | undefined {
  let value: Json | undefined = native;
  for (const key of keys) value = isJsonObject(value) ? value[key] : undefined;
  return value;
}

function nested(keys: readonly string[], value: Json): JsonObject {
  const [key = '', ...rest] = keys;
  return { [key]: rest.length === 0 ? value : nested(rest, value) };
}

// The core's schemas have checked shapes already; these refuse what a wrong caller of the port would send on.
function expectText(value: Json, { path }: WriteAt): string {
  if (typeof value !== 'string' || value === '') throw badRequest(path, `${path} must be a text and cannot be cleared`);
  return value;
}

function expectNumber(value: Json, { path }: WriteAt): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw badRequest(path, `${path} must be a number`);
  return value;
}

function expectBoolean(value: Json, { path }: WriteAt): boolean {
  if (typeof value !== 'boolean') throw badRequest(path, `${path} must be true or false`);
  return value;
}
