import { jsonOfList } from './stored-json.ts';

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * One line of RFC 4180. Null and undefined are empty, a document or list is its JSON, and a number is always a number. A
 * text that a spreadsheet would run as a formula gets an apostrophe before it.
 */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text =
    typeof value === 'string' ? asText(value) : typeof value === 'object' ? jsonOfList(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The last four are the first four in full width, which spreadsheets in East Asian languages take for them. */
function asText(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
