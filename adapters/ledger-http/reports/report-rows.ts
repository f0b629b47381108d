// Reads the rows of the provider's reports. Accounts and documents are known by the attributes of cells, never by a label, because
// labels are in the words of the organization's country and layout.
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type PseudoAccount,
  type ReportColumn,
  type ReportRow,
  type ReportWarning,
  type ResourceType,
} from '#core/ports';
import { zeroId } from '../wire/field.ts';
import type { PlannedColumn, ReportPlan } from './report-plan.ts';

export interface ReadReport {
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly ReportRow[];
  readonly warnings: readonly ReportWarning[];
}

/** Undefined if columns that were asked for in vain cannot be told from the others, or if sections never end. */
export function readRows(reported: JsonObject, plan: ReportPlan): ReadReport | undefined {
  const outer = objectsIn(reported['Rows']);
  const header = outer.find(({ RowType }) => RowType === 'Header');
  const headings = header ? cellsOf(header).map(textOf) : [];
  const shape = shapeOf(plan, headings.length > 0 ? headings.length : mostCells(outer, 0));
  if (!shape || depthOf(outer) > depthMost) return undefined;
  const reading: Reading = { shape, rows: [], groups: 0 };
  readSection(reading, outer, { depth: 0, section: null });
  const label = (place: number) => (headings[place] ?? '').trim();
  const columns = shape.cells.flatMap((cell, place) =>
    cell && !cell.isSpare ? [{ key: cell.key, label: label(place), from: cell.from, to: cell.to }] : [],
  );
  const warnings = shape.isPlanned ? plan.warnings : [differing];
  return { columns, rows: reading.rows, warnings };
}

const differing: ReportWarning = {
  code: 'columns_differ',
  path: 'columns',
  message: 'the provider’s columns are others than were asked for, so that their days are not known',
};

/** Provider: sections hold rows; nothing is known that is nested deeper. */
const depthMost = 8;

function depthOf(rows: readonly JsonObject[], depth = 0): number {
  if (depth > depthMost) return depth;
  return Math.max(depth, ...rows.map((row) => depthOf(objectsIn(row['Rows']), depth + 1)));
}

interface Shape {
  readonly label: number;
  readonly cells: readonly ((Omit<PlannedColumn, 'to'> & { readonly to: string | null }) | undefined)[];
  readonly isPlanned: boolean;
}

function shapeOf({ cells, label }: ReportPlan, count: number): Shape | undefined {
  if (count === cells.length || count === 0) return { label, cells, isPlanned: true };
  if (cells.some((cell) => cell?.isSpare)) return undefined;
  const others = Array.from({ length: count - 1 }, (_, place) => ({
    key: `column_${place + 1}`,
    from: null,
    to: null,
  }));
  return { label: 0, cells: [undefined, ...others], isPlanned: false };
}

function mostCells(rows: readonly JsonObject[], depth: number): number {
  if (depth > depthMost) return 0;
  return rows.reduce(
    (most, row) => Math.max(most, cellsOf(row).length, mostCells(objectsIn(row['Rows']), depth + 1)),
    0,
  );
}

interface Reading {
  readonly shape: Shape;
  readonly rows: ReportRow[];
  groups: number;
}

interface Place {
  readonly depth: number;
  readonly section: string | null;
}

/** Each call is one section of the provider. */
function readSection(reading: Reading, rows: readonly JsonObject[], place: Place): void {
  const group = reading.groups++;
  for (const row of rows) {
    if (row['RowType'] === 'Header') continue;
    if (row['RowType'] !== 'Section') {
      const read = rowOf(row, { ...place, group }, reading.shape);
      if (read) reading.rows.push(read);
      continue;
    }
    const title = textOf(row['Title']);
    if (title === '') {
      readSection(reading, objectsIn(row['Rows']), place);
      continue;
    }
    const empty = { accountId: null, pseudo: null, document: null, values: {}, texts: {} };
    reading.rows.push({ kind: 'section', ...place, group, label: title, ...empty });
    readSection(reading, objectsIn(row['Rows']), { depth: place.depth + 1, section: title });
  }
}

/**
 * Provider: totals outside of sections, such as the profit, are rows like others. These words begin them in the provider's
 * countries; what begins otherwise stays a line.
 */
