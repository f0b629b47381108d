// Makes answers from entities. The schema alone says what an answer holds.
import type * as v from 'valibot';

/** `provider_tenant_id` is `providerTenantId` in entities. */
type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;

/** An answer's source: the same fields in camelCase, times as dates, documents as they are. */
export type Source<T> = T extends string
  ? string extends T
    ? string | Date
    : T
  : T extends readonly (infer Item)[]
    ? readonly Source<Item>[]
    : T extends object
      ? string extends keyof T
        ? object
        : { readonly [Name in keyof T as Camel<Name>]: Source<T[Name]> }
      : T;

type Presenter = (value: unknown) => unknown;

/** Writes fields in snake_case and times in ISO 8601 (UTC, milliseconds); drops what the schema does not name. */
export function presenter<S extends v.GenericSchema>(
  schema: S,
): (source: Source<v.InferOutput<S>>) => v.InferOutput<S> {
  return presenterOf(schema) as (source: Source<v.InferOutput<S>>) => v.InferOutput<S>;
}

interface Parts {
  readonly wrapped?: v.GenericSchema;
  readonly item?: v.GenericSchema;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
}

function presenterOf(schema: v.GenericSchema & Parts): Presenter {
  const { wrapped, item, entries } = schema;
  if (wrapped) {
    const made = presenterOf(wrapped);
    return (value) => (value === null ? null : made(value));
  }
  if (item) {
    const each = presenterOf(item);
    return (list) => (list as readonly unknown[]).map(each);
  }
  if (!entries) return (value) => (value instanceof Date ? value.toISOString() : value);
  const fields = Object.entries(entries).map(([name, entry]) => ({
    name,
    from: camel(name),
    made: presenterOf(entry),
  }));
  return (entity) => {
    const answer: Record<string, unknown> = {};
    for (const { name, from, made } of fields) {
      const value = (entity as Readonly<Record<string, unknown>>)[from];
      if (value !== undefined) answer[name] = made(value);
    }
    return answer;
  };
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
