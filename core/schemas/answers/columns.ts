import type * as v from 'valibot';

interface Parts {
  readonly wrapped?: v.GenericSchema;
  readonly item?: v.GenericSchema;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
}

/** Never in a file: what is shown once, and the provider's own documents. */
const leftOut = new Set(['secret', 'signing_secret', 'temporary_password', 'provider_data']);

/**
 * The paths of an answer's values, in the schema's order: a table has a column for each. Lists of objects have none.
 */
export function columnsOf(
  schema: v.GenericSchema & Parts,
  path: readonly string[] = [],
): readonly (readonly string[])[] {
  const { wrapped, item, entries } = schema;
  if (wrapped) return columnsOf(wrapped, path);
  if (!entries) return item && 'entries' in item ? [] : [path];
  const names = Object.entries(entries).filter(([name]) => !leftOut.has(name));
  return names.flatMap(([name, entry]) => columnsOf(entry, [...path, name]));
}
