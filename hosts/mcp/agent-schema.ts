// JSON Schema as every client takes it. Some drop a tool with a `$ref` or a list of types, some refuse the whole request for a
// union at the top, some fail at a numeric exclusive bound; and every word costs a model's context. What is left out here is
// checked all the same: the use case validates by the whole schema.
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { isJsonObject, type JsonObject } from '#core';
import { NativeWriteRequest } from '#core/schemas';

/** Of a schema: what clients and models make use of. */
const kept = ['type', 'format', 'enum', 'properties', 'required', 'items', 'description'] as const;

const nativeDocument: unknown = NativeWriteRequest.entries.provider_data;

/** The fields of an object's schema; those of one with checks over several fields, too. */
export function entriesOf(schema: v.GenericSchema): v.ObjectEntries {
  const { entries, pipe } = schema as { entries?: v.ObjectEntries; pipe?: readonly [v.GenericSchema] };
  return pipe ? entriesOf(pipe[0]) : (entries ?? {});
}

/** Requests as clients send them, without checks in code. */
export function agentSchema(schema: v.GenericSchema): JsonObject {
  const whole = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema }) => (valibotSchema === nativeDocument ? { type: 'object' } : undefined),
  });
  return simple(whole as JsonObject);
}

/** Also of a parameter that is declared as JSON Schema. */
export function simple(schema: JsonObject): JsonObject {
  const branches = [...branchesIn(schema['anyOf']), ...branchesIn(schema['oneOf'])];
  const [first] = branches;
  // Of a field that null or "" clears, the values; of several kinds of values, the first.
  if (first && schema['type'] === undefined) return simple({ ...schema, anyOf: [], oneOf: [], ...first });
  const whole = 'const' in schema ? { ...schema, enum: [schema['const']] } : schema;
  const entries = kept.flatMap((name) => (whole[name] === undefined ? [] : [[name, partOf(name, whole)] as const]));
  return Object.fromEntries(entries) as JsonObject;
}

function branchesIn(union: unknown): readonly JsonObject[] {
  const all = Array.isArray(union) ? union.filter(isJsonObject) : [];
  return all
    .flatMap((one) => {
      const within = [...branchesIn(one['anyOf']), ...branchesIn(one['oneOf'])];
      return within.length > 0 ? within : [one];
    })
    .filter((one) => one['type'] !== 'null' && one['const'] !== '' && one['const'] !== null);
}

function partOf(name: (typeof kept)[number], schema: JsonObject): unknown {
  const value = schema[name];
  if (name === 'properties' && isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, simple(part as JsonObject)]));
  }
  if (name === 'items' && isJsonObject(value)) return simple(value);
  // Words that are taken in upper and lower case are listed once.
  if (name === 'enum' && Array.isArray(value)) return [...new Set(value.map(upperIfBoth(value)))];
  return value;
}

const upperIfBoth = (all: readonly unknown[]) => (word: unknown) =>
  typeof word === 'string' && all.includes(word.toUpperCase()) ? word.toUpperCase() : word;
