// Finds the field that a CSV column fills, by the schemas of bulk writes.

/** The parts of a Valibot schema that describe its fields. */
interface Schema {
  readonly type: string;
  readonly wrapped?: Schema;
  readonly options?: readonly Schema[];
  readonly item?: Schema;
  readonly entries?: Readonly<Record<string, Schema>>;
}

export interface Column {
  readonly steps: readonly Step[];
  readonly type: 'number' | 'boolean' | 'text';
}

interface Step {
  readonly key: string;
  /** True for a list: each row of the file adds one entry. */
  readonly isList: boolean;
}

export type Fields = { [key: string]: unknown };

/** Returns the column of a field such as `line_items.quantity`, or undefined if no schema has the field. */
export function columnOf(name: string, schemas: readonly unknown[]): Column | undefined {
  const steps: Step[] = [];
  let found = (schemas as readonly Schema[]).flatMap(alternatives);
  for (const key of name.split('.')) {
    const inner = found.map(({ entries = {} }) => (Object.hasOwn(entries, key) ? entries[key] : undefined));
    found = inner.flatMap((schema) => (schema ? alternatives(schema) : []));
    if (found.length === 0) return undefined;
    const lists = found.filter(({ item }) => item);
    steps.push({ key, isList: lists.length > 0 });
    if (lists.length > 0) found = lists.flatMap(({ item }) => alternatives(item as Schema));
  }
  // A column cannot hold an object or a document of the provider.
  if (found.some(({ entries, type }) => entries || type === 'custom')) return undefined;
  const type = (['number', 'boolean'] as const).find((one) => found.some((schema) => schema.type === one)) ?? 'text';
  return { steps, type };
}

/** Unwraps an optional schema and lists the members of a union. */
function alternatives(schema: Schema): readonly Schema[] {
  if (schema.wrapped) return alternatives(schema.wrapped);
  return schema.type === 'union' ? (schema.options ?? []).flatMap(alternatives) : [schema];
}

/** Returns the fields of a row; an empty cell sets none. */
export function fieldsOf(columns: readonly Column[], cells: readonly string[]): Fields {
  const fields: Fields = {};
  for (const [i, { steps, type }] of columns.entries()) {
    const cell = cells[i]?.trim();
    if (!cell) continue;
    put(fields, steps, cellValue(cell, type));
  }
  return fields;
}

function put(target: Fields, [step, ...further]: readonly Step[], value: unknown): void {
  if (!step) return;
  const { key, isList } = step;
  const known = target[key] as Fields | readonly [Fields] | undefined;
  const inner = (Array.isArray(known) ? known[0] : known) ?? {};
  put(inner, further, value);
  const content = further.length > 0 ? inner : value;
  target[key] = isList ? [content] : content;
}

/** Leaves a text that is not of the type as it is, so that the schema refuses it. */
function cellValue(cell: string, type: Column['type']): unknown {
  if (type === 'boolean' && /^(true|false)$/i.test(cell)) return cell.toLowerCase() === 'true';
  // A JavaScript number does not keep more than 15 digits.
  return type === 'number' && /^-?(?=[\d.]{1,16}$)\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell;
}
