// Reads the rows of a CSV file as spreadsheets write them, in bounded memory.
import { Readable } from 'node:stream';
import { type CastingContext, CsvError, parse as csvParser } from 'csv-parse';
import { Failure } from '../command.ts';
import { beginningOf, textOf } from './read-text.ts';

export interface Cell {
  readonly text: string;
  readonly isQuoted: boolean;
}

export interface Row {
  /** Counted from 1, as an editor counts: a row within quotes may have several lines. */
  readonly line: number;
  readonly cells: readonly Cell[];
}

const rowMost = 2 ** 16;
const separators = [',', ';', '\t', '|'] as const;
const lineEnd = /\r\n|\n|\r/;

/** `sep=;`, with which a spreadsheet says what separates; it may be quoted, and padded when the file was saved again. */
const saidSeparator = /^"?sep=([^\r\n"])"?\1*$/i;

export interface Form {
  readonly separator: string;
  /** True if the first line says the separator and is no row. */
  readonly isSaid: boolean;
}

/** What separates: what `sep=` says, or what the first line that is not empty has most often outside quotes. */
export function formOf(file: string): Form {
  const lines = beginningOf(file).split(lineEnd);
  const [, said] = saidSeparator.exec(lines[0] ?? '') ?? [];
  if (said !== undefined) return { separator: said, isSaid: true };
  const first = (lines.find((line) => line.trim() !== '') ?? '').replaceAll(/"[^"]*"/g, '');
  const count = (one: string) => first.split(one).length;
  return { separator: separators.reduce((most, one) => (count(one) > count(most) ? one : most)), isSaid: false };
}

const hasValue = ({ text }: Cell): boolean => text.trim() !== '';

/** Yields the rows that have a value, the first of which is the head. */
export async function* rowsOf(file: string, { separator, isSaid }: Form): AsyncGenerator<Row> {
  const parser = Readable.from(textOf(file)).compose(
    csvParser({
      delimiter: separator,
      // Files are joined from others' parts, so their line ends may differ.
      record_delimiter: ['\r\n', '\n', '\r'],
      cast: (text: string, { quoting }: CastingContext): Cell => ({ text, isQuoted: quoting }) as never,
      max_record_size: rowMost,
      raw: true,
      relax_column_count: true,
    }),
  );
  let line = 1;
  try {
    for await (const { record, raw } of parser as AsyncIterable<{ record: readonly Cell[]; raw: string }>) {
      const isRow = record.some(hasValue) && !(isSaid && line === 1);
      if (isRow) yield { line, cells: record };
      // The text of a record ends with its line end, of which \r\n is cut to its half.
      line += raw.split(lineEnd).length - 1;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Failure(`${file}:${line}: ${error.message}`);
  }
}
