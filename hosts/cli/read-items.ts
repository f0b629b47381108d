// Reads the items of a bulk write from a CSV file or a file of JSON lines, in bounded memory.
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { CsvError, parse as csvParser } from 'csv-parse';
import { meant } from '../../core/domain/near-word.ts';
import { type Column, columnOf, type Fields, fieldsOf } from './column.ts';
import { Failure, UsageError } from './command.ts';

export interface Fault {
  readonly line: number;
  /** Undefined for a fault of the whole line. */
  readonly column?: string;
  readonly message: string;
}

export interface Item {
  readonly fields: Fields;
  /** The item's first line in the file, counted from 1. */
  readonly line: number;
  readonly faults: readonly Fault[];
  /** The first line of each list entry, by its path, such as `line_items[1]`. */
  readonly lines: ReadonlyMap<string, number>;
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

const lineMost = 4 * 2 ** 20;
const rowMost = 2 ** 16;
/** A document has at most this many lines. */
const rowsMost = 500;

/** Every item must follow one of the `schemas`. Throws a `Failure` that names the line if the file cannot be read. */
export function readItems(file: string, schemas: readonly unknown[]): AsyncGenerator<Item> {
  const extension = path.extname(file).toLowerCase();
  if (extension === '.csv') return itemsOfRows(file, schemas);
  if (extension === '.jsonl' || extension === '.ndjson') return itemsOfLines(file);
  throw new UsageError(`${file} must end in .csv or .jsonl`);
}

/** Consecutive rows with the same `item_key` are one item. */
async function* itemsOfRows(file: string, schemas: readonly unknown[]): AsyncGenerator<Item> {
  let columns: readonly Column[] | undefined;
  let item: Open | undefined;
  for await (const { line, cells } of rowsOf(file)) {
    if (!columns) {
      columns = columnsOf(file, { line, cells }, schemas);
      continue;
    }
    const fields = fieldsOf(columns, cells);
    if (item && fields['item_key'] !== undefined && item.fields['item_key'] === fields['item_key']) {
      if (++item.rows > rowsMost) throw new Failure(`${file}:${line}: an item has at most ${rowsMost} rows`);
      join(item, fields, line);
      continue;
    }
    if (item) yield item;
    item = { fields: {}, line, faults: [], lines: new Map(), rows: 1 };
    join(item, fields, line);
  }
  if (item) yield item;
}

interface Open extends Item {
  readonly faults: Fault[];
  readonly lines: Map<string, number>;
  rows: number;
}

function columnsOf(file: string, { line, cells }: Row, schemas: readonly unknown[]): readonly Column[] {
  const names = cells.map((cell) => cell.trim());
  const known = (schemas as readonly { readonly entries: object }[]).flatMap(({ entries }) => Object.keys(entries));
  const columns = names.map((name, i) => {
    const column = names.indexOf(name) === i ? columnOf(name, schemas) : undefined;
    if (column) return column;
    const why = names.indexOf(name) === i ? `is not a field of these records${meant(name, known)}` : 'occurs twice';
    throw new Failure(`${file}:${line}: the column "${name}" ${why}`);
  });
  if (names.includes('item_key')) return columns;
  throw new Failure(`${file}:${line}: the column item_key is missing: it names each item, by its number for example`);
}

/** Adds a row's list entries to the item. Its other fields must repeat those of the rows before. */
function join(item: Open, fields: Fields, line: number): void {
  for (const [key, value] of Object.entries(fields)) {
    const known = item.fields[key];
    if (Array.isArray(value)) {
      const entries = (known ?? []) as unknown[];
      item.lines.set(`${key}[${entries.length}]`, line);
      entries.push(...value);
      item.fields[key] = entries;
    } else if (known === undefined) item.fields[key] = value;
    else if (JSON.stringify(known) !== JSON.stringify(value)) {
      item.faults.push({ line, column: key, message: 'differs from a row above with the same item_key' });
    }
  }
}

async function* rowsOf(file: string): AsyncGenerator<Row> {
  const options = { delimiter: delimiterOf(file), info: true, skip_empty_lines: true, max_record_size: rowMost };
  const parser = Readable.from(textOf(file)).compose(csvParser(options));
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      // The parser names the record's last line.
      yield { line: info.lines - (record.join('').match(/\n/g) ?? []).length, cells: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Failure(`${file}:${String(error['lines'])}: ${error.message}`);
  }
}

/** Returns the separator that the first line contains most often: comma, semicolon or tab. */
function delimiterOf(file: string): string {
  const head = Buffer.alloc(rowMost);
  const opened = openSync(file, 'r');
  const [first = ''] = head.toString('utf8', 0, readSync(opened, head)).split('\n');
  closeSync(opened);
  const count = (one: string) => first.split(one).length;
  return [',', ';', '\t'].reduce((most, one) => (count(one) > count(most) ? one : most));
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

/** Spreadsheets also write other encodings, whose letters would be damaged in the books. */
async function* textOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of createReadStream(file)) yield decoder.decode(bytes as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Failure(`${file} is not UTF-8: save it as "CSV UTF-8"`);
  }
}
