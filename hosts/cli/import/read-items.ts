// Reads the items of a bulk write from a CSV file or a file of JSON lines, in bounded memory.
import path from 'node:path';
import { Failure, UsageError } from '../command.ts';
import { type Fields, fieldsOf } from './column.ts';
import type { Fault, Item, Wanted } from './item.ts';
import { isDamaged } from './numbers.ts';
import { type Form, formOf, type Row, rowsOf } from './read-rows.ts';
import { textOf } from './read-text.ts';
import { type Surveyed, surveyed } from './survey.ts';
import type { Template } from './template-rows.ts';

/** A file that was looked over once; `items` reads it anew each time. */
export interface ItemFile {
  readonly items: () => AsyncGenerator<Item>;
  /** Sentences for the person: what was taken for what. */
  readonly notes: readonly string[];
  /** Undefined unless the file is a template of the provider. */
  readonly template?: Template;
}

const lineMost = 4 * 2 ** 20;
/** A document has at most this many lines. */
const rowsMost = 500;

/** Throws a `Failure` that names the line if the file cannot be read. */
export async function itemFile(file: string, wanted: Wanted): Promise<ItemFile> {
  const extension = path.extname(file).toLowerCase();
  if (extension === '.jsonl' || extension === '.ndjson') return { items: () => itemsOfLines(file), notes: [] };
  if (extension !== '.csv') throw new UsageError(`${file} must end in .csv or .jsonl`);
  const form = formOf(file);
  const found = await surveyed(file, form, wanted);
  return {
    items: () => itemsOfRows(file, form, found),
    notes: found.notes,
    ...(found.template && { template: found.template }),
  };
}

/** Consecutive rows with the same key are one item. */
async function* itemsOfRows(file: string, form: Form, found: Surveyed): AsyncGenerator<Item> {
  let isHead = true;
  let item: Open | undefined;
  for await (const row of rowsOf(file, form)) {
    if (isHead) {
      isHead = false;
      continue;
    }
    const { line } = row;
    const { fields, faults } = fieldsOfRow(row, found);
    if (item && isOfSame(item, fields)) {
      if (++item.rows > rowsMost) throw new Failure(`${file}:${line}: an item has at most ${rowsMost} rows`);
      join(item, fields, line);
      item.faults.push(...faults);
      continue;
    }
    if (item) yield item;
    item = {
      fields: {},
      line,
      faults: [...faults],
      lines: new Map(),
      rows: 1,
      contact: found.template?.contactKeyOf(row),
    };
    join(item, fields, line);
  }
  if (item) yield item;
}

interface Open extends Item {
  readonly faults: Fault[];
  readonly lines: Map<string, number>;
  rows: number;
}

const isOfSame = (item: Open, { item_key }: Fields): boolean =>
  item_key !== undefined && item.fields['item_key'] === item_key;

/** Which texts a spreadsheet may have taken for numbers. */
const codes = /(^|\.)(item_key|id|number|email|(.*_)?(id|key|code|number|reference))$/;

function fieldsOfRow(row: Row, found: Surveyed): { readonly fields: Fields; readonly faults: readonly Fault[] } {
  const { line, cells } = row;
  const fields = fieldsOf(found.columns, cells, found.manner);
  const faults: Fault[] = [];
  for (const [i, { text }] of cells.entries()) {
    const name = found.names[i] ?? '';
    if (name === '' && text.trim() !== '') {
      faults.push({
        line,
        message: `"${shortened(text)}" stands in column ${i + 1}, which has no name in the first row`,
      });
    }
    const fieldName = found.fieldNames[i];
    if (fieldName !== undefined && codes.test(fieldName) && isDamaged(text)) {
      const message = `is ${text.trim()}, to which a spreadsheet turns a long number: format the column as text and enter it again`;
      faults.push({ line, column: name, message });
    }
  }
  found.template?.complete(row, fields, faults);
  const key = found.keyOf(fields, line);
  // Fields are sent in the order of the file, and the key first.
  return { fields: key === undefined ? fields : { item_key: key, ...fields }, faults };
}

export const shortened = (text: string): string => (text.length > 40 ? `${text.trim().slice(0, 40)}…` : text.trim());

/** Adds a row's list entries to the item. Its other fields must repeat those of the rows before. */
function join(item: Open, fields: Fields, line: number): void {
  for (const [key, value] of Object.entries(fields)) {
    const known = item.fields[key];
    if (Array.isArray(value)) {
      const entries = (known ?? []) as unknown[];
      for (const [i] of value.entries()) item.lines.set(`${key}[${entries.length + i}]`, line);
      entries.push(...value);
      item.fields[key] = entries;
    } else if (known === undefined) item.fields[key] = value;
    else if (JSON.stringify(known) !== JSON.stringify(value)) {
      item.faults.push({ line, column: key, message: 'differs from a row above with the same item_key' });
    }
  }
}

async function* itemsOfLines(file: string): AsyncGenerator<Item> {
  let line = 0;
  for await (const text of linesOf(file)) {
    line += 1;
    if (text.trim() === '') continue;
    let fields: unknown;
    try {
      fields = JSON.parse(text);
    } catch (error) {
      throw new Failure(`${file}:${line}: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (typeof fields !== 'object' || fields === null) throw new Failure(`${file}:${line}: is not a JSON object`);
    yield { fields: fields as Fields, line, faults: [], lines: new Map() };
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  let ended = 0;
  for await (const text of textOf(file)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    ended += lines.length;
    yield* lines;
    if (rest.length > lineMost) throw new Failure(`${file}:${ended + 1}: the line is longer than 4 MiB`);
  }
  yield rest;
}
