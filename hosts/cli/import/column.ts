// Finds the field that a CSV column fills, by the schemas of bulk writes.
import { type DateForm, dayOf } from './dates.ts';
import { type DecimalMark, numberOf } from './numbers.ts';
import type { Cell } from './read-rows.ts';

/** The parts of a Valibot schema that describe its fields. */
interface Schema {
  readonly type: string;
  readonly wrapped?: Schema;
  readonly options?: readonly Schema[];
  readonly item?: Schema;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly pipe?: readonly Schema[];
}

export interface Column {
  readonly steps: readonly Step[];
  /** A `word` is one of a few, or an id; spaces around it mean nothing. A `text` may begin with spaces. */
  readonly type: 'number' | 'boolean' | 'date' | 'word' | 'text';
}

interface Step {
  readonly key: string;
  /** True for a list: each row of the file adds one entry. */
  readonly isList: boolean;
  /** Which of the row's entries of this list, from 0. */
  readonly entry: number;
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
    steps.push({ key, isList: lists.length > 0, entry: 0 });
    if (lists.length > 0) found = lists.flatMap(({ item }) => alternatives(item as Schema));
  }
  // A column cannot hold an object or a document of the provider.
  if (found.some(({ entries, type }) => entries || type === 'custom')) return undefined;
  return { steps, type: typeOf(steps.at(-1)?.key ?? '', found) };
}

/** Unwraps an optional schema and lists the members of a union. */
function alternatives(schema: Schema): readonly Schema[] {
  if (schema.wrapped) return alternatives(schema.wrapped);
  const [first] = schema.pipe ?? [];
  if (first && first !== schema && first.type === 'union') return alternatives(first);
  return schema.type === 'union' ? (schema.options ?? []).flatMap(alternatives) : [schema];
}

function typeOf(key: string, found: readonly Schema[]): Column['type'] {
  const type = (['number', 'boolean'] as const).find((one) => found.some((schema) => schema.type === one));
  if (type) return type;
  const rules = found.flatMap(({ pipe = [] }) => pipe.map((rule) => rule.type));
  if (rules.includes('iso_date')) return 'date';
  const isWord = rules.includes('regex') || found.some((schema) => schema.type === 'picklist');
  return isWord || /^(item_key|id|.*_id)$/.test(key) ? 'word' : 'text';
}

/**
 * The columns of a head. A name that occurs again fills the next entry of its innermost list: two pairs of tracking on a
 * line, or two phones of a contact. A document's lines are rows, and a field that is in no list is given once; such a
 * column is undefined, as is one that no schema has.
 */
export function columnsOf(names: readonly string[], schemas: readonly unknown[]): readonly (Column | undefined)[] {
  return names.map((name, i) => {
    const column = columnOf(name, schemas);
    const earlier = names.slice(0, i).filter((one) => one === name).length;
    if (!column || earlier === 0) return column;
    const at = column.steps.findLastIndex(({ isList }) => isList);
    if (at === -1 || (at === 0 && column.steps[0]?.key === 'line_items')) return undefined;
    const steps = column.steps.map((step, n) => (n === at ? { ...step, entry: earlier } : step));
    return { ...column, steps };
  });
}

export interface Manner {
  /** How numbers are written; undefined: with a point and without groups, or not at all. */
  readonly mark: DecimalMark | undefined;
  /** How dates are written; undefined: as the API does. */
  readonly dates: DateForm | undefined;
  /** True in a file that has a space after each separator, where it belongs to none of the values. */
  readonly isSpaced: boolean;
}

/** Returns the fields of a row; an empty cell sets none, and a column without a field is passed over. */
export function fieldsOf(columns: readonly (Column | undefined)[], cells: readonly Cell[], manner: Manner): Fields {
  const fields: Fields = {};
  for (const [i, column] of columns.entries()) {
    const cell = cells[i];
    if (!column || !cell) continue;
    const value = cellValue(cell, column.type, manner);
    if (value !== '') put(fields, column.steps, value);
  }
  return compacted(fields);
}

function put(target: Fields, [step, ...further]: readonly Step[], value: unknown): void {
  if (!step) return;
  const { key, isList, entry } = step;
  const entries = (isList ? (target[key] ?? []) : [target[key]]) as unknown[];
  const at = isList ? entry : 0;
  if (further.length === 0) entries[at] = value;
  else {
    const inner = (entries[at] ?? {}) as Fields;
    put(inner, further, value);
    entries[at] = inner;
  }
  target[key] = isList ? entries : entries[0];
}

/** Closes the gaps that empty cells left in lists. */
function compacted(fields: Fields): Fields {
  for (const [key, value] of Object.entries(fields)) {
    if (Array.isArray(value)) fields[key] = value.filter((entry) => entry !== undefined).map(compactedEntry);
  }
  return fields;
}

const compactedEntry = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null ? compacted(entry as Fields) : entry;

/** Leaves a text that is not of the type as it is, so that the schema refuses it. */
function cellValue({ text, isQuoted }: Cell, type: Column['type'], { mark, dates, isSpaced }: Manner): unknown {
  const trimmed = text.trim();
  if (type === 'boolean' && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true';
  if (type === 'number') return numberOf(trimmed, mark) ?? trimmed;
  if (type === 'date') return (dates && dayOf(trimmed, dates)) ?? trimmed;
  if (type === 'text' && trimmed !== '' && (isQuoted || !isSpaced)) return text;
  return trimmed;
}
