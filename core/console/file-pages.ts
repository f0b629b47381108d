// A list as a file, page by page: the same walk for files that are sent at once and for those that are stored.
import type { Caller } from '../domain/caller.ts';
import { byteOrderMark, csvLine } from '../domain/csv.ts';
import { encodeCursor } from '../domain/page.ts';
import { jsonOfList } from '../domain/stored-json.ts';
import { walking } from '../schemas/query.ts';
import type { ExportRequest } from '../schemas/requests/exports.ts';
import type { ExportedList } from './exported-lists.ts';

export interface FilePage {
  readonly text: string;
  readonly rows: number;
  /** Of the whole list, as far as the first page has counted it; the others do not count again. */
  readonly total: number;
  /** Where the next page begins; null after the last. */
  readonly cursor: string | null;
}

/** The page of the file that begins at `cursor`, null for the first, after `before` rows. */
export async function filePage(
  { columns, read, pageRows }: ExportedList,
  caller: Caller,
  { format, filter }: ExportRequest,
  { cursor, rows: before, total: counted }: Omit<FilePage, 'text'>,
): Promise<FilePage> {
  const isFirst = cursor === null;
  const query = { ...filter, [walking]: { limit: pageRows, total: counted } };
  const { items, total, next } = await read(caller, isFirst ? query : { ...query, cursor });
  const lines =
    format === 'csv'
      ? items.map((item) => csvLine(columns.map((path) => valueAt(item, path))))
      : items.map((item, i) => `${before + i > 0 ? ',' : ''}\n${jsonOfList(item)}`);
  const head = format === 'csv' ? byteOrderMark + csvLine(columns.map((path) => path.join('.'))) : '[';
  const text = (isFirst ? head : '') + lines.join('') + (next ? '' : fileEnd(format));
  return { text, rows: before + items.length, total, cursor: next && encodeCursor(next) };
}

export function fileEnd(format: ExportRequest['format']): string {
  return format === 'csv' ? '' : '\n]\n';
}

function valueAt(item: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], item);
}
