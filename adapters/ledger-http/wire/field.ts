import {
  badRequest,
  isJsonObject,
  type Json,
  type JsonObject,
  plainTextsOf,
  providerIdOf,
  type ResourceType,
  resourceIdOf,
} from '#core/ports';
import { idForms } from './id-forms.ts';
import { wireDate } from './wire-date.ts';

interface WriteAt {
  readonly path: string;
  readonly creating: boolean;
  /** All that is written beside the field, for a key that holds two of them. */
  readonly body: JsonObject;
}

export interface Field {
  readonly name: string;
  /** Returns null where the document has no value; "" counts as no value. */
  readonly read: (native: JsonObject) => Json;
  /** Absent where the provider accepts no value from anybody. */
  readonly write?: (value: Json, at: WriteAt) => JsonObject;
}

/** Without a `key` a field's name at the provider is ours in Pascal case: `due_date` is `DueDate`. */
function inPascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Null and "" clear free text, which the provider does only for "". */
export function text(name: string, key = inPascalCase(name)): Field {
  return { name, read: (native) => textAt(native, key), write: clearable(key, (value) => value) };
}

/** The plain texts of a family, and the longest of each by its key; `keys` are those that differ from our names. */
export function plainFields(type: ResourceType, keys: Readonly<Record<string, string>> = {}) {
  const keyOf = (name: string) => keys[name] ?? inPascalCase(name);
  const declared = Object.entries(plainTextsOf(type));
  return {
    fields: declared.map(([name]) => text(name, keyOf(name))),
    longest: Object.fromEntries(declared.map(([name, { longest }]) => [keyOf(name), longest])),
  };
}

/** An upper-case word of a fixed vocabulary, which cannot be cleared. */
export function word(name: string, key = inPascalCase(name)): Field {
  return { name, read: (native) => textAt(native, key), write: (value) => ({ [key]: String(value).toUpperCase() }) };
}

/** Passes unknown words through. */
export function translated(name: string, key: string, table: Readonly<Record<string, string>>): Field {
  const back = Object.fromEntries(Object.entries(table).map(([ours, theirs]) => [theirs.toUpperCase(), ours]));
  return {
    name,
    read: (native) => {
      const value = textAt(native, key);
      return value === null ? null : (back[value.toUpperCase()] ?? value);
    },
    write: (value) => ({ [key]: table[String(value)] ?? value }),
  };
}

/** Null cannot clear the value. */
function ofType(type: 'number' | 'boolean') {
  return (name: string, key = inPascalCase(name)): Field => ({
    name,
    read: ({ [key]: value = null }) => (typeof value === type ? value : null),
    write: (value): JsonObject => (value === null ? {} : { [key]: value }),
  });
}

export const amount = ofType('number');
export const flag = ofType('boolean');

export function date(name: string, key = inPascalCase(name)): Field {
  return { name, read: (native) => wireDate(native[key]), write: clearable(key, (value) => value) };
}

/** The id of a related record, at a key or inside the object there. It can be replaced but not cleared. */
export function reference(name: string, type: ResourceType, key: string, within?: string): Field {
  return {
    name,
    read: ({ [key]: value }) => {
      if (within === undefined) return serviceId(type, value);
      return isJsonObject(value) ? serviceId(type, value[within]) : null;
    },
    write: (value, at) => {
      if (!isCleared(value)) {
        const id = referencedId(type, value, at);
        return { [key]: within === undefined ? id : { [within]: id } };
      }
      if (at.creating) return {};
      throw badRequest(at.path, 'cannot be cleared; name another');
    },
  };
}

export function clearableReference(name: string, type: ResourceType, key: string): Field {
  return { ...reference(name, type, key), write: clearable(key, (value, at) => referencedId(type, value, at)) };
}