const totalWords = /^(total|net|gross|operating|closing balance|surplus|deficit|profit|loss)\b/i;

/** Undefined for a line that only the columns have in which nobody is interested. */
function rowOf(row: JsonObject, place: Place & { readonly group: number }, shape: Shape): ReportRow | undefined {
  const cells = cellsOf(row);
  const isSummary = row['RowType'] === 'SummaryRow';
  const label = textOf(cells[isSummary ? 0 : shape.label]) || textOf(row['Title']);
  const values: Record<string, string | null> = {};
  const texts: Record<string, string> = {};
  let [isSpared, isEmpty] = [false, true];
  shape.cells.forEach((column, at) => {
    if (!column || (isSummary && at === 0)) return;
    const text = textOf(cells[at]);
    const amount = column.isText ? undefined : amountOf(text);
    const isNothing = amount === undefined || !/[1-9]/.test(amount);
    if (column.isSpare) {
      isSpared ||= !isNothing;
      return;
    }
    isEmpty &&= isNothing;
    if (!column.isText) values[column.key] = amount ?? null;
    if (amount === undefined && text !== '') texts[column.key] = plainDay(text);
  });
  const named = namedBy(cells);
  const isTotal = isSummary || (place.section === null && !named.isAccount && totalWords.test(label));
  if (isSpared && isEmpty && !isTotal) return undefined;
  const { accountId, pseudo } = named;
  // Provider: a credit stands under the attribute of invoices, whose totals are never negative.
  const document = values['total']?.startsWith('-') ? null : named.document;
  return { kind: isTotal ? 'total' : 'line', ...place, label, accountId, pseudo, document, values, texts };
}

/** Provider: an id of no account in any chart; examples of its specification have zeros in its place. */
const currentYearEarnings: readonly string[] = ['abababab-abab-abab-abab-abababababab', zeroId];
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const documents: Readonly<Record<string, ResourceType>> = { invoiceid: 'invoices', creditnoteid: 'credit_notes' };

interface NamedBy extends Pick<ReportRow, 'accountId' | 'pseudo' | 'document'> {
  readonly isAccount: boolean;
}

function namedBy(cells: readonly Json[]): NamedBy {
  const attributes = cells.filter(isJsonObject).flatMap(({ Attributes }) => objectsIn(Attributes));
  const named = attributes.map(({ Id, Value }) => [textOf(Id).toLowerCase(), textOf(Value).toLowerCase()] as const);
  const account = named.find(([id]) => id === 'account' || id === 'accountid')?.[1];
  const pseudo = account === undefined ? null : pseudoOf(account);
  const accountId = account !== undefined && pseudo === null && uuid.test(account) ? account : null;
  const [id = '', providerId = ''] =
    named.find(([id, value]) => Object.hasOwn(documents, id) && uuid.test(value)) ?? [];
  const type = documents[id];
  return { isAccount: account !== undefined, accountId, pseudo, document: type ? { type, providerId } : null };
}

function pseudoOf(account: string): PseudoAccount | null {
  if (account === 'fxgroupid') return 'exchange_group';
  return currentYearEarnings.includes(account) ? 'current_year_earnings' : null;
}

/** With at least two decimals; undefined for what is no plain amount. */
function amountOf(text: string): string | undefined {
  const [, minus = '', whole = '', fraction = ''] = /^(-?)0*(\d{1,20})(?:\.(\d{1,10}))?$/.exec(text) ?? [];
  if (whole === '') return undefined;
  const amount = `${whole}.${fraction.padEnd(2, '0')}`;
  return /[1-9]/.test(amount) ? minus + amount : amount;
}

const plainDay = (text: string): string => /^(\d{4}-\d\d-\d\d)T00:00:00$/.exec(text)?.[1] ?? text;

const cellsOf = (row: JsonObject): readonly Json[] => (Array.isArray(row['Cells']) ? row['Cells'] : []);

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Of a cell or a plain value. Provider: an empty cell has an empty text, or no value at all. */
function textOf(value: Json | undefined): string {
  const plain = isJsonObject(value) ? value['Value'] : value;
  return typeof plain === 'string' ? plain.trim() : typeof plain === 'number' ? String(plain) : '';
}
