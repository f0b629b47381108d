import { badRequest, isJsonObject, type Json, type JsonObject } from '#core/ports';
import type { Field } from './field.ts';

/** The normalized record of a native document. */
export function readFields(fields: readonly Field[], native: JsonObject): JsonObject {
  return Object.fromEntries(fields.map((field) => [field.name, field.read(native)]));
}

/**
 * The native keys that set the given fields, in the table's order, so that equal bodies give equal bytes. A field
 * that the provider computes or has no place for is refused by name.
 */
export function writeFields(
  fields: readonly Field[],
  body: JsonObject,
  { creating, prefix = '' }: { creating: boolean; prefix?: string },
): JsonObject {
  const known = new Map(fields.map((field) => [field.name, field]));
  for (const name of Object.keys(body)) {
    const path = prefix + name;
    const field = known.get(name);
    if (!field) throw badRequest(path, `${path} is not a field of this record`);
    if (!field.write) throw badRequest(path, `${path} cannot be written`);
  }
  let native: JsonObject = {};
  for (const { name, write } of fields) {
    const value = body[name];
    if (value === undefined || !write) continue;
    native = merged(native, write(value, { path: prefix + name, creating }));
  }
  return native;
}

/** Two fields may set keys of one sub-object (an account's id and code). */
function merged(native: JsonObject, more: JsonObject): JsonObject {
  const joined = Object.entries(more).map(([key, value]): [string, Json] => {
    const before = native[key];
    return [key, isJsonObject(before) && isJsonObject(value) ? { ...before, ...value } : value];
  });
  return { ...native, ...Object.fromEntries(joined) };
}

/** The objects of a list in a document; anything else in it is left out. */
export function objectsAt(native: JsonObject, key: string): readonly JsonObject[] {
  const value = native[key];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function expectObjects(value: Json, path: string): readonly JsonObject[] {
  if (!Array.isArray(value)) throw badRequest(path, `${path} must be a list`);
  return value.map((item: Json, index) => {
    if (!isJsonObject(item)) throw badRequest(`${path}[${index}]`, `${path}[${index}] must be an object`);
    return item;
  });
}