/** A create omits what an update would clear. */
function clearable(key: string, written: (value: Json, at: WriteAt) => Json) {
  return (value: Json, at: WriteAt): JsonObject => {
    if (!isCleared(value)) return { [key]: written(value, at) };
    return at.creating ? {} : { [key]: '' };
  };
}

/** An object of fields, null where each of them is null. */
export function part(name: string, key: string, fields: readonly Field[]): Field {
  return {
    name,
    read: (native) => {
      const value = native[key];
      const read = isJsonObject(value) ? readFields(fields, value) : {};
      return Object.values(read).every((inner) => inner === null) ? null : read;
    },
    write: (value, { path }) => ({
      [key]: isJsonObject(value) ? writeFields(fields, value, { creating: true, prefix: `${path}.` }) : {},
    }),
  };
}

/** Provider: a list that is sent replaces the whole list. */
export function list(name: string, key: string, fields: readonly Field[]): Field {
  return {
    name,
    read: (native) => objectsIn(native[key]).map((item) => readFields(fields, item)),
    write: (value, { path }) => ({ [key]: writeItems(fields, value, path) }),
  };
}

/** An item with the id of a line changes that line; every other item is new. */
export function writeItems(fields: readonly Field[], value: Json, path: string): readonly JsonObject[] {
  return objectsIn(value).map((item, index) => {
    const creating = typeof item['line_item_id'] !== 'string';
    return writeFields(fields, item, { creating, prefix: `${path}[${index}].` });
  });
}

export function readOnly({ name, read }: Field): Field {
  return { name, read };
}

function serviceId(type: ResourceType, id: Json | undefined): string | null {
  if (typeof id !== 'string' || id === zeroId) return null;
  const providerId = providerIdOf(type, id, idForms);
  if (providerId === undefined) return null;
  if (providerId.length !== id.length) throw new Error('names a record as the service does');
  return resourceIdOf(type, providerId);
}

export function shownIds(type: ResourceType, key: string): readonly Field[] {
  return [
    { name: 'id', read: (native) => serviceId(type, native[key]) },
    { name: 'provider_id', read: (native) => textAt(native, key)?.toLowerCase() ?? null },
  ];
}

/** Provider: stands for "no record". */
export const zeroId = '00000000-0000-0000-0000-000000000000';

function referencedId(type: ResourceType, value: Json, { path }: WriteAt): string {
  const providerId = providerIdOf(type, String(value), idForms);
  if (providerId === undefined) throw badRequest(path, 'is not a valid id');
  return providerId;
}

function isCleared(value: Json): boolean {
  return value === null || value === '';
}

export function textAt(native: JsonObject, key: string): string | null {
  const value = native[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function readFields(fields: readonly Field[], native: JsonObject): JsonObject {
  return Object.fromEntries(fields.map((field) => [field.name, field.read(native)]));
}

/** Writes in the table's order, so that equal bodies give equal bytes. Throws for a field that cannot be written. */
export function writeFields(
  fields: readonly Field[],
  body: JsonObject,
  { creating, prefix = '' }: { creating: boolean; prefix?: string },
): JsonObject {
  const known = new Map(fields.map((field) => [field.name, field]));
  for (const name of Object.keys(body)) {
    const path = prefix + name;
    const field = known.get(name);
    if (!field) throw badRequest(path, 'is not a field of this record');
    if (!field.write) throw badRequest(path, 'cannot be written');
  }
  let native: JsonObject = {};
  for (const { name, write } of fields) {
    const value = body[name];
    if (value === undefined || !write) continue;
    native = merged(native, write(value, { path: prefix + name, creating, body }));
  }
  return native;
}

/** Merges, because two fields may set keys of one object (an account's id and code). */
function merged(native: JsonObject, more: JsonObject): JsonObject {
  const joined = Object.entries(more).map(([key, value]): [string, Json] => {
    const before = native[key];
    return [key, isJsonObject(before) && isJsonObject(value) ? { ...before, ...value } : value];
  });
  return { ...native, ...Object.fromEntries(joined) };
}

export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
